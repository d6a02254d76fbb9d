"""Add the unique id of a table (``birth``)."""
import secrets

from alembic import op
import sqlalchemy as sa

revision = '0005'
down_revision = '0004'


def upgrade():
    # neither alter a column nor recreate the table: other tables reference it
    op.add_column('table', sa.Column('birth', sa.String(length=64), nullable=True))
    op.add_column(
        'table', sa.Column('brought_in', sa.Boolean(), nullable=False, server_default=sa.false())
    )
    table = sa.table('table', sa.column('id', sa.Integer), sa.column('birth', sa.String))
    connection = op.get_bind()
    for (number,) in connection.execute(sa.select(table.c.id)).fetchall():
        born = sa.update(table).where(table.c.id == number).values(birth=secrets.token_urlsafe(16))
        connection.execute(born)
    op.create_index('ix_table_birth', 'table', ['birth'], unique=True)
