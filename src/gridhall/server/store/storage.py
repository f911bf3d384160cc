"""How much may be stored: by a guest, from an address, and on the disk. Matches under way go on in any case."""

import asyncio
import shutil
from pathlib import Path

from sqlalchemy import Engine, text

from gridhall.server.failures import Refused
from gridhall.server.store import queries
from gridhall.server.work.limits import DAY, Buckets, Limits

ROOM_BYTES = 600  # of a room besides its text, about


class Storage:
    """Refuses new rooms where there is no more place for them."""

    def __init__(self, engine: Engine, limits: Limits) -> None:
        self.engine, self.limits = engine, limits
        self.buckets = Buckets()

    async def refuse_if_full(self, address: str, guest: str) -> None:
        """Raise unless this guest may make another room from this address."""
        wait = self.buckets.debt(f"bytes {address}")
        if wait:
            raise Refused("too_many", "your address has stored much today; try again later", wait)
        if await asyncio.to_thread(queries.bytes_of, self.engine, guest) > self.limits.stored_bytes:
            raise Refused("too_many", f"your rooms hold {self.limits.stored_bytes >> 20} MiB; wait until some are gone")
        if await asyncio.to_thread(self.is_full):
            raise Refused("unavailable", "the hall's disk is nearly full: there are no new rooms for now", 600)

    def note(self, address: str, size: int) -> None:
        """Count what was stored for an address."""
        most = self.limits.address_bytes
        self.buckets.spend(f"bytes {address}", most / DAY, most, size + ROOM_BYTES)

    def is_full(self) -> bool:
        """Whether the disk, or what the operator has set aside, is used up."""
        limits = self.limits
        if self.engine.dialect.name == "sqlite":
            path = Path(self.engine.url.database or ".")
            size = path.stat().st_size if path.exists() else 0
            has_no_place = shutil.disk_usage(path.parent).free < limits.free_bytes
            return has_no_place or bool(limits.store_bytes and size > limits.store_bytes)
        if not limits.store_bytes:
            return False
        with self.engine.connect() as connection:
            size = int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())
        return size > limits.store_bytes
