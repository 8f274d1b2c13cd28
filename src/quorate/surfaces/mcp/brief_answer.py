"""A deliberation as a tool's answer: a few lines in our own words, and its brief as values.

The lines quote nothing that somebody else wrote: what a voter or a question says is data, and stays in the values.
"""

from quorate.app.app import Deliberation
from quorate.app.life.next_steps import next_steps
from quorate.app.life.notices import Notice
from quorate.core.codec import shown
from quorate.core.codec.schema import schema
from quorate.core.shape import Schema
from quorate.deliberation.precondition import short
from quorate.deliberation.summary import ACTIVE, RELEASED
from quorate.reports.content.deliberation.decision_state import signatures_in_words
from quorate.surfaces.cli.terminal.hints import notice_line
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.mcp.caller import Caller
from quorate.surfaces.mcp.declared_tool import ToolAnswer
from quorate.surfaces.mcp.tool_steps import tool_lines
from quorate.views.brief import Coded, DeliberationBrief, brief_of

WORDS = Words("en")


def brief_schema() -> Schema:
    """The schema of the values."""
    return schema(DeliberationBrief)


def brief_answer(caller: Caller, found: Deliberation) -> ToolAnswer:
    """How a deliberation stands, and what can be done next."""
    steps = next_steps(found.session, caller.app.now)
    coded = [Coded(one.code, one.values) for one in steps]
    told = [Coded(one.code, one.values) for one in found.notices]
    brief = brief_of(found.session, coded, told, repeated=not found.is_new)
    next_lines = tool_lines(steps, found.session, caller, WORDS)
    lines = [_outcome(brief), *_hashes(brief), *map(_notice, found.notices), *next_lines]
    return ToolAnswer("\n".join(lines), shown(brief))


def _outcome(brief: DeliberationBrief) -> str:
    verdict = brief.verdict
    if verdict is None and brief.signatures:
        return f"{brief.id}: {signatures_in_words(WORDS, brief.signatures.each)}."
    if verdict is None:
        waiting = sum(one.state in ("waiting", "asked") for one in brief.seats)
        return WORDS("mcp.voting", id=brief.id, n=waiting, total=len(brief.seats))
    permission = WORDS(_permission(brief))
    return WORDS("mcp.verdict", id=brief.id, result=verdict.result, action=verdict.action, permission=permission)


def _permission(brief: DeliberationBrief) -> str:
    if (brief.state, brief.status) == (RELEASED, ACTIVE):
        return "mcp.released"
    return "mcp.may" if brief.may_be_acted_on else "mcp.may.not"


def _hashes(brief: DeliberationBrief) -> list[str]:
    verdict = [WORDS("mcp.verdict.hash", hash=short(brief.verdict_hash))] if brief.verdict_hash else []
    return [WORDS("mcp.question.hash", hash=short(brief.question_hash)), *verdict]


def _notice(notice: Notice) -> str:
    """Where the command line would name an option, what the tool has instead."""
    own = f"mcp.notice.{notice.code}"
    return WORDS("notice", what=WORDS(own, **notice.values) if WORDS.knows(own) else notice_line(notice, WORDS))
