"""Where Alembic learns which connection to use."""

from alembic import context

from eschaton.server.database import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
