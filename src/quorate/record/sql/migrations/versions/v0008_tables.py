"""The tables. What follows from a line, the database computes itself, so that it can be looked up and counted."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Computed, ForeignKey, Integer, Text, text

revision = "0008"
down_revision = None

_LINES = "quorate_deliberations"
_BESIDE = ("agent-", "dialectic-", "key-", "refusals-", "call-", "window-")
_NUMBER = BigInteger().with_variant(Integer, "sqlite")
_ORDERED = Text().with_variant(Text(collation="C"), "postgresql")
_HAS_OUTCOME = """replace(summary, '"outcome":""', '') = summary"""
_IS_DECIDED = (
    """replace(summary, '"state":"decided"', '') <> summary OR replace(summary, '"state":"released"', '') <> summary"""
)
_IS_UNDECIDED = """replace(replace(summary, '"state":"decided"', ''), '"state":"released"', '') = summary"""
_IS_DELIBERATION = " AND ".join(f"substr(id, 1, {len(prefix)}) <> '{prefix}'" for prefix in _BESIDE)


def _texts(*names: str) -> list[Column[str]]:
    return [Column(name, Text, nullable=False) for name in names]


def _decided_in(find: str) -> str:
    """Return the domain as the line has it, before the state; cut, because an entry of an index cannot be long."""
    begin, end = f"""{find}(summary, '"domain":') + 9""", f"""{find}(summary, ',"state":"')"""
    domain = f"substr(substr(summary, {begin}, {end} - ({begin})), 1, 300)"
    return f"CASE WHEN {_IS_DECIDED} THEN CASE WHEN {begin} BETWEEN 10 AND {end} THEN {domain} ELSE '' END END"


def upgrade() -> None:
    """Makes the tables in an empty store."""
    is_file = op.get_bind().dialect.name == "sqlite"
    op.create_table(
        _LINES,
        Column("sequence", _NUMBER, primary_key=True),
        Column("id", Text, nullable=False, unique=True),
        *_texts("opened_at", "changed_at"),
        Column("position", Integer, nullable=False),
        *_texts("head", "summary", "words"),
        Column("has_outcome", Boolean, Computed(_HAS_OUTCOME, persisted=not is_file)),
        Column("decided_in", _ORDERED, Computed(_decided_in("instr" if is_file else "strpos"), persisted=not is_file)),
        Column(
            "is_open",
            Integer,
            Computed(f"CASE WHEN {_IS_UNDECIDED} AND {_IS_DELIBERATION} THEN 1 ELSE 0 END", persisted=not is_file),
        ),
    )
    op.create_table(
        "quorate_events",
        Column("deliberation", Text, ForeignKey(f"{_LINES}.id"), primary_key=True),
        Column("position", Integer, primary_key=True, autoincrement=False),
        *_texts("at", "author", "proof", "kind", "body", "hash"),
    )
    op.create_table(
        "quorate_waits",
        Column("sequence", _NUMBER, ForeignKey(f"{_LINES}.sequence"), primary_key=True, autoincrement=False),
        Column("number", Integer, primary_key=True, autoincrement=False),
        *_texts("kind", "who", "seat", "until"),
    )
    op.create_table("quorate_days", Column("day", Text, primary_key=True), Column("last", Integer, nullable=False))
    op.create_table("quorate_keys", Column("name", Text, primary_key=True), *_texts("request", "spans"))
    op.create_table(
        "quorate_agents",
        Column("sequence", _NUMBER, ForeignKey(f"{_LINES}.sequence"), primary_key=True, autoincrement=False),
        *(Column(name, _ORDERED, nullable=False) for name in ("name", "place", "cohort", "look", "small_look")),
        Column("standing", _NUMBER, nullable=False),
    )
    ranked = [text(column) for column in ("place", "cohort", "standing DESC", "name")]
    op.create_index("quorate_agents_ranked", "quorate_agents", ranked)
    op.create_index("quorate_agents_named", "quorate_agents", ["name"])
    op.create_index("quorate_agents_placed", "quorate_agents", ["place", "name"])
    op.create_index("quorate_agents_look", "quorate_agents", ["look"])
    op.create_index("quorate_agents_small_look", "quorate_agents", ["small_look"])
    _index_some("quorate_outcomes", "sequence", "has_outcome")
    _index_some("quorate_decided", "decided_in", "decided_in IS NOT NULL")
    _index_some("quorate_deliberations_open", "sequence", "is_open = 1")


def _index_some(name: str, column: str, condition: str) -> None:
    op.create_index(name, _LINES, [column], sqlite_where=text(condition), postgresql_where=text(condition))
