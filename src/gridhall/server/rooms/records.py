"""The record of a room's match."""

from typing import Any

import msgspec

from gridhall.record import record_text
from gridhall.server.rooms.board import Board
from gridhall.server.store.tables import RoomRow, SeatRow


def room_record(row: RoomRow, chairs: list[SeatRow], board: Board) -> str:
    """The record of a room's match, with the nonce that proves its seed."""
    head: dict[str, Any] = {
        "open": row.open,
        "players": [chair.name or chair.level for chair in chairs],
        "started": round(row.made),
    }
    if not row.open and not row.known:
        head["commit"] = row.commitment
    if board.result is not None and board.result.reason != "rules":
        head["ended"] = msgspec.to_builtins(board.result)
    return record_text(board.match, head, {"nonce": row.nonce})
