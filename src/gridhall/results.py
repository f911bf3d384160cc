"""Your own results, kept between runs: best moves, stars and seconds a level.

A damaged or read-only store never stops a game.
"""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gridhall.paths import home

if TYPE_CHECKING:
    import sqlite3

LAYOUT = 1
TABLE = """create table if not exists results (
    id integer primary key, game text not null, version integer not null, level text not null, seed text not null, kind text not null,
    won integer not null, moves integer not null, seconds real not null, stars integer, score integer not null, facts text not null,
    undone integer not null, open integer not null, record text not null, finished real not null)"""
COLUMNS = "game, version, level, seed, kind, won, moves, seconds, stars, score, facts, undone, open, record, finished"


class Result(NamedTuple):
    """How one finished match went.

    `kind`: level (shipped), drawn (seed drawn by the program), named (seed or map chosen by a person), practice.
    """

    game: str
    version: int
    level: str
    seed: int
    kind: str
    won: bool
    moves: int
    seconds: float
    stars: int | None
    score: int
    facts: dict[str, Any]
    undone: int = 0
    open: bool = False
    record: str = ""
    finished: float = 0.0

    def as_json(self) -> dict[str, Any]:
        return {key: value for key, value in self._asdict().items() if key not in ("facts", "record")}

    def text(self) -> str:
        """In a few words: `yours 8, ***, 12 s`."""
        parts = [f"yours {self.moves}" if self.won else f"tried, {self.moves} moves"]
        if self.stars is not None:
            parts.append("*" * self.stars or "no star")
        parts.append(f"{self.seconds:.0f} s")
        if self.undone:
            parts.append(f"{self.undone} taken back")
        return ", ".join(parts)


def better(result: Result, ranking: Sequence[str]) -> tuple[Any, ...]:
    """A key that sorts better results first: won, nothing taken back, the game's own ranking, then time."""
    keys: list[Any] = [not result.won, result.undone > 0]
    for name in ranking:
        value = result.facts.get(name.lstrip("-"))
        number = value if isinstance(value, (int, float)) else 0
        keys.append(number if name.startswith("-") else -number)
    return (*keys, result.seconds)


class Results:
    """The store. Nothing here raises: `trouble` says what is wrong with it, and the game goes on."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or home()) / "results.sqlite"
        self.trouble = ""

    def add(self, result: Result) -> bool:
        """Keep a result; False, and `trouble`, if that cannot be done."""
        stored = {
            "seed": str(result.seed),
            "facts": json.dumps(result.facts),
            "finished": result.finished or time.time(),
        }
        values = tuple((result._asdict() | stored).values())
        return (
            self._with(
                lambda base: base.execute(
                    f"insert into results ({COLUMNS}) values ({', '.join('?' * len(values))})", values
                ),
                write=True,
            )
            is not None
        )

    def best(self, game: str, level: str, version: int, ranking: Sequence[str] = ()) -> Result | None:
        """The best result of a level, those without undo before those with."""
        found = self.of(game, version, level=level)
        return min(found, key=lambda result: better(result, ranking), default=None)

    def of(self, game: str, version: int, **columns: Any) -> list[Result]:
        """All results of a game's version, oldest first; `columns` narrow them down."""
        if not self.path.exists():
            return []
        names = ["game", "version", *columns]
        asked = " and ".join(f"{name} = ?" for name in names)
        rows = self._with(
            lambda base: base.execute(
                f"select {COLUMNS} from results where {asked} order by id", (game, version, *columns.values())
            ).fetchall()
        )
        return [_result(row) for row in rows or ()]

    def table(self, game: str, version: int, kind: str, ranking: Sequence[str] = (), count: int = 10) -> list[Result]:
        """The best results of a kind.

        Of a named seed only the first finished attempt counts; what was taken back never does.
        """
        found = [result for result in self.of(game, version, kind=kind) if not result.undone]
        if kind == "named":
            first: dict[tuple[str, int], Result] = {}
            for result in found:
                first.setdefault((result.level, result.seed), result)
            found = list(first.values())
        return sorted(found, key=lambda result: better(result, ranking))[:count]

    def _with(self, work: Any, write: bool = False) -> Any:
        """Do `work` on the open store, or say what is the trouble and return None."""
        import sqlite3
        from contextlib import closing

        try:
            if write:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(self._open(write)) as base, base:
                return work(base)
        except (sqlite3.Error, OSError) as wrong:
            self.trouble = f"your results cannot be {'kept' if write else 'read'} ({wrong}); the store is {self.path}; you can play on"
            return None

    def _open(self, write: bool) -> "sqlite3.Connection":
        import sqlite3

        base = (
            sqlite3.connect(self.path, timeout=2.0)
            if write
            else sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True, timeout=2.0)
        )
        if write:
            base.execute(TABLE)
            base.execute(f"pragma user_version = {LAYOUT}")
        return base


def _result(row: tuple[Any, ...]) -> Result:
    made = Result(*row)
    try:
        facts = json.loads(row[10])
    except ValueError:
        facts = {}
    return made._replace(
        seed=int(row[3]), won=bool(made.won), open=bool(made.open), facts=facts if isinstance(facts, dict) else {}
    )
