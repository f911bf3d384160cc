"""Tournaments between agents of a game: pairs play the same seeds from both sides, over processes; resumable.

The result is a cross table with ratings (cross_table.py).
"""

import contextlib
import copy
import itertools
import json
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from hashlib import blake2b
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any

from gridhall.agents.choice import agent_of, choose, seed_from
from gridhall.agents.cross_table import MatchResult
from gridhall.agents.cross_table import Table as Table
from gridhall.agents.guest import SECONDS, GuestAgent, GuestFailed, action_of_guest, check_file, is_guest, named
from gridhall.errors import Unavailable
from gridhall.game import DRAWN, WON, Game
from gridhall.kernel import array, compiled
from gridhall.match import Match
from gridhall.registry import load

ATTENTION = 0.2  # seconds after which somebody who presses Ctrl-C is noticed at the latest
LONGEST = 20_000  # plies after which a match counts as drawn; every game has a bound of its own well below it


def play_match(
    game_name: str, setup_text: str, seed: int, seats: tuple[str, ...], agent_seed: int, records: str | None = None,
    seconds: float = SECONDS,
) -> MatchResult:  # fmt: skip
    """Play one match between agents at compiled speed.

    Each gets its own view only, and draws from a seed of its own. Somebody's own agent (guest.py) has so many
    `seconds` for a choice; if it fails, it has lost. `records` is a folder that the match's record is written into.
    """
    game = load(game_name)
    match = Match.of_text(game, setup_text, seed)
    step, hide, acting, outcome = map(compiled, (game.step, game.hide, game.acting, game.outcome))
    setup, state = array(match.setup)[0], copy.copy(match.state)
    truth = array(state)[0]
    played: list[tuple[int, int]] = []
    player, note, guests = 0, "", dict[int, GuestAgent]()
    try:
        for player, name in enumerate(seats):
            if is_guest(name):
                guests[player] = GuestAgent(name, game, setup_text, player, seed_from(agent_seed, player), seconds)
        while (mask := acting(setup, truth)) and len(played) < LONGEST:
            player = next(player for player in range(game.PLAYERS) if mask >> player & 1)
            view = copy.copy(state)
            hide(setup, array(view)[0], player)
            if player in guests:
                action = action_of_guest(game, match.setup, view, player, guests[player].choose(view))
            else:
                agent = agent_of(game, seats[player])
                action = choose(game, match.setup, view, player, agent, seed_from(agent_seed, player))
            step(setup, truth, player, action)
            played.append((player, action))
        ends = [outcome(setup, truth, player) for player in range(game.PLAYERS)]
        score = 1.0 if ends[0] == WON else 0.5 if ends[0] == DRAWN or len(played) >= LONGEST else 0.0
    except GuestFailed as wrong:
        score, note = (0.0 if player == 0 else 1.0), f"{seats[player]} {wrong}"
    finally:
        for guest in guests.values():
            guest.close()
    if records:
        for player, action in played:
            match.act(player, action)
        names = "-".join(re.sub(r"\W+", "_", Path(name).name) for name in seats)
        match.save(Path(records) / f"{names}-{seed}.jsonl")
    return MatchResult(seats, seed, score, len(played), note)


Job = tuple[tuple[str, ...], int, int]  # agents by seat, match seed, agents' seed


def pairings(names: list[str], matches: int, seed: int, pairs: list[tuple[str, str]] | None = None) -> list[Job]:
    """Every match of a tournament: each pair (or only `pairs`) plays `matches`, the same seeds from both sides."""
    jobs: list[Job] = []
    for first, second in pairs or itertools.combinations(names, 2):
        for number in range(matches):
            seats: tuple[str, ...] = (first, second) if number % 2 == 0 else (second, first)
            match_seed = seed_from(seed, number // 2)
            jobs.append((seats, match_seed, seed_from(match_seed, 7 + number % 2)))
    return jobs


def tournament(
    game_name: str, agents: Sequence[str | Callable[..., Any]], matches: int, setup: str | None = None, seed: int = 0,
    processes: int = 1, keep: str | Path | None = None, progress: Callable[[int, int, Table], None] | None = None,
    pairs: list[tuple[str, str]] | None = None, records: str | Path | None = None, seconds: float = SECONDS,
) -> Table:  # fmt: skip
    """Play every pair (or only `pairs`); Ctrl-C gives the table so far.

    An agent is a name, `FILE.py:NAME`, or a function or class of a file; the last two run in processes of their own.
    `records` is a folder for the record of every match.

    `keep` is a file that finished matches are written to, and read from when the tournament is begun again.
    """
    game = load(game_name)
    if game.PLAYERS != 2:
        raise Unavailable(f"{game.TITLE} has {game.PLAYERS} player; an arena needs two")
    names = [named(agent) for agent in agents]
    for name in names:
        if is_guest(name):
            check_file(name)
        else:
            agent_of(game, name)
    if records:
        Path(records).mkdir(parents=True, exist_ok=True)
        records = str(records)
    text = Match(game, setup).setup_text
    table = Table(names)
    jobs = pairings(names, matches, seed, pairs)
    marks = _marks(game, text, names)
    finished = _read_kept(keep, marks)
    for job in jobs:
        if job in finished:
            table.add(finished[job])
    try:
        if progress:
            progress(len(table.plies), len(jobs), table)
        unplayed = [job for job in jobs if job not in finished]
        for (_, _, agent_seed), result in _played(game_name, text, unplayed, processes, records, seconds):
            table.add(result)
            if keep:
                _keep(keep, result, agent_seed, marks)
            if progress:
                progress(len(table.plies), len(jobs), table)
    except KeyboardInterrupt:
        print(f"interrupted after {len(table.plies)} of {len(jobs)} matches", file=sys.stderr)
    return table


def _keep(path: str | Path, result: MatchResult, agent_seed: int, marks: dict[str, str]) -> None:
    """Append a finished match to the file that `_read_kept` reads."""
    kept = {
        "seats": result.seats, "seed": result.seed, "agents": agent_seed,
        "score": result.score, "plies": result.plies, "of": [marks[name] for name in result.seats],
    }  # fmt: skip
    if result.note:
        kept["note"] = result.note
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps(kept) + "\n")


