"""Tables, matches, entries, snapshots, chat."""

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make everything."""
    body = ("body", sql.LargeBinary)
    op.create_table(
        "meta",
        sql.Column("key", sql.String(64), primary_key=True),
        sql.Column("value", sql.LargeBinary, nullable=False),
    )
    op.create_table(
        "tables",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("phase", sql.String(16), nullable=False),
        sql.Column("updated", sql.Float, nullable=False),
        sql.Column(*body, nullable=False),
    )
    op.create_table(
        "matches",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("table_id", sql.String(32), nullable=True),
        sql.Column(*body, nullable=False),
    )
    op.create_index("ix_matches_table_id", "matches", ["table_id"])
    op.create_table(
        "entries",
        sql.Column("match_id", sql.String(32), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column(*body, nullable=False),
        sql.Column("ref", sql.String(80), nullable=False),
    )
    op.create_table(
        "snapshots",
        sql.Column("match_id", sql.String(32), primary_key=True),
        sql.Column("at", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column(*body, nullable=False),
    )
    op.create_table(
        "chat",
        sql.Column("table_id", sql.String(32), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column(*body, nullable=False),
    )


def downgrade() -> None:
    """Remove everything."""
    for name in ("chat", "snapshots", "entries", "matches", "tables", "meta"):
        op.drop_table(name)
