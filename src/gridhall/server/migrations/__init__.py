"""How a store that is in use gets the layout of tables.py: one file in versions/ for each change, in order.

A migration is written by hand: a new file `versions/NAME_0002.py` with `revision = "0002"`, `down_revision = "0001"`
and a function `upgrade` that uses Alembic's operations. `database.LATEST` names the last one, and a test holds that all
of them together make the tables of tables.py.
"""
