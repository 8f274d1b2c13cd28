"""The database itself keeps which lines have an outcome, and in which domain others were decided, to be counted."""

from alembic import op

revision = "0005"
down_revision = "0004"

_LINES = "quorate_deliberations"
_HAS_OUTCOME = """replace(summary, '"outcome":"', '') <> summary"""
_IS_DECIDED = (
    """replace(summary, '"state":"decided"', '') <> summary OR replace(summary, '"state":"released"', '') <> summary"""
)


def upgrade() -> None:
    """Adds the columns, which follow from the line whoever writes it, and an index on each."""
    is_file = op.get_bind().dialect.name == "sqlite"
    kept = "VIRTUAL" if is_file else "STORED"
    text = "TEXT" if is_file else 'TEXT COLLATE "C"'
    for column in (
        f"has_outcome BOOLEAN GENERATED ALWAYS AS ({_HAS_OUTCOME}) {kept}",
        f"decided_in {text} GENERATED ALWAYS AS ({_decided_in('instr' if is_file else 'strpos')}) {kept}",
    ):
        _run(f"ALTER TABLE {_LINES} ADD COLUMN {column}")
    _run(f"CREATE INDEX quorate_outcomes ON {_LINES} (sequence) WHERE has_outcome")
    _run(f"CREATE INDEX quorate_decided ON {_LINES} (decided_in) WHERE decided_in IS NOT NULL")


def _decided_in(find: str) -> str:
    """The domain as the line has it, before the state; cut, because an entry of an index cannot be long."""
    begin, end = f"""{find}(summary, '"domain":') + 9""", f"""{find}(summary, ',"state":"')"""
    domain = f"substr(substr(summary, {begin}, {end} - ({begin})), 1, 300)"
    return f"CASE WHEN {_IS_DECIDED} THEN CASE WHEN {begin} BETWEEN 10 AND {end} THEN {domain} ELSE '' END END"


def _run(statement: str) -> None:
    """As it is: a colon in it names no value."""
    op.get_bind().exec_driver_sql(statement)
