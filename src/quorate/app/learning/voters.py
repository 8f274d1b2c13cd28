"""What is known of voters, over all deliberations whose outcome is known."""

from difflib import get_close_matches
from typing import NamedTuple

from quorate.analysis.track_record.decided_votes import DecidedVotes
from quorate.analysis.track_record.relevance import families, narrowed
from quorate.analysis.track_record.voter_table import PanelTable, panel_table
from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.app.learning.kept_learning import name_of, read_result, write_result
from quorate.app.learning.learned import teaching_of, votes_in
from quorate.core.errors import InputError
from quorate.deliberation.principal import Principal


class _Tables(NamedTuple):
    tables: tuple[PanelTable, ...]


@operation
async def voter_tables(app: App, who: Principal, name: str = "", *, domain: str = "") -> tuple[PanelTable, ...]:
    """One table for each set of options that questions had, largest first; with a name, only what is about that voter.

    A name stands for every voter whose name has it as one of its parts: an engine, a model or a lens.
    """
    tables = await _tables(app, domain)
    if not name:
        return tables
    found = tuple(only for table in tables if (only := _only(table, name)).rows)
    if not found:
        raise InputError(_unknown(name, tables))
    return found


async def _tables(app: App, domain: str) -> tuple[PanelTable, ...]:
    """Made once for the same outcomes; how many were decided by now is another matter."""
    index = await app.record.known_outcomes(domain=domain)
    name = name_of("voters", index.lines, domain)
    kept = read_result(app.kept_at, name, _Tables)
    if kept is None:
        known = await votes_in(app.record, index.lines, app.kept_at)
        kept = _Tables(tuple(_table(app, family, domain) for family in families(known)))
        write_result(app.kept_at, name, kept)
    return tuple(table._replace(decided=index.decided) for table in kept.tables)


def _table(app: App, family: list[DecidedVotes], domain: str) -> PanelTable:
    used, first = narrowed(family, "")._replace(domain=domain), family[0]
    table = panel_table(used, teaching_of(used, app.kept_at), decided=0)
    table = table._replace(open_truths=sum(one.outcome is None for one in family))
    if used.records:
        return table
    return table._replace(protocol=first.protocol, options=() if first.has_own_options else first.options)


def _only(table: PanelTable, name: str) -> PanelTable:
    rows = tuple(row for row in table.rows if name == row.voter or name in row.name)
    named = {row.voter for row in rows}
    together = tuple(one for one in table.together if named & {one.first, one.second})
    return table._replace(rows=rows, together=together)


def _unknown(name: str, tables: tuple[PanelTable, ...]) -> str:
    voters = sorted({row.voter for table in tables for row in table.rows})
    near = get_close_matches(name, voters, 3, 0.3) or voters[:3]
    nearest = f"nearest: {', '.join(near)}" if near else "no outcome of any voter is known yet"
    return f"no voter called {name!r}; {nearest}"
