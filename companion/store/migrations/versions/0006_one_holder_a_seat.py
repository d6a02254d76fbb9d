"""Allow only one link that holds a seat."""
from alembic import op
import sqlalchemy as sa

revision = '0006'
down_revision = '0005'

HOLDS_A_SEAT = "revoked_at IS NULL AND role IN ('host', 'seat')"


def upgrade():
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
