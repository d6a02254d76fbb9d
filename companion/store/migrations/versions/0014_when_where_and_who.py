"""Add merged people, date and place of a group's tables, and manual plays."""
import sqlalchemy as sa
from alembic import op

revision = '0014'
down_revision = '0013'


def upgrade():
    with op.batch_alter_table('person') as batch_op:
        batch_op.add_column(sa.Column('same_as', sa.Integer(), nullable=True))
        batch_op.create_foreign_key('person_same_as', 'person', ['same_as'], ['id'], ondelete='SET NULL')
    op.add_column('group_table', sa.Column('played_at', sa.DateTime(), nullable=True))
    op.add_column(
        'group_table', sa.Column('place', sa.String(length=40), nullable=False, server_default='')
    )
    op.create_table(
        'manual_play',
        sa.Column('id', sa.Integer(), nullable=False),
        sa.Column('group_id', sa.Integer(), nullable=False),
        sa.Column('slug', sa.String(length=32), nullable=False),
        sa.Column('played_at', sa.DateTime(), nullable=False),
        sa.Column('place', sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(['group_id'], ['group.id']),
        sa.PrimaryKeyConstraint('id'),
    )
    op.create_index('ix_manual_play_group_id', 'manual_play', ['group_id'])
    op.create_table(
        'manual_seat',
        sa.Column('play_id', sa.Integer(), nullable=False),
        sa.Column('number', sa.Integer(), nullable=False),
        sa.Column('name', sa.String(length=40), nullable=False),
        sa.Column('points', sa.Integer(), nullable=True),
        sa.Column('won', sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(['play_id'], ['manual_play.id']),
        sa.PrimaryKeyConstraint('play_id', 'number'),
    )
