"""Tournaments: any agents of a game, paired (same seeds, sides swapped), over processes, resumable.

Ratings and a cross table.
"""

import copy
import itertools
import json
import signal
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from hashlib import blake2b
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gridhall.agents.choice import agent_of, choose, seed_from
from gridhall.agents.rating import elo, interval
from gridhall.errors import Unavailable
from gridhall.game import DRAWN, WON
from gridhall.kernel import array, compiled
from gridhall.match import Match
from gridhall.registry import load

LONGEST = 20_000  # plies after which a match counts as drawn; every game has a bound of its own well below it


class Result(NamedTuple):
    """One match: agents by seat, the seed, what seat 1 scored (1, 0.5, 0), and how many plies it took."""

    seats: tuple[str, ...]
    seed: int
    score: float
    plies: int


def play_match(game_name: str, setup_text: str, seed: int, seats: tuple[str, ...], agent_seed: int) -> Result:
    """Play one match between agents at compiled speed.

    Each gets its own view only, and draws from a seed of its own.
    """
    game = load(game_name)
    match = Match.of_text(game, setup_text, seed)
    step, hide, acting, outcome = (compiled(getattr(game, name)) for name in ("step", "hide", "acting", "outcome"))
    agents = [agent_of(game, name) for name in seats]
    board, state, plies = array(match.setup)[0], copy.copy(match.state), 0
    truth = array(state)[0]
    while (mask := acting(board, truth)) and plies < LONGEST:
        player = next(player for player in range(game.PLAYERS) if mask >> player & 1)
        view = copy.copy(state)
        hide(board, array(view)[0], player)
        action = choose(game, match.setup, view, player, agents[player], seed_from(agent_seed, player))
        step(board, truth, player, action)
        plies += 1
    ends = [outcome(board, truth, player) for player in range(game.PLAYERS)]
    score = 1.0 if ends[0] == WON else 0.5 if ends[0] == DRAWN or plies >= LONGEST else 0.0
    return Result(seats, seed, score, plies)


class Table:
    """All results of a tournament so far."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.scores = np.zeros((len(names), len(names)))
        self.matches = np.zeros((len(names), len(names)))
        self.plies: list[int] = []
        self.first = 0.0  # what the first seat scored in all

    def add(self, result: Result) -> None:
        one, two = (self.names.index(name) for name in result.seats)
        self.scores[one, two] += result.score
        self.scores[two, one] += 1 - result.score
        self.matches[one, two] += 1
        self.matches[two, one] += 1
        self.plies.append(result.plies)
        self.first += result.score

    def as_json(self) -> dict[str, Any]:
        ratings, spreads = elo(self.scores, self.matches)
        rows = []
        for i, name in enumerate(self.names):
            against = {}
            for j, other in enumerate(self.names):
                if self.matches[i, j]:
                    low, high = interval(self.scores[i, j], int(self.matches[i, j]))
                    share = self.scores[i, j] / self.matches[i, j]
                    against[other] = {
                        "score": round(share, 4),
                        "low": round(low, 4),
                        "high": round(high, 4),
                        "matches": int(self.matches[i, j]),
                    }
            rows.append(
                {
                    "agent": name,
                    "elo": round(float(ratings[i]), 1),
                    "plus_minus": round(float(spreads[i]), 1),
                    "against": against,
                }
            )
        played = len(self.plies)
        low, high = interval(self.first, played)
        first = (
            {"score": round(self.first / played, 4), "low": round(low, 4), "high": round(high, 4)} if played else None
        )
        return {
            "matches": played,
            "first_seat": first,
            "median_plies": int(np.median(self.plies)) if played else None,
            "agents": rows,
        }

    def as_text(self) -> str:
        told = self.as_json()
        width = max(map(len, self.names), default=5) + 1
        lines = [" " * width + "   elo    ±  " + "".join(f"{name:>{max(9, width)}}" for name in self.names)]
        for i, row in enumerate(told["agents"]):
            cells = []
            for j in range(len(self.names)):
                shown = (
                    f"{100 * self.scores[i, j] / self.matches[i, j]:.0f} ({int(self.matches[i, j])})"
                    if self.matches[i, j]
                    else "·"
                    if i == j
                    else ""
                )
                cells.append(f"{shown:>{max(9, width)}}")
            lines.append(f"{row['agent']:<{width}}{row['elo']:>6.0f} {row['plus_minus']:>4.0f}  {''.join(cells)}")
        if told["first_seat"]:
            first = told["first_seat"]
            share, low, high = (100 * first[key] for key in ("score", "low", "high"))
            lines.append(
                f"first seat {share:.1f} % ({low:.1f} to {high:.1f}), {told['matches']} matches, median {told['median_plies']} plies"
            )
        return "\n".join(lines)

    def as_svg(self) -> str:
        """The cross table as a picture: the darker, the higher the row's score; numbers say it, too."""
        size, left = 64, 120
        top = 40 if max(map(len, self.names)) < 9 else 100  # long names stand aslant
        count = len(self.names)
        width, height = left + size * count + (10 if top == 40 else 60), top + 10 + size * count
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
            f'<rect width="{width}" height="{height}" fill="#FFFFFF"/>',
        ]
        for i, name in enumerate(self.names):
            parts.append(f'<text x="{left - 8}" y="{top + size * i + size / 2 + 4}" text-anchor="end">{name}</text>')
            x, y = left + size * i + size / 2, top - 12
            parts.append(
                f'<text x="{x}" y="{y}" '
                + (f'text-anchor="middle">{name}' if top == 40 else f'transform="rotate(-45 {x} {y})">{name}')
                + "</text>"
            )
            for j in range(count):
                if not self.matches[i, j]:
                    continue
                share = self.scores[i, j] / self.matches[i, j]
                x, y, ink = left + size * j, top + size * i, "#FFFFFF" if share > 0.55 else "#17222C"
                parts.append(
                    f'<rect x="{x}" y="{y}" width="{size - 2}" height="{size - 2}" rx="6" fill="#1A5FB4" fill-opacity="{0.08 + 0.92 * share:.2f}"/>'
                )
                parts.append(
                    f'<text x="{x + size / 2}" y="{y + size / 2 + 4}" text-anchor="middle" fill="{ink}">{100 * share:.0f}</text>'
                )
        return "".join(parts) + "</svg>\n"


