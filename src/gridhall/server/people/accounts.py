"""Accounts in the database. A guest is an account without credentials.

Questions get the engine; what changes something gets the connection of the writer's transaction.
"""

from collections.abc import Collection, Sequence

import msgspec
from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from gridhall.server.people import credentials
from gridhall.server.people.names import skeleton
from gridhall.server.ranking import entries
from gridhall.server.store import queries
from gridhall.server.store.ranking_tables import counted
from gridhall.server.store.tables import ResultRow, accounts, names, results, rooms, seats, sessions, tickets
from gridhall.server.store.tables import credentials as credentials_table
from gridhall.server.work.limits import DAY

FORMER = "a former player"  # what is shown for somebody whose account is deleted
NAME_DAYS = 90.0  # for which a name that somebody had is given to nobody else


class Account(msgspec.Struct, frozen=True):
    """Somebody who plays: `claimed` is 0 for a guest, and `deleted` is 0 unless nothing but the id is left."""

    id: str
    name: str
    made: float
    seen: float
    claimed: float = 0.0
    deleted: float = 0.0


def account_named(engine: Engine, name: str) -> Account | None:
    """The account that has this name, or one that looks the same."""
    named = select(accounts).join(names, names.c.account == accounts.c.id)
    with engine.connect() as connection:
        row = connection.execute(named.where(names.c.skeleton == skeleton(name), names.c.until == 0)).one_or_none()
    return Account(*row) if row is not None else None


def display_name(account: Account | None) -> str:
    """What others read of somebody."""
    return account.name if account is not None and not account.deleted else FORMER


def accounts_of(engine: Engine, ids: Collection[str]) -> dict[str, Account]:
    """The accounts with these ids, as far as there are any."""
    with engine.connect() as connection:
        rows = connection.execute(select(accounts).where(accounts.c.id.in_(ids))).all()
    return {row.id: Account(*row) for row in rows}


def results_of_account(
    engine: Engine, account: str, limit: int = 50, before: float = 0.0, game: str = ""
) -> list[ResultRow]:
    """How somebody's matches ended, the last first; all of them ended earlier than `before`, if that is given."""
    wanted = select(results).where(results.c.account == account)
    if before:
        wanted = wanted.where(results.c.ended < before)
    if game:
        wanted = wanted.where(results.c.game == game)
    with engine.connect() as connection:
        rows = connection.execute(wanted.order_by(results.c.ended.desc()).limit(limit)).all()
    return [ResultRow(*row) for row in rows]


def seats_held(engine: Engine, account: str) -> int:
    """In how many rooms somebody sits."""
    counted = select(func.count(seats.c.room.distinct())).where(seats.c.account == account)
    with engine.connect() as connection:
        return int(connection.execute(counted).scalar_one())


def add_account(connection: Connection, account: str, name: str, now: float) -> None:
    """Keep a new guest."""
    connection.execute(insert(accounts).values(id=account, name=name, made=now, seen=now))


def claim(
    connection: Connection,
    account: str,
    name: str,
    credential: credentials.Credential,
    codes: Sequence[str],
    now: float,
) -> str:
    """Turn a guest into somebody with a name, a credential and recovery codes; what stands in the way, or ""."""
    problem = _take_name(connection, account, name, now)
    if problem:
        return problem
    is_guest = accounts.c.id == account, accounts.c.claimed == 0
    if connection.execute(update(accounts).where(*is_guest).values(claimed=now)).rowcount != 1:
        connection.execute(delete(names).where(names.c.account == account, names.c.skeleton == skeleton(name)))
        return "this account has a name already"
    credentials.add_credential(connection, credential)
    credentials.set_codes(connection, account, codes, now)
    entries.list_guest(connection, account)
    return ""


def rename(connection: Connection, account: str, name: str, now: float) -> str:
    """Give somebody another name; the one before is kept for them for a while. What stands in the way, or ""."""
    return _take_name(connection, account, name, now)


