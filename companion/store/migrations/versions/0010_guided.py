"""guided seats

Revision ID: 0010
Revises: 0009
Create Date: 2026-11-22 23:00:00.000000

"""
from alembic import op
import sqlalchemy as sa


# revision identifiers, used by Alembic.
revision = '0010'
down_revision = '0009'
branch_labels = None
depends_on = None


def upgrade():
    op.add_column('table', sa.Column('guided', sa.JSON(), nullable=True))


def downgrade():
    op.drop_column('table', 'guided')
