"""Films of finished matches, and reports of problems."""

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make both."""
    op.create_table(
        "films",
        sql.Column("match_id", sql.String(32), primary_key=True),
        sql.Column("reel", sql.String(16), primary_key=True),
        sql.Column("body", sql.LargeBinary, nullable=False),
    )
    op.create_table(
        "reports",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("table_id", sql.String(32), nullable=False),
        sql.Column("match_id", sql.String(32), nullable=False),
        sql.Column("body", sql.LargeBinary, nullable=False),
    )
    op.create_index("ix_reports_table_id", "reports", ["table_id"])


def downgrade() -> None:
    """Remove both."""
    for name in ("reports", "films"):
        op.drop_table(name)
