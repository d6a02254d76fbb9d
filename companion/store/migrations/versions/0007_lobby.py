"""Add the lobby."""
from alembic import op
import sqlalchemy as sa

revision = '0007'
down_revision = '0006'


def upgrade():
    # all existing tables were started when they were opened
    op.add_column('table', sa.Column('vacant', sa.JSON(), nullable=True))
