"""Drop the snapshots of the states of tables: replaying a log is fast."""
from alembic import op

revision = '0015'
down_revision = '0014'


def upgrade():
    op.drop_table('snapshot')
