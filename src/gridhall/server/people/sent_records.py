"""Records that programs send in: each is replayed by a worker, and becomes a finished match of the account.

Only what one player has played to an end by the rules counts. Nobody took the time but the program itself, so the
seconds stay unproved.
"""

import hashlib
import time
from typing import NamedTuple

from gridhall.errors import BadRecord
from gridhall.registry import levels
from gridhall.server.ranking import outcomes
from gridhall.server.rooms import replays
from gridhall.server.rooms.board import Board
from gridhall.server.store.tables import LogEntry, ResultRow, RoomRow, SeatRow, chained_log

SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"


class SentMatch(NamedTuple):
    """A match that was replayed, as the hall keeps it."""

    row: RoomRow
    chairs: list[SeatRow]
    log: list[LogEntry]
    results: list[ResultRow]


def room_of(account: str, text: str) -> str:
    """The room of what an account has played; the same play has the same one, so that nothing counts twice."""
    number, name = int.from_bytes(hashlib.sha256(f"{account} {text}".encode()).digest()[:8], "big"), ""
    for _ in range(10):
        number, sign = divmod(number, len(SIGNS))
        name += SIGNS[sign]
    return name


def verified(_: str, account: str, name: str, text: str) -> SentMatch:
    """Replay a record; for a worker. Raises BadRecord."""
    match = replays.finished_match(text)
    game = match.game
    if game.PLAYERS != 1:
        raise BadRecord(f"{game.TITLE} is for {game.PLAYERS}: only what somebody has played alone is taken")
    words = [ply.word for ply in match.plies]
    if words and words[-1] == "resign":
        raise BadRecord("the match was given up; only what the rules have ended is taken")
    room = room_of(account, f"{match.name} {match.seed} {match.setup_text} {words}")
    level = next((shipped.name for shipped in levels(game) if shipped.text == match.setup_text), "")
    ended = time.time()
    seconds = match.plies[-1].seconds if match.plies else 0.0
    nonce = hashlib.sha256(room.encode()).hexdigest()[:32]
    row = RoomRow(
        room, match.name, game.VERSION, level, match.setup_text, str(match.seed), nonce,
        open=True, known=True, clock=0, maker=account, made=ended - seconds, over=True, ended=ended,
    )  # fmt: skip
    chairs = [SeatRow(1, "person", "", name, account, b"")]
    entries = [
        LogEntry(room, number, 1, number, "play", ply.word, row.made + ply.seconds)
        for number, ply in enumerate(match.plies, 1)
    ]
    board = Board(row, entries)
    board.match.undone = match.undone
    return SentMatch(row, chairs, chained_log(row, entries), outcomes.results_of(chairs, board, ended, proved=False))
