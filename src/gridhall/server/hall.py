"""The hall: all live rooms, their database and their workers."""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from gridhall.header import title_of
from gridhall.registry import levels, load
from gridhall.server.failures import OlderRules, Refused, log_bug
from gridhall.server.lobby.connections import Lobby
from gridhall.server.messages import VERSION
from gridhall.server.messages.client import Join
from gridhall.server.messages.http import Health, MakeRoom
from gridhall.server.messages.parts import SeatKey
from gridhall.server.messages.server import Preparing
from gridhall.server.net.guard import Guard
from gridhall.server.operators import metrics
from gridhall.server.operators.logs import BELONGS
from gridhall.server.people import accounts, people, sessions
from gridhall.server.processes.leases import Elsewhere, Leases
from gridhall.server.processes.peers import Peers
from gridhall.server.ranking import outcomes
from gridhall.server.rooms import machine, making, offers
from gridhall.server.rooms.board import Board
from gridhall.server.rooms.clients import Client
from gridhall.server.rooms.encoding import encode
from gridhall.server.rooms.room import Room
from gridhall.server.rooms.seat_view import SeatView, remembered
from gridhall.server.store import queries
from gridhall.server.store.database import open_database
from gridhall.server.store.storage import Storage
from gridhall.server.store.tables import LogEntry, RoomRow, SeatRow, first_changed
from gridhall.server.store.writer import Writer
from gridhall.server.work.budget import Budget
from gridhall.server.work.fair_queue import Visitor
from gridhall.server.work.limits import DAY, Buckets, Limits

logger = logging.getLogger("gridhall.server")
Answer = TypeVar("Answer")
LONGEST_TITLE = 80  # signs of what a text calls itself
TIDY_SECONDS, SWEEP_SECONDS = 5, 600  # between two rounds of housekeeping
HEALTH_SECONDS = 5.0  # in which the store must have answered
LOADING = 2  # rooms that are read from the store at the same time


