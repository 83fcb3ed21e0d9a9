"""Packs that people bring to a table, and campaigns."""

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make both."""
    op.create_table(
        "packs",
        sql.Column("table_id", sql.String(32), primary_key=True),
        sql.Column("hash", sql.String(64), primary_key=True),
        sql.Column("name", sql.String(80), nullable=False),
        sql.Column("body", sql.LargeBinary, nullable=False),
    )
    op.create_table(
        "campaigns",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("body", sql.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """Remove both."""
    for name in ("campaigns", "packs"):
        op.drop_table(name)
