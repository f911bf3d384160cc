"""Records as arrays, with the same bytes that live play shows: for imitation, offline learning and analysis."""

import io
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct

from gridhall.errors import BadRecord, BadSetup, Unavailable
from gridhall.game import LIMIT, PLAYING
from gridhall.learn.spaces import mask_of, observe
from gridhall.match import Match
from gridhall.record import read_record
from gridhall.registry import load

FORMAT = 1
ARRAYS = ("planes", "scalars", "masks", "players", "actions", "rewards", "terminated", "truncated")


class Trajectory(Struct):
    """One match: what the acting player saw before each action, what they did, and what it earned them.

    planes, scalars and masks have one row more than the others: the last is what player 1 saw at the end.
    """

    game: str
    version: int
    setup: str
    seed: int
    planes: Any
    scalars: Any
    masks: Any
    players: Any
    actions: Any
    rewards: Any
    terminated: Any
    truncated: Any


def trajectory(match: Match) -> Trajectory:
    """The trajectory of a match, by playing it again."""
    game, setup = match.game, match.setup
    seen, masks, rewards, ends = [], [], [], []
    states = match.states()
    for state, after, ply in zip(states, states[1:], match.plies):
        view = match.view_of(state, ply.player)
        seen.append(observe(game, setup, view, ply.player))
        masks.append(mask_of(game, setup, view, ply.player))
        rewards.append(float(game.score(setup, after, ply.player) - game.score(setup, state, ply.player)))
        ends.append(game.outcome(setup, after, ply.player))
    view = match.view_of(states[-1], 0)
    seen.append(observe(game, setup, view, 0))
    masks.append(mask_of(game, setup, view, 0))
    return Trajectory(
        game=match.name,
        version=game.VERSION,
        setup=match.setup_text,
        seed=match.seed,
        planes=np.stack([observation["planes"] for observation in seen]),
        scalars=np.stack([observation["scalars"] for observation in seen]),
        masks=np.stack(masks),
        players=np.array([ply.player for ply in match.plies], np.int8),
        actions=np.array([ply.action for ply in match.plies], np.int32),
        rewards=np.array(rewards, np.float64),
        terminated=np.array([end not in (PLAYING, LIMIT) for end in ends], bool),
        truncated=np.array([end == LIMIT for end in ends], bool),
    )


def write(path: str | Path, matches: Iterable[Match | str | Path]) -> int:
    """Write matches, or records by their paths, into one compressed npz file; returns how many."""
    arrays: dict[str, Any] = {"format": np.array(FORMAT)}
    count = 0
    for match in matches:
        played = trajectory(match if isinstance(match, Match) else read_record(match))
        for name in ARRAYS:
            arrays[f"{count}/{name}"] = getattr(played, name)
        arrays[f"{count}/head"] = np.array([played.game, str(played.version), played.setup, str(played.seed)])
        count += 1
    arrays["count"] = np.array(count)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    Path(path).write_bytes(buffer.getvalue())
    return count


def read(path: str | Path) -> Iterator[Trajectory]:
    """The trajectories of a file, one after another."""
    try:
        kept = np.load(path, allow_pickle=False)
        if int(kept["format"]) != FORMAT:
            raise BadRecord(f"{Path(path).name} is of format {int(kept['format'])}; this reads {FORMAT}")
        for number in range(int(kept["count"])):
            game, version, setup, seed = (str(part) for part in kept[f"{number}/head"])
            yield Trajectory(game, int(version), setup, int(seed), *(kept[f"{number}/{name}"] for name in ARRAYS))
    except (OSError, ValueError, KeyError, TypeError) as wrong:
        raise BadRecord(f"{Path(path).name} holds no trajectories: {wrong}") from wrong


def write_minari(name: str, matches: Iterable[Match | str | Path]) -> Any:
    """Write matches of a single-player game as a Minari dataset, such as `gridhall/walks-v0`; returns it.

    Needs `pip install minari[hdf5]`. All levels must have one shape. Observations are the planes and scalars of the
    environments, and rewards the change of the game's own score (`reward="score"`).
    """
    from gymnasium import spaces

    try:
        import minari
        from minari.data_collector import EpisodeBuffer
    except ImportError as missing:
        raise Unavailable("Minari datasets need minari; install it with `pip install minari[hdf5]`") from missing
    episodes, shapes, kinds = [], set(), set()
    for number, match in enumerate(matches):
        played = trajectory(match if isinstance(match, Match) else read_record(match))
        shapes.add((played.planes.shape[1:], played.scalars.shape[1:]))
        kinds.add(played.game)
        episodes.append(
            EpisodeBuffer(
                id=number,
                seed=played.seed,
                observations={"planes": played.planes, "scalars": played.scalars},
                actions=played.actions.astype(np.int64),
                rewards=played.rewards.tolist(),
                terminations=played.terminated.tolist(),
                truncations=_ended(played),
            )
        )
    if len(shapes) != 1 or len(kinds) != 1:
        raise BadSetup(f"a Minari dataset has levels of one game and shape; these have {len(shapes)} shapes")
    game, (planes, scalars) = load(kinds.pop()), shapes.pop()
    if game.PLAYERS != 1:
        raise Unavailable(f"{game.TITLE} has {game.PLAYERS} players; a Minari dataset has one")
    whole = np.iinfo(np.int32)
    space = spaces.Dict(
        {
            "planes": spaces.Box(-128, 127, planes, np.int8),
            "scalars": spaces.Box(whole.min, whole.max, scalars, np.int32),
        }
    )
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=UserWarning)  # that nobody is named as its author
        return minari.create_dataset_from_buffers(
            name, episodes, action_space=spaces.Discrete(int(game.ACTIONS)), observation_space=space
        )


def _ended(played: Trajectory) -> list[bool]:
    """Where episodes were cut off; a match that was left in the middle is cut off at its last action."""
    cut = played.truncated.copy()
    if len(cut):
        cut[-1] = not played.terminated[-1]
    return list(map(bool, cut))
