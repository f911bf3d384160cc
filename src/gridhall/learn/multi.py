"""Two-player games in PettingZoo's words, from views: `Turns` (AEC) and `Together` (Parallel)."""

import functools
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from gridhall.errors import Unavailable
from gridhall.game import LIMIT, PLAYING, View
from gridhall.learn.episodes import episode_seed
from gridhall.learn.levels import Pool, fresh_seed
from gridhall.learn.spaces import SCALAR, act, mask_of, observe, payoff
from gridhall.match import view_of

REWARDS = ("outcome", "score")


class _Table:
    """One match after another between `player_1` and `player_2`; each is shown their own view and nothing else."""

    def __init__(self, game: str, setup: str | None, reward: str) -> None:
        self.pool = Pool(game, setup)
        if self.pool.game.PLAYERS < 2:
            raise Unavailable(f"{self.pool.game.TITLE} has one player; use gymnasium.make or gridhall.learn.vector")
        if reward not in REWARDS:
            raise Unavailable(f"there is no reward {reward!r}; there are {' and '.join(REWARDS)}")
        self.game, self.setup, self.reward = self.pool.game, self.pool.setups[0], reward
        self.names = [f"player_{player + 1}" for player in range(self.game.PLAYERS)]
        self.seed, self.episode = fresh_seed(), -1
        self.begin(None)

    def begin(self, seed: int | None) -> None:
        if seed is not None:
            self.seed, self.episode = seed, -1
        self.episode += 1
        self.state = self.pool.begin(0, episode_seed(self.seed, self.episode))

    def acts(self, player: int) -> bool:
        return bool(self.game.acting(self.setup, self.state) >> player & 1)

    def observation(self, player: int) -> Any:
        """The player's planes, then each scalar as a constant plane."""
        planes, rows, columns, scalars = self.pool.shape
        seen = observe(self.game, self.setup, self._view(player), player)
        stacked = np.empty((planes + scalars, rows, columns), np.int32)
        stacked[:planes] = seen["planes"]
        stacked[planes:] = seen["scalars"][:, None, None]
        return stacked

    def mask(self, player: int) -> Any:
        """The player's legal actions; none if it is not their turn."""
        return mask_of(self.game, self.setup, self._view(player), player)

    def _view(self, player: int) -> View:
        return view_of(self.game, self.setup, self.state, player)

    def space(self) -> spaces.Box:
        planes, rows, columns, scalars = self.pool.shape
        return spaces.Box(SCALAR.min, SCALAR.max, (planes + scalars, rows, columns), np.int32)

    def act(self, player: int, action: int) -> bool:
        """Take an action; False if it is illegal, and then nothing has changed."""
        known = 0 <= action < self.game.ACTIONS
        if not self.acts(player) or not known or self.game.refusal(self.setup, self.state, player, action):
            return False
        act(self.game, self.setup, self.state, player, action)
        return True

    def values(self) -> list[float]:
        """What each player has earned so far: 1, 0 or -1 at the end, or the score."""
        if self.reward == "score":
            return [float(self.game.score(self.setup, self.state, player)) for player in range(self.game.PLAYERS)]
        return [payoff(self.game, self.setup, self.state, player) for player in range(self.game.PLAYERS)]

    def ends(self, player: int) -> tuple[bool, bool]:
        """(terminated, truncated) of a player."""
        outcome = self.game.outcome(self.setup, self.state, player)
        return outcome not in (PLAYING, LIMIT), outcome == LIMIT

    def render(self, mode: str | None) -> str | None:
        """What a spectator sees: printed for `human`, returned for `ansi`."""
        from gridhall.learn import pictures

        text = pictures.text(self.game, self.setup, self.state, self.game.PLAYERS) if mode else None
        if mode != "human":
            return text
        print(text, flush=True)
        return None


class Turns(AECEnv[str, Any, Any]):
    """A two-player game, one action after another. An illegal action changes nothing and is marked in the info."""

    def __init__(
        self, game: str, setup: str | None = None, reward: str = "outcome", render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.table = _Table(game, setup, reward)
        self.metadata = {
            "name": f"gridhall_{game}_v{self.table.game.VERSION}",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = list(self.table.names)

    @functools.cache  # noqa: B019  (PettingZoo wants the same object each time)
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.table.space()

    @functools.cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Space[Any]:
        return spaces.Discrete(self.table.game.ACTIONS)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self._select()
        self._write_infos(None)

    def _select(self) -> None:
        acting = [player for player in range(self.table.game.PLAYERS) if self.table.acts(player)]
        if acting:
            self.agent_selection = self.possible_agents[acting[0]]

    def _write_infos(self, illegal: str | None) -> None:
        self.infos = {
            agent: {"action_mask": self.table.mask(player)} for player, agent in enumerate(self.possible_agents)
        }
        if illegal is not None:
            self.infos[illegal]["illegal"] = True

    def observe(self, agent: str) -> Any:
        return self.table.observation(self.possible_agents.index(agent))

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        before = self.table.values()
        legal = self.table.act(self.possible_agents.index(agent), int(action))
        self._write_infos(None if legal else agent)
        after = self.table.values()
        for player, name in enumerate(self.possible_agents):
            self.rewards[name] = after[player] - before[player]
            self.terminations[name], self.truncations[name] = self.table.ends(player)
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        return self.table.render(self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


class Together(ParallelEnv[str, Any, Any]):
    """A two-player game, all players answering each step; the last action is `wait`, for those who are not to act."""

    def __init__(
        self, game: str, setup: str | None = None, reward: str = "outcome", render_mode: str | None = None
    ) -> None:
        self.table = _Table(game, setup, reward)
        self.metadata = {"name": f"gridhall_{game}_v{self.table.game.VERSION}", "render_modes": ["ansi", "human"]}
        self.render_mode = render_mode
        self.wait = int(self.table.game.ACTIONS)
        self.possible_agents = list(self.table.names)

    @functools.cache  # noqa: B019  (PettingZoo wants the same object each time)
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.table.space()

    @functools.cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Space[Any]:
        return spaces.Discrete(self.wait + 1)

    def _seen(self) -> dict[str, Any]:
        return {agent: self.table.observation(player) for player, agent in enumerate(self.possible_agents)}

    def _infos(self) -> dict[str, dict[str, Any]]:
        infos = {}
        for player, agent in enumerate(self.possible_agents):
            acts = self.table.acts(player)
            mask = self.table.mask(player) if acts else np.zeros(self.wait, np.int8)
            infos[agent] = {"action_mask": np.append(mask, np.int8(not acts))}
        return infos

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        return self._seen(), self._infos()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        before = self.table.values()
        illegal = []
        acting = [self.table.acts(player) for player in range(len(self.possible_agents))]
        for player, agent in enumerate(self.possible_agents):
            action = int(actions.get(agent, self.wait))
            if acting[player] and not self.table.act(player, action):
                illegal.append(agent)
        after, seen, infos = self.table.values(), self._seen(), self._infos()
        for agent in illegal:
            infos[agent]["illegal"] = True
        ends = [self.table.ends(player) for player in range(len(self.possible_agents))]
        rewards = {agent: after[player] - before[player] for player, agent in enumerate(self.possible_agents)}
        terminated = {agent: ends[player][0] for player, agent in enumerate(self.possible_agents)}
        truncated = {agent: ends[player][1] for player, agent in enumerate(self.possible_agents)}
        if any(map(any, ends)):
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, rewards, terminated, truncated, infos

    def render(self) -> str | None:
        return self.table.render(self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
