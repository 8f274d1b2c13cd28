"""Look-ups over HTTP: lists, one deliberation and its documents, risks, voters; and ballots that are only counted."""

from quorate.app.app import Deliberation
from quorate.app.deliberation_list import list_inbox, list_log, show_deliberation
from quorate.app.documents.ballot_count import count_document
from quorate.app.documents.schema_list import schema_text
from quorate.app.learning.voters import voter_tables
from quorate.app.life.event_feed import watch_deliberation
from quorate.app.risks.risk_changes import set_item, vindicate_item
from quorate.app.risks.risk_list import RiskFilter, list_risks
from quorate.app.verdict_analysis import OtherCount, explain, retally
from quorate.config import LANGUAGES
from quorate.core.codec import json_line, shown_line, to_json
from quorate.core.errors import InputError, Refused
from quorate.core.shape import FILLED, FLAG, TEXT, Field, one_of, whole
from quorate.deliberation.register.risk_register import STATUSES
from quorate.surfaces.http.operation import Call, Operation, Rendered, rendered_deliberation, show_value
from quorate.surfaces.http.operations import bodies
from quorate.views.analysis import shown_explanation, shown_retally
from quorate.views.learning import voters_plain
from quorate.views.lists import register_page

_ONE = "/deliberations/{id}"
_PAGE = {
    "after": Field(TEXT, "Start after this cursor: `after` of the previous page.", default=""),
    "limit": Field(whole(1, 1000), "Maximum number of lines.", default=20),
}
_FORMS = {"markdown": "text/markdown", "text": "text/plain", "html": "text/html", "madr": "text/markdown"}
_PLAIN_PAGE = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
_WIDTH = 100
EVENTS = "text/event-stream"


async def _list(call: Call) -> Rendered:
    return show_value(await list_log(call.app, call.who, **call.query))


async def _inbox(call: Call) -> Rendered:
    asked = call.query
    if asked["for"] and asked["mine"]:
        raise InputError("for, mine: found both; allowed: one of the two")
    name = call.who.name if asked["mine"] else asked["for"]
    return show_value(await list_inbox(call.app, call.who, name, after=asked["after"], limit=asked["limit"]))


async def _show(call: Call) -> Rendered:
    return rendered_deliberation(await show_deliberation(call.app, call.who, call.id))


async def _verdict(call: Call) -> Rendered:
    session = (await show_deliberation(call.app, call.who, call.id)).session
    if not session.verdict or not session.is_current:
        raise Refused(f"{session.id} has no verdict yet")
    return Rendered(to_json(session.verdict) + "\n")


async def _report(call: Call) -> Rendered:
    from quorate.reports import render_deliberation

    form, found = call.query["format"], await show_deliberation(call.app, call.who, call.id)
    text = render_deliberation(
        found.session, found.history, form=form, lang=call.query["lang"], width=_WIDTH, record=found.record
    )
    return Rendered(text, media=f"{_FORMS[form]}; charset=utf-8", headers={"Content-Security-Policy": _PLAIN_PAGE})


async def _explain(call: Call) -> Rendered:
    return show_value(shown_explanation(await explain(call.app, call.who, call.id)))


async def _retally(call: Call) -> Rendered:
    return show_value(shown_retally(await retally(call.app, call.who, call.id, OtherCount(**call.query))))


async def _events(call: Call) -> Rendered:
    """One event of the stream for each of the record; whoever comes back says which was the last that they saw."""
    last = call.last_event or str(call.query["after"])
    if not (last.isascii() and last.isdigit() and len(last) < 10):
        raise InputError("Last-Event-ID: expected the id of an event of this stream")
    await show_deliberation(call.app, call.who, call.id)  # what is refused is refused before the stream begins
    shown = watch_deliberation(call.app, call.who, call.id, int(last))
    lines = (f"id: {one.position}\nevent: {one.kind}\ndata: {shown_line(one)}\n\n" async for one in shown)
    return Rendered("retry: 1000\n\n", media=f"{EVENTS}; charset=utf-8", stream=lines)


async def _register(call: Call) -> Rendered:
    return show_value(register_page((await show_deliberation(call.app, call.who, call.id)).session))


async def _set_item(call: Call) -> Rendered:
    return _changed_register(await set_item(call.app, call.who, call.id, call.path["item"], call.body, call.key))


async def _vindicate(call: Call) -> Rendered:
    item = call.path["item"]
    return _changed_register(await vindicate_item(call.app, call.who, call.id, item, **call.body, key=call.key))


def _changed_register(found: Deliberation) -> Rendered:
    rendered = show_value(register_page(found.session))
    return rendered if found.is_new else rendered.repeated()


