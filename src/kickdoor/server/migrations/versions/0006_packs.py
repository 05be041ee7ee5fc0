"""Packs that somebody brought along: which tables have them, and which are shared by a link."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "packs",
        sa.Column("ref", sa.String(80), primary_key=True),
        sa.Column("text", sa.LargeBinary, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("maker", sa.String(64), nullable=False),
        sa.Column("kept", sa.Float, nullable=False),
    )
    op.create_index("packs_by_maker", "packs", ["maker"])
    op.create_table(
        "table_packs",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("ref", sa.String(80), sa.ForeignKey("packs.ref"), primary_key=True),
    )
    op.create_index("table_packs_by_pack", "table_packs", ["ref"])
    op.create_table(
        "shares",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("ref", sa.String(80), sa.ForeignKey("packs.ref"), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_index("shares_by_pack", "shares", ["ref"])


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("shares")
    op.drop_table("table_packs")
    op.drop_index("packs_by_maker", "packs")
    op.drop_table("packs")
