"""The tools that only look: one deliberation, the log, the inbox, why a verdict is as it is, another protocol."""

from collections.abc import Mapping
from typing import Any

from quorate.app.deliberation_list import list_inbox, list_log, show_deliberation
from quorate.app.verdict_analysis import OtherCount, explain, retally
from quorate.core.codec import shown
from quorate.core.codec.schema import schema
from quorate.core.shape import FILLED, TEXT, Field, one_of, whole
from quorate.surfaces.mcp.brief_answer import WORDS, brief_answer
from quorate.surfaces.mcp.caller import Caller
from quorate.surfaces.mcp.decide_tools import ID
from quorate.surfaces.mcp.declared_tool import READS, Declaration, ToolAnswer
from quorate.views.analysis import ShownExplanation, ShownRetally, shown_explanation, shown_retally
from quorate.views.deliberation import DeliberationView, in_full
from quorate.views.lists import EntryPage

Values = Mapping[str, Any]
LOG, INBOX = LISTS = ("log", "inbox")


async def show(caller: Caller, said: Values) -> ToolAnswer:
    """All of it."""
    found = await show_deliberation(caller.app, caller.who, said["id"])
    return ToolAnswer(brief_answer(caller, found).text, in_full(found.session, found.history, found.record))


async def list_deliberations(caller: Caller, said: Values) -> ToolAnswer:
    """A page of the log or of the inbox."""
    page = {"after": said["after"], "limit": said["limit"]}
    if said["list"] == INBOX:
        found = await list_inbox(caller.app, caller.who, said["search"], **page)
    else:
        found = await list_log(caller.app, caller.who, search=said["search"], **page)
    lines = [f"{one.id} {one.summary.state} {one.summary.result or one.command}".rstrip() for one in found.entries]
    return ToolAnswer("\n".join(lines) or WORDS("mcp.none"), shown(found))


async def explain_verdict(caller: Caller, said: Values) -> ToolAnswer:
    """Why it is as it is."""
    found = shown_explanation(await explain(caller.app, caller.who, said["id"]))
    fitting = next((one.rule for one in found.rules if one.fits), "")
    return ToolAnswer(WORDS("mcp.rule", result=found.verdict.result, rule=fitting), shown(found))


async def compare(caller: Caller, said: Values) -> ToolAnswer:
    """What another protocol would have said."""
    other = OtherCount(said["protocol"], said["threshold"])
    found = shown_retally(await retally(caller.app, caller.who, said["id"], other))
    words = {"original": found.original.result, "other": found.other.result, "protocol": found.other.protocol}
    return ToolAnswer(WORDS("mcp.retally", **words), shown(found))


LOOKUPS = (
    Declaration(
        "retally_deliberation",
        "Count by another protocol",
        "What another protocol says of the same ballots.",
        {
            "id": ID,
            "protocol": Field(FILLED, required=True, default=""),
            "threshold": Field(FILLED, "Such as 2/3."),
        },
        lambda: schema(ShownRetally),
        compare,
        READS,
    ),
    Declaration(
        "explain_verdict",
        "Explain a verdict",
        "Which rule decided, and what would have changed it.",
        {"id": ID},
        lambda: schema(ShownExplanation),
        explain_verdict,
        READS,
    ),
    Declaration(
        "show_deliberation",
        "Show a deliberation",
        "All of it; ballots once the round is closed.",
        {"id": ID},
        lambda: schema(DeliberationView),
        show,
        READS,
    ),
    Declaration(
        "list_deliberations",
        "List deliberations",
        "The decision log, or the inbox of what waits; search: text, or a name.",
        {
            "list": Field(one_of(*LISTS), default=LOG),
            "search": Field(TEXT, default=""),
            "after": Field(TEXT, "Cursor.", default=""),
            "limit": Field(whole(1, 100), default=20),
        },
        lambda: schema(EntryPage),
        list_deliberations,
        READS,
    ),
)
