"""The connections of people in the lobby: what they see of it, and what they are called to.

Everything that all processes must know is in the database (seeks.py). Each process looks there once a second while
somebody is here, and at once when another one tells it that something has changed.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from gridhall.ratings import ledger
from gridhall.ratings.glicko2 import PROVISIONAL, Rating
from gridhall.registry import load
from gridhall.server.failures import Refused, log_bug
from gridhall.server.lobby import people_here, seeks
from gridhall.server.lobby.seeks import SeekRow
from gridhall.server.messages import VERSION
from gridhall.server.messages.lobby import (
    Challenge,
    EndSeek,
    EnterLobby,
    LobbyMessage,
    Paired,
    Seek,
    SeekCard,
    TakeSeek,
    YourTurn,
)
from gridhall.server.people import accounts, sessions
from gridhall.server.ranking import standings
from gridhall.server.rooms.clients import Client
from gridhall.server.rooms.encoding import encode
from gridhall.server.rooms.making import LONGEST_CLOCK, SHORTEST_CLOCK
from gridhall.server.store import queries

if TYPE_CHECKING:
    from gridhall.server.hall import Hall
    from gridhall.server.rooms.room import Room

ROUND_SECONDS = 1.0  # between two looks at the database
CHANGED, TURN = "lobby", "turn"  # what processes tell each other: seeks have changed; it is somebody's turn


class Lobby:
    """Everybody who is in the lobby of this process."""

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall
        self.clients: dict[Client, bytes] = {}  # and what each was last told
        self.live: dict[str, Client] = {}  # seeks that end with their client
        self.wake = asyncio.Event()

    async def enter(self, client: Client, message: EnterLobby) -> None:
        """Let a client in, who then hears of every change."""
        if message.version != VERSION:
            raise Refused("old_client", f"the hall speaks version {VERSION}: load the page again")
        await sessions.recognise(self.hall.engine, client, message.token)
        if client.closed:
            return
        client.in_lobby = True
        self.clients[client] = b""
        self.wake.set()

    def leave(self, client: Client) -> None:
        """Forget a client that is gone, with its live seeks."""
        self.clients.pop(client, None)
        gone = [seek for seek, owner in self.live.items() if owner is client]
        for seek in gone:
            del self.live[seek]
        if gone and not self.hall.draining:
            self.hall.spawn(self._change(partial(seeks.drop, ids=gone)))
        self.wake.set()

    async def handle(self, client: Client, message: Any) -> None:
        """Do what somebody in the lobby asks."""
        if not client.account:
            raise Refused("no_guest", "sign in, or be a guest, to play with somebody")
        if not self.hall.buckets.take(f"seeks {client.account}", 1.0, 20):
            raise Refused("too_fast", "that are many wishes; wait a little", 1.0)
        kind = type(message)
        if kind is Seek:
            await self._seek(client, message.game, message.clock, message.rated)
        elif kind is Challenge:
            target = await asyncio.to_thread(accounts.account_named, self.hall.engine, message.name)
            if target is None or target.id == client.account:
                raise Refused("not_offered", f"nobody else here is called {message.name[:40]!r}")
            await self._seek(client, message.game, message.clock, message.rated, target.id)
        elif kind is TakeSeek:
            taken = partial(seeks.take, seek=message.id, account=client.account, name=client.name)
            pairing = await self.hall.stored_answer(partial(taken, claimed=client.claimed, now=time.time()))
            client.send(await self._paired(pairing.room.id, pairing.room.game, client.account))
            self.tell()
        elif kind is EndSeek:
            await self._end(client, message.id)
        else:
            raise Refused("bad_message", "this connection is in the lobby; rooms have one of their own")

    async def _seek(self, client: Client, game: str, clock: int, rated: bool, target: str = "") -> None:
        if load(game).PLAYERS != 2:
            raise Refused("not_offered", "only games for two need somebody else")
        if not SHORTEST_CLOCK <= clock <= LONGEST_CLOCK:
            raise Refused("bad_message", "a clock is 5 seconds to 7 days per turn")
        if rated and not client.claimed:
            raise Refused("not_offered", "rated matches are for claimed accounts: choose a name that stays yours first")
        rating = await asyncio.to_thread(self._rating, client, game, ledger.pace_of(clock))
        now = time.time()
        row = SeekRow(
            secrets.token_hex(8), client.account, client.name, target, game, clock, rated, rating.rating,
            rating.deviation, now, seeks.until(clock, now),
        )  # fmt: skip
        await self.hall.stored_answer(partial(seeks.add, row=row))
        if row.is_live:
            self.live[row.id] = client
        self.tell()

    def _rating(self, client: Client, game: str, pace: str) -> Rating:
        if not client.claimed:
            return Rating()
        with self.hall.engine.connect() as connection:
            return standings.rating_of(connection, game, pace, client.account)

    async def _end(self, client: Client, seek: str) -> None:
        if seek:
            self.live.pop(seek, None)
            await self._change(partial(seeks.end, account=client.account, seek=seek))
            return
        own = [live for live, owner in self.live.items() if owner is client]
        for live in own:
            del self.live[live]
        await self._change(partial(seeks.drop, ids=own))

    async def _change(self, work: Callable[[Connection], None]) -> None:
        await self.hall.stored(work)
        self.tell()

    def tell(self) -> None:
        """Let everybody look again: here, and in the other processes."""
        self.wake.set()
        if self.hall.leases is not None:
            self.hall.spawn(asyncio.to_thread(self.hall.leases.tell, CHANGED))

    async def run(self) -> None:
        """Look at the database, make pairs and tell everybody, once a second or when something has changed."""
        while True:
            try:
                async with asyncio.timeout(ROUND_SECONDS):
                    await self.wake.wait()
            except TimeoutError:
                pass
            if not self.clients:
                self.wake.clear()
                continue
            self.wake.clear()
            try:
                await self._round(time.time())
            except Exception as wrong:
                log_bug("the lobby", wrong)
            await asyncio.sleep(0.05)  # what comes at once is told at once

    async def _round(self, now: float) -> None:
        if self.live:
            await self.hall.stored(partial(seeks.renew, ids=list(self.live), now=now))
            pairs = await self.hall.stored_answer(partial(seeks.pair, now=now))
            if pairs:
                self.tell()
        owners = {client.account for client in self.clients if client.account}
        called = []
        for row in await asyncio.to_thread(seeks.paired, self.hall.engine, owners):
            message = await self._paired(row.room, row.game, row.account)
            if self._call(row.account, message, self.live.pop(row.id, None)):
                called.append(row.id)
        if called:
            await self.hall.stored(partial(seeks.drop, ids=called))
        rows = await asyncio.to_thread(seeks.waiting, self.hall.engine, now)
        people = await asyncio.to_thread(people_here.count, self.hall, now)
        claimed = await asyncio.to_thread(accounts.accounts_of, self.hall.engine, {row.account for row in rows})
        known = {account for account, about in claimed.items() if about.claimed}
        for client, before in list(self.clients.items()):
            news = encode(LobbyMessage(people, [card(row, client, known) for row in rows if _sees(client, row)]))
            if news != before and client in self.clients:
                self.clients[client] = news
                client.send_encoded(news)

    async def _paired(self, room: str, game: str, account: str) -> Paired:
        chairs = await asyncio.to_thread(queries.seats_of, self.hall.engine, room)
        seat = next((chair.seat for chair in chairs if chair.account == account), 0)
        return Paired(room, seat, game, load(game).TITLE)

    def _call(self, account: str, message: Any, owner: Client | None = None) -> bool:
        """Tell somebody something, on the page that asked for it or on all of theirs; whether they were here."""
        pages = [client for client in self.clients if client.account == account]
        for client in [owner] if owner is not None and owner in self.clients else pages:
            client.send(message)
        return bool(pages)

    def turn(self, room: "Room", seat: int) -> None:
        """Call somebody whose turn it has become, as far as they may know, unless a page of theirs shows the room."""
        chair = room.chairs[seat - 1]
        if chair.kind != "person" or room.audience[seat - 1]:
            return
        if self.hall.leases is None:
            self.call_turn(chair.account, room.row.id, room.row.game)
        else:  # this process hears it, too
            what = f"{TURN} {chair.account} {room.row.id} {room.row.game}"
            self.hall.spawn(asyncio.to_thread(self.hall.leases.tell, what))

    def call_turn(self, account: str, room: str, game: str) -> None:
        """Tell somebody that it is their turn."""
        self._call(account, YourTurn(room, game, load(game).TITLE))


def _sees(client: Client, row: SeekRow) -> bool:
    return not row.target or client.account in (row.account, row.target)


def card(row: SeekRow, client: Client, claimed: Collection[str]) -> SeekCard:
    """A seek as somebody sees it."""
    is_rated = row.account in claimed
    return SeekCard(
        row.id, row.name, row.game, load(row.game).TITLE, row.clock, row.made, ledger.pace_of(row.clock),
        bool(row.rated), round(row.rating) if is_rated else 0, is_rated and row.deviation > PROVISIONAL,
        row.account if is_rated else "", bool(client.account) and row.account == client.account, bool(row.target),
    )  # fmt: skip
