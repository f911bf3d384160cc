"""The hall: all live rooms, their database and their workers."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial

from sqlalchemy import Connection

from gridhall.registry import levels, load
from gridhall.server import lobby, machine, offers, queries
from gridhall.server.board import Board
from gridhall.server.clients import Client
from gridhall.server.database import open_database
from gridhall.server.encoding import text_of
from gridhall.server.failures import Refused, log_bug
from gridhall.server.limits import Buckets, Limits
from gridhall.server.messages import VERSION
from gridhall.server.messages.client import Join
from gridhall.server.messages.http import MakeRoom
from gridhall.server.messages.parts import SeatKey
from gridhall.server.messages.server import Preparing
from gridhall.server.room import Room
from gridhall.server.seat_view import SeatView, remembered
from gridhall.server.tables import LogEntry, RoomRow, SeatRow
from gridhall.server.workers import Workers
from gridhall.server.writer import Writer

logger = logging.getLogger("gridhall.server")
DAY = 86400.0  # seconds
TIDY_SECONDS, SWEEP_SECONDS = 5, 600  # between two rounds of housekeeping


class Hall:
    """All live rooms, their database and their workers."""

    def __init__(self, database: str, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.engine = open_database(database)
        self.writer = Writer(self.engine, asyncio.get_running_loop())
        self.workers = Workers(self._send_preparing)
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Future[Room]] = {}
        self.clients: dict[Client, None] = {}
        self.hinted: set[Client] = set()  # who waits for a hint
        self.buckets = Buckets()
        self.tasks: set[asyncio.Future[None]] = set()
        self.swept = 0.0  # when abandoned rooms were last looked for

    def close(self) -> None:
        """End cleanly: everybody is asked to come back, everything queued is stored."""
        for client in list(self.clients):
            client.close(1012, "the server goes down")
        for room in list(self.rooms.values()):
            room.close()
        for task in list(self.tasks):
            task.cancel()
        self.workers.close()
        self.writer.close()
        self.engine.dispose()

    def spawn(self, work: Awaitable[None]) -> None:
        """Run something besides; it is kept until it ends."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def level_title(self, row: RoomRow) -> str:
        """The title of a room's level; "" if it is none of the shipped ones."""
        if not row.level:
            return ""
        return next((level.title for level in levels(load(row.game)) if level.name == row.level), "")

    def preparing(self, game: str) -> list[Preparing]:
        """What is prepared now for this game, for somebody who comes into a room of it: one message, or none."""
        texts = self.workers.preparing(game)
        return [Preparing(texts)] if texts else []

    def _send_preparing(self, game: str) -> None:
        """Tell everybody in a room of this game what is prepared for it, because that has changed."""
        text = text_of(Preparing(self.workers.preparing(game)))
        for room in self.rooms.values():
            if room.row.game == game:
                for client in room.clients:
                    client.send_text(text)

    async def room(self, name: str) -> Room:
        """A room, from the memory or from the store."""
        if name in self.rooms:
            return self.rooms[name]
        if name not in self.loading:
            self.loading[name] = asyncio.ensure_future(self._load(name))
        return await asyncio.shield(self.loading[name])

    async def _load(self, name: str) -> Room:
        try:
            room = self.rooms[name] = Room(self, *await asyncio.to_thread(self._read_live, name))
            offers.complete(room)
            return room
        finally:
            del self.loading[name]

    def _read_live(self, name: str) -> tuple[RoomRow, list[SeatRow], Board, list[SeatView]]:
        """A room as its players have seen it."""
        row, chairs, log = self.read(name)
        board, views = remembered(row, log, [chair.seat - 1 for chair in chairs if chair.kind == "person"])
        return row, chairs, board, views

    def read(self, name: str) -> tuple[RoomRow, list[SeatRow], list[LogEntry]]:
        """A room as the store has it."""
        stored = queries.read_room(self.engine, name) if 0 < len(name) <= 16 else None
        if stored is None:
            raise Refused("no_room", "there is no such room, or no longer")
        row, game = stored[0], load(stored[0].game)
        if row.version != game.VERSION:
            raise Refused("no_room", f"the rules of {game.TITLE} have changed since (version {row.version})")
        return stored

    async def stored(self, work: Callable[[Connection], None]) -> None:
        """Store something and wait until that is done."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(wrong: Exception | None) -> None:
            if waiter.cancelled():
                return
            if wrong is None:
                waiter.set_result(None)
            else:
                waiter.set_exception(Refused("unavailable", "the store cannot be written; try again"))

        self.writer.change(waiter, work, done)
        await waiter

    async def make(self, guest: str, name: str, wish: MakeRoom) -> tuple[RoomRow, list[SeatKey]]:
        """Make a room for a guest."""
        row, chairs, keys = await lobby.make_room(self, guest, name, wish)
        for chair in chairs:
            if chair.kind == "machine":
                self.spawn(machine.wake_machine(self.workers, row, chair))
        return row, keys

    async def join(self, client: Client, message: Join) -> None:
        """Let a client into a room."""
        if message.version != VERSION:
            raise Refused(
                "old_client", f"the hall speaks version {VERSION}, this page {message.version}: load it again"
            )
        if message.token:
            guest = await asyncio.to_thread(queries.guest_of, self.engine, message.token)
            if guest is not None:
                client.guest, client.name = guest
        room = await self.room(message.room)
        if not client.closed:
            room.enter(client, message.keys[:16])

    async def housekeeping(self) -> None:
        """Every few seconds close silent connections and forget idle rooms; now and then sweep abandoned ones."""
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            try:
                self.tidy_up(time.monotonic())
                if time.monotonic() - self.swept > SWEEP_SECONDS:
                    self.swept = time.monotonic()
                    await self.sweep(time.time())
            except Exception as wrong:
                log_bug("keeping house", wrong)

    def tidy_up(self, now: float) -> None:
        """Close connections that say nothing, and forget rooms nobody is in."""
        for client in list(self.clients):
            if now - client.heard > (self.limits.silent_seconds if client.room else self.limits.join_seconds):
                client.close(4408, "silent")
        for room in list(self.rooms.values()):
            is_busy = room.clients or room.clock.timer is not None or room.thinking is not None
            if not is_busy and now - room.idle_since > self.limits.idle_seconds:
                room.close()

    async def sweep(self, now: float) -> int:
        """Forget rooms that nobody will come back to; returns how many."""
        untouched, unplayed = now - self.limits.untouched_days * DAY, now - self.limits.unplayed_days * DAY
        names = await asyncio.to_thread(queries.abandoned, self.engine, untouched, unplayed)
        gone = [name for name in names if name not in self.rooms]
        if gone:
            await self.stored(partial(queries.remove_rooms, ids=gone))
            logger.info("swept %d abandoned rooms", len(gone))
        return len(gone)
