"""Several servers share a database: who keeps a table, whom it has let in, and which messages it has carried out."""

import sqlalchemy as sql
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Note keepers, people and messages, and where to prove that writing is possible.

    Refs no longer stand beside entries, which an undo takes away.
    """
    op.add_column("tables", sql.Column("keeper", sql.String(32), nullable=True))
    op.add_column("tables", sql.Column("epoch", sql.Integer, nullable=False, server_default="0"))
    op.create_index("ix_tables_keeper", "tables", ["keeper"])
    op.create_table(
        "people",
        sql.Column("table_id", sql.String(32), primary_key=True),
        sql.Column("person", sql.Integer, primary_key=True, autoincrement=False),
    )
    op.create_table(
        "heard",
        sql.Column("table_id", sql.String(32), primary_key=True),
        sql.Column("person", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("ref", sql.String(64), nullable=False),
    )
    op.create_table(
        "processes",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("address", sql.String(255), nullable=False),
        sql.Column("until", sql.Float, nullable=False),
    )
    op.drop_column("entries", "ref")
    meta = sql.table("meta", sql.column("key", sql.String), sql.column("value", sql.LargeBinary))
    op.bulk_insert(meta, [{"key": "proof", "value": b""}])


def downgrade() -> None:
    """Take it all back."""
    op.execute("delete from meta where key = 'proof'")
    op.add_column("entries", sql.Column("ref", sql.String(80), nullable=False, server_default=""))
    for name in ("processes", "heard", "people"):
        op.drop_table(name)
    op.drop_index("ix_tables_keeper", "tables")
    op.drop_column("tables", "epoch")
    op.drop_column("tables", "keeper")
