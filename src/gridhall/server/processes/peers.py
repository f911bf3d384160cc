"""This process among those that serve the same database: its lease, what they tell each other, and clients relayed.

On SQLite there is no other; what operators have decided is read all the same.
"""

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from gridhall.server.failures import Refused, log_bug
from gridhall.server.lobby import connections
from gridhall.server.messages.client import Join
from gridhall.server.operators import house_rules
from gridhall.server.people import people
from gridhall.server.processes.leases import Elsewhere
from gridhall.server.processes.relay import Head, NoAnswer, Relay, RelayServer
from gridhall.server.rooms.clients import Client
from gridhall.server.rooms.encoding import encode

if TYPE_CHECKING:
    from gridhall.server.hall import Hall

logger = logging.getLogger("gridhall.server")


class Peers:
    """The other processes, as this one knows them."""

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall
        self.gone: set[str] = set()  # processes that nobody answers for
        self.relays: RelayServer | None = None
        self.secret = b""
        self.address = ""  # where others relay to

    def close(self) -> None:
        if self.relays is not None:
            self.relays.close()

    async def open(self, internal: str = "127.0.0.1:0") -> None:
        """Take part among the processes of the database; others relay to the address `internal`."""
        self._follow(await asyncio.to_thread(house_rules.read, self.hall.engine))
        if self.hall.leases is None:
            return
        self.secret = await asyncio.to_thread(self.hall.leases.secret)
        self.relays = RelayServer(self.hall, self.secret)
        host, _, port = internal.rpartition(":")
        self.address = await self.relays.open(host, int(port))
        loop = asyncio.get_running_loop()
        await asyncio.to_thread(self.hall.leases.listen, lambda what: loop.call_soon_threadsafe(self._hear, what))
        await self._register()
        self.hall.spawn(self._renew())

    async def _register(self) -> None:
        """Be a new process, and let all of them look at once what the share of each is now."""
        assert self.hall.leases is not None
        await asyncio.to_thread(self.hall.leases.register, self.address)
        await asyncio.to_thread(self.hall.leases.tell, house_rules.CHANGED)

    def _hear(self, what: str) -> None:
        """Take a notice of another process."""
        kind, _, rest = what.partition(" ")
        if kind == "account":
            old, _, new = rest.partition(" ")
            self.hall.spawn(people.read_again(self.hall, old, new))
        elif kind == "session":
            people.close_session(self.hall, rest)
        elif kind == connections.CHANGED:
            self.hall.lobby.wake.set()
        elif kind == connections.TURN:
            account, room, game = rest.split(" ", 2)
            self.hall.lobby.call_turn(account, room, game)
        if self.hall.leases is not None and what == f"dead {self.hall.leases.process}" and not self.hall.draining:
            self.hall.spawn(self._begin_again())
        elif what == house_rules.CHANGED:
            self.hall.spawn(self.look_at_rules())

    async def look_at_rules(self) -> None:
        """Take over what an operator has decided, here or in another process, and what this process's share is."""
        self._follow(await asyncio.to_thread(house_rules.read, self.hall.engine))
        if self.hall.leases is not None:
            self.hall.share = 1 / max(1, await asyncio.to_thread(self.hall.leases.living))
            for buckets in (self.hall.buckets, self.hall.budget.buckets, self.hall.store.buckets):
                buckets.share = self.hall.share

    def _follow(self, rules: house_rules.HouseRules) -> None:
        """Shut out whom the operator has banned, and show everybody the notice."""
        is_new = rules.notice != self.hall.notice
        self.hall.notice, self.hall.guard.banned = rules.notice, rules.banned
        for client in list(self.hall.clients):
            if client.visitor.address in rules.banned:
                client.close(4403, "closed to your address")
        for game in {room.row.game for room in self.hall.rooms.values()} if is_new else ():
            self.hall.send_preparing(game)

    async def _renew(self) -> None:
        """Stay alive among the processes; whoever cannot, or was taken for dead, has no room any more."""
        assert self.hall.leases is not None
        renewed = time.monotonic()
        while not self.hall.draining:
            await asyncio.sleep(self.hall.limits.lease_seconds / 4)
            if self.hall.draining:
                return  # its rooms are given up: it must not take part again
            try:
                async with asyncio.timeout(self.hall.limits.lease_seconds):
                    if not await asyncio.to_thread(self.hall.leases.renew):
                        await self._begin_again()
                    await self.look_at_rules()
                renewed = time.monotonic()
            except Exception as wrong:
                log_bug("renewing the lease", wrong)
                if time.monotonic() - renewed > self.hall.limits.lease_seconds:
                    self._drop_rooms()

    async def _begin_again(self) -> None:
        """Another process has taken the rooms of this one: forget them, and go on as a new process."""
        assert self.hall.leases is not None
        logger.warning("this process was taken for dead; it goes on without its rooms")
        self._drop_rooms()
        await self._register()

    def _drop_rooms(self) -> None:
        for room in list(self.hall.rooms.values()):
            room.fail()

    async def _open(self, address: str, head: Head) -> Relay:
        """A connection to another process."""
        return await Relay.open(address, self.secret, head, self.hall.limits.relay_seconds)

    async def relay(self, client: Client, message: Join, text: str, other: Elsewhere) -> None:
        """Carry a client's messages to the process that has its room, or take the room if that process has ended."""
        if client.is_relayed:  # the room has moved on meanwhile
            client.close(1012, "come back")
            return
        try:
            client.relay = await self._open(other.address, Head(client.visitor.address, token=client.token))
        except NoAnswer:
            self.gone.add(other.process)
            await self.hall.join(client, message, text)
            return
        except (OSError, TimeoutError):  # it is silent; when its lease has run out, its rooms are taken
            client.close(1012, "come back")
            return
        client.relay.send(text)
        client.spawn(client.relay.pump(client))

    async def room_message(self, name: str) -> bytes:
        """What everybody may know of a room, in JSON; asked of the process that has it."""
        for _ in range(2):
            try:
                return encode((await self.hall.room(name)).message())
            except Elsewhere as other:
                try:
                    content = await (await self._open(other.address, Head(room=name))).answer()
                    if content:
                        return content
                except NoAnswer:
                    self.gone.add(other.process)
                except (OSError, TimeoutError, asyncio.IncompleteReadError):
                    break
        raise Refused("unavailable", "the room cannot be reached; try again in a few seconds", 2)

    async def ask_others(self, question: bytes) -> list[bytes]:
        """What the other processes answer to an operator's question; those that are silent are left out."""
        if self.hall.leases is None:
            return []

        async def ask(address: str) -> bytes:
            try:
                return await (await self._open(address, Head(question=question.decode()))).answer()
            except (NoAnswer, OSError, TimeoutError, asyncio.IncompleteReadError):
                return b""

        return await asyncio.gather(*map(ask, await asyncio.to_thread(self.hall.leases.others)))
