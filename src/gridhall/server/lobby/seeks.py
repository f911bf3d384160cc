"""Who looks for somebody to play with, in the database: shared by all processes that serve it.

What changes something runs in the writer's transaction. Pairs are made by one process at a time; the others hear of it
(see connections.py).
"""

import random
import secrets
import time
from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import NamedTuple

from sqlalchemy import Connection, Engine, delete, insert, select, update

from gridhall.ratings import ledger
from gridhall.registry import load, read_text
from gridhall.seeds import seed_for
from gridhall.server.failures import Refused
from gridhall.server.rooms.making import fresh_id
from gridhall.server.store import queries
from gridhall.server.store.database import lock_out_others
from gridhall.server.store.ranking_tables import blocks, seeks
from gridhall.server.store.tables import RoomRow, SeatRow
from gridhall.server.work.limits import DAY

LOCK = 0x7365_656B  # of whoever makes pairs, see lock_out_others
LIVE_SECONDS = 15.0  # that a live seek lasts after its process was last heard of
WEEK = 7 * DAY  # seconds that a seek with a day a turn lasts
TOLD_SECONDS = 60.0  # that a pair is kept for its owner to hear of it
MOST = 200  # seeks that are listed
MOST_EACH = 10  # seeks of one person
NEAR, WIDER = 100.0, 25.0  # points that two may be apart at first, and more with each second of waiting


class SeekRow(NamedTuple):
    """A row of `seeks`."""

    id: str
    account: str
    name: str
    target: str
    game: str
    clock: int
    rated: bool
    rating: float
    deviation: float
    made: float
    until: float
    room: str = ""

    @property
    def is_live(self) -> bool:
        """Whether its owner waits for it."""
        return ledger.pace_of(self.clock) == ledger.LIVE


class Pair(NamedTuple):
    """Two who have found each other, and their room."""

    room: RoomRow
    accounts: tuple[str, str]


def add(connection: Connection, row: SeekRow) -> None:
    """Keep a seek, in the place of the same person's for the same."""
    c = seeks.c
    connection.execute(delete(seeks).where(c.until < time.time()))
    same = c.account == row.account, c.game == row.game, c.clock == row.clock, c.target == row.target, c.room == ""
    connection.execute(delete(seeks).where(*same))
    waiting = connection.execute(select(c.id).where(c.account == row.account, c.room == "")).all()
    if len(waiting) >= MOST_EACH:
        raise Refused("too_many", f"you look for {MOST_EACH} matches already")
    if row.target and _is_blocked(connection, row.account, row.target):
        return  # whoever blocked somebody hears nothing of them, and the other does not hear of that
    connection.execute(insert(seeks).values(**row._asdict()))


def until(clock: int, now: float) -> float:
    """How long a seek lasts from now on."""
    return now + (LIVE_SECONDS if ledger.pace_of(clock) == ledger.LIVE else WEEK)


def renew(connection: Connection, ids: Collection[str], now: float) -> None:
    """Let live seeks last, because their owners are still here."""
    connection.execute(update(seeks).where(seeks.c.id.in_(ids), seeks.c.room == "").values(until=now + LIVE_SECONDS))


def end(connection: Connection, account: str, seek: str) -> None:
    """End a seek of somebody's own, or decline a challenge."""
    mine = (seeks.c.account == account) | (seeks.c.target == account)
    connection.execute(delete(seeks).where(seeks.c.id == seek, mine, seeks.c.room == ""))


def drop(connection: Connection, ids: Collection[str]) -> None:
    """Forget seeks whose owners have gone, or have heard of their pair."""
    connection.execute(delete(seeks).where(seeks.c.id.in_(ids)))


def waiting(engine: Engine, now: float) -> list[SeekRow]:
    """All seeks that wait, the oldest first."""
    wanted = select(seeks).where(seeks.c.room == "", seeks.c.until > now).order_by(seeks.c.made).limit(MOST)
    with engine.connect() as connection:
        return [SeekRow._make(row) for row in connection.execute(wanted)]


def paired(engine: Engine, accounts: Collection[str]) -> list[SeekRow]:
    """Seeks of these people that have found somebody."""
    with engine.connect() as connection:
        rows = connection.execute(select(seeks).where(seeks.c.account.in_(accounts), seeks.c.room != "")).all()
    return [SeekRow._make(row) for row in rows]


