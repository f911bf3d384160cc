"""Looking back at a match: what each of its positions was worth, and another line tried from one of them."""

import asyncio
import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection

from gridhall.game import Game
from gridhall.registry import load
from gridhall.server.failures import Refused
from gridhall.server.messages.http import SeatWish, Valued
from gridhall.server.messages.parts import SeatKey
from gridhall.server.rooms import making as lobby
from gridhall.server.store import queries
from gridhall.server.store.tables import LogEntry, RoomRow, SeatRow, chained_log
from gridhall.server.work import tasks
from gridhall.server.work.budget import Budget
from gridhall.server.work.fair_queue import Visitor
from gridhall.server.work.tasks import PlayedMatch

if TYPE_CHECKING:
    from gridhall.server.hall import Hall

ROUND_SECONDS, ROUNDS = 0.5, 24  # of CPU time that a worker gives a match at a time, and how often
KEPT = 300  # matches whose values are kept


class Valuer:
    """Values of matches, found by the workers a little at a time and kept for whoever asks next."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._known: OrderedDict[bytes, _Known] = OrderedDict()

    async def values(self, visitor: Visitor, played: PlayedMatch) -> AsyncIterator[Valued]:
        """All that is known so far, again and again until it is `done`. Whoever stops listening stops the search."""
        known = self._of(hashlib.sha256(repr(played).encode()).digest())
        yield known.valued  # at once, so that it is known to have begun
        while not known.valued.done:
            seen = known.rounds
            try:
                async with known.lock:  # two who ask at the same time share the work
                    if known.rounds == seen:
                        known.valued = await self._further(visitor, played, known)
                        known.rounds += 1
            except Refused as wrong:  # whoever asks has used too much, or many wait
                yield msgspec.structs.replace(known.valued, problem=str(wrong))
                return
            yield known.valued

    async def _further(self, visitor: Visitor, played: PlayedMatch, known: "_Known") -> Valued:
        question = played.game, played, known.valued.values, ROUND_SECONDS
        valued = await self.budget.run(visitor, "values", tasks.values, *question)
        valued.done = valued.done or known.rounds + 1 >= ROUNDS
        return valued

    def _of(self, key: bytes) -> "_Known":
        known = self._known.setdefault(key, _Known())
        self._known.move_to_end(key)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        return known


class _Known:
    """What is known of a match's values, and how often a worker has looked."""

    def __init__(self) -> None:
        self.valued, self.rounds, self.lock = Valued([]), 0, asyncio.Lock()


async def make_branch(
    hall: "Hall", visitor: Visitor, name: str, played: PlayedMatch, ply: int, seat: int,
    source: RoomRow | None = None, chairs: list[SeatRow] | None = None,
) -> tuple[RoomRow, list[SeatKey]]:  # fmt: skip
    """Make a room that goes on from the position after a ply of a match that is over; it counts in no table.

    The guest gets `seat` (0: whoever is to act there), and plays against machines, or alone if there are none.
    """
    game = load(played.game)
    if not 0 <= seat <= game.PLAYERS:
        raise Refused("no_seat", f"there is no player {seat}")
    words, acting = await hall.budget.run(visitor, "match", tasks.first_words, played.game, played, ply)
    await lobby.refuse_too_many(hall, visitor)
    now, room = time.time(), lobby.fresh_id()
    row = RoomRow(
        room, played.game, game.VERSION, source.level if source else "", played.setup, str(played.seed),
        secrets.token_hex(16), open=True, known=True, clock=0, maker=visitor.account, made=now,
    )  # fmt: skip
    own_chairs, keys = lobby.chairs_of(game, _seats(game, seat or acting, chairs or []), visitor.account, name)
    entries = [LogEntry(room, 1, 0, 0, "branch", f"{source.id if source else '-'} {ply}", now)]
    numbers = [0] * game.PLAYERS
    for entry, (player, word) in enumerate(words, 2):
        numbers[player] += 1
        entries.append(LogEntry(room, entry, player + 1, numbers[player], "play", word, now))

    def work(connection: Connection) -> None:
        queries.add_room(connection, row, own_chairs)
        queries.add_entries(connection, chained_log(row, entries))

    await hall.stored(work)
    hall.store.note(visitor.address, len(played.setup))
    return row, keys


def _seats(game: Game, own: int, chairs: list[SeatRow]) -> list[SeatWish]:
    """The guest on their own seat; on the others the machine that sat there, or one of middling strength."""
    levels = list(game.LEVELS_OF_PLAY)
    if not levels:
        return [SeatWish("me")] * game.PLAYERS
    sat = {chair.seat: chair.level for chair in chairs if chair.kind == "machine"}
    usual = levels[len(levels) // 2]
    return [
        SeatWish("me") if seat == own else SeatWish("machine", sat.get(seat, usual))
        for seat in range(1, game.PLAYERS + 1)
    ]
