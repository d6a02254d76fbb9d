"""Create the tables of version 0.1.0."""
from alembic import op
import sqlalchemy as sa

revision = '0004'
down_revision = None


def upgrade():
    op.create_table(
        'table',
        sa.Column('id', sa.Integer(), primary_key=True),
        sa.Column('code', sa.String(length=8), nullable=False, unique=True),
        sa.Column('slug', sa.String(length=32), nullable=False),
        sa.Column('mode', sa.String(length=16), nullable=False),
        sa.Column('rules', sa.Integer(), nullable=False),
        sa.Column('first', sa.Integer(), nullable=False),
        sa.Column('options', sa.JSON(), nullable=False),
        sa.Column('opened_at', sa.DateTime(), nullable=False),
        sa.Column('next_code', sa.String(length=8), nullable=True),
    )
    op.create_table(
        'entry',
        sa.Column('table_id', sa.Integer(), sa.ForeignKey('table.id'), primary_key=True),
        sa.Column('seq', sa.Integer(), primary_key=True),
        sa.Column('kind', sa.String(length=8), nullable=False),
        sa.Column('seat', sa.Integer(), nullable=False),
        sa.Column('move', sa.String(length=32), nullable=True),
        sa.Column('data', sa.Text(), nullable=False),
        sa.Column('of', sa.Integer(), nullable=False),
        sa.Column('by', sa.Integer(), nullable=False),
        sa.Column('device', sa.String(length=40), nullable=False),
        sa.Column('key', sa.String(length=64), nullable=False),
        sa.Column('at', sa.Integer(), nullable=False),
        sa.UniqueConstraint('table_id', 'key'),
    )
    op.create_table(
        'link',
        sa.Column('id', sa.Integer(), primary_key=True),
        sa.Column('table_id', sa.Integer(), sa.ForeignKey('table.id'), nullable=False, index=True),
        sa.Column('role', sa.String(length=8), nullable=False),
        sa.Column('seat', sa.Integer(), nullable=True),
        sa.Column('digest', sa.String(length=64), nullable=False, unique=True),
        sa.Column('device', sa.String(length=40), nullable=False),
        sa.Column('made_at', sa.DateTime(), nullable=False),
        sa.Column('revoked_at', sa.DateTime(), nullable=True),
    )
    op.create_table(
        'seat',
        sa.Column('table_id', sa.Integer(), sa.ForeignKey('table.id'), primary_key=True),
        sa.Column('number', sa.Integer(), primary_key=True),
        sa.Column('name', sa.String(length=40), nullable=False),
    )
    op.create_table(
        'edition',
        sa.Column('id', sa.Integer(), primary_key=True),
        sa.Column('digest', sa.String(length=64), nullable=False, unique=True),
        sa.Column('slug', sa.String(length=32), nullable=False),
        sa.Column('name', sa.String(length=40), nullable=False),
        sa.Column('made_at', sa.DateTime(), nullable=False),
    )
    op.create_table(
        'edition_version',
        sa.Column('edition_id', sa.Integer(), sa.ForeignKey('edition.id'), primary_key=True),
        sa.Column('number', sa.Integer(), primary_key=True),
        sa.Column('record', sa.JSON(), nullable=False),
        sa.Column('by', sa.String(length=40), nullable=False),
        sa.Column('at', sa.DateTime(), nullable=False),
    )
    op.create_table(
        'group',
        sa.Column('id', sa.Integer(), primary_key=True),
        sa.Column('digest', sa.String(length=64), nullable=False, unique=True),
        sa.Column('name', sa.String(length=40), nullable=False),
        sa.Column('made_at', sa.DateTime(), nullable=False),
    )
    op.create_table(
        'group_edition',
        sa.Column('group_id', sa.Integer(), sa.ForeignKey('group.id'), primary_key=True),
        sa.Column('edition_id', sa.Integer(), sa.ForeignKey('edition.id'), primary_key=True),
    )
    op.create_table(
        'group_table',
        sa.Column('group_id', sa.Integer(), sa.ForeignKey('group.id'), primary_key=True),
        sa.Column('table_id', sa.Integer(), sa.ForeignKey('table.id'), primary_key=True),
        sa.Column('people', sa.JSON(), nullable=False),
        sa.Column('version', sa.Integer(), nullable=False),
        sa.Column('result', sa.JSON(), nullable=True),
    )
    op.create_table(
        'person',
        sa.Column('id', sa.Integer(), primary_key=True),
        sa.Column('group_id', sa.Integer(), sa.ForeignKey('group.id'), nullable=False, index=True),
        sa.Column('name', sa.String(length=40), nullable=False),
    )
    op.create_table(
        'snapshot',
        sa.Column('table_id', sa.Integer(), sa.ForeignKey('table.id'), primary_key=True),
        sa.Column('version', sa.Integer(), nullable=False),
        sa.Column('rules', sa.Integer(), nullable=False),
        sa.Column('data', sa.Text(), nullable=False),
    )
