"""One match as a Gymnasium environment, `gridhall/<game>-v<version>` for every single-player game found."""

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces

from gridhall.errors import Unavailable
from gridhall.game import LIMIT, PLAYING, WON
from gridhall.learn.episodes import episode_seed, level_of
from gridhall.learn.levels import Levels, Pool, fresh_seed
from gridhall.learn.spaces import act, mask_of, observation_space, observe
from gridhall.match import view_of

if TYPE_CHECKING:
    from gridhall.learn.oracle import Oracle


class Single(gymnasium.Env[Any, Any]):
    """A single-player game. The reward is the change of score; a limit truncates, every other end terminates (GU33).

    At the end `info["outcome"]` is one of gridhall.game's constants (WON, LOST, LIMIT). An illegal action changes
    nothing, earns nothing and is marked in `info["illegal"]`; `info["action_mask"]` tells the legal ones.
    """

    metadata = {"render_modes": ["rgb_array", "human", "ansi"], "render_fps": 8}

    def __init__(
        self, game: str, setup: Levels = None, render_mode: str | None = None, observation: str = "planes",
        oracle: bool = False, cell: int = 32, describe: bool = False,
    ) -> None:  # fmt: skip
        """`observation` is `planes` (numbers) or `rgb` (what a person sees). `oracle` adds the optimum and the regret
        to `info`; `describe` adds what a player reads: the facts of the position, what to do now (`status`), and the
        level's message."""
        self.pool, self.render_mode, self.cell, self.describe = Pool(game, setup), render_mode, cell, describe
        if self.pool.game.PLAYERS != 1:
            players = f"{self.pool.game.TITLE} has {self.pool.game.PLAYERS} players"
            raise Unavailable(f"{players}; use gridhall.learn.aec or gridhall.learn.parallel")
        if observation not in ("planes", "rgb"):
            raise Unavailable(f"there is no observation {observation!r}; there are planes and rgb")
        self.kind = observation
        self.action_space = spaces.Discrete(self.pool.game.ACTIONS)
        self.base_seed, self.episode = fresh_seed(), -1
        self._oracles: dict[int, Oracle] = {}  # by level
        self.oracle = oracle
        self._begin()
        if observation == "planes":
            self.observation_space = observation_space(self.pool)
        else:
            self.observation_space = spaces.Box(0, 255, self._picture().shape, np.uint8)
        self.episode = -1

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_oracles": {}}  # they are large, and made again when asked for

    def _begin(self) -> None:
        self.episode += 1
        seed = episode_seed(self.base_seed, self.episode)
        self.level = level_of(seed, len(self.pool.setups))
        self.setup, self.state = self.pool.setups[self.level], self.pool.begin(self.level, seed)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin the next episode, or with a seed the first one of that seed."""
        super().reset(seed=seed)
        if seed is not None:
            self.base_seed, self.episode = seed, -1
        self._begin()
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        game, setup, state = self.pool.game, self.setup, self.state
        number = int(action)
        if not 0 <= number < game.ACTIONS or game.refusal(setup, state, 0, number):
            return self._observation(), 0.0, False, False, {**self._info(), "illegal": True}
        before, left = game.score(setup, state, 0), self._left()
        act(game, setup, state, 0, number)
        reward, outcome = float(game.score(setup, state, 0) - before), game.outcome(setup, state, 0)
        info = self._info()
        if outcome != PLAYING:
            info["outcome"] = int(outcome)
        if self.oracle:
            info["regret"] = self._regret(left, outcome)
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, outcome not in (PLAYING, LIMIT), outcome == LIMIT, info

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": mask_of(self.pool.game, self.setup, self.state, 0), "level": self.level}
        if self.oracle:
            info["optimal"] = self._left()
        if self.describe:
            game, view = self.pool.game, view_of(self.pool.game, self.setup, self.state, 0)
            scene = game.scene(self.setup, view, 0)
            info |= {"facts": game.facts(self.setup, view, 0), "status": scene.status, "message": scene.hint}
        return info

    def _left(self) -> int | None:
        """The fewest moves to a win from here; None if there is no win, or no oracle."""
        if not self.oracle or not self.pool.game.acting(self.setup, self.state):
            return None
        from gridhall.learn.oracle import Oracle

        if self.level not in self._oracles:
            self._oracles[self.level] = Oracle(self.pool.game, self.setup, self.state)
        return self._oracles[self.level].left(self.state)

    def _regret(self, left: int | None, outcome: int) -> int | None:
        """How many moves the action lost against the best one; None if it was already lost, or lost all."""
        now = 0 if outcome == WON else self._left()
        return None if left is None or now is None else now + 1 - left

    def _observation(self) -> Any:
        return observe(self.pool.game, self.setup, self.state, 0) if self.kind == "planes" else self._picture()

    def _picture(self) -> Any:
        from gridhall.learn.pictures import pixels

        return pixels(self.pool.game, self.setup, self.state, 0, self.cell)

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return self._picture()
        if self.render_mode is None:
            return None
        from gridhall.learn import pictures

        text = pictures.text(self.pool.game, self.setup, self.state, 0)
        if self.render_mode == "human":
            print(text, flush=True)
            return None
        return text