class Hall:
    """All live rooms, their database and their workers."""

    def __init__(self, database: str, limits: Limits | None = None, guard: Guard | None = None) -> None:
        self.limits, self.guard = limits or Limits(), guard or Guard()
        self.engine = open_database(database)
        self.writer = Writer(self.engine, asyncio.get_running_loop(), 0.8 * self.limits.lease_seconds)
        self.store = Storage(self.engine, self.limits)
        self.budget = Budget(self.limits, self.send_preparing)
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Future[Room]] = {}
        self.load_slots = asyncio.Semaphore(LOADING)
        self.clients: dict[Client, None] = {}
        self.addresses: Counter[str] = Counter()  # of the clients
        self.hinted: set[Client] = set()  # who waits for a hint
        self.buckets = Buckets()
        self.tasks: set[asyncio.Future[None]] = set()
        self.swept = 0.0  # when abandoned rooms were last looked for
        self.lobby = Lobby(self)
        self.notice = ""  # of the operator, for everybody
        self.share = 1.0  # of what a visitor may use: all processes together give as much as one would
        self.draining = False  # about to close: whoever comes is sent to another process
        # Where several processes may serve one database: which of them has which room.
        self.leases = Leases(self.engine, self.limits.lease_seconds) if self.engine.dialect.name != "sqlite" else None
        self.peers = Peers(self)

    async def drain(self) -> None:
        """Hand everything over: store what is under way, give the rooms up, and send everybody to another process."""
        self.draining = True
        for room in list(self.rooms.values()):
            room.close()
        await self.flushed()
        if self.leases is not None:
            with contextlib.suppress(SQLAlchemyError):
                await asyncio.to_thread(self.leases.end)
        for client in list(self.clients):
            client.close(1012, "come back")

    async def flushed(self) -> None:
        """Wait until all that was handed to the writer is stored."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.writer.append(waiter, (), lambda wrong: None if waiter.done() else waiter.set_result(None))
        await waiter

    def close(self) -> None:
        """End cleanly: everybody is asked to come back, everything queued is stored."""
        for client in list(self.clients):
            client.close(1012, "the server goes down")
        for room in list(self.rooms.values()):
            room.close()
        for task in list(self.tasks):
            task.cancel()
        self.budget.close()
        self.peers.close()
        if self.leases is not None:
            self.leases.close()
        self.writer.close()
        self.engine.dispose()

    def spawn(self, work: Awaitable[None]) -> None:
        """Run something besides; it is kept until it ends."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def level_title(self, row: RoomRow) -> str:
        """The title of a room's level: the shipped one's, or what the text calls itself."""
        if not row.level:
            return title_of(row.setup)[:LONGEST_TITLE]
        return next((level.title for level in levels(load(row.game)) if level.name == row.level), "")

    def _texts(self, game: str) -> list[str]:
        """What everybody in a room of a game shall read: the operator's notice, and what is prepared now."""
        return [*([self.notice] if self.notice else []), *self.budget.preparing(game)]

    def preparing(self, game: str) -> list[Preparing]:
        """The same as one message, or none, for somebody who comes."""
        texts = self._texts(game)
        return [Preparing(texts)] if texts else []

    def send_preparing(self, game: str) -> None:
        """Tell everybody in a room of this game what is prepared for it, because that has changed."""
        message = encode(Preparing(self._texts(game)))
        for room in self.rooms.values():
            if room.row.game == game:
                for client in room.clients:
                    client.send_encoded(message)

    async def room(self, name: str) -> Room:
        """A room, from the memory or from the store."""
        if name in self.rooms:
            return self.rooms[name]
        if name not in self.loading:
            self.loading[name] = asyncio.ensure_future(self._load(name))
        return await asyncio.shield(self.loading[name])

    async def _load(self, name: str) -> Room:
        try:
            await self.flushed()  # what was played here before the room was forgotten is read, too
            fence = None
            if self.leases is not None and 0 < len(name) <= 16:
                fence = await asyncio.to_thread(self.leases.take, name, self.peers.gone)
            async with self.load_slots:
                row, chairs, board, views = await asyncio.to_thread(self._read_live, name)
                profiles = await asyncio.to_thread(people.profiles_of, self, chairs)
                room = self.rooms[name] = Room(self, row, chairs, board, views, fence, profiles)
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
            raise OlderRules("no_room", f"the rules of {game.TITLE} have changed since (version {row.version})")
        changed = first_changed(row, stored[2])
        if changed is not None:
            logger.error("the log of room %s is not what was stored: entry %d was changed", name, changed.entry)
            raise Refused("unavailable", f"this match was changed in the store, at entry {changed.entry} of its log")
        return stored

    async def stored(self, work: Callable[[Connection], None]) -> None:
        """Store something and wait until that is done."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(wrong: Exception | None) -> None:
            if waiter.cancelled():
                return
            if wrong is None:
                waiter.set_result(None)
            elif isinstance(wrong, Refused):
                waiter.set_exception(wrong)
            else:
                waiter.set_exception(Refused("unavailable", "the store cannot be written; try again"))

        self.writer.change(waiter, work, done)
        await waiter

    async def stored_answer(self, work: Callable[[Connection], Answer]) -> Answer:
        """Store something, wait until that is done, and return what `work` has."""
        answers: list[Answer] = []

        def run(connection: Connection) -> None:
            answers.append(work(connection))  # if the writer has to do it again, the last answer counts

        await self.stored(run)
        return answers[-1]

    async def make(self, visitor: Visitor, guest: str, name: str, wish: MakeRoom) -> tuple[RoomRow, list[SeatKey]]:
        """Make a room for a guest."""
        row, chairs, keys = await making.make_room(self, visitor, guest, name, wish)
        for chair in chairs:
            if chair.kind == "machine":
                self.spawn(machine.wake_machine(self.budget, visitor, row, chair))
        return row, keys

    async def join(self, client: Client, message: Join, text: str = "") -> None:
        """Let a client into a room, here or in the process that has it, which is sent the message's `text`."""
        if message.version != VERSION:
            raise Refused(
                "old_client", f"the hall speaks version {VERSION}, this page {message.version}: load it again"
            )
        await sessions.recognise(self.engine, client, message.token)
        if self.draining:
            client.close(1012, "come back")
            return
        try:
            room = await self.room(message.room)
        except Elsewhere as other:
            await self.peers.relay(client, message, text, other)
            return
        if not client.closed:
            BELONGS.set({"room": message.room})
            room.enter(client, message.keys[:16])
            logger.info("joined", extra={"fields": {"seats": client.seats, "address": client.visitor.address}})

    async def health(self) -> Health:
        """Whether the hall can do its work, and how much waits."""
        waiting = {name: len(lane.queue) for name, lane in self.budget.lanes.items()}
        workers = {name: sum(1 for worker in lane.workers if worker.pid) for name, lane in self.budget.lanes.items()}
        try:
            async with asyncio.timeout(HEALTH_SECONDS):
                await self.stored(queries.probe)
            is_writable = True
        except (Refused, TimeoutError):
            is_writable = False
        ok = is_writable and not self.budget.closed
        return Health(ok, is_writable, workers, waiting, len(self.rooms), len(self.clients))

    def measure(self) -> None:
        """Set the gauges of metrics.py to what there is now."""
        metrics.ROOMS.set(len(self.rooms))
        metrics.SOCKETS.set(len(self.clients))
        metrics.WORKERS_MEMORY.set(self.budget.memory())
        for name, lane in self.budget.lanes.items():
            metrics.WAITING.labels(name).set(len(lane.queue))

    async def housekeeping(self) -> None:
        """Every few seconds close silent connections and forget idle rooms; now and then sweep old ones."""
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
            is_silent = now - client.heard > self.limits.silent_seconds
            has_joined = client.room is not None or client.relay is not None or client.in_lobby
            if is_silent or (not has_joined and now - client.opened > self.limits.join_seconds):
                client.close(4408, "silent")
        for room in list(self.rooms.values()):
            is_busy = room.clients or room.clock.timer is not None or room.thinking is not None
            if not is_busy and now - room.idle_since > self.limits.idle_seconds:
                room.close()

    async def sweep(self, now: float) -> int:
        """Forget rooms that nobody will come back to, and guests without any; returns how many rooms."""
        limits, swept = self.limits, 0
        days = (limits.untouched_days, limits.unplayed_days, limits.finished_days)
        ages = queries.Ages(*(now - age * DAY for age in days))
        while names := await asyncio.to_thread(queries.abandoned, self.engine, ages, set(self.rooms)):
            await self.stored(partial(queries.remove_rooms, ids=names))
            swept += len(names)
        await self.stored(partial(accounts.sweep, before=now - limits.guest_days * DAY, now=now))
        await outcomes.catch_up(self)
        if swept:
            logger.info("swept %d rooms", swept)
        return swept
