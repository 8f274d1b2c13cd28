"""The tools that learn from outcomes: say what turned out, and look how far each voter can be trusted."""

from collections.abc import Mapping
from typing import Any

from quorate.app.learning.outcomes import record_outcome
from quorate.app.learning.voters import voter_tables
from quorate.core.shape import FILLED, TEXT, Field, Schema
from quorate.reports.content.learning.record_lines import outcome_lines
from quorate.reports.content.learning.reliability_content import panel_name
from quorate.reports.content.learning.voter_lines import coverage_lines, nothing_known
from quorate.reports.language import language
from quorate.surfaces.mcp.brief_answer import brief_answer, brief_schema
from quorate.surfaces.mcp.caller import Caller
from quorate.surfaces.mcp.decide_tools import ID, KEY
from quorate.surfaces.mcp.declared_tool import ADDS, READS, Declaration, ToolAnswer
from quorate.views.learning import voters_plain

Values = Mapping[str, Any]
ENGLISH = language("en")


async def outcome(caller: Caller, said: Values) -> ToolAnswer:
    """What turned out is on the record."""
    found = await record_outcome(caller.app, caller.who, said["id"], said["was"], said["note"], said["on"], said["key"])
    return ToolAnswer("\n".join(outcome_lines(found.session, ENGLISH)), brief_answer(caller, found).values)


async def voters(caller: Caller, said: Values) -> ToolAnswer:
    """How often each voter was right."""
    tables = await voter_tables(caller.app, caller.who, said["name"], domain=said["domain"])
    lines = [f"{panel_name(one, ENGLISH)}: {' '.join(coverage_lines(one, ENGLISH))}" for one in tables]
    return ToolAnswer("\n".join(lines) or nothing_known(said["domain"], ENGLISH), voters_plain(tables))


def _panels() -> Schema:
    return {"type": "object", "properties": {"panels": {"type": "array"}}, "required": ["panels"]}


LEARNING: tuple[Declaration, ...] = (
    Declaration(
        "record_outcome",
        "Record an outcome",
        "Say what turned out to be true of a decided deliberation. Needs the key of a person who may answer.",
        {
            "id": ID,
            "was": Field(FILLED, "right, wrong, or the option that was true.", required=True, default=""),
            "note": Field(TEXT, default=""),
            "on": Field(TEXT, "Date, such as 2026-11-17.", default=""),
            "key": KEY._replace(help="Idempotency key."),
        },
        brief_schema,
        outcome,
        ADDS,
    ),
    Declaration(
        "list_voters",
        "List voters",
        "How often each voter was right, with intervals; nothing is ranked that cannot be told apart.",
        {
            "name": Field(TEXT, "An engine, model or lens.", default=""),
            "domain": Field(TEXT, default=""),
        },
        _panels,
        voters,
        READS,
    ),
)
