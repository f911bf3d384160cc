"""Guests become accounts, which may have a name, credentials and several sessions; results of finished matches."""

import time

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, LargeBinary, String, Text

revision = "0003"
down_revision = "0002"

LASTING = 400 * 86400.0  # seconds that a guest's token of before is good for


def upgrade() -> None:
    """Add what is missing, and turn every guest into an account with one session."""
    op.create_table(
        "accounts",
        Column("id", String(16), primary_key=True),
        Column("name", String(40), nullable=False),
        Column("made", Float, nullable=False),
        Column("seen", Float, nullable=False),
        Column("claimed", Float, nullable=False, server_default="0"),
        Column("deleted", Float, nullable=False, server_default="0"),
    )
    op.create_table(
        "names",
        Column("skeleton", String(80), primary_key=True),
        Column("name", String(40), nullable=False),
        Column("account", String(16), nullable=False, index=True),
        Column("until", Float, nullable=False, server_default="0"),
    )
    op.create_table(
        "credentials",
        Column("id", String(16), primary_key=True),
        Column("account", String(16), nullable=False, index=True),
        Column("kind", String(8), nullable=False),
        Column("handle", LargeBinary(1023), nullable=True, unique=True),
        Column("secret", LargeBinary, nullable=False),
        Column("uses", BigInteger, nullable=False, server_default="0"),
        Column("label", String(80), nullable=False, server_default=""),
        Column("made", Float, nullable=False),
        Column("used", Float, nullable=False, server_default="0"),
    )
    op.create_table(
        "sessions",
        Column("id", String(16), primary_key=True),
        Column("token", LargeBinary(32), nullable=False, unique=True),
        Column("earlier", LargeBinary(32), nullable=True, unique=True),
        Column("account", String(16), nullable=False, index=True),
        Column("kind", String(8), nullable=False),
        Column("label", String(80), nullable=False),
        Column("made", Float, nullable=False),
        Column("seen", Float, nullable=False),
        Column("rotated", Float, nullable=False),
        Column("until", Float, nullable=False),
        Column("confirmed", Float, nullable=False, server_default="0"),
    )
    op.create_table(
        "tickets",
        Column("id", LargeBinary(32), primary_key=True),
        Column("kind", String(8), nullable=False),
        Column("account", String(16), nullable=False),
        Column("content", LargeBinary, nullable=False),
        Column("until", Float, nullable=False),
    )
    op.create_table(
        "results",
        Column("room", String(16), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("account", String(16), nullable=False),
        Column("game", String(64), nullable=False),
        Column("level", String(200), nullable=False),
        Column("outcome", String(8), nullable=False),
        Column("reason", String(8), nullable=False),
        Column("ended", Float, nullable=False),
        Column("moves", Integer, nullable=False),
        Column("seconds", Float, nullable=False),
        Column("undone", Integer, nullable=False),
        Column("stars", Integer, nullable=False),
        Column("mark", String(8), nullable=False),
        Column("facts", Text, nullable=False),
        Column("proved", Boolean, nullable=False),
    )
    op.create_index("ix_results_account", "results", ["account", "ended"])
    op.create_index("ix_results_account_game", "results", ["account", "game", "ended"])
    op.execute("INSERT INTO accounts (id, name, made, seen) SELECT id, name, made, made FROM guests")
    # A token may be old and still be somebody's only way to their matches: its days begin now.
    op.execute(
        "INSERT INTO sessions (id, token, account, kind, label, made, seen, rotated, until) "
        "SELECT id, token, id, 'program', '', made, made, made, "
        f"{time.time() + LASTING:.0f} FROM guests"
    )
    op.drop_table("guests")
    op.drop_index("ix_seats_guest", "seats")
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("guest", new_column_name="account", existing_type=String(16), existing_nullable=False)
    op.create_index("ix_seats_account", "seats", ["account"])
    with op.batch_alter_table("rooms") as rooms:
        rooms.add_column(Column("ended", Float, nullable=False, server_default="0"))
        rooms.create_index("ix_rooms_ended", ["ended"])
