"""Your own results, kept between runs: best moves, stars and seconds a level.

They are in a small SQLite store, whose layout has a number (SQLite's `user_version`). A store of an earlier layout is
brought up to date when something is written; one of a later layout is only read. A damaged or read-only store never
stops a game.
"""

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from gridhall.paths import home
from gridhall.ranking import rank_numbers

if TYPE_CHECKING:
    import sqlite3

# What brings a store from each layout to the next; the first one makes the store. Add to it, never change it.
MIGRATIONS = (
    """create table if not exists results (
    id integer primary key, game text not null, version integer not null, level text not null, seed text not null,
    kind text not null, won integer not null, moves integer not null, seconds real not null, stars integer,
    score integer not null, facts text not null, undone integer not null, open integer not null, record text not null,
    finished real not null)""",
)
COLUMNS = "game, version, level, seed, kind, won, moves, seconds, stars, score, facts, undone, open, record, finished"
Answer = TypeVar("Answer")


class NewerLayout(Exception):
    """The store was written by a later version of Gridhall."""


class OwnResult(NamedTuple):
    """How one finished match of your own went.

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


def better(result: OwnResult, ranking: Sequence[str]) -> tuple[Any, ...]:
    """A key that sorts better results first: won, nothing taken back, the game's own ranking, then time."""
    return (not result.won, result.undone > 0, *rank_numbers(ranking, result.facts), result.seconds)


class Results:
    """The store. Nothing here raises: `trouble` says what is wrong with it, and the game goes on."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or home()) / "results.sqlite"
        self.trouble = ""

    def add(self, result: OwnResult) -> bool:
        """Keep a result; False, and `trouble`, if that cannot be done."""
        finished = result.finished or time.time()
        row = result._asdict() | {"seed": str(result.seed), "facts": json.dumps(result.facts), "finished": finished}
        places = ", ".join("?" * len(row))
        insert = f"insert into results ({COLUMNS}) values ({places})"
        return self._with(lambda base: bool(base.execute(insert, tuple(row.values()))), write=True) is not None

    def best(self, game: str, level: str, version: int, ranking: Sequence[str] = ()) -> OwnResult | None:
        """The best result of a level, those without undo before those with."""
        results = self.of(game, version, level=level)
        return min(results, key=lambda result: better(result, ranking), default=None)

    def of(self, game: str, version: int, **columns: Any) -> list[OwnResult]:
        """All results of a game's version, oldest first; `columns` narrow them down."""
        if not self.path.exists():
            return []
        condition = " and ".join(f"{name} = ?" for name in ("game", "version", *columns))
        select = f"select {COLUMNS} from results where {condition} order by id"
        rows = self._with(lambda base: base.execute(select, (game, version, *columns.values())).fetchall())
        return [_result(row) for row in rows or ()]

    def table(
        self, game: str, version: int, kind: str, ranking: Sequence[str] = (), count: int = 10
    ) -> list[OwnResult]:
        """The best results of a kind.

        Of a named seed only the first finished attempt counts; what was taken back never does.
        """
        results = [result for result in self.of(game, version, kind=kind) if not result.undone]
        if kind == "named":
            first: dict[tuple[str, int], OwnResult] = {}
            for result in results:
                first.setdefault((result.level, result.seed), result)
            results = list(first.values())
        return sorted(results, key=lambda result: better(result, ranking))[:count]

    def _with(self, work: "Callable[[sqlite3.Connection], Answer]", write: bool = False) -> Answer | None:
        """Do `work` on the open store, or say what is the trouble and return None."""
        import sqlite3
        from contextlib import closing

        try:
            if write:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(self._open(write)) as base, base:
                if write:
                    _migrate(base)
                return work(base)
        except (sqlite3.Error, OSError, NewerLayout) as wrong:
            trouble = f"your results cannot be {'kept' if write else 'read'} ({wrong})"
            self.trouble = f"{trouble}; the store is {self.path}; you can play on"
            return None

    def _open(self, write: bool) -> "sqlite3.Connection":
        import sqlite3

        if write:
            return sqlite3.connect(self.path, timeout=2.0)
        return sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True, timeout=2.0)


def _migrate(base: "sqlite3.Connection") -> None:
    """Bring a store to the layout of today, in one transaction; raises NewerLayout for one of a later layout."""
    layout, newest = _layout(base), len(MIGRATIONS)
    if layout > newest:
        raise NewerLayout(
            f"a newer version of Gridhall has written the store, in layout {layout}; this one writes layout {newest}"
        )
    if layout < newest:
        base.execute("begin immediate")
        for number in range(_layout(base), newest):  # asked again: another window may have done it meanwhile
            base.execute(MIGRATIONS[number])
            base.execute(f"pragma user_version = {number + 1}")


def _layout(base: "sqlite3.Connection") -> int:
    return int(base.execute("pragma user_version").fetchone()[0])


def _result(row: tuple[Any, ...]) -> OwnResult:
    result = OwnResult(*row)
    try:
        facts = json.loads(row[10])
    except ValueError:
        facts = {}
    return result._replace(
        seed=int(row[3]),
        won=bool(result.won),
        open=bool(result.open),
        facts=facts if isinstance(facts, dict) else {},
    )
