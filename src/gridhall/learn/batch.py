"""Many matches at once as a `gymnasium.vector.VectorEnv`, on compiled rules: one call steps all, without the GIL."""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from gridhall.errors import MatchOver, Unavailable, Usage
from gridhall.kernel import array, bind, compiled
from gridhall.learn import episodes
from gridhall.learn.arguments import (
    actions_of,
    is_whole,
    mask_of_resets,
    no_action,
    one_of,
    options_of,
    seeds_of,
    whole,
)
from gridhall.learn.crew import Crew
from gridhall.learn.form import Form
from gridhall.learn.levels import Levels, fresh_seed
from gridhall.learn.padding import Padding
from gridhall.learn.pickled import Pickled
from gridhall.learn.rewards import NEWEST

Curriculum = Callable[[int, int, float], int]  # (environment, episode, return of its last episode) -> level of the pool
Batch = Any  # what all environments show, by the form of observations: a dictionary of arrays, an array, or texts
MODES = {"next_step": AutoresetMode.NEXT_STEP, "same_step": AutoresetMode.SAME_STEP, "disabled": AutoresetMode.DISABLED}
FEW_BYTES = 1 << 14
OUTPUTS = ("planes", "scalars", "masks", "rewards")


def _copied(own: NDArray[Any]) -> NDArray[Any]:
    return own.copy()


def _itself(own: NDArray[Any]) -> NDArray[Any]:
    return own


def _output(out: dict[str, Any], name: str, shape: tuple[int, ...], kind: type[np.generic]) -> NDArray[Any]:
    """The array that is written into: the caller's own, which must fit, or a new one."""
    given = out.get(name)
    if given is None:
        return np.zeros(shape, kind)
    wanted = f"out[{name!r}] must be a contiguous array of {kind.__name__} of shape {shape}"
    if not isinstance(given, np.ndarray):
        raise Unavailable(f"{wanted}, got {type(given).__name__}")
    if given.shape != shape or given.dtype != kind or not given.flags.c_contiguous:
        raise Unavailable(f"{wanted}, got {given.dtype} of {given.shape}")
    if not given.flags.writeable:
        raise Unavailable(f"{wanted} that can be written to, got one that is read-only")
    return given


def _mode(autoreset: str | AutoresetMode) -> AutoresetMode:
    if isinstance(autoreset, AutoresetMode):
        return autoreset
    name = autoreset.lower().replace("-", "_") if isinstance(autoreset, str) else autoreset
    return MODES[one_of("autoreset", name, list(MODES))]


