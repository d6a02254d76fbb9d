"""ticks of setting up

Revision ID: 0009
Revises: 0008
Create Date: 2026-11-22 20:00:00.000000

"""
from alembic import op
import sqlalchemy as sa


# revision identifiers, used by Alembic.
revision = '0009'
down_revision = '0008'
branch_labels = None
depends_on = None


def upgrade():
    op.add_column('table', sa.Column('ticks', sa.JSON(), nullable=True))


def downgrade():
    op.drop_column('table', 'ticks')
