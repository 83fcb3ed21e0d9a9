"""Private notes of players."""

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "notes",
        sql.Column("match_id", sql.String(32), primary_key=True),
        sql.Column("person", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("body", sql.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """Remove them."""
    op.drop_table("notes")