def _played(
    game_name: str, text: str, jobs: list[Job], processes: int, records: str | Path | None, seconds: float
) -> Iterable[tuple[Job, MatchResult]]:
    """Play these matches, here or over processes, and give each as it ends."""
    more = (None if records is None else str(records), seconds)
    if processes <= 1 or len(jobs) < 2:
        for job in jobs:
            yield job, play_match(game_name, text, job[1], job[0], job[2], *more)
        return
    others = set(active_children())
    with (
        _interrupts_noted() as is_interrupted,
        ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=_leave_interrupts) as pool,
    ):
        left = iter(jobs)
        waiting: dict[Future[MatchResult], Job] = {}
        try:
            while True:
                # Few at a time, so that an interrupt has little to take back.
                for job in itertools.islice(left, 2 * processes - len(waiting)):
                    waiting[pool.submit(play_match, game_name, text, job[1], job[0], job[2], *more)] = job
                if not waiting:
                    return
                for future in wait(waiting, ATTENTION, FIRST_COMPLETED).done:
                    yield waiting.pop(future), future.result()
                if is_interrupted():
                    raise KeyboardInterrupt
        except BaseException:
            # Nobody waits for a match, or for a player to be compiled, that is not wanted any more. The pool's own
            # thread is waited for: left alone, it may close a pipe that Python writes to when it exits.
            for worker in set(active_children()) - others:
                worker.terminate()
            pool.shutdown(cancel_futures=True)
            raise


@contextlib.contextmanager
def _interrupts_noted() -> Iterator[Callable[[], bool]]:
    """Note Ctrl-C, instead of raising it wherever the program just is, and tell whether it was pressed.

    Raised in the middle of `wait`, it would leave a lock of the pool taken, and the pool could never be ended.
    """
    noted = threading.Event()
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler or not _is_main_thread():
        yield noted.is_set  # others see to it, or nobody does
        return
    signal.signal(signal.SIGINT, lambda *_: noted.set())
    try:
        yield noted.is_set
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _leave_interrupts() -> None:
    """Ctrl-C is for whoever collects the results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _marks(game: Game, text: str, names: list[str]) -> dict[str, str]:
    """For each agent a hash of all that its matches depend on, besides their seeds.

    A kept match counts only for the same game, setup and data of both agents.
    """
    marks = {}
    for name in names:
        agent = Path(name.rpartition(":")[0]).read_text("utf-8") if is_guest(name) else agent_of(game, name)
        content = json.dumps([game.__name__, game.VERSION, text, agent], sort_keys=True)
        marks[name] = blake2b(content.encode(), digest_size=6).hexdigest()
    return marks


def _read_kept(keep: str | Path | None, marks: dict[str, str]) -> dict[Job, MatchResult]:
    """Finished matches of an earlier run; a half written last line is removed."""
    finished: dict[Job, MatchResult] = {}
    if not keep or not Path(keep).exists():
        return finished
    text = Path(keep).read_text("utf-8")
    if text and not text.endswith("\n"):
        text = text[: text.rfind("\n") + 1]
        Path(keep).write_text(text, "utf-8")
    for line in text.splitlines():
        try:
            kept = json.loads(line)
            seats = tuple(kept["seats"])
            if kept["of"] == [marks.get(name) for name in seats]:
                result = MatchResult(seats, kept["seed"], kept["score"], kept["plies"], kept.get("note", ""))
                finished[seats, kept["seed"], kept["agents"]] = result
        except (ValueError, KeyError, TypeError):
            continue
    return finished