def _take_name(connection: Connection, account: str, name: str, now: float) -> str:
    """Give an account a name, also at its seats; what stands in the way, or ""."""
    taken = connection.execute(select(names).where(names.c.skeleton == skeleton(name))).one_or_none()
    if taken is not None and taken.account != account and (taken.until == 0 or taken.until > now):
        return "somebody has this name, or one that looks like it; choose another"
    before = connection.execute(select(accounts.c.name).where(accounts.c.id == account)).scalar_one()
    reserved = update(names).where(names.c.account == account, names.c.until == 0)
    connection.execute(reserved.values(until=now + NAME_DAYS * DAY))
    connection.execute(delete(names).where(names.c.skeleton == skeleton(name)))
    connection.execute(insert(names).values(skeleton=skeleton(name), name=name, account=account, until=0.0))
    connection.execute(update(accounts).where(accounts.c.id == account).values(name=name))
    own = seats.c.account == account, seats.c.name == before
    connection.execute(update(seats).where(*own).values(name=name))
    return ""


def merge(connection: Connection, guest: str, account: str) -> bool:
    """Give everything that a guest has played to an account, and forget the guest; False if that is not possible."""
    rows = {row.id: row for row in connection.execute(select(accounts).where(accounts.c.id.in_((guest, account))))}
    if guest == account or len(rows) != 2 or rows[guest].claimed or rows[account].deleted:
        return False
    named = seats.c.account == guest, seats.c.name == rows[guest].name
    connection.execute(update(seats).where(*named).values(name=rows[account].name))
    for table, column in ((seats, seats.c.account), (rooms, rooms.c.maker), (results, results.c.account)):
        connection.execute(update(table).where(column == guest).values({column.name: account}))
    entries.merge(connection, guest, account)
    connection.execute(delete(sessions).where(sessions.c.account == guest))
    connection.execute(delete(accounts).where(accounts.c.id == guest))
    return True


def delete_account(connection: Connection, account: str, now: float) -> list[str]:
    """Forget everything of somebody but their id, and that somebody sat there in the rooms of others; the ids of the
    rooms that are gone.
    """
    own = select(seats.c.room).where(seats.c.account == account)
    others = select(seats.c.room).where(seats.c.room.in_(own), seats.c.kind == "person", seats.c.account != account)
    opened = select(rooms.c.id).where(rooms.c.maker == account)
    rating = select(counted.c.room).where(counted.c.room.in_(own), counted.c.pace != "")  # of others, also of levels
    shared = {row[0] for row in connection.execute(others.union(rating))}
    entries.forget(connection, account)
    gone = sorted({row[0] for row in connection.execute(own.union(opened))} - shared)
    for start in range(0, len(gone), 500):
        queries.remove_rooms(connection, gone[start : start + 500])
    connection.execute(update(seats).where(seats.c.account == account).values(name=FORMER, secret=b""))
    for table in (credentials_table, sessions, tickets):
        connection.execute(delete(table).where(table.c.account == account))
    connection.execute(update(names).where(names.c.account == account).values(until=now + NAME_DAYS * DAY, name=""))
    connection.execute(update(accounts).where(accounts.c.id == account).values(name="", seen=0.0, deleted=now))
    return gone


def sweep(connection: Connection, before: float, now: float) -> None:
    """Forget sessions that have run out, names that are free again, and guests who came before then and sit nowhere."""
    connection.execute(delete(sessions).where(sessions.c.until < now))
    connection.execute(delete(names).where(names.c.until > 0, names.c.until < now))
    connection.execute(delete(tickets).where(tickets.c.until < now))
    seated = select(seats.c.account).union(select(rooms.c.maker))
    is_old = accounts.c.seen < before, accounts.c.claimed == 0
    forgotten = select(accounts.c.id).where(*is_old, accounts.c.id.not_in(seated))
    connection.execute(delete(sessions).where(sessions.c.account.in_(forgotten)))
    connection.execute(delete(accounts).where(accounts.c.id.in_(forgotten)))
