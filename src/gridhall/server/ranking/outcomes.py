"""What a match that is over means for each person who played it: the rows of the table `results`."""

import asyncio
import json
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from gridhall.errors import GridhallError
from gridhall.scene import Outcome
from gridhall.server.failures import Refused
from gridhall.server.rooms.board import Board
from gridhall.server.store import queries
from gridhall.server.store.tables import LogEntry, ResultRow, RoomRow, SeatRow
from gridhall.server.work.fair_queue import Visitor

if TYPE_CHECKING:
    from gridhall.server.hall import Hall

MOST_AT_ONCE = 50  # rooms of before there were results, in one round
SCORES = {"won": 1.0, "drawn": 0.5, "lost": 0.0}  # points, by outcome
UNKNOWN = 1.0  # the end of a match of which no more is known than that it is over


def results_of(chairs: Sequence[SeatRow], board: Board, ended: float, proved: bool = True) -> list[ResultRow]:
    """How every person's seat fared. A line that somebody only tried, from a ply of another match, has no result."""
    tally, ending = board.tally(), board.result
    if tally is None or ending is None or board.branch is not None:
        return []
    row, people = board.row, [chair for chair in chairs if chair.kind == "person"]
    is_alone = board.game.PLAYERS > 1 and len(people) > 1 and len({chair.account for chair in people}) == 1
    return [
        ResultRow(
            row.id, chair.seat, chair.account, row.game, row.level,
            "solo" if is_alone else outcome_of(board, chair.seat), ending.reason, ended,
            tally.moves, tally.seconds, tally.undone, shown.stars, tally.mark,
            json.dumps(tally.facts), proved, shown.points,
        )
        for chair, shown in ((chair, _outcome(board, chair.seat)) for chair in people)
    ]  # fmt: skip


def outcome_of(board: Board, seat: int) -> str:
    """Whether a seat won, lost or drew; `none` for a match that does not count."""
    ending = board.result
    assert ending is not None
    if ending.winner:
        return "won" if ending.winner == seat else "lost"
    if board.game.PLAYERS == 1:
        return "lost"
    if ending.reason in ("rules", "draw") or (ending.reason == "clock" and board.counts):
        return "drawn"
    return "none"


def series_points(board: Board) -> list[float]:
    """The points of both seats in a series: in the matches before, and in this one if it is over."""
    points = [float(text) for text in board.row.series.split()] or [0.0, 0.0]
    if board.result is None:
        return points
    return [before + SCORES.get(outcome_of(board, seat), 0.0) for seat, before in enumerate(points, 1)]


def _outcome(board: Board, seat: int) -> Outcome:
    """How the scene tells the end to a seat; what ended otherwise than by the rules has neither stars nor points."""
    return board.match.scene(seat - 1).outcome or Outcome("", 0)


def room_results(name: str, row: RoomRow, chairs: list[SeatRow], log: list[LogEntry]) -> list[ResultRow]:
    """The results of a stored match, for a worker."""
    return results_of(chairs, Board(row, log), log[-1].at if log else row.made)


async def catch_up(hall: "Hall") -> None:
    """Store the results of some matches that ended before results were stored."""
    for room in await asyncio.to_thread(queries.without_results, hall.engine, MOST_AT_ONCE, set(hall.rooms)):
        try:
            row, chairs, log = await asyncio.to_thread(hall.read, room)
            rows = await hall.budget.run(Visitor(), "film", room_results, row.game, row, chairs, log)
        except (Refused, GridhallError):  # it is of older rules, or was changed in the store: it has no results
            rows = []
        ended = rows[0].ended if rows else UNKNOWN
        await hall.stored(partial(queries.set_over, room=room, over=True, ended=ended, rows=rows))
