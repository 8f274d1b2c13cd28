"""Agents of the fleet are found by what their names look like too."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Integer, Text, text

from quorate.record.sql.lookups import rank_agents
from quorate.record.sql.table_version import MigrationConnection

revision = "0003"
down_revision = "0002"

_NUMBER = BigInteger().with_variant(Integer, "sqlite")
_ORDERED = Text().with_variant(Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Makes the table anew, since all of it follows from the events, and fills it with the agents that there are."""
    op.drop_table("quorate_agents")
    op.create_table(
        "quorate_agents",
        Column(
            "sequence", _NUMBER, ForeignKey("quorate_deliberations.sequence"), primary_key=True, autoincrement=False
        ),
        *(Column(name, _ORDERED, nullable=False) for name in ("name", "place", "cohort", "look", "small_look")),
        Column("standing", _NUMBER, nullable=False),
    )
    ranked = [text(column) for column in ("place", "cohort", "standing DESC", "name")]
    op.create_index("quorate_agents_ranked", "quorate_agents", ranked)
    op.create_index("quorate_agents_named", "quorate_agents", ["name"])
    op.create_index("quorate_agents_placed", "quorate_agents", ["place", "name"])
    op.create_index("quorate_agents_look", "quorate_agents", ["look"])
    op.create_index("quorate_agents_small_look", "quorate_agents", ["small_look"])
    rank_agents(MigrationConnection(op.get_bind()))
