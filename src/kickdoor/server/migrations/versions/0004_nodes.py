"""Several servers on one database: who they are, which has which table, and in which term each answer was written."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "nodes",
        sa.Column("node", sa.String(16), primary_key=True),
        sa.Column("address", sa.String(200), nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.add_column("tables", sa.Column("owner", sa.String(16)))
    op.add_column("tables", sa.Column("term", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("maker", sa.String(64), nullable=False, server_default=""))
    op.create_index("tables_by_owner", "tables", ["owner"])
    op.create_index("tables_by_maker", "tables", ["maker", "created"])
    op.add_column("answers", sa.Column("node", sa.String(16), nullable=False, server_default=""))
    op.add_column("answers", sa.Column("term", sa.BigInteger, nullable=False, server_default="0"))
    op.drop_table("pulse")
    op.create_table(
        "pulse",
        sa.Column("node", sa.String(16), primary_key=True),
        sa.Column("serial", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("pulse")
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("serial", sa.BigInteger, nullable=False),
    )
    op.execute("INSERT INTO pulse (id, serial) VALUES (1, 0)")
    for table, column in (("answers", "term"), ("answers", "node")):
        op.drop_column(table, column)
    op.drop_index("tables_by_maker", "tables")
    op.drop_index("tables_by_owner", "tables")
    for column in ("maker", "term", "owner"):
        op.drop_column("tables", column)
    op.drop_table("nodes")
