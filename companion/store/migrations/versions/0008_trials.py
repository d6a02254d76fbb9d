"""Add practice tables (``trial``)."""
from alembic import op
import sqlalchemy as sa

revision = '0008'
down_revision = '0007'


def upgrade():
    # no existing table began in a recorded play
    op.add_column(
        'table', sa.Column('trial', sa.String(length=80), nullable=False, server_default='')
    )
