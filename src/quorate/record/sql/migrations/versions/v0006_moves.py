"""Who has to move in a review by two parties is awaited in the inbox too."""

from alembic import op

from quorate.record.sql.lookups import await_moves
from quorate.record.sql.table_version import MigrationConnection

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Writes down who is awaited in the reviews that are open."""
    await_moves(MigrationConnection(op.get_bind()))
