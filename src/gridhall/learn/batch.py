"""Many matches at once as a `gymnasium.vector.VectorEnv`, on compiled rules: one call steps all, without the GIL."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from gridhall.errors import Unavailable
from gridhall.kernel import array, bind, compiled
from gridhall.learn import episodes
from gridhall.learn.levels import Levels, Pool, fresh_seed
from gridhall.learn.spaces import observation_space

Curriculum = Callable[[int, int, float], int]  # (environment, episode, score of its last episode) -> level of the pool


def _output(out: dict[str, Any], name: str, shape: tuple[int, ...], kind: type[np.generic]) -> Any:
    """The array that is written into: the caller's own, which must fit, or a new one."""
    given = out.get(name)
    if given is None:
        return np.zeros(shape, kind)
    if given.shape != shape or given.dtype != kind or not given.flags.c_contiguous:
        wanted = f"out[{name!r}] must be a contiguous array of {kind.__name__} of shape {shape}"
        raise Unavailable(f"{wanted}, got {given.dtype} of {given.shape}")
    return given


class Vector(VectorEnv[Any, Any, Any]):
    """`num_envs` single-player matches. Environment i behaves, byte for byte, like `Single` seeded with seed + i.

    `planes`, `scalars`, `masks`, `rewards` are the arrays it writes into; give your own as `out` to have them filled
    without a copy.
    """

    def __init__(
        self, game: str, num_envs: int, setup: Levels = None, threads: int = 1,
        autoreset: str | AutoresetMode = AutoresetMode.NEXT_STEP, curriculum: Curriculum | None = None,
        out: dict[str, Any] | None = None, copy: bool = True, masks: bool = True,
    ) -> None:  # fmt: skip
        """With `copy=False` the arrays returned are the environment's own and change with the next step."""
        self.pool, self.num_envs, self.copy = Pool(game, setup), num_envs, copy
        self.curriculum, self.masked = curriculum, masks
        self.game = self.pool.game
        if self.game.PLAYERS != 1:
            raise Unavailable(f"{self.game.TITLE} has {self.game.PLAYERS} players; a batch has one")
        if isinstance(autoreset, str):
            autoreset = AutoresetMode[autoreset.upper().replace("-", "_")]
        self.mode = AutoresetMode(autoreset)
        self.metadata = {"autoreset_mode": self.mode, "render_modes": []}
        self.single_observation_space = observation_space(self.pool)
        self.single_action_space = spaces.Discrete(self.game.ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        planes, rows, columns, scalars = self.pool.shape
        out = out or {}
        self.planes = _output(out, "planes", (num_envs, planes, rows, columns), np.int8)
        self.scalars = _output(out, "scalars", (num_envs, scalars), np.int32)
        self.masks = _output(out, "masks", (num_envs, self.game.ACTIONS), np.int8)
        self.rewards = _output(out, "rewards", (num_envs,), np.float64)
        self.flat = self.planes.reshape(num_envs, -1)
        self.states = array(type(self.pool.states[0]), num_envs)
        self.which = np.zeros(num_envs, np.int64)  # the level of the pool that each match plays
        self.outcomes = np.zeros(num_envs, np.int8)
        self.illegal, self.waiting, self.terminated, self.truncated = (np.zeros(num_envs, np.bool_) for _ in range(4))
        self.someone_waits = False  # some match is over, and its next step begins a new one
        self.everywhere = np.ones(num_envs, np.bool_)
        self.everywhere.flags.writeable = False
        # Of each environment: the seed its episodes follow from, the number of this episode, and its score so far.
        self.bases = np.array([fresh_seed() for _ in range(num_envs)], np.uint64)
        self.episodes, self.totals = np.full(num_envs, -1, np.int64), np.zeros(num_envs)
        self.threads = max(1, min(threads, num_envs))
        self._workers = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        bounds = [num_envs * i // self.threads for i in range(self.threads + 1)]
        self._slices = list(pairwise(bounds))
        self._compile()

    def _compile(self) -> None:
        """Find the code for these arrays, once: a step must not spend its time on looking for it."""
        pool, every, part = self.pool, self.everywhere, (0, self.num_envs)
        step, begin, look = (
            compiled(bind(driver, self.game))
            for driver in (episodes.step_slice, episodes.begin_slice, episodes.observe_slice)
        )
        self._step = step.code_for(
            pool.setup_array, self.which, self.states, self.which, self.waiting, *self._written(), *part
        )
        blanks = pool.state_array, self.states, self.bases, self.episodes
        self._reset = begin.code_for(pool.setup_array, self.which, *blanks, every, True, *part)
        seen = self.flat, self.scalars, self.masks, self.masked
        self._observe = look.code_for(pool.setup_array, self.which, self.states, *seen, *part)

    def _written(self) -> tuple[Any, ...]:
        """The arrays a step writes into, as its kernel takes them."""
        return self.rewards, self.totals, self.outcomes, self.terminated, self.truncated, self.illegal

    def _run(self, work: Any, *arguments: Any) -> list[Any]:
        """What the kernel returns for each slice of the matches."""
        if self._workers is None:
            return [work(*arguments, 0, self.num_envs)]
        return list(self._workers.map(lambda part: work(*arguments, *part), self._slices))

    def _begin(self, wanted: Any) -> None:
        """Begin new episodes where wanted."""
        if self.curriculum is not None:
            for i in np.flatnonzero(wanted):
                self.which[i] = self._level(int(i))
        self.totals[wanted] = 0
        pool, drawn = self.pool, self.curriculum is None
        blanks = pool.state_array, self.states, self.bases, self.episodes
        self._run(self._reset, pool.setup_array, self.which, *blanks, wanted, drawn)

    def _level(self, i: int) -> int:
        assert self.curriculum is not None
        level = self.curriculum(i, int(self.episodes[i]) + 1, float(self.totals[i]))
        if not 0 <= level < len(self.pool.setups):
            raise Unavailable(f"the curriculum asked for level {level}; the pool has 0 to {len(self.pool.setups) - 1}")
        return level

    def _look(self) -> dict[str, Any]:
        """Observe all matches."""
        seen = self.flat, self.scalars, self.masks, self.masked
        self._run(self._observe, self.pool.setup_array, self.which, self.states, *seen)
        return {"planes": self._given(self.planes), "scalars": self._given(self.scalars)}

    def _given(self, own: Any) -> Any:
        """One of our arrays as it is handed out."""
        return own.copy() if self.copy else own

    def _info(self) -> dict[str, Any]:
        info = {"level": self._given(self.which), "_level": self.everywhere}
        if self.masked:
            info |= {"action_mask": self._given(self.masks), "_action_mask": self.everywhere}
        return info

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all episodes, or those of `options["reset_mask"]`; environment i is seeded with seed + i."""
        wanted = np.ones(self.num_envs, np.bool_)
        if options and "reset_mask" in options:
            wanted = np.ascontiguousarray(options["reset_mask"], np.bool_)
        seeds: Sequence[int | None] | None = range(seed, seed + self.num_envs) if isinstance(seed, int) else seed
        for i, base in enumerate(seeds or ()):
            if base is not None and wanted[i]:
                self.bases[i], self.episodes[i] = base, -1
        self._begin(wanted)
        self.waiting[wanted] = False
        self.someone_waits = bool(self.waiting.any())
        return self._look(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise Unavailable(f"step wants {self.num_envs} actions, got an array of shape {chosen.shape}")
        happened = 0
        before = self.pool.setup_array, self.which, self.states, chosen, self.waiting
        for part in self._run(self._step, *before, *self._written()):
            happened |= part
        info: dict[str, Any] = {}
        if self.mode == AutoresetMode.NEXT_STEP and self.someone_waits:
            self._begin(self.waiting)
            self.waiting[:], self.someone_waits = False, False
        if happened & episodes.ENDED:
            over = self.terminated | self.truncated
            info = {"outcome": self.outcomes.copy(), "_outcome": over}
            if self.mode == AutoresetMode.SAME_STEP:
                info |= self._final(over)
                self._begin(over)
            else:
                self.waiting |= over
                self.someone_waits = True
        if happened & episodes.REFUSED:
            info |= {"illegal": self.illegal.copy(), "_illegal": self.illegal.copy()}
        seen = self._look()
        rewards, terminated, truncated = map(self._given, (self.rewards, self.terminated, self.truncated))
        return seen, rewards, terminated, truncated, {**info, **self._info()}

    def _final(self, over: Any) -> dict[str, Any]:
        """What was last seen of the episodes that ended, in the form of Gymnasium's own vector environments."""
        self._look()
        last = np.full(self.num_envs, None, object)
        masks = self.masks.copy()
        for i in np.flatnonzero(over):
            last[i] = {"planes": self.planes[i].copy(), "scalars": self.scalars[i].copy()}
        info: dict[str, Any] = {"level": self.which.copy(), "_level": over.copy()}
        if self.masked:
            info |= {"action_mask": masks, "_action_mask": over.copy()}
        return {"final_obs": last, "_final_obs": over.copy(), "final_info": info, "_final_info": over.copy()}

    def close_extras(self, **kwargs: Any) -> None:
        if self._workers is not None:
            self._workers.shutdown()

    def __getstate__(self) -> dict[str, Any]:
        """Compiled code and threads stay behind; unpickling makes them anew."""
        kept = dict(self.__dict__)
        for name in ("_step", "_reset", "_observe", "_workers", "game", "flat"):
            kept.pop(name)
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.game = self.pool.game
        self.flat = self.planes.reshape(self.num_envs, -1)
        self._compile()
        self._workers = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
