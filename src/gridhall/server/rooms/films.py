"""Films of finished matches, kept beside their logs: they can still be watched when the rules have changed since."""

import asyncio
import contextlib
import gzip
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from gridhall.server.failures import Refused, log_bug
from gridhall.server.store import queries
from gridhall.server.work import tasks
from gridhall.server.work.fair_queue import Visitor

if TYPE_CHECKING:
    from gridhall.server.hall import Hall

LARGEST = 1 << 20  # bytes of a film that is kept


async def keep(hall: "Hall", visitor: Visitor, room: str) -> None:
    """Let a worker make the film of a match that has ended, and store it."""
    try:
        await hall.flushed()
        row, _, log = await asyncio.to_thread(hall.read, room)
        content = await hall.budget.run(visitor, "film", tasks.film, row.game, row, log)
        if len(content) <= LARGEST:
            await hall.stored(partial(queries.keep_film, room=room, content=content))
    except Refused:
        pass  # it cost too much, or the room is gone; the record is stored all the same
    except Exception as wrong:
        log_bug("a film", wrong)


def part(content: bytes, players: list[str], start: int, stop: int) -> bytes:
    """Plies `start` + 1 to `stop` of a film, as a compressed Replay of its own; made without any rules.

    A film has no names: people change theirs, and leave.
    """
    film: dict[str, Any] = msgspec.json.decode(gzip.decompress(content))
    film["players"] = players
    start = max(0, min(start, film["plies"]))
    for ply in film["shown"][:start]:
        for step in ply["steps"]:
            film["first"].update(step["changed"])
    film["start"], film["shown"] = start, film["shown"][start : max(start, stop)]
    with contextlib.suppress(KeyError):
        if start + len(film["shown"]) < film["plies"]:
            del film["story"]
    return gzip.compress(msgspec.json.encode(film), 5)
