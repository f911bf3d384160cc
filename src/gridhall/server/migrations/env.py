"""Runs migrations on the connection that database.py hands over, inside its transaction."""

from alembic import context

from gridhall.server.store.tables import metadata

# Batch operations let SQLite, too, change tables that exist: it copies them.
context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
