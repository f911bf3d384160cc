"""What goes from process to process: a client elsewhere gets the very bytes that its room has encoded, in order."""

import asyncio
import json
from collections.abc import MutableMapping
from typing import Any

from tests.server.conftest import NearHouse

from gridhall.server.messages import VERSION
from gridhall.server.processes.relay import Head, Relay, RelayServer
from gridhall.server.rooms.clients import Client
from gridhall.server.work.limits import Bucket


def test_a_client_elsewhere_is_sent_what_its_room_has_encoded(house: NearHouse) -> None:
    room, keys = house.make("echoes")
    hall = house.app.hall

    async def scenario() -> None:
        server = RelayServer(hall, b"a secret of the database")
        relay = await Relay.open(await server.open("127.0.0.1", 0), b"a secret of the database", Head("127.0.0.1"), 30)
        heard: asyncio.Queue[bytes] = asyncio.Queue()

        def write(message: bytes) -> bool:
            heard.put_nowait(message)
            return True

        async def send(event: MutableMapping[str, Any]) -> None:
            raise AssertionError("all goes the short way")

        pump = asyncio.ensure_future(relay.pump(Client(send, Bucket(1, 1), write=write)))
        relay.send(json.dumps({"type": "join", "version": VERSION, "room": room, "keys": [keys[0]]}))
        kinds = [json.loads(await heard.get())["type"] for _ in range(3)]
        assert kinds == ["joined", "room", "whole"]
        relay.send(json.dumps({"type": "play", "seat": 1, "number": 1, "word": "new D"}))
        update = await heard.get()
        view = (await hall.room(room)).views[0]
        assert view is not None and update == view.recent[-1] and json.loads(update)["number"] == 1
        pump.cancel()
        relay.close()
        server.close()

    asyncio.run_coroutine_threadsafe(scenario(), hall.writer.loop).result(60)
