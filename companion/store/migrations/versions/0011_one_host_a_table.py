"""Allow only one host per table."""
from alembic import op
import sqlalchemy as sa

revision = '0011'
down_revision = '0010'

IS_LIVE_HOST = "revoked_at IS NULL AND role = 'host'"


def upgrade():
    # Of several hosts of a table the one at the first seat stays; the others become players.
    op.execute(f"""
        UPDATE link SET role = 'seat'
        WHERE {IS_LIVE_HOST} AND EXISTS (
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
        sqlite_where=sa.text(IS_LIVE_HOST), postgresql_where=sa.text(IS_LIVE_HOST),
    )