def pair(connection: Connection, now: float) -> list[Pair]:
    """Make all pairs that are near enough by now."""
    lock_out_others(connection, LOCK)
    free = select(seeks).where(seeks.c.room == "", seeks.c.target == "", seeks.c.until > now)
    rows = [SeekRow._make(row) for row in connection.execute(free)]
    people = {row.account for row in rows}
    apart = {
        frozenset((row.account, row.other))
        for row in connection.execute(select(blocks).where(blocks.c.account.in_(people)))
    }
    return _store(connection, matched(rows, apart, now), now)


def matched(rows: Iterable[SeekRow], apart: Collection[frozenset[str]], now: float) -> list[tuple[SeekRow, SeekRow]]:
    """Who plays whom: of those who look for the same, neighbours by rating, the nearest first, each once."""
    groups: dict[tuple[str, int, bool], list[SeekRow]] = defaultdict(list)
    for row in rows:
        groups[row.game, row.clock, bool(row.rated)].append(row)
    pairs: list[tuple[SeekRow, SeekRow]] = []
    taken: set[str] = set()
    for group in groups.values():
        group.sort(key=lambda row: (row.rating, row.made, row.id))
        near = [
            (abs(seek.rating - other.rating), seek, other)
            for place, seek in enumerate(group)
            for other in group[place + 1 : place + 4]
            if seek.account != other.account and frozenset((seek.account, other.account)) not in apart
        ]
        for difference, seek, other in sorted(near, key=lambda pair: (pair[0], pair[1].made)):
            patience = WIDER * (2 * now - seek.made - other.made) / 2
            if difference <= NEAR + patience and not taken & {seek.account, other.account}:
                taken |= {seek.account, other.account}
                pairs.append((seek, other))
    return pairs


def take(connection: Connection, seek: str, account: str, name: str, claimed: bool, now: float) -> Pair:
    """Pair somebody with the owner of a seek."""
    lock_out_others(connection, LOCK)
    wanted = select(seeks).where(seeks.c.id == seek, seeks.c.room == "", seeks.c.until > now)
    row = connection.execute(wanted).one_or_none()
    if row is None or (row.target and row.target != account):
        raise Refused("not_offered", "nobody waits there any more")
    seek_row = SeekRow._make(row)
    if seek_row.account == account:
        raise Refused("not_offered", "that is your own seek")
    if seek_row.rated and not claimed:
        raise Refused("not_offered", "this match is rated: claim your account, by choosing a name, to play it")
    if _is_blocked(connection, account, seek_row.account):
        raise Refused("not_offered", "nobody waits there any more")
    other = seek_row._replace(id="", account=account, name=name)
    return _store(connection, [(seek_row, other)], now)[0]


def _is_blocked(connection: Connection, account: str, other: str) -> bool:
    """Whether either of two people has blocked the other."""
    c = blocks.c
    either = ((c.account == account) & (c.other == other)) | ((c.account == other) & (c.other == account))
    return connection.execute(select(c.at).where(either)).first() is not None


def _store(connection: Connection, seekers: Collection[tuple[SeekRow, SeekRow]], now: float) -> list[Pair]:
    """Make the rooms of pairs; chance says who sits first."""
    pairs = []
    for seek, other in seekers:
        first, second = (seek, other) if random.SystemRandom().random() < 0.5 else (other, seek)
        row = room_of(seek, now)
        chairs = [
            SeatRow(1, "person", "", first.name, first.account),
            SeatRow(2, "person", "", second.name, second.account),
        ]
        queries.add_room(connection, row, chairs)
        pairs.append(Pair(row, (seek.account, other.account)))
        ids = [row_id for row_id in (seek.id, other.id) if row_id]
        connection.execute(update(seeks).where(seeks.c.id.in_(ids)).values(room=row.id, until=now + TOLD_SECONDS))
    return pairs


def room_of(seek: SeekRow, now: float) -> RoomRow:
    """The room of a pair: the game as it is usually played."""
    game = load(seek.game)
    setup = read_text(game, None)
    seed, known = seed_for(game, setup)
    return RoomRow(
        id=fresh_id(), game=seek.game, version=game.VERSION, level=game.DEFAULT, setup=setup, seed=str(seed),
        nonce=secrets.token_hex(16), open=False, known=known, clock=seek.clock, maker=seek.account, made=now,
        rated=bool(seek.rated),
    )  # fmt: skip
