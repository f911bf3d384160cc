"""Logs become chains of hashes and keep the clocks; films; and which process has which room."""

import hashlib

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    bindparam,
    select,
)

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what is missing, and chain the logs there are."""
    with op.batch_alter_table("log") as log:
        log.add_column(Column("left", String(80), nullable=False, server_default=""))
        log.add_column(Column("hash", LargeBinary(16), nullable=False, server_default=""))
    op.create_table(
        "films",
        Column("room", String(16), primary_key=True),
        Column("content", LargeBinary, nullable=False),
    )
    op.create_table(
        "processes",
        Column("id", String(16), primary_key=True),
        Column("address", String(80), nullable=False),
        Column("until", Float, nullable=False),
        Column("dead", Boolean, nullable=False),
    )
    op.create_table(
        "leases",
        Column("room", String(16), primary_key=True),
        Column("process", String(16), nullable=False, index=True),
        Column("epoch", BigInteger, nullable=False),
    )
    op.create_table(
        "settings",
        Column("name", String(80), primary_key=True),
        Column("value", Text, nullable=False),
    )
    if not op.get_context().as_sql:  # a script for later finds no rows to read
        _chain()


def _chain() -> None:
    """Give every entry its hash, as `tables.chained` made them when this was written."""
    meta, connection = MetaData(), op.get_bind()
    names = ("id", "game", "version", "setup", "seed", "nonce")
    rooms = Table("rooms", meta, *(Column(name, Integer if name == "version" else Text) for name in names))
    fields = {
        "room": Text, "entry": Integer, "seat": Integer, "number": BigInteger, "kind": Text, "word": Text, "at": Float,
        "left": Text, "hash": LargeBinary,
    }  # fmt: skip
    log = Table("log", meta, *(Column(name, kind()) for name, kind in fields.items()))
    change = (
        log.update()
        .where(log.c.room == bindparam("of"), log.c.entry == bindparam("number_of"))
        .values(hash=bindparam("new"))
    )
    for room in connection.execute(select(*(rooms.c[name] for name in names))).all():
        before = hashlib.sha256(repr(tuple(room)).encode()).digest()[:16]
        changes = []
        lines = select(*list(log.c)[:8]).where(log.c.room == room.id).order_by(log.c.entry)
        for entry in connection.execute(lines).all():
            before = hashlib.sha256(before + repr(tuple(entry)).encode()).digest()[:16]
            changes.append({"of": room.id, "number_of": entry.entry, "new": before})
        if changes:
            connection.execute(change, changes)
