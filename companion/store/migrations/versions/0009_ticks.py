"""Add the steps of setting up that are done (``ticks``)."""
from alembic import op
import sqlalchemy as sa

revision = '0009'
down_revision = '0008'


def upgrade():
    op.add_column('table', sa.Column('ticks', sa.JSON(), nullable=True))
