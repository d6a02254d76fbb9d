"""Drop the table of snapshots. States are replayed from the log."""
from alembic import op

revision = '0015'
down_revision = '0014'


def upgrade():
    op.drop_table('snapshot')
