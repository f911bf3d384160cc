"""Ratings, tables of the best results, days, and who looks for somebody to play with."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, LargeBinary, String, Text, false

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add what is missing; matches of before count nowhere."""
    with op.batch_alter_table("rooms") as rooms:
        rooms.add_column(Column("rated", Boolean, nullable=False, server_default=false()))
        rooms.add_column(Column("helped", Boolean, nullable=False, server_default=false()))
        rooms.add_column(Column("day", String(10), nullable=False, server_default=""))
        rooms.add_column(Column("series", String(40), nullable=False, server_default=""))
    op.create_table(
        "counted",
        Column("number", BigInteger, primary_key=True, autoincrement=False),
        Column("room", String(16), nullable=False, index=True),
        Column("entries", Integer, nullable=False),
        Column("game", String(64), nullable=False),
        Column("version", Integer, nullable=False),
        Column("pace", String(8), nullable=False),
        Column("first", String(220), nullable=False),
        Column("second", String(220), nullable=False),
        Column("score", Float, nullable=False),
        Column("at", Float, nullable=False),
    )
    op.create_table(
        "ratings",
        Column("player", String(220), primary_key=True),
        Column("game", String(64), primary_key=True),
        Column("version", Integer, primary_key=True),
        Column("pace", String(8), primary_key=True),
        Column("rating", Float, nullable=False),
        Column("deviation", Float, nullable=False),
        Column("volatility", Float, nullable=False),
        Column("matches", Integer, nullable=False),
        Column("at", Float, nullable=False),
        Column("number", BigInteger, nullable=False),
    )
    op.create_index("ix_ratings_best", "ratings", ["game", "version", "pace", "rating"])
    op.create_table(
        "rating_steps",
        Column("player", String(220), primary_key=True),
        Column("game", String(64), primary_key=True),
        Column("version", Integer, primary_key=True),
        Column("pace", String(8), primary_key=True),
        Column("number", BigInteger, primary_key=True),
        Column("at", Float, nullable=False),
        Column("rating", Float, nullable=False),
        Column("deviation", Float, nullable=False),
    )
    op.create_table(
        "entries",
        Column("game", String(64), primary_key=True),
        Column("version", Integer, primary_key=True),
        Column("level", String(200), primary_key=True),
        Column("day", String(10), primary_key=True),
        Column("helped", Boolean, primary_key=True),
        Column("account", String(16), primary_key=True),
        Column("listed", Boolean, nullable=False),
        Column("rank", LargeBinary(128), nullable=False),
        Column("number", BigInteger, nullable=False),
        Column("room", String(16), nullable=False, index=True),
        Column("moves", Integer, nullable=False),
        Column("seconds", Float, nullable=False),
        Column("undone", Integer, nullable=False),
        Column("facts", Text, nullable=False),
        Column("at", Float, nullable=False),
    )
    best = ["game", "version", "level", "day", "helped", "listed", "rank", "number"]
    op.create_index("ix_entries_best", "entries", best)
    op.create_index("ix_entries_account", "entries", ["account"])
    op.create_table(
        "days",
        Column("game", String(64), primary_key=True),
        Column("day", String(10), primary_key=True),
        Column("seed", String(20), nullable=False),
        Column("nonce", String(32), nullable=False),
    )
    op.create_table(
        "seeks",
        Column("id", String(16), primary_key=True),
        Column("account", String(16), nullable=False, index=True),
        Column("name", String(40), nullable=False),
        Column("target", String(16), nullable=False, index=True),
        Column("game", String(64), nullable=False),
        Column("clock", Integer, nullable=False),
        Column("rated", Boolean, nullable=False),
        Column("rating", Float, nullable=False),
        Column("deviation", Float, nullable=False),
        Column("made", Float, nullable=False),
        Column("until", Float, nullable=False),
        Column("room", String(16), nullable=False),
    )
    op.create_table(
        "blocks",
        Column("account", String(16), primary_key=True),
        Column("other", String(16), primary_key=True),
        Column("at", Float, nullable=False),
    )
    op.create_table(
        "reports",
        Column("id", String(16), primary_key=True),
        Column("account", String(16), nullable=False),
        Column("other", String(16), nullable=False),
        Column("room", String(16), nullable=False),
        Column("reason", String(16), nullable=False),
        Column("at", Float, nullable=False, index=True),
    )