Job = tuple[tuple[str, ...], int, int]  # agents by seat, match seed, agents' seed


def pairings(names: list[str], matches: int, seed: int, pairs: list[tuple[str, str]] | None = None) -> list[Job]:
    """(seats, match seed, agents' seed) of every match.

    Each pair (or only `pairs`) plays `matches`, the same seeds from both sides.
    """
    made: list[Job] = []
    for one, two in pairs or itertools.combinations(names, 2):
        for number in range(matches):
            seats: tuple[str, ...] = (one, two) if number % 2 == 0 else (two, one)
            pair = seed_from(seed, number // 2)
            made.append((seats, pair, seed_from(pair, 7 + number % 2)))
    return made


def tournament(
    game_name: str, names: list[str], matches: int, setup: str | None = None, seed: int = 0, processes: int = 1,
    keep: str | Path | None = None, progress: Callable[[int, int, Table], None] | None = None, pairs: list[tuple[str, str]] | None = None,
) -> Table:  # fmt: skip
    """Play every pair (or only `pairs`); `keep` is a file of finished matches to go on from.

    Ctrl-C gives the table so far.
    """
    game = load(game_name)
    if game.PLAYERS != 2:
        raise Unavailable(f"{game.TITLE} has {game.PLAYERS} player; an arena needs two")
    for name in names:
        agent_of(game, name)
    text = Match(game, setup).setup_text
    table = Table(names)
    todo = pairings(names, matches, seed, pairs)
    same = _mark(game, text, names)
    done = _read_kept(keep, same)
    total, left = len(todo), []
    for seats, match_seed, agent_seed in todo:
        old = done.get((seats, match_seed, agent_seed))
        if old:
            table.add(old)
        else:
            left.append((seats, match_seed, agent_seed))
    try:
        if progress:
            progress(len(table.plies), total, table)
        for (_, _, agent_seed), result in _played(game_name, text, left, processes):
            table.add(result)
            if keep:
                of = [same[name] for name in result.seats]
                kept = {
                    "seats": result.seats,
                    "seed": result.seed,
                    "agents": agent_seed,
                    "score": result.score,
                    "plies": result.plies,
                    "of": of,
                }
                with open(keep, "a", encoding="utf-8") as file:
                    file.write(json.dumps(kept) + "\n")
            if progress:
                progress(len(table.plies), total, table)
    except KeyboardInterrupt:
        print(f"interrupted after {len(table.plies)} of {total} matches", file=sys.stderr)
    return table


def _played(game_name: str, text: str, jobs: list[Job], processes: int) -> Iterable[tuple[Job, Result]]:
    if processes <= 1 or len(jobs) < 2:
        for job in jobs:
            yield job, play_match(game_name, text, job[1], job[0], job[2])
        return
    others = set(active_children())
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=_leave_interrupts) as pool:
        left = iter(jobs)
        waiting: dict[Future[Result], Job] = {}
        try:
            while True:
                # Few at a time, so that an interrupt has little to take back.
                for job in itertools.islice(left, 2 * processes - len(waiting)):
                    waiting[pool.submit(play_match, game_name, text, job[1], job[0], job[2])] = job
                if not waiting:
                    return
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    yield waiting.pop(future), future.result()
        except BaseException:
            # Nobody waits for a match, or for a player to be compiled, that is not wanted any more.
            for worker in set(active_children()) - others:
                worker.terminate()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _leave_interrupts() -> None:
    """Ctrl-C is for whoever collects the results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _mark(game: Any, text: str, names: list[str]) -> dict[str, str]:
    """For each agent a short name of all that its matches depend on.

    A kept match counts only for the same game, setup and data.
    """
    made = {}
    for name in names:
        told = json.dumps([game.__name__, game.VERSION, text, agent_of(game, name)], sort_keys=True)
        made[name] = blake2b(told.encode(), digest_size=6).hexdigest()
    return made


def _read_kept(keep: str | Path | None, same: dict[str, str]) -> dict[Job, Result]:
    """Finished matches of an earlier run; a half written last line is forgotten."""
    found: dict[Job, Result] = {}
    if not keep or not Path(keep).exists():
        return found
    text = Path(keep).read_text("utf-8")
    if text and not text.endswith("\n"):
        text = text[: text.rfind("\n") + 1]
        Path(keep).write_text(text, "utf-8")
    for line in text.splitlines():
        try:
            told = json.loads(line)
            seats = tuple(told["seats"])
            if told["of"] == [same.get(name) for name in seats]:
                found[(seats, told["seed"], told["agents"])] = Result(seats, told["seed"], told["score"], told["plies"])
        except (ValueError, KeyError, TypeError):
            continue
    return found
