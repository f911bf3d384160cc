"""Which process has which room, where several serve one PostgreSQL.

Every process has a row that it renews, by the database's clock. A room's lease names its process and an epoch, which is
one more with every owner. A process that has not renewed in time, or whose address nobody answers at, is marked dead by
whoever wants one of its rooms. All writes of a process hold on to its row and are conditional on the lease's epoch
(`Fence`), so that a process that was marked cannot write any more, whatever it believes; and marking one waits for what
it is just writing. Notifications tell a process that it has been marked; moves never depend on them.
"""

import logging
import secrets
import threading
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, text

from gridhall.server.work.limits import DAY

logger = logging.getLogger("gridhall.server")
CHANNEL = "gridhall"
NOW = "extract(epoch from clock_timestamp())"


class LostLease(Exception):
    """Another process has the room now."""


class Elsewhere(Exception):
    """Another process has the room: its id, and the address where it takes what is relayed."""

    def __init__(self, process: str, address: str) -> None:
        super().__init__(process)
        self.process, self.address = process, address


class Fence(NamedTuple):
    """What a write is conditional on: the process that writes, and the epoch of the room's lease."""

    process: str
    room: str
    epoch: int

    def check(self, connection: Connection) -> None:
        """Hold on to the process's row until the end of the transaction; raises LostLease."""
        held = connection.execute(
            text(
                "SELECT 1 FROM processes p JOIN leases l ON l.process = p.id "
                "WHERE p.id = :process AND NOT p.dead AND l.room = :room AND l.epoch = :epoch FOR SHARE OF p"
            ),
            self._asdict(),
        ).one_or_none()
        if held is None:
            raise LostLease(self.room)


class Leases:
    """The leases of this process."""

    def __init__(self, engine: Engine, seconds: float) -> None:
        self.engine, self.seconds = engine, seconds
        self.process = ""
        self._listener: Any = None

    def register(self, address: str) -> None:
        """Take part, as a new process."""
        self.process = secrets.token_hex(8)
        with self.engine.begin() as connection:
            connection.execute(text(f"DELETE FROM processes WHERE dead AND until < {NOW} - {DAY}"))
            connection.execute(
                text(f"INSERT INTO processes VALUES (:id, :address, {NOW} + :seconds, false)"),
                {"id": self.process, "address": address, "seconds": self.seconds},
            )

    def renew(self) -> bool:
        """Stay alive; False if another process has marked this one as dead."""
        with self.engine.begin() as connection:
            renewed = connection.execute(
                text(f"UPDATE processes SET until = {NOW} + :seconds WHERE id = :id AND NOT dead"),
                {"id": self.process, "seconds": self.seconds},
            )
            return renewed.rowcount == 1

    def living(self) -> int:
        """How many processes serve the database now."""
        with self.engine.connect() as connection:
            ask = text(f"SELECT count(*) FROM processes WHERE NOT dead AND until > {NOW}")
            return int(connection.execute(ask).scalar_one())

    def others(self) -> list[str]:
        """The addresses of the other processes."""
        with self.engine.connect() as connection:
            ask = text(f"SELECT address FROM processes WHERE NOT dead AND until > {NOW} AND id <> :me")
            return [str(address) for address in connection.execute(ask, {"me": self.process}).scalars()]

    def end(self) -> None:
        """Give everything up, after all is written."""
        with self.engine.begin() as connection:
            self._mark(connection, self.process)

    def take(self, room: str, gone: Collection[str] = ()) -> Fence | None:
        """Take a room, unless a living process has it: raises Elsewhere. None if there is no such room.

        Processes in `gone` are known not to answer at their address.
        """
        with self.engine.begin() as connection:
            connection.execute(
                text(
                    "INSERT INTO leases (room, process, epoch) SELECT id, :me, 1 FROM rooms WHERE id = :room "
                    "ON CONFLICT DO NOTHING"
                ),
                {"me": self.process, "room": room},
            )
            lease = connection.execute(
                text("SELECT process, epoch FROM leases WHERE room = :room FOR UPDATE"), {"room": room}
            ).one_or_none()
            if lease is None:
                return None
            if lease.process == self.process:
                return Fence(self.process, room, lease.epoch)
            owner = connection.execute(
                text(f"SELECT address, dead, until < {NOW} AS late FROM processes WHERE id = :id"),
                {"id": lease.process},
            ).one_or_none()
            if owner is not None and not owner.dead:
                if not owner.late and lease.process not in gone:
                    raise Elsewhere(lease.process, owner.address)
                self._mark(connection, lease.process)
            connection.execute(
                text("UPDATE leases SET process = :me, epoch = epoch + 1 WHERE room = :room"),
                {"me": self.process, "room": room},
            )
            return Fence(self.process, room, lease.epoch + 1)

    def _mark(self, connection: Connection, process: str) -> None:
        """Let a process write no more; waits for what it is writing."""
        connection.execute(text("UPDATE processes SET dead = true WHERE id = :id"), {"id": process})
        connection.execute(text(f"SELECT pg_notify('{CHANNEL}', :what)"), {"what": f"dead {process}"})

    def tell(self, what: str) -> None:
        """Tell all processes something; this one hears it, too."""
        with self.engine.begin() as connection:
            connection.execute(text(f"SELECT pg_notify('{CHANNEL}', :what)"), {"what": what})

    def secret(self) -> bytes:
        """What all processes of this database share, to know each other by."""
        with self.engine.begin() as connection:
            connection.execute(
                text("INSERT INTO settings (name, value) VALUES ('relay', :value) ON CONFLICT DO NOTHING"),
                {"value": secrets.token_hex(32)},
            )
            value = connection.execute(text("SELECT value FROM settings WHERE name = 'relay'")).scalar_one()
        return bytes.fromhex(str(value))

    def listen(self, hear: Callable[[str], object]) -> None:
        """Call `hear`, in a thread, with whatever the processes tell each other from now on."""
        raw = self.engine.raw_connection()
        self._listener = raw.driver_connection  # once it is detached, the pool's wrapper knows it no more
        raw.detach()
        self._listener.autocommit = True
        self._listener.execute(f"LISTEN {CHANNEL}")
        threading.Thread(target=self._hear_all, args=(hear,), name="gridhall-notices", daemon=True).start()

    def _hear_all(self, hear: Callable[[str], object]) -> None:
        try:
            for notice in self._listener.notifies():
                hear(notice.payload)
        except Exception as wrong:  # renewing finds out the same, a little later
            logger.info("notices of the database have ended: %s", type(wrong).__name__)

    def close(self) -> None:
        """Listen no more."""
        if self._listener is not None:
            self._listener.close()
