"""Deliberations that are not decided are found by an index of their own.

The database computes the column, so that a process of an earlier release that is still open keeps it right as well; and
a vote, which leaves it as it is, writes no index.
"""

from alembic import op
from sqlalchemy import Column, Computed, Integer, text

revision = "0007"
down_revision = "0006"

_BESIDE = ("agent-", "dialectic-", "key-", "refusals-", "call-", "window-")
_UNDECIDED = """replace(replace(summary, '"state":"decided"', ''), '"state":"released"', '') = summary"""
_DELIBERATION = " AND ".join(f"substr(id, 1, {len(prefix)}) <> '{prefix}'" for prefix in _BESIDE)


def upgrade() -> None:
    """Adds the column and the index."""
    is_open = f"CASE WHEN {_UNDECIDED} AND {_DELIBERATION} THEN 1 ELSE 0 END"
    is_stored = op.get_bind().dialect.name == "postgresql"
    op.add_column("quorate_deliberations", Column("is_open", Integer, Computed(is_open, persisted=is_stored)))
    op.create_index(
        "quorate_deliberations_open",
        "quorate_deliberations",
        ["sequence"],
        sqlite_where=text("is_open = 1"),
        postgresql_where=text("is_open = 1"),
    )
