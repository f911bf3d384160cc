"""Places in tables: who is put where, and what becomes of them when accounts change."""

from sqlalchemy import Connection, and_, delete, insert, select, update

from gridhall.ratings import ledger
from gridhall.ratings.ledger import RankedLine
from gridhall.server.store.ranking_tables import EntryRow, blocks, counted, entries, seeks


def enter(connection: Connection, row: EntryRow) -> bool:
    """Put a row in the place of the same person's, if it is better; whether it stands now."""
    c = entries.c
    mine = and_(
        c.game == row.game, c.version == row.version, c.level == row.level, c.day == row.day, c.helped == row.helped,
        c.account == row.account,
    )  # fmt: skip
    old = connection.execute(select(c.rank, c.number).where(mine)).one_or_none()
    before = RankedLine(bytes(old.rank), old.number) if old is not None else None
    if not ledger.stands(before, RankedLine(bytes(row.rank), row.number), row.day):
        return False
    connection.execute(delete(entries).where(mine))
    connection.execute(insert(entries).values(**row._asdict()))
    return True


def list_guest(connection: Connection, account: str) -> None:
    """Show what a guest has achieved, because they have claimed their account."""
    connection.execute(update(entries).where(entries.c.account == account).values(listed=True))


def merge(connection: Connection, guest: str, account: str) -> None:
    """Give an account what a guest has achieved, where that is better."""
    rows = [EntryRow._make(row) for row in connection.execute(select(entries).where(entries.c.account == guest))]
    connection.execute(delete(entries).where(entries.c.account == guest))
    for row in rows:
        enter(connection, row._replace(account=account, listed=True))


def forget(connection: Connection, account: str) -> None:
    """Take somebody out of all tables and lists. What others' ratings rest on stays, without a name."""
    connection.execute(delete(entries).where(entries.c.account == account))
    connection.execute(delete(counted).where(counted.c.first == account, counted.c.pace == ""))
    connection.execute(delete(seeks).where((seeks.c.account == account) | (seeks.c.target == account)))
    connection.execute(delete(blocks).where((blocks.c.account == account) | (blocks.c.other == account)))
