"""Alembic's migrations of the database, shipped with the package and run when a server starts."""
