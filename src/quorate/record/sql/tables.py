"""The tables of a store. What people said is in JSON texts; columns are what is looked up."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, Table, Text

metadata = MetaData()

_Number = BigInteger().with_variant(Integer, "sqlite")
# by the bytes of the text, as our own order of names is, whatever the language of the database
Ordered = Text().with_variant(Text(collation="C"), "postgresql")


def _text(name: str, *, is_key: bool = False) -> Column[str]:
    return Column(name, Text, primary_key=is_key, nullable=False)


deliberations = Table(
    "quorate_deliberations",
    metadata,
    Column("sequence", _Number, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    _text("opened_at"),
    _text("changed_at"),
    Column("position", Integer, nullable=False),
    _text("head"),
    _text("summary"),
    _text("words"),
)

events = Table(
    "quorate_events",
    metadata,
    Column("deliberation", Text, ForeignKey("quorate_deliberations.id"), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    _text("at"),
    _text("author"),
    _text("proof"),
    _text("kind"),
    _text("body"),
    _text("hash"),
)

waits = Table(
    "quorate_waits",
    metadata,
    Column("sequence", _Number, ForeignKey("quorate_deliberations.sequence"), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    _text("kind"),
    _text("who"),
    _text("seat"),
    _text("until"),
)

days = Table("quorate_days", metadata, _text("day", is_key=True), Column("last", Integer, nullable=False))

keys = Table("quorate_keys", metadata, _text("name", is_key=True), _text("request"), _text("spans"))

agents = Table(
    "quorate_agents",
    metadata,
    Column("sequence", _Number, ForeignKey("quorate_deliberations.sequence"), primary_key=True, autoincrement=False),
    Column("name", Ordered, nullable=False),
    Column("place", Ordered, nullable=False),
    Column("cohort", Ordered, nullable=False),
    Column("standing", _Number, nullable=False),
)
Index("quorate_agents_ranked", agents.c.place, agents.c.cohort, agents.c.standing.desc(), agents.c.name)
Index("quorate_agents_named", agents.c.name)
Index("quorate_agents_placed", agents.c.place, agents.c.name)
