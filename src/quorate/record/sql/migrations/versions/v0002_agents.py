"""Where agents of the fleet are found: by name, by their place, and by their standing in a cohort."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Integer, Text, text

revision = "0002"
down_revision = "0001"

_NUMBER = BigInteger().with_variant(Integer, "sqlite")
_ORDERED = Text().with_variant(Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Makes the table; the next version fills it."""
    op.create_table(
        "quorate_agents",
        Column(
            "sequence", _NUMBER, ForeignKey("quorate_deliberations.sequence"), primary_key=True, autoincrement=False
        ),
        *(Column(name, _ORDERED, nullable=False) for name in ("name", "place", "cohort")),
        Column("standing", _NUMBER, nullable=False),
    )
    ranked = [text(column) for column in ("place", "cohort", "standing DESC", "name")]
    op.create_index("quorate_agents_ranked", "quorate_agents", ranked)
    op.create_index("quorate_agents_named", "quorate_agents", ["name"])
    op.create_index("quorate_agents_placed", "quorate_agents", ["place", "name"])
