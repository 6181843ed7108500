"""A checksum for each table and each event; what was written before has none."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    for table in ("tables", "events"):
        op.add_column(table, sa.Column("checksum", sa.BigInteger, nullable=True))


def downgrade() -> None:
    for table in ("tables", "events"):
        with op.batch_alter_table(table) as changed:
            changed.drop_column("checksum")
