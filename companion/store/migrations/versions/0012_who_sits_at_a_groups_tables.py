"""Derive the people at a group's tables from the seats."""
import json

from alembic import op
import sqlalchemy as sa

revision = '0012'
down_revision = '0011'


def upgrade():
    # The name of a forgotten person depended on the seat. Give each of them one name.
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
    with op.batch_alter_table('group_table') as batch_op:
        batch_op.drop_column('people')