class Vector(Pickled, VectorEnv[Any, Any, Any]):
    """`num_envs` single-player matches. Environment i behaves, byte for byte, like `Single` seeded with seed + i.

    `planes`, `scalars`, `masks`, `rewards` are the arrays it writes into; give your own as `out` to have them filled
    without a copy.
    """

    LEFT_BEHIND = {
        "_step", "_reset", "_observe", "_before", "_after", "_looked", "_blanks", "_crew", "_padding", "_given", "game",
    }  # fmt: skip

    def __init__(
        self, game: str, num_envs: int, setup: Levels = None, threads: int = 1,
        autoreset: str | AutoresetMode = AutoresetMode.NEXT_STEP, curriculum: Curriculum | None = None,
        out: dict[str, Any] | None = None, copy: bool = True, masks: bool = True, observation: str = "planes",
        reward: str | None = None, pad: tuple[int, int] | None = None, max_steps: int | None = None,
        render_mode: str | None = None, cell: int = 32, version: int = NEWEST,
    ) -> None:  # fmt: skip
        """With `copy=False` the arrays returned are the environment's own and change with the next step."""
        if curriculum is not None and not callable(curriculum):
            raise Usage(f"curriculum is {curriculum!r}; it must be a function (environment, episode, return) -> level")
        count = self.num_envs = whole("num_envs", num_envs)
        self.form = Form(game, setup, version, reward, observation, pad, max_steps, render_mode, cell)
        self.pool, self.game, self.render_mode = self.form.pool, self.form.pool.game, render_mode
        self.curriculum, self.copy, self.masked, self.mode = curriculum, copy, masks, _mode(autoreset)
        self.metadata = {"autoreset_mode": self.mode, "render_modes": ["rgb_array", "ansi"]}
        self.single_observation_space = self.form.space()
        self.single_action_space = spaces.Discrete(self.game.ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, count)
        self.action_space = batch_space(self.single_action_space, count)
        self._make_arrays(out or {})
        self.threads = min(whole("threads", threads), count)
        self._compile()

    def _make_arrays(self, out: dict[str, Any]) -> None:
        count, (planes, rows, columns, scalars) = self.num_envs, self.pool.shape
        for name in out:
            one_of("array of out", name, OUTPUTS)
        self._own_planes = "planes" in out  # the caller's
        self.planes = _output(out, "planes", (count, planes, rows, columns), np.int8)
        self.scalars = _output(out, "scalars", (count, scalars), np.int32)
        self.masks = _output(out, "masks", (count, self.game.ACTIONS), np.int8)
        self.rewards = _output(out, "rewards", (count,), np.float64)
        self.states = array(type(self.pool.states[0]), count)
        self.views = array(type(self.pool.states[0]), count if self.game.SECRETS else 1)
        self.which = np.zeros(count, np.int64)  # the level of the pool that each match plays
        self.ages = np.zeros(count, np.int64)  # steps of this episode
        self.outcomes = np.zeros(count, np.int8)
        self.illegal, self.waiting, self.terminated, self.truncated = (np.zeros(count, np.bool_) for _ in range(4))
        self.begun = False  # reset was called
        self.someone_waits = False  # some match is over, and its next step begins a new one
        self.everywhere = np.ones(count, np.bool_)
        self.everywhere.flags.writeable = False
        # Of each environment: the seed its episodes follow from, the number of this episode, and its return so far.
        self.bases = np.array([fresh_seed() for _ in range(count)], np.uint64)
        self.episodes, self.totals = np.full(count, -1, np.int64), np.zeros(count)

    def _compile(self) -> None:
        """Find the code for these arrays, once: a step must not spend its time on looking for it."""
        self._crew = Crew(self.threads, self.num_envs) if self.threads > 1 else None
        self._given: Callable[[Any], Any] = _copied if self.copy else _itself  # one of our arrays as it is handed out
        pool, every, part = self.pool, self.everywhere, (0, self.num_envs)
        self._padding = Padding(pool, self.planes) if pool.pad else None
        # Planes that are handed out are made anew for every step instead of copied, unless they are few.
        is_ours = self._padding is None and not self._own_planes
        self._planes_new = self.copy and is_ours and self.form.kind == "planes" and self.planes.nbytes >= FEW_BYTES
        look = episodes.observe_views_slice if self.game.SECRETS else episodes.observe_slice
        step, begin, observe = (
            compiled(bind(driver, self.game)) for driver in (episodes.step_slice, episodes.begin_slice, look)
        )
        # What the kernels get in every step, around the actions.
        self._before, self._after = (pool.setup_array, self.which, self.states), (self.waiting, *self._written())
        flat = self._padding.fresh if self._padding else self.planes.reshape(self.num_envs, -1)
        self._looked = (*self._before, flat, *self._shown())
        self._step = step.code_for(*self._before, self.which, *self._after, *part)
        levels = pool.setup_array, self.which, pool.state_array
        self._blanks = (*levels, self.states, self.bases, self.episodes, self.ages, self.totals)
        self._reset = begin.code_for(*self._blanks, every, True, *part)
        self._observe = observe.code_for(*self._looked, every, *part)

    def _written(self) -> tuple[Any, ...]:
        """The arrays a step reads and writes, as its kernel takes them."""
        form = self.form
        return (
            form.reward, form.limits, form.costs, self.ages, self.rewards, self.totals, self.outcomes,
            self.terminated, self.truncated, self.illegal, self._crew.bells if self._crew else np.zeros(1, np.int64),
        )  # fmt: skip

    def _shown(self) -> tuple[Any, ...]:
        """The arrays that observing fills beside the planes."""
        shown = self.scalars, self.masks, self.masked
        return (*shown, self.views) if self.game.SECRETS else shown

    def _run(self, work: Any, *arguments: Any) -> int:
        """Call a kernel for each slice of the matches; what it returns, added up."""
        if self._crew is None:
            return work(*arguments, 0, self.num_envs)  # type: ignore[no-any-return]
        return self._crew.run(lambda _, first, last: work(*arguments, first, last))

    def _begin(self, wanted: NDArray[np.bool_], drawn: bool = True) -> None:
        """Begin new episodes where wanted; levels are drawn, asked of the curriculum, or already chosen."""
        if drawn and self.curriculum is not None:
            drawn = False
            for i in np.flatnonzero(wanted):
                self.which[i] = self._level(int(i), self.curriculum)
        self._run(self._reset, *self._blanks, wanted, drawn)

    def _level(self, i: int, curriculum: Curriculum) -> int:
        level = curriculum(i, int(self.episodes[i]) + 1, float(self.totals[i]))
        if not is_whole(level) or not 0 <= level < len(self.pool.setups):
            asked = f"the curriculum asked for level {level!r}"
            raise Unavailable(f"{asked}; the pool has 0 to {len(self.pool.setups) - 1}")
        return int(level)

    def _advance(self, chosen: NDArray[np.int64]) -> int:
        """Act in all matches, begin those that waited for it, and observe; nothing if some number is no action."""
        if self._crew is None:
            return self._advance_slice(chosen, 0, self.num_envs)
        return self._crew.run(lambda _, first, last: self._advance_slice(chosen, first, last))

    def _advance_slice(self, chosen: NDArray[np.int64], first: int, last: int) -> int:
        happened: int = self._step(*self._before, chosen, *self._after, first, last)
        if not happened & episodes.OUTSIDE:
            if self.someone_waits:
                self._reset(*self._blanks, self.waiting, True, first, last)
            self._observe(*self._looked, self.everywhere, first, last)
            if self._padding:
                self._padding.write(self.which, first, last)
        return happened

    def _renew_planes(self) -> None:
        """Planes that are handed out are made anew, and what observing fills with them."""
        if self._planes_new:
            self.planes = np.empty(self.planes.shape, np.int8)
            self._looked = (*self._before, self.planes.reshape(self.num_envs, -1), *self._shown())

    def _look(self, wanted: NDArray[np.bool_]) -> None:
        """Observe the matches that have changed since they were observed last."""
        if wanted is self.everywhere:
            self._renew_planes()
        self._run(self._observe, *self._looked, wanted)
        if self._padding:
            self._run(self._padding.write, self.which)

    def _seen(self) -> Batch:
        """What was observed, as it is handed out."""
        if self.form.kind == "planes":
            planes = self.planes if self._planes_new else self._given(self.planes)
            return {"planes": planes, "scalars": self._given(self.scalars)}
        if self.form.kind == "flat":
            return self._flat(slice(None))
        shown = [self._drawn(i) for i in range(self.num_envs)]
        return tuple(map(str, shown)) if self.form.kind == "text" else np.stack(shown)

    def _flat(self, part: Any) -> NDArray[np.float32]:
        planes = self.planes[part]
        return np.concatenate([planes.reshape(len(planes), -1), self.scalars[part]], 1, dtype=np.float32)

    def _drawn(self, i: int) -> NDArray[np.uint8] | str:
        """One match as a picture of its boards, or as text."""
        from gridhall.learn import pictures

        kind = type(self.pool.states[0])
        at = self.game, self.pool.setups[self.which[i]], kind.from_buffer_copy(self.states[i]), 0
        if self.form.kind == "text":
            return pictures.text(*at)
        return pictures.boards(*at, self.form.cell, self.form.picture_shape())

    def _info(self) -> dict[str, Any]:
        every, given = self.everywhere, self._given
        info: dict[str, Any] = {
            "level": given(self.which), "_level": every, "illegal": given(self.illegal), "_illegal": every,
            "outcome": given(self.outcomes), "_outcome": every,
        }  # fmt: skip
        if self.masked:
            info["action_mask"], info["_action_mask"] = given(self.masks), every
        return info

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Batch, dict[str, Any]]:
        """Begin all episodes, or those of `options["reset_mask"]`; environment i is seeded with seed + i.

        `options["level"]` chooses the level, one for all or a list of one for each.
        """
        chosen = options_of(options, ("reset_mask", "level"))
        seeds = seeds_of(seed, self.num_envs)
        wanted = mask_of_resets(chosen.get("reset_mask"), self.num_envs, self.begun)
        if "level" in chosen:
            self.which[wanted] = self._levels(chosen["level"])[wanted]
        for i in np.flatnonzero(wanted) if seed is not None else ():
            base = seeds[i]
            if base is not None:
                self.bases[i], self.episodes[i] = base, -1
        self._begin(wanted, drawn="level" not in chosen)
        self.waiting[wanted] = False
        self.illegal[wanted], self.outcomes[wanted] = False, 0
        self.begun, self.someone_waits = True, bool(self.waiting.any())
        self._look(self.everywhere)
        return self._seen(), self._info()

    def _levels(self, given: Any) -> NDArray[np.int64]:
        levels = np.asarray(given)
        if levels.dtype.kind not in "iu" or levels.shape not in ((), (self.num_envs,)):
            raise Usage(f"options['level'] is {given!r}; it must be a number, or a list of {self.num_envs}")
        if levels.min() < 0 or levels.max() >= len(self.pool.setups):
            raise Usage(f"there is no level {given!r}; the pool has 0 to {len(self.pool.setups) - 1}")
        return np.broadcast_to(levels, (self.num_envs,)).astype(np.int64)

    def step(
        self, actions: Any
    ) -> tuple[Batch, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        chosen = actions_of(actions, (self.num_envs,))
        if not self.begun:
            raise Usage("call reset() before the first step")
        if self.someone_waits and self.mode == AutoresetMode.DISABLED:
            ended = np.flatnonzero(self.waiting).tolist()
            raise MatchOver(f"environments {ended} have ended; reset them with options={{'reset_mask': ...}}")
        # Where nothing but compiled code is needed, every thread steps, begins and observes its slice in one go.
        at_once, old = self.mode != AutoresetMode.SAME_STEP and self.curriculum is None, self.planes
        if at_once:
            self._renew_planes()
            happened = self._advance(chosen)
        else:
            happened = self._run(self._step, *self._before, chosen, *self._after)
        if happened & episodes.OUTSIDE:
            self.planes = old
            raise no_action(chosen, self.game.ACTIONS - 1)
        changed, final = self.everywhere, None
        if self.someone_waits:
            if not at_once:
                self._begin(self.waiting)
            self.waiting[:], self.someone_waits = False, False
        if happened & episodes.ENDED:
            over = self.terminated | self.truncated
            if self.mode == AutoresetMode.SAME_STEP:
                final = self._final(over)
                self._begin(over)
                self.illegal[over], self.outcomes[over], changed = False, 0, over
            else:
                self.waiting |= over
                self.someone_waits = True
        if not at_once:
            self._look(changed)
        seen = self._seen()
        given, info = self._given, self._info()
        if final is not None:
            info |= final
        return seen, given(self.rewards), given(self.terminated), given(self.truncated), info

    def _final(self, over: NDArray[np.bool_]) -> dict[str, Any]:
        """What was last seen of the episodes that ended, in the form of Gymnasium's own vector environments."""
        self._look(self.everywhere)
        ended, last, info = np.flatnonzero(over), np.full(self.num_envs, None, object), dict[str, Any]()
        for i in ended:
            if self.form.kind == "planes":
                last[i] = {"planes": self.planes[i].copy(), "scalars": self.scalars[i].copy()}
            else:
                last[i] = self._flat([i])[0] if self.form.kind == "flat" else self._drawn(int(i))
        parts = {"level": self.which, "illegal": self.illegal, "outcome": self.outcomes}
        for name, own in {**parts, **({"action_mask": self.masks} if self.masked else {})}.items():
            kept = np.zeros_like(own)
            kept[ended] = own[ended]
            info |= {name: kept, f"_{name}": over}
        return {"final_obs": last, "_final_obs": over, "final_info": info, "_final_info": over}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, a row for each environment."""
        if not self.begun:
            raise Usage("call reset() before the first step")
        if not self.masked:
            raise Usage("this environment was made with masks=False; leave that out to have masks")
        return self.masks.astype(np.bool_)

    def render(self) -> tuple[NDArray[np.uint8] | str, ...] | None:
        """Of each match what `render_mode` asks for: pixels of all that a person sees, or text."""
        from gridhall.learn import pictures

        if self.render_mode is None:
            return None
        if not self.begun:
            raise Usage("call reset() before anything is drawn")
        kind, frames = type(self.pool.states[0]), []
        for i in range(self.num_envs):
            at = self.game, self.pool.setups[self.which[i]], kind.from_buffer_copy(self.states[i]), 0
            drawn = pictures.pixels(*at, self.form.cell) if self.render_mode == "rgb_array" else pictures.text(*at)
            frames.append(drawn)
        if self.render_mode == "human":
            print("\n".join(map(str, frames)), flush=True)
            return None
        return tuple(frames)

    def close_extras(self, **kwargs: Any) -> None:
        if self._crew is not None:
            self._crew.dismiss()
