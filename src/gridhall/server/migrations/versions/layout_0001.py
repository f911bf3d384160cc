"""The layout of Gridhall 1.0.0."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, LargeBinary, String, Text

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables of a hall of 1.0.0. They are written out: later changes of tables.py must not change them."""
    op.create_table(
        "guests",
        Column("id", String(16), primary_key=True),
        Column("token", LargeBinary(32), nullable=False, unique=True),
        Column("name", String(40), nullable=False),
        Column("made", Float, nullable=False),
    )
    op.create_table(
        "rooms",
        Column("id", String(16), primary_key=True),
        Column("game", String(64), nullable=False),
        Column("version", Integer, nullable=False),
        Column("level", String(200), nullable=False),
        Column("setup", Text, nullable=False),
        Column("seed", String(20), nullable=False),
        Column("nonce", String(32), nullable=False),
        Column("open", Boolean, nullable=False),
        Column("known", Boolean, nullable=False),
        Column("clock", Integer, nullable=False),
        Column("maker", String(16), nullable=False, index=True),
        Column("made", Float, nullable=False),
        Column("over", Boolean, nullable=False),
        Column("next", String(16), nullable=False),
    )
    op.create_table(
        "seats",
        Column("room", String(16), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("kind", String(8), nullable=False),
        Column("level", String(40), nullable=False),
        Column("name", String(40), nullable=False),
        Column("guest", String(16), nullable=False, index=True),
        Column("secret", LargeBinary(32), nullable=False),
    )
    op.create_table(
        "log",
        Column("room", String(16), primary_key=True),
        Column("entry", Integer, primary_key=True),
        Column("seat", Integer, nullable=False),
        Column("number", BigInteger, nullable=False),
        Column("kind", String(8), nullable=False),
        Column("word", Text, nullable=False),
        Column("at", Float, nullable=False),
        sqlite_with_rowid=False,
    )
