"""The operator's private socket: one JSON question a line, one JSON answer a line. `gridhall admin` speaks to it.

Whoever may open the socket's file may do all of this, so it is for the user who runs the hall only.
"""

import asyncio
import os
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection

from gridhall.server.failures import Refused, log_bug
from gridhall.server.operators import house_rules
from gridhall.server.people import manners

if TYPE_CHECKING:
    from gridhall.server.hall import Hall

QUESTIONS = ("rooms", "visitors", "close", "ban", "unban", "sweep", "notice", "reports", "health")


async def listen(hall: "Hall", path: str) -> None:
    """Answer operators until the hall closes."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                writer.write(msgspec.json.encode(await _answer(hall, line)) + b"\n")
                await writer.drain()
        except (OSError, ValueError):
            pass  # whoever asked has gone
        finally:
            writer.close()

    if os.path.exists(path):
        os.unlink(path)
    before = os.umask(0o177)
    try:
        server = await asyncio.start_unix_server(serve, path)
    finally:
        os.umask(before)
    async with server:
        await server.serve_forever()


async def _answer(hall: "Hall", line: bytes) -> dict[str, Any]:
    """Answer for all processes of the database together."""
    own = await answer_here(hall, line)
    is_own_affair = "answer" in own and not isinstance(own["answer"], list)  # or all of them have been told already
    theirs = (
        [] if is_own_affair else [msgspec.json.decode(answer) for answer in await hall.peers.ask_others(line) if answer]
    )
    answers = [reply["answer"] for reply in [own, *theirs] if "answer" in reply]
    if answers and isinstance(answers[0], list):
        return {"answer": [row for rows in answers for row in rows]}
    return {"answer": answers[0]} if answers else own


async def answer_here(hall: "Hall", line: bytes) -> dict[str, Any]:
    """Answer for this process."""
    try:
        what, *words = msgspec.json.decode(line, type=list[str])
        return {"answer": await _do(hall, what, words)}
    except Refused as wrong:
        return {"error": str(wrong)}
    except (msgspec.DecodeError, ValueError):
        return {"error": f"say one of {', '.join(QUESTIONS)}"}
    except Exception as wrong:
        log_bug("an operator's question", wrong)
        return {"error": "something went wrong here; it has been logged"}


async def _do(hall: "Hall", what: str, words: list[str]) -> Any:
    if what == "rooms":
        return [
            {"room": room.row.id, "game": room.row.game, "state": room.state, "clients": len(room.clients)}
            for room in hall.rooms.values()
        ]
    if what == "visitors":
        return [{"address": address, "sockets": count} for address, count in hall.addresses.most_common()]
    if what == "sweep":
        return {"swept": await hall.sweep(time.time())}
    if what == "reports":
        return await asyncio.to_thread(manners.last_reports, hall.engine)
    if what == "health":
        return msgspec.to_builtins(await hall.health())
    if what == "notice":
        await _decide(hall, partial(house_rules.set_notice, notice=" ".join(words)))
        return {"notice": hall.notice}
    if what not in QUESTIONS or len(words) != 1:
        raise ValueError(what)
    if what == "close":
        return _close(hall, words[0])
    closed = sum(client.visitor.address == words[0] for client in hall.clients)
    await _decide(hall, partial(house_rules.ban if what == "ban" else house_rules.unban, address=words[0]))
    return {"banned": words[0], "closed": closed} if what == "ban" else {"unbanned": words[0]}


async def _decide(hall: "Hall", work: Callable[[Connection], None]) -> None:
    """Store what an operator has decided; the other processes are told by the database."""
    await hall.stored(work)
    await hall.peers.look_at_rules()


def _close(hall: "Hall", room: str) -> dict[str, Any]:
    if room not in hall.rooms:
        raise Refused("no_room", "no such room is in the memory of this hall")
    hall.rooms[room].fail()
    return {"closed": room}
