"""What is kept for whom, how large, and until when."""

import sqlalchemy as sql
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the books."""
    op.create_table(
        "holdings",
        sql.Column("kind", sql.String(16), primary_key=True),
        sql.Column("id", sql.String(120), primary_key=True),
        sql.Column("address", sql.String(32), nullable=False),
        sql.Column("size", sql.BigInteger, nullable=False),
        sql.Column("expires", sql.Float, nullable=True),
        sql.Column("table_id", sql.String(32), nullable=True),
    )
    for column in ("address", "expires", "table_id"):
        op.create_index(f"ix_holdings_{column}", "holdings", [column])


def downgrade() -> None:
    """Remove them."""
    op.drop_table("holdings")
