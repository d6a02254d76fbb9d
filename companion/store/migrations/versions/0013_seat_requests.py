"""Add requests to host a table, or for one's seat on a new phone."""
from alembic import op
import sqlalchemy as sa

revision = '0013'
down_revision = '0012'


def upgrade():
    op.add_column('table', sa.Column('requests', sa.JSON(), nullable=True))
    op.add_column(
        'table', sa.Column('hosting_taken', sa.Boolean(), nullable=False, server_default=sa.false())
    )
