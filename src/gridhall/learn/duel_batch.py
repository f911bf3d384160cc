"""Many matches of a two-player game at once, on compiled rules, for self-play: both seats, from views only."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from gridhall.errors import MatchOver, Unavailable, Usage
from gridhall.kernel import array, bind, compiled
from gridhall.learn import duel_slices, episodes
from gridhall.learn.arguments import (
    actions_of,
    mask_of_resets,
    no_action,
    one_of,
    options_of,
    seeds_of,
    size_of,
    whole,
)
from gridhall.learn.crew import Crew
from gridhall.learn.form import scalar_bounds
from gridhall.learn.levels import Pool, fresh_seed
from gridhall.learn.multi import REWARDS
from gridhall.learn.pickled import Pickled
from gridhall.learn.rewards import LONG, NEWEST, SCORE, WIN
from gridhall.registry import SetupLike

Arrays = dict[str, NDArray[Any]]


class Duels(Pickled):
    """`num_envs` matches between two players; match i is the one that `Together` plays with seed + i.

    All arrays have a row for each match and in it one for each player. `step` takes an action of every player; who is
    not to act answers `wait`, which is the last action, and masks say so. A match that ends begins again as in
    Gymnasium's vectors, by the mode of `autoreset`: at once, and `info` has its last observation as `final_obs` and its
    last info as `final_info` (same_step), with the next step, whose actions do not count for it (next_step), or when
    it is asked to by `reset(options={"reset_mask": ...})` (disabled).
    """

    LEFT_BEHIND = {"game", "_after", "_begin", "_blanks", "_observe", "_step", "_crew"}

    def __init__(
        self, game: str, num_envs: int, setup: SetupLike = None, reward: str = "win", threads: int = 1,
        autoreset: str = "same_step", max_steps: int = LONG, copy: bool = True, crop: tuple[int, int] | None = None,
    ) -> None:  # fmt: skip
        """With `copy=False` the arrays returned are the environment's own and change with the next step.

        `crop` is the (rows, columns) that planes have round what matters most to a player, where a game says what that
        is (`focus`); the other planes' cells are left out.
        """
        self.pool = Pool(game, setup)
        self.game, self.copy = self.pool.game, copy
        if self.game.PLAYERS < 2:
            raise Unavailable(f"{self.game.TITLE} has one player; use gridhall.learn.vector")
        self.reward = SCORE if one_of("reward", reward, REWARDS) == "score" else WIN
        self.mode = one_of("autoreset", autoreset, ("same_step", "next_step", "disabled"))
        count, players = whole("num_envs", num_envs), self.game.PLAYERS
        self.num_envs, self.players, self.limit = count, players, whole("max_steps", max_steps)
        self.threads = min(whole("threads", threads), count)
        self.wait = int(self.game.ACTIONS)
        planes, rows, columns, scalars = self.pool.shape
        self.crop = self._window(size_of(crop, "crop"))
        if self.crop is not None:
            rows, columns = int(self.crop[0]), int(self.crop[1])
        lows, highs = scalar_bounds(self.pool, NEWEST)
        self.single_action_space = spaces.Discrete(self.wait + 1)
        self.single_observation_space = spaces.Dict(
            {
                "planes": spaces.Box(-128, 127, (planes, rows, columns), np.int8),
                "scalars": spaces.Box(lows, highs, (scalars,), np.int32),
            }
        )
        self.planes = np.zeros((count, players, planes, rows, columns), np.int8)
        self.scalars = np.zeros((count, players, scalars), np.int32)
        self.masks = np.zeros((count, players, self.wait + 1), np.int8)
        self.rewards = np.zeros((count, players))
        self.illegal = np.zeros((count, players), np.bool_)
        self.terminated, self.truncated, self.over = (np.zeros(count, np.bool_) for _ in range(3))
        self.states, self.views = (array(type(self.pool.states[0]), rows) for rows in (count, self.threads))
        self.ages, self.episodes = np.zeros(count, np.int64), np.full(count, -1, np.int64)
        self.bases = np.array([fresh_seed() for _ in range(count)], np.uint64)
        # Whole planes of one seat for each thread, where they are cropped.
        self.room = np.zeros((self.threads, int(np.prod(self.pool.shape[:3]))), np.int8)
        self.everywhere = np.ones(count, np.bool_)
        self.everywhere.flags.writeable = False
        self.begun = False
        self._compile()

    def _window(self, size: tuple[int, int] | None) -> NDArray[np.int64] | None:
        """Rows and columns of the cropped planes, then of the whole ones; None if they are not cropped."""
        if size is None:
            return None
        _, rows, columns, _ = self.pool.shape
        if self.game.focus is None:
            raise Unavailable(f"{self.game.TITLE} has no place round which observations are cropped; leave crop out")
        if size[0] > rows or size[1] > columns:
            raise Usage(f"crop is {size}; the whole planes have {rows} rows and {columns} columns")
        return np.array([*size, rows, columns], np.int64)

    def _compile(self) -> None:
        """Find the code for these arrays, once."""
        self._crew = Crew(self.threads, self.num_envs)
        setup, part = self.pool.setup_array[0], (0, self.num_envs)
        step, begin, look = (
            compiled(bind(driver, self.game))
            for driver in (duel_slices.duel_slice, duel_slices.begin_duels_slice, self._looking())
        )
        self._after = (
            self.over, self.reward, self.limit, self.ages, self.rewards, self.terminated, self.truncated, self.illegal,
        )  # fmt: skip
        actions = np.zeros((self.num_envs, self.players), np.int64)
        self._step = step.code_for(setup, self.states, actions, *self._after, *part)
        self._blanks = self.pool.state_array, self.states, self.bases, self.episodes, self.ages
        self._begin = begin.code_for(setup, *self._blanks, self.over, *part)
        self._observe = look.code_for(setup, *self._shown(), self.everywhere, 0, *part)

    def _looking(self) -> Any:
        return duel_slices.observe_duels_slice if self.crop is None else duel_slices.observe_cropped_slice

    def _shown(self) -> tuple[Any, ...]:
        """The arrays that observing reads and fills, with a row for each seat."""
        flat = [own.reshape(self.num_envs * self.players, -1) for own in (self.planes, self.scalars, self.masks)]
        shown = (self.states, self.views, *flat)
        return shown if self.crop is None else (*shown, self.room, self.crop)

    def _run(self, work: Any, *arguments: Any, slot: bool = False) -> int:
        """Call a kernel for each slice of the matches; what it returns, added up."""

        setup = self.pool.setup_array[0]

        def call(number: int, first: int, last: int) -> int | None:
            happened: int | None = work(setup, *arguments, *((number,) if slot else ()), first, last)
            return happened

        return self._crew.run(call)

    def _given(self, own: NDArray[Any]) -> NDArray[Any]:
        return own.copy() if self.copy else own

    def _look(self, wanted: NDArray[np.bool_]) -> None:
        """Observe the matches that have changed since they were observed last.

        Planes that are handed out are made anew for every step instead of copied.
        """
        if self.copy and wanted is self.everywhere:
            self.planes = np.empty_like(self.planes)
        self._run(self._observe, *self._shown(), wanted, slot=True)

    def _seen(self) -> Arrays:
        return {"planes": self.planes, "scalars": self._given(self.scalars)}

    def _info(self) -> dict[str, Any]:
        every = self.everywhere
        shown = {"action_mask": self._given(self.masks), "illegal": self._given(self.illegal)}
        return {**shown, "_action_mask": every, "_illegal": every}

    def _final(self, ended: NDArray[np.bool_]) -> dict[str, Any]:
        """What was last seen of the matches that ended, in the form of Gymnasium's own vectors."""
        last, info = np.full(self.num_envs, None, object), dict[str, Any]()
        for i in np.flatnonzero(ended):
            last[i] = {"planes": self.planes[i].copy(), "scalars": self.scalars[i].copy()}
        for name, own in {"action_mask": self.masks, "illegal": self.illegal}.items():
            kept = np.zeros_like(own)
            kept[ended] = own[ended]
            info |= {name: kept, f"_{name}": ended}
        return {"final_obs": last, "_final_obs": ended, "final_info": info, "_final_info": ended}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions every player may take now; the last one is `wait`."""
        if not self.begun:
            raise Usage("call reset() before the first step")
        return self.masks.astype(np.bool_)

    def reset(
        self, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Begin all matches, or those of `options["reset_mask"]`; match i is seeded with seed + i."""
        wanted = mask_of_resets(options_of(options, ("reset_mask",)).get("reset_mask"), self.num_envs, self.begun)
        for i, base in enumerate(seeds_of(seed, self.num_envs)):
            if base is not None and wanted[i]:
                self.bases[i], self.episodes[i] = base, -1
        self._run(self._begin, *self._blanks, wanted)
        self.illegal[wanted], self.over[wanted], self.begun = False, False, True
        self._look(self.everywhere)
        return self._seen(), self._info()

    def step(
        self, actions: Any
    ) -> tuple[Arrays, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Let all players answer; rewards have a column for each player, the ends are those of the matches."""
        chosen = actions_of(actions, (self.num_envs, self.players))
        if not self.begun:
            raise Usage("call reset() before the first step")
        waited = bool(self.over.any())
        if waited and self.mode == "disabled":
            ended = np.flatnonzero(self.over).tolist()
            raise MatchOver(f"matches {ended} have ended; reset them with options={{'reset_mask': ...}}")
        happened = self._run(self._step, self.states, chosen, *self._after)
        if happened & episodes.OUTSIDE:
            raise no_action(chosen, self.wait)
        if waited:
            self._run(self._begin, *self._blanks, self.over)
            self.over[:] = False
        self._look(self.everywhere)
        final: dict[str, Any] = {}
        if happened & episodes.ENDED:
            over = self.terminated | self.truncated
            if self.mode == "same_step":
                final = self._final(over)
                self._run(self._begin, *self._blanks, over)
                self.illegal[over] = False
                self._look(over)
            else:
                self.over |= over
        seen = self._seen()
        rewards, terminated, truncated = map(self._given, (self.rewards, self.terminated, self.truncated))
        return seen, rewards, terminated, truncated, final | self._info()

    def close(self) -> None:
        self._crew.dismiss()
