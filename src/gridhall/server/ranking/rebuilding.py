"""Everything that follows from a dump's matches: their records are replayed, and ratings and tables computed anew."""

import contextlib
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import msgspec

from gridhall.errors import BadRecord
from gridhall.ratings import ledger
from gridhall.ratings.ledger import RankedLine, Standing
from gridhall.record import record_lines, replay
from gridhall.registry import load
from gridhall.server.ranking import counting
from gridhall.server.ranking.dumps import FORMAT, DumpedMatch, ShownLine, ShownRating
from gridhall.server.store.tables import RoomRow


class Rebuilt:
    """All that follows from the matches of a dump."""

    def __init__(self) -> None:
        self.standings: dict[tuple[str, int, str, str], Standing] = {}
        self.lines: dict[tuple[Any, ...], ShownLine] = {}
        self.former: set[str] = set()  # people who are in no table any more
        self.matches = self.plies = 0
        self._last = 0

    def take(self, dumped: DumpedMatch) -> None:
        """Replay the next match and let it count."""
        if dumped.match <= self._last:
            raise BadRecord(f"match {dumped.match} stands after match {self._last}; the order of a dump is its meaning")
        self._last = dumped.match
        lines = record_lines(dumped.record)
        match = replay(lines, every=False, hurry=True)
        self.matches, self.plies = self.matches + 1, self.plies + len(match.plies)
        head = lines[0]
        row = RoomRow(
            id=dumped.room, game=match.name, version=match.game.VERSION, level=dumped.level, setup=match.setup_text,
            seed=str(match.seed), nonce="", open=bool(head.get("open")), known=False, clock=0, maker="", made=0.0,
            helped=dumped.helped, day=dumped.day,
        )  # fmt: skip
        if len(dumped.players) == 1:
            finished = counting.solo(row, dumped.players[0], match, 0, dumped.at)
            if finished is None or not counting.is_shipped(row):
                raise BadRecord(f"match {dumped.match} is of no shipped level, so it cannot count")
            players, score = finished.players, finished.score
            if finished.rank:
                self._enter(finished, dumped.match)
        else:
            players, score = (
                (dumped.players[0], dumped.players[1]),
                _score(dumped.match, match.over, match.winner, head),
            )
        if dumped.pace:
            self._rate(row, dumped, players, score)

    def _rate(self, row: RoomRow, dumped: DumpedMatch, players: tuple[str, str], score: float) -> None:
        keys = [(row.game, row.version, dumped.pace, player) for player in players]
        before = [self.standings.get(key) or ledger.first_standing(load(row.game), key[3]) for key in keys]
        fixed = ledger.is_fixed(players[0]), ledger.is_fixed(players[1])
        after = ledger.after_match(before[0], before[1], score, dumped.at, dumped.match, fixed)
        for key, standing, is_fixed in zip(keys, after, fixed):
            if not is_fixed:
                self.standings[key] = standing

    def _enter(self, finished: counting.Finished, number: int) -> None:
        key = finished.game, finished.version, finished.level, finished.day, finished.helped, finished.account
        old = self.lines.get(key)
        before = RankedLine(bytes.fromhex(old.rank), old.number) if old is not None else None
        if ledger.stands(before, RankedLine(finished.rank, number), finished.day):
            self.lines[key] = ShownLine(
                finished.account, finished.game, finished.version, finished.level, finished.day, finished.helped,
                finished.rank.hex(), number, finished.room, finished.moves, finished.seconds, finished.undone,
            )  # fmt: skip

    def shown(self) -> list[ShownRating | ShownLine]:
        """Everything as a dump shows it, in a fixed order."""
        rated: list[ShownRating | ShownLine] = [
            ShownRating(player, game, version, pace, *standing.rating, standing.matches, standing.at, standing.number)
            for (game, version, pace, player), standing in sorted(self.standings.items())
        ]
        return rated + [line for _, line in sorted(self.lines.items()) if line.account not in self.former]


def _score(number: int, is_over: bool, winner: int, head: dict[str, Any]) -> float:
    """The first seat's score: what the rules say, or what the hall says of a match that ended otherwise."""
    if not is_over:
        ended = head.get("ended")
        if not isinstance(ended, dict):
            raise BadRecord(f"match {number} has no end")
        winner = int(ended.get("winner", 0))
    return {0: 0.5, 1: 1.0}.get(winner, 0.0)


def rebuild(path: str | Path) -> tuple[Rebuilt, list[str]]:
    """Compute everything from a dump's matches; with a sentence for all that differs from what the dump shows."""
    books = Rebuilt()
    shown: list[ShownRating | ShownLine] = []
    with _opened(path) as file:
        for number, text in enumerate(file, 1):
            try:
                line = json.loads(text)
                if number == 1 and line != {"gridhall": "dump", "format": FORMAT}:
                    raise BadRecord("this is no dump of a hall, or of a later version")
                if line.get("former"):
                    books.former.add(line["person"])
                elif "match" in line:
                    books.take(msgspec.convert(line, DumpedMatch))
                elif "rated" in line:
                    shown.append(msgspec.convert(line, ShownRating))
                elif "rank" in line:
                    shown.append(msgspec.convert(line, ShownLine))
            except (ValueError, msgspec.ValidationError) as wrong:
                raise BadRecord(f"line {number} of the dump cannot be read: {wrong}") from wrong
    return books, [*_differences(books.shown(), shown)]


@contextlib.contextmanager
def _opened(path: str | Path) -> Iterator[IO[bytes]]:
    try:
        with gzip.open(path, "rb") as file:
            yield file  # type: ignore[misc]
    except (OSError, EOFError) as wrong:
        raise BadRecord(f"{path} cannot be read as a dump: {wrong}") from wrong


def _differences(computed: list[Any], shown: list[Any]) -> Iterator[str]:
    ours, theirs = ({_key(line): line for line in lines} for lines in (computed, shown))
    for key in sorted({*ours, *theirs}, key=repr):
        if ours.get(key) != theirs.get(key):
            yield f"{key}: the hall shows {theirs.get(key)}, its matches give {ours.get(key)}"


def _key(line: ShownRating | ShownLine) -> tuple[Any, ...]:
    if isinstance(line, ShownRating):
        return "rating", line.game, line.version, line.pace, line.rated
    return "line", line.game, line.version, line.level, line.day, line.helped, line.account
