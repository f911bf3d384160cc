"""The points of a win, which ladders sum up on every device."""

from alembic import op
from sqlalchemy import Column, Float

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add what is missing; matches of before have no points here, but on the devices they were won on."""
    with op.batch_alter_table("results") as results:
        results.add_column(Column("points", Float, nullable=False, server_default="0"))
