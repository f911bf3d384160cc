"""Two-player games in PettingZoo's words, from views: `Turns` (AEC) and `Together` (Parallel)."""

import copy
import functools
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from gridhall.errors import BadAction, MatchOver, Unavailable, Usage
from gridhall.game import LIMIT, PLAYING, View
from gridhall.learn.arguments import action_of, is_whole, one_of, seed_of, whole
from gridhall.learn.episodes import episode_seed
from gridhall.learn.levels import Pool, fresh_seed
from gridhall.learn.spaces import act, mask_of, observe, payoff
from gridhall.match import view_of
from gridhall.registry import SetupLike

REWARDS = ("win", "score")
RENDER_MODES = ("ansi", "human", "rgb_array")
SCALAR = np.iinfo(np.int32)
Shown = NDArray[np.int32] | dict[str, NDArray[np.generic]]  # an observation, alone or with its mask


class _Table:
    """One match after another between `player_1` and `player_2`; each is shown their own view and nothing else."""

    def __init__(
        self, game: str, setup: SetupLike, reward: str, render_mode: str | None, max_cycles: int | None, masked: bool
    ) -> None:
        self.pool = Pool(game, setup)
        if self.pool.game.PLAYERS < 2:
            raise Unavailable(f"{self.pool.game.TITLE} has one player; use gymnasium.make or gridhall.learn.vector")
        self.reward = one_of("reward", "win" if reward == "outcome" else reward, REWARDS)  # its name in 1.0
        self.render_mode = None if render_mode is None else one_of("render mode", render_mode, RENDER_MODES)
        self.max_cycles = None if max_cycles is None else whole("max_cycles", max_cycles)
        self.masked = masked
        self.names = [f"player_{player + 1}" for player in range(self.game.PLAYERS)]
        self.seed, self.episode, self.cycles = fresh_seed(), -1, 0
        self.state: Any = None

    @property
    def game(self) -> Any:
        return self.pool.game

    @property
    def setup(self) -> Any:
        return self.pool.setups[0]

    def begin(self, seed: int | None) -> None:
        seed = seed_of(seed)
        if seed is not None:
            self.seed, self.episode = seed, -1
        self.episode += 1
        self.cycles = 0
        self.state = self.pool.begin(0, episode_seed(self.seed, self.episode))

    def begun(self) -> None:
        """Raise unless there is a match."""
        if self.state is None:
            raise Usage("call reset() before anything else")

    def player(self, agent: str) -> int:
        """The number of a player's name."""
        if agent not in self.names:
            raise Usage(f"there is no agent {agent!r}; there are {' and '.join(self.names)}")
        return self.names.index(agent)

    def acts(self, player: int) -> bool:
        return bool(self.game.acting(self.setup, self.state) >> player & 1)

    def observation(self, player: int) -> NDArray[np.int32]:
        """The player's planes, then each scalar as a constant plane."""
        self.begun()
        planes, rows, columns, scalars = self.pool.shape
        seen = observe(self.game, self.setup, self._view(player), player)
        stacked = np.empty((planes + scalars, rows, columns), np.int32)
        stacked[:planes] = seen["planes"]
        stacked[planes:] = seen["scalars"][:, None, None]
        return stacked

    def global_state(self) -> NDArray[np.int32]:
        """What all players know together, one after the other: for critics that may see more than a player."""
        return np.concatenate([self.observation(player) for player in range(self.game.PLAYERS)])

    def mask(self, player: int) -> NDArray[np.int8]:
        """The player's legal actions; none if it is not their turn."""
        return mask_of(self.game, self.setup, self._view(player), player)

    def _view(self, player: int) -> View:
        return view_of(self.game, self.setup, self.state, player)

    def space(self, players: int = 1) -> spaces.Box:
        """The planes have numbers of 8 bits, the scalars the bounds that the game names."""
        planes, rows, columns, scalars = self.pool.shape
        named = self.game.SCALARS_SEEN or (("", SCALAR.min, SCALAR.max, ""),) * scalars
        lows = np.array([-128] * planes + [entry[1] for entry in named])
        highs = np.array([127] * planes + [entry[2] for entry in named])
        shape = (players * (planes + scalars), rows, columns)
        low, high = (
            np.broadcast_to(np.tile(ends, players)[:, None, None], shape).astype(np.int32) for ends in (lows, highs)
        )
        return spaces.Box(low, high, dtype=np.int32)

    def with_mask(self, actions: int) -> spaces.Space[Any]:
        """The space of an observation, with its mask if that was asked for."""
        if not self.masked:
            return self.space()
        mask = spaces.Box(0, 1, (actions,), np.int8)
        return spaces.Dict({"observation": self.space(), "action_mask": mask})

    def count_cycle(self) -> None:
        self.cycles += 1

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
        late = outcome == PLAYING and self.max_cycles is not None and self.cycles >= self.max_cycles
        return outcome not in (PLAYING, LIMIT), bool(outcome == LIMIT or late)

    def render(self) -> str | NDArray[np.uint8] | None:
        """What a spectator sees: printed for `human`, text for `ansi`, pixels for `rgb_array`."""
        from gridhall.learn import pictures

        if self.render_mode is None:
            return None
        self.begun()
        at = self.game, self.setup, self.state, self.game.PLAYERS
        if self.render_mode == "rgb_array":
            return pictures.pixels(*at, 24)
        text = pictures.text(*at)
        if self.render_mode == "ansi":
            return text
        print(text, flush=True)
        return None

    def __deepcopy__(self, memory: dict[int, Any]) -> "_Table":
        """A table of its own; the levels are shared, because nobody changes them."""
        twin = copy.copy(self)
        twin.state = copy.copy(self.state)
        return twin


