"""Add the seats of newcomers, who see the guide (``guided``)."""
from alembic import op
import sqlalchemy as sa

revision = '0010'
down_revision = '0009'


def upgrade():
    op.add_column('table', sa.Column('guided', sa.JSON(), nullable=True))
