"""One match as a Gymnasium environment, `gridhall/<game>-v<version>` for every single-player game found."""

from typing import TYPE_CHECKING, Any, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from gridhall.errors import MatchOver, Usage
from gridhall.game import LIMIT, PLAYING, WON, Truth, View
from gridhall.learn.arguments import action_of, is_whole, options_of, seed_of
from gridhall.learn.episodes import at_the_end, episode_seed, level_of
from gridhall.learn.form import RENDER_MODES, Form, Seen
from gridhall.learn.levels import Levels, fresh_seed
from gridhall.learn.rewards import NEWEST, SCORE
from gridhall.learn.spaces import Planes, act, mask_of, observe
from gridhall.match import view_of

if TYPE_CHECKING:
    from gridhall.learn.oracle import Oracle


class Single(gymnasium.Env[Any, Any]):
    """A single-player game. A limit truncates, every other end terminates (GU33).

    An action that the rules refuse changes nothing of the match; it is a step all the same, which counts towards the
    time limit, and `info["illegal"]` says so. `action_masks()` and `info["action_mask"]` tell the legal ones. What is
    no number of the action space is an error, and so is a step after the end. `info["outcome"]` is one of
    gridhall.game's constants (PLAYING, WON, LOST, LIMIT). All keys of `info` are there in every step.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 8}

    def __init__(
        self, game: str, setup: Levels = None, render_mode: str | None = None, observation: str = "planes",
        oracle: bool = False, cell: int = 32, describe: bool = False, reward: str | None = None,
        pad: tuple[int, int] | None = None, max_steps: int | None = None, version: int = NEWEST,
    ) -> None:  # fmt: skip
        """`observation` is `planes` (a dictionary of planes and scalars), `flat` (both as one array), `rgb` (the boards
        as pixels) or `text` (what a player reads; then actions may be words, too). `pad` is the (rows, columns) that
        boards are padded to. `reward` is `score`, `win` or `win-soon`, see rewards.py. `max_steps` is the time limit.

        `oracle` adds the optimum and the regret to `info`; `describe` adds what a player reads: the facts of the
        position, what to do now (`status`), and the level's message.
        """
        self.form = Form(game, setup, version, reward, observation, pad, max_steps, render_mode, cell)
        self.pool, self.render_mode, self.describe, self.oracle = self.form.pool, render_mode, describe, oracle
        self.action_space = spaces.Discrete(self.pool.game.ACTIONS)
        self.observation_space = self.form.space()
        self.base_seed, self.episode = fresh_seed(), -1
        self._oracles: dict[int, Oracle] = {}  # by level
        self.playing: bool | None = None  # None: reset was never called
        self.level = self.age = 0
        self.state: Truth = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_oracles": {}}  # they are large, and made again when asked for

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin the next episode, or with a seed the first one of that seed; `options["level"]` chooses the level."""
        seed, chosen = seed_of(seed), options_of(options, ("level",)).get("level")
        if chosen is not None and not (is_whole(chosen) and 0 <= chosen < len(self.pool.setups)):
            raise Usage(f"there is no level {chosen!r}; the pool has 0 to {len(self.pool.setups) - 1}")
        super().reset(seed=None if seed is None else seed % (1 << 63))
        if seed is not None:
            self.base_seed, self.episode = seed, -1
        self.episode += 1
        match_seed = episode_seed(self.base_seed, self.episode)
        self.level = level_of(match_seed, len(self.pool.setups)) if chosen is None else int(chosen)
        self.setup, self.state = self.pool.setups[self.level], self.pool.begin(self.level, match_seed)
        self.age, self.playing = 0, True
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Seen, SupportsFloat, bool, bool, dict[str, Any]]:
        if not self.playing:
            raise self._not_playing()
        game, setup, state = self.pool.game, self.setup, self.state
        if self.form.kind == "text" and isinstance(action, str):
            action = game.read_word(setup, self._view(), action)
        number = action_of(game, action)
        left, outcome, gained = self._left(), PLAYING, 0
        illegal = bool(game.refusal(setup, state, 0, number))
        self.age += 1
        if not illegal:
            before = self._score()
            act(game, setup, state, 0, number)
            gained, outcome = self._score() - before, game.outcome(setup, state, 0)
        if outcome == PLAYING and self.age >= self.form.limits[self.level]:
            outcome = LIMIT
        self.playing = outcome == PLAYING
        reward = float(gained - self.form.costs[self.level]) + at_the_end(self.form.reward, outcome)
        info = self._info(illegal, int(outcome))
        if self.oracle:
            info["regret"] = self._regret(left, outcome)
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, outcome not in (PLAYING, LIMIT), outcome == LIMIT, info

    def _score(self) -> int:
        """The score, where it is what is rewarded."""
        return self.pool.game.score(self.setup, self.state, 0) if self.form.reward == SCORE else 0

    def _not_playing(self) -> Exception:
        if self.playing is None:
            return Usage("call reset() before the first step")
        return MatchOver("the episode is over; call reset() to begin the next one")

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, where Stable-Baselines3's MaskablePPO looks for it."""
        if self.playing is None:
            raise self._not_playing()
        return mask_of(self.pool.game, self.setup, self.state, 0).astype(np.bool_)

    def _info(self, illegal: bool = False, outcome: int = PLAYING) -> dict[str, Any]:
        mask = mask_of(self.pool.game, self.setup, self.state, 0)
        info = {"action_mask": mask, "level": self.level, "illegal": illegal, "outcome": outcome}
        if self.oracle:
            info |= {"optimal": self._left(), "regret": None}
        if self.describe:
            game, view = self.pool.game, self._view()
            scene = game.scene(self.setup, view, 0)
            info |= {"facts": game.facts(self.setup, view, 0), "status": scene.status, "message": scene.hint}
        return info

    def _view(self) -> View:
        return view_of(self.pool.game, self.setup, self.state, 0)

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

    def _observation(self) -> Seen:
        if self.form.kind == "rgb":
            return self._boards()
        if self.form.kind == "text":
            return self._text()
        view = self._view() if self.pool.game.SECRETS else self.state
        seen = self._padded(observe(self.pool.game, self.setup, view, 0))
        if self.form.kind == "planes":
            return seen
        return np.concatenate([seen["planes"].ravel(), seen["scalars"]]).astype(np.float32)

    def _padded(self, seen: Planes) -> Planes:
        """The same with planes of the common size."""
        if self.pool.pad is None:
            return seen
        number, rows, columns, _ = shape = self.pool.shapes[self.level]
        planes = self.pool.blank(shape)
        planes[:number, :rows, :columns] = seen["planes"]
        return {"planes": planes, "scalars": seen["scalars"]}

    def _boards(self) -> NDArray[np.uint8]:
        from gridhall.learn.pictures import boards

        shape = self.form.picture_shape()
        return boards(self.pool.game, self.setup, self.state, 0, self.form.cell, shape)

    def _text(self) -> str:
        from gridhall.learn import pictures

        return pictures.text(self.pool.game, self.setup, self.state, 0)

    def render(self) -> NDArray[np.uint8] | str | None:
        """What `render_mode` asks for: pixels of all that a person sees, or text; `human` prints the text."""
        if self.render_mode is None:
            return None
        if self.playing is None:
            raise self._not_playing()
        if self.render_mode == "rgb_array":
            from gridhall.learn.pictures import pixels

            return pixels(self.pool.game, self.setup, self.state, 0, self.form.cell)
        if self.render_mode == "ansi":
            return self._text()
        print(self._text(), flush=True)
        return None
