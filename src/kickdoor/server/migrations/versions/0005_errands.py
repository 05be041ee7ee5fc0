"""What bots that search are to think about, for processes that do nothing else."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make it."""
    op.create_table(
        "errands",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("node", sa.String(16), nullable=False),
        sa.Column("bot", sa.String(40), nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("save", sa.LargeBinary, nullable=False),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("taken", sa.Float),
        sa.Column("answer", sa.LargeBinary),
    )


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("errands")
