"""Those who are awaited have numbers that follow from what their rows say, instead of one after the other."""

from alembic import op

from quorate.record.sql.lookups import renumber_waits
from quorate.record.sql.table_version import MigrationConnection

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Gives them their numbers."""
    renumber_waits(MigrationConnection(op.get_bind()))
