"""the lobby

Revision ID: 0007
Revises: 0006
Create Date: 2026-11-22 09:00:00.000000

"""
from alembic import op
import sqlalchemy as sa


# revision identifiers, used by Alembic.
revision = '0007'
down_revision = '0006'
branch_labels = None
depends_on = None


def upgrade():
    # every table of the past was started when it was opened
    op.add_column('table', sa.Column('vacant', sa.JSON(), nullable=True))


def downgrade():
    op.drop_column('table', 'vacant')