class Turns(AECEnv[str, Any, Any]):
    """A two-player game, one action after another.

    An action that the rules refuse changes nothing; it counts towards `max_cycles`, and the info marks it `illegal`.
    """

    def __init__(
        self, game: str, setup: SetupLike = None, reward: str = "win", render_mode: str | None = None,
        max_cycles: int | None = None, masked: bool = False,
    ) -> None:  # fmt: skip
        """`max_cycles` is how many actions a match may have; with `masked` observations are dictionaries of
        `observation` and `action_mask`."""
        super().__init__()
        self.table = _Table(game, setup, reward, render_mode, max_cycles, masked)
        self.metadata = {
            "name": f"gridhall_{game}_v{self.table.game.VERSION}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = list(self.table.names)
        self.agents: list[str] = []
        self.state_space = self.table.space(len(self.possible_agents))

    @functools.cache  # noqa: B019  (PettingZoo wants the same object each time)
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.table.with_mask(self.table.game.ACTIONS)

    @functools.cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Space[Any]:
        return spaces.Discrete(self.table.game.ACTIONS)

    def state(self) -> NDArray[np.int32]:
        """What all players know together."""
        return self.table.global_state()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match. There are no options; PettingZoo's own checks want unknown ones to be passed over."""
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
            agent: {"action_mask": self.table.mask(player), "illegal": agent == illegal}
            for player, agent in enumerate(self.possible_agents)
        }

    def observe(self, agent: str) -> Shown:
        player = self.table.player(agent)
        seen = self.table.observation(player)
        return {"observation": seen, "action_mask": self.table.mask(player)} if self.table.masked else seen

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self.table.begun()
        last: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return last

    def step(self, action: Any) -> None:
        self.table.begun()
        if not self.agents:
            raise MatchOver("the match is over; call reset() to begin the next one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise MatchOver(f"the match is over; {agent} can only step(None), or call reset()")
            self._was_dead_step(action)
            return
        number = action_of(self.table.game, action)
        self._cumulative_rewards[agent] = 0.0
        before = self.table.values()
        legal = self.table.act(self.possible_agents.index(agent), number)
        self.table.count_cycle()
        self._write_infos(None if legal else agent)
        after = self.table.values()
        for player, name in enumerate(self.possible_agents):
            self.rewards[name] = after[player] - before[player]
            self.terminations[name], self.truncations[name] = self.table.ends(player)
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        return self.table.render()

    def close(self) -> None:
        """Nothing is held open."""


class Together(ParallelEnv[str, Any, Any]):
    """A two-player game, all players answering each step; the last action is `wait`, for those who are not to act."""

    def __init__(
        self, game: str, setup: SetupLike = None, reward: str = "win", render_mode: str | None = None,
        max_cycles: int | None = None, masked: bool = False,
    ) -> None:  # fmt: skip
        """`max_cycles` is how many steps a match may have; with `masked` observations are dictionaries of
        `observation` and `action_mask`."""
        self.table = _Table(game, setup, reward, render_mode, max_cycles, masked)
        self.metadata = {"name": f"gridhall_{game}_v{self.table.game.VERSION}", "render_modes": list(RENDER_MODES)}
        self.render_mode = render_mode
        self.wait = int(self.table.game.ACTIONS)
        self.possible_agents = list(self.table.names)
        self.agents: list[str] = []
        self.state_space = self.table.space(len(self.possible_agents))

    @functools.cache  # noqa: B019  (PettingZoo wants the same object each time)
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.table.with_mask(self.wait + 1)

    @functools.cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Space[Any]:
        return spaces.Discrete(self.wait + 1)

    def state(self) -> NDArray[np.int32]:
        """What all players know together."""
        return self.table.global_state()

    def _mask(self, player: int) -> NDArray[np.int8]:
        acts = self.table.acts(player)
        mask = self.table.mask(player) if acts else np.zeros(self.wait, np.int8)
        return np.append(mask, np.int8(not acts))

    def _seen(self) -> dict[str, Shown]:
        seen: dict[str, Shown] = {}
        for player, agent in enumerate(self.possible_agents):
            planes = self.table.observation(player)
            seen[agent] = planes
            if self.table.masked:
                seen[agent] = {"observation": planes, "action_mask": self._mask(player)}
        return seen

    def _infos(self, illegal: list[str]) -> dict[str, dict[str, Any]]:
        return {
            agent: {"action_mask": self._mask(player), "illegal": agent in illegal}
            for player, agent in enumerate(self.possible_agents)
        }

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Shown], dict[str, dict[str, Any]]]:
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        return self._seen(), self._infos([])

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Shown], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        self.table.begun()
        if not self.agents:
            raise MatchOver("the match is over; call reset() to begin the next one")
        for agent in actions:
            self.table.player(agent)
        numbers = {agent: self._number(agent, actions) for agent in self.possible_agents}
        before = self.table.values()
        illegal = []
        acting = [self.table.acts(player) for player in range(len(self.possible_agents))]
        for player, agent in enumerate(self.possible_agents):
            if acting[player] and not self.table.act(player, numbers[agent]):
                illegal.append(agent)
        self.table.count_cycle()
        after, seen, infos = self.table.values(), self._seen(), self._infos(illegal)
        ends = [self.table.ends(player) for player in range(len(self.possible_agents))]
        rewards = {agent: after[player] - before[player] for player, agent in enumerate(self.possible_agents)}
        terminated = {agent: ends[player][0] for player, agent in enumerate(self.possible_agents)}
        truncated = {agent: ends[player][1] for player, agent in enumerate(self.possible_agents)}
        if any(map(any, ends)):
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, rewards, terminated, truncated, infos

    def _number(self, agent: str, actions: dict[str, Any]) -> int:
        """The action of a player; who is left out waits."""
        action = actions.get(agent, self.wait)
        if isinstance(action, np.ndarray) and action.shape == ():
            action = action[()]
        if not is_whole(action) or not 0 <= action <= self.wait:
            raise BadAction(f"the action of {agent} is {action!r}; it must be a whole number from 0 to {self.wait}")
        return int(action)

    def render(self) -> str | NDArray[np.uint8] | None:
        return self.table.render()

    def close(self) -> None:
        """Nothing is held open."""