async def _risks(call: Call) -> Rendered:
    asked = dict(call.query)
    return show_value(await list_risks(call.app, call.who, RiskFilter(everything=asked.pop("all"), **asked)))


async def _voters(call: Call) -> Rendered:
    tables = await voter_tables(call.app, call.who, call.query["name"], domain=call.query["domain"])
    return Rendered(json_line(voters_plain(tables)) + "\n")


async def _tally(call: Call) -> Rendered:
    counted = count_document(call.data, "", call.query["protocol"], strict=call.query["strict"])
    return Rendered(to_json(counted.verdict) + "\n")


async def _schema(call: Call) -> Rendered:
    return Rendered(schema_text(call.path["name"]), media="application/schema+json")


_RISKS = {
    "all": Field(FLAG, "Also settled items, and items of verdicts that are no longer in force.", default=False),
    "status": Field(one_of(*STATUSES), "Only this status."),
    "owner": Field(FILLED, "Only items that this person owns."),
    "overdue": Field(FLAG, "Only unsettled items past their due date.", default=False),
    "after": _PAGE["after"],
    "limit": Field(whole(1, 1000), "Deliberations to search, newest first.", default=1000),
}
_REPORT = {
    "format": Field(one_of(*_FORMS), "The form of the report.", default="markdown"),
    "lang": Field(one_of(*LANGUAGES), "Its language.", default="en"),
}
_OTHER_COUNT = {
    "protocol": Field(FILLED, "The protocol to count by.", True, ""),
    "threshold": Field(FILLED, "The share that is needed, such as 2/3."),
    "strict": Field(FLAG, "evidence: its stricter thresholds.", default=False),
}
_COUNT = {
    "protocol": Field(FILLED, "The protocol to count by (default: the document's)."),
    "strict": Field(FLAG, "Count by stricter thresholds.", default=False),
}
_INBOX = {
    "for": Field(TEXT, "Only what this person or agent may answer.", default=""),
    "mine": Field(FLAG, "Only what the caller may answer.", default=False),
    **_PAGE,
}
_LOG = {"search": Field(TEXT, "Only those whose id, subject or outcome contains this text.", default=""), **_PAGE}
_VOTERS = {
    "name": Field(TEXT, "Only voters with this name in theirs.", default=""),
    "domain": Field(TEXT, "Only deliberations of this domain.", default=""),
}
_ITEM = f"{_ONE}/risks/{{item}}"

OPERATIONS = (
    Operation("list_deliberations", "GET", "/deliberations", "List deliberations, newest first", _list, "list", _LOG),
    Operation("show_deliberation", "GET", _ONE, "Show a deliberation", _show, "deliberation"),
    Operation("show_verdict", "GET", f"{_ONE}/verdict", "Show the current verdict alone", _verdict, "verdict"),
    Operation("report", "GET", f"{_ONE}/report", "Write its report", _report, query=_REPORT, media=(*_FORMS.values(),)),
    Operation("explain", "GET", f"{_ONE}/explanation", "Explain its verdict", _explain, "explanation"),
    Operation("retally", "GET", f"{_ONE}/retally", "Count by another protocol", _retally, "retally", _OTHER_COUNT),
    Operation(
        "watch",
        "GET",
        f"{_ONE}/events",
        "Watch its events as they come (server-sent events)",
        _events,
        query={"after": Field(whole(0, 10**9 - 1), "Begin after this position, as Last-Event-ID does.", default=0)},
        media=(EVENTS,),
    ),
    Operation("show_register", "GET", f"{_ONE}/risks", "Show its risk register", _register, "register"),
    Operation("set_risk", "PATCH", _ITEM, "Change an item", _set_item, "register", body=bodies.RISK_CHANGE),
    Operation(
        "vindicate",
        "POST",
        f"{_ITEM}/vindication",
        "Say that an item came true",
        _vindicate,
        "register",
        body=bodies.VINDICATION,
    ),
    Operation("list_inbox", "GET", "/inbox", "List what waits for people and agents", _inbox, "list", _INBOX),
    Operation("list_risks", "GET", "/risks", "List risks, dissents and conditions", _risks, "risks", _RISKS),
    Operation("list_voters", "GET", "/voters", "Show how often each voter was right", _voters, "voters", _VOTERS),
    Operation(
        "tally",
        "POST",
        "/tally",
        "Count the ballots in a document; nothing is stored",
        _tally,
        "verdict",
        _COUNT,
        bodies.document("tally"),
        counts=True,
    ),
    Operation(
        "show_schema",
        "GET",
        "/schemas/{name}",
        "Show a JSON Schema",
        _schema,
        media=("application/schema+json",),
        is_public=True,
    ),
)
