"""trials

Revision ID: 0008
Revises: 0007
Create Date: 2026-11-22 20:00:00.000000

"""
from alembic import op
import sqlalchemy as sa


# revision identifiers, used by Alembic.
revision = '0008'
down_revision = '0007'
branch_labels = None
depends_on = None


def upgrade():
    # no table of the past began in a recorded play
    op.add_column(
        'table', sa.Column('trial', sa.String(length=80), nullable=False, server_default='')
    )


def downgrade():
    op.drop_column('table', 'trial')
