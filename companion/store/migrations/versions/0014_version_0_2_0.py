"""Change the tables of version 0.1.0 into those of version 0.2.0."""
import json
import secrets

from alembic import op
import sqlalchemy as sa

revision = '0014'
down_revision = '0004'

HOLDS_A_SEAT = "revoked_at IS NULL AND role IN ('host', 'seat')"
HOSTS = "revoked_at IS NULL AND role = 'host'"


def upgrade():
    add_columns_of_tables()
    add_unique_ids()
    end_links_of_further_holders()
    end_hosting_of_further_hosts()
    give_forgotten_people_one_name()
    change_groups()


def add_columns_of_tables():
    # neither alter a column nor recreate the table: other tables reference it
    for name in ('brought_in', 'hosting_taken'):
        op.add_column('table', sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false()))
    for name in ('vacant', 'ticks', 'guided', 'requests'):
        op.add_column('table', sa.Column(name, sa.JSON(), nullable=True))
    op.add_column('table', sa.Column('trial', sa.String(length=80), nullable=False, server_default=''))
    op.add_column('table', sa.Column('birth', sa.String(length=64), nullable=True))


def add_unique_ids():
    table = sa.table('table', sa.column('id', sa.Integer), sa.column('birth', sa.String))
    connection = op.get_bind()
    for (number,) in connection.execute(sa.select(table.c.id)).fetchall():
        born = sa.update(table).where(table.c.id == number).values(birth=secrets.token_urlsafe(16))
        connection.execute(born)
    op.create_index('ix_table_birth', 'table', ['birth'], unique=True)


def end_links_of_further_holders():
    # Of several holders of a seat the host stays, or else the first one; the links of the others are revoked.
    op.execute(f"""
        UPDATE link SET revoked_at = CURRENT_TIMESTAMP
        WHERE {HOLDS_A_SEAT} AND seat IS NOT NULL AND EXISTS (
            SELECT 1 FROM link AS earlier
            WHERE earlier.table_id = link.table_id AND earlier.seat = link.seat
            AND earlier.revoked_at IS NULL AND earlier.role IN ('host', 'seat')
            AND (earlier.role < link.role OR (earlier.role = link.role AND earlier.id < link.id))
        )
    """)
    op.create_index(
        'one_holder_a_seat', 'link', ['table_id', 'seat'], unique=True,
        sqlite_where=sa.text(HOLDS_A_SEAT), postgresql_where=sa.text(HOLDS_A_SEAT),
    )


def end_hosting_of_further_hosts():
    # Of several hosts of a table the one at the first seat stays; the others become players.
    op.execute(f"""
        UPDATE link SET role = 'seat'
        WHERE {HOSTS} AND EXISTS (
            SELECT 1 FROM link AS other
            WHERE other.table_id = link.table_id AND other.revoked_at IS NULL AND other.role = 'host'
            AND (
                coalesce(other.seat, 99) < coalesce(link.seat, 99)
                OR (coalesce(other.seat, 99) = coalesce(link.seat, 99) AND other.id < link.id)
            )
        )
    """)
    op.create_index(
        'one_host_a_table', 'link', ['table_id'], unique=True,
        sqlite_where=sa.text(HOSTS), postgresql_where=sa.text(HOSTS),
    )


def give_forgotten_people_one_name():
    # In version 0.1.0 the name of a forgotten person depended on the seat.
    connection = op.get_bind()
    forgotten = connection.execute(sa.text("SELECT id, group_id FROM person WHERE name = '' ORDER BY id"))
    names, of_group = {}, {}
    for person, group in forgotten.all():
        number = of_group[group] = of_group.get(group, 0) + 1
        names[person] = 'Somebody' if number == 1 else f'Somebody {number}'
    rename_person = sa.text('UPDATE person SET name = :name WHERE id = :person')
    rename_seat = sa.text(
        "UPDATE seat SET name = :name "
        "WHERE table_id = :table AND number = :seat AND name LIKE 'Somebody %'"
    )
    for person, name in names.items():
        connection.execute(rename_person, {'name': name, 'person': person})
    for table, people in connection.execute(sa.text('SELECT table_id, people FROM group_table')).all():
        for seat, person in enumerate(json.loads(people) if isinstance(people, str) else people):
            if person in names:
                connection.execute(rename_seat, {'name': names[person], 'table': table, 'seat': seat})


def change_groups():
    with op.batch_alter_table('person') as batch_op:
        batch_op.add_column(sa.Column('same_as', sa.Integer(), nullable=True))
        batch_op.create_foreign_key('person_same_as', 'person', ['same_as'], ['id'], ondelete='SET NULL')
    with op.batch_alter_table('group_table') as batch_op:
        batch_op.drop_column('people')
        batch_op.add_column(sa.Column('played_at', sa.DateTime(), nullable=True))
        batch_op.add_column(sa.Column('place', sa.String(length=40), nullable=False, server_default=''))
    op.create_table(
        'manual_play',
        sa.Column('id', sa.Integer(), primary_key=True),
        sa.Column('group_id', sa.Integer(), sa.ForeignKey('group.id'), nullable=False, index=True),
        sa.Column('slug', sa.String(length=32), nullable=False),
        sa.Column('played_at', sa.DateTime(), nullable=False),
        sa.Column('place', sa.String(length=40), nullable=False),
    )
    op.create_table(
        'manual_seat',
        sa.Column('play_id', sa.Integer(), sa.ForeignKey('manual_play.id'), primary_key=True),
        sa.Column('number', sa.Integer(), primary_key=True),
        sa.Column('name', sa.String(length=40), nullable=False),
        sa.Column('points', sa.Integer(), nullable=True),
        sa.Column('won', sa.Boolean(), nullable=True),
    )
