"""Add the seats for newcomers in the lobby of a table (``vacant``)."""
from alembic import op
import sqlalchemy as sa

revision = '0007'
down_revision = '0006'


def upgrade():
    # all existing tables were started when they were opened
    op.add_column('table', sa.Column('vacant', sa.JSON(), nullable=True))
