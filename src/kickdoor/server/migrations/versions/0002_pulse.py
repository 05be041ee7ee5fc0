"""The number of the last transaction, and when a table has something to do though nobody is there."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("serial", sa.BigInteger, nullable=False),
    )
    op.execute("INSERT INTO pulse (id, serial) VALUES (1, 0)")
    op.add_column("tables", sa.Column("due", sa.Float))
    op.create_index("tables_by_due", "tables", ["due"])
    op.create_index("tables_by_update", "tables", ["phase", "updated"])


def downgrade() -> None:
    """Take them away again."""
    op.drop_index("tables_by_update", "tables")
    op.drop_index("tables_by_due", "tables")
    op.drop_column("tables", "due")
    op.drop_table("pulse")
