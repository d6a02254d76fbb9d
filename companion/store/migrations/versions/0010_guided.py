"""Add guided seats."""
from alembic import op
import sqlalchemy as sa

revision = '0010'
down_revision = '0009'


def upgrade():
    op.add_column('table', sa.Column('guided', sa.JSON(), nullable=True))
