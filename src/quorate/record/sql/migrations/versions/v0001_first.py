"""The first tables."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Integer, Text

revision = "0001"
down_revision = None

_NUMBER = BigInteger().with_variant(Integer, "sqlite")


def _texts(*names: str) -> list[Column[str]]:
    return [Column(name, Text, nullable=False) for name in names]


def upgrade() -> None:
    """Makes the tables in an empty store."""
    op.create_table(
        "quorate_deliberations",
        Column("sequence", _NUMBER, primary_key=True),
        Column("id", Text, nullable=False, unique=True),
        *_texts("opened_at", "changed_at"),
        Column("position", Integer, nullable=False),
        *_texts("head", "summary", "words"),
    )
    op.create_table(
        "quorate_events",
        Column("deliberation", Text, ForeignKey("quorate_deliberations.id"), primary_key=True),
        Column("position", Integer, primary_key=True, autoincrement=False),
        *_texts("at", "author", "proof", "kind", "body", "hash"),
    )
    op.create_table(
        "quorate_waits",
        Column(
            "sequence", _NUMBER, ForeignKey("quorate_deliberations.sequence"), primary_key=True, autoincrement=False
        ),
        Column("number", Integer, primary_key=True, autoincrement=False),
        *_texts("kind", "who", "seat", "until"),
    )
    op.create_table("quorate_days", Column("day", Text, primary_key=True), Column("last", Integer, nullable=False))
    op.create_table("quorate_keys", Column("name", Text, primary_key=True), *_texts("request", "spans"))
