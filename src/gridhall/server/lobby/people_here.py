"""How many people are here, in all processes that serve one database."""

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select

from gridhall.server.store.tables import settings

if TYPE_CHECKING:
    from gridhall.server.hall import Hall

NAME = "people "  # of a setting, before the process
LASTING = 10.0  # seconds that a process's count is believed


def count(hall: "Hall", now: float) -> int:
    """The people in this process, and in the others as far as they have said lately."""
    here = len({client.account or client for client in hall.lobby.clients})
    if hall.leases is None:
        return here
    own = NAME + hall.leases.process
    with hall.engine.begin() as connection:
        connection.execute(delete(settings).where(settings.c.name == own))
        connection.execute(insert(settings).values(name=own, value=f"{here} {now + LASTING}"))
        rows = connection.execute(select(settings).where(settings.c.name.startswith(NAME))).all()
    total = 0
    for row in rows:
        people, _, until = str(row.value).partition(" ")
        total += int(people) if float(until) > now else 0
    return total
