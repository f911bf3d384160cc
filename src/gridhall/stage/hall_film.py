"""The film and the story of a match in a hall, asked for over HTTP."""

import msgspec

from gridhall.server.messages.http import Replay
from gridhall.stage.hall_address import RoomAddress
from gridhall.stage.hall_line import fetch
from gridhall.stage.hall_room import stills_of
from gridhall.stage.table import Still

MOST_SHOWN = 400  # plies that are asked for at a time


async def _replay(address: RoomAddress, start: int = 0) -> Replay:
    url = f"{address.hall}/api/match/{address.room}?from={start}&to={start + MOST_SHOWN}"
    return msgspec.json.decode(await fetch(url), type=Replay)


async def film_of(address: RoomAddress) -> list[Still]:
    """All that everybody may see of a match, from its start."""
    replay = await _replay(address)
    stills = [Still(replay.first)]
    while replay.shown:
        for ply in replay.shown:
            stills += stills_of(stills[-1].scene, ply.steps)
        end = replay.start + len(replay.shown)
        if end >= replay.plies:
            break
        replay = await _replay(address, end)
    return stills


async def story_of(address: RoomAddress) -> list[str]:
    """What turned a match that is over, in sentences."""
    return (await _replay(address)).story
