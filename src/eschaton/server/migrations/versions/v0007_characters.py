"""Characters that people bring to matches."""

import sqlalchemy as sql
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make room for them."""
    op.create_table(
        "characters",
        sql.Column("owner", sql.String(64), primary_key=True),
        sql.Column("character_id", sql.String(32), nullable=False, unique=True),
        sql.Column("match_id", sql.String(32), nullable=True),
        sql.Column("seat", sql.Integer, nullable=False, server_default="0"),
        sql.Column("body", sql.LargeBinary, nullable=False),
    )
    op.create_index("ix_characters_match_id", "characters", ["match_id"])


def downgrade() -> None:
    """Remove them."""
    op.drop_table("characters")
