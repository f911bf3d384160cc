"""What operators have decided: a notice for everybody, and addresses the hall is closed to.

It is stored, so that it outlives a restart and reaches every process of the database: whoever changes it tells the
others, and everybody looks again when they renew their lease.
"""

from typing import NamedTuple

from sqlalchemy import Connection, Engine, delete, insert, select, text

from gridhall.server.processes.leases import CHANNEL
from gridhall.server.store.tables import settings

NOTICE, BAN = "notice", "ban "  # names of settings; an address stands after the latter
CHANGED = "rules"  # what the processes tell each other


class HouseRules(NamedTuple):
    """What holds now."""

    notice: str = ""
    banned: frozenset[str] = frozenset()  # addresses, as the guard tells them


def read(engine: Engine) -> HouseRules:
    """What the database says."""
    with engine.connect() as connection:
        rows = {str(name): str(value) for name, value in connection.execute(select(settings))}
    return HouseRules(rows.get(NOTICE, ""), frozenset(name[len(BAN) :] for name in rows if name.startswith(BAN)))


def set_notice(connection: Connection, notice: str) -> None:
    """Tell everybody something, and all who come; "" ends it."""
    _store(connection, NOTICE, notice)


def ban(connection: Connection, address: str) -> None:
    """Close the hall to an address."""
    _store(connection, f"{BAN}{address[:60]}", "yes")


def unban(connection: Connection, address: str) -> None:
    """Let an address in again."""
    _store(connection, f"{BAN}{address[:60]}", "")


def _store(connection: Connection, name: str, value: str) -> None:
    """Set something for all processes, and tell them; "" is the same as nothing."""
    connection.execute(delete(settings).where(settings.c.name == name))
    if value:
        connection.execute(insert(settings), {"name": name, "value": value})
    if connection.dialect.name != "sqlite":
        connection.execute(text(f"SELECT pg_notify('{CHANNEL}', '{CHANGED}')"))
