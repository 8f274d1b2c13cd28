"""The tool that answers what a verdict requires: a key answers itself; for anybody else the person is asked.

Where the program shows forms, the person fills one in, of the verdict that it shows; otherwise they answer at the
terminal, and the answer says how. A form that was declined, or closed, is no answer.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from mcp.server.mcpserver import AcceptedElicitation, Context, Elicit, ElicitationResult, Resolve
from pydantic import BaseModel, Field, create_model

from quorate.app.app import Deliberation
from quorate.app.deliberation_list import show_deliberation
from quorate.app.life.answers import Answers, answerable, resolve
from quorate.app.life.next_steps import NextStep, next_steps
from quorate.core.errors import QuorateError
from quorate.core.shape import FILLED, FLAG, TEXTS, Shape, filled
from quorate.core.shape import Field as Argument
from quorate.deliberation.notes import notes_in
from quorate.deliberation.permission import still_needed
from quorate.deliberation.precondition import check_verdict
from quorate.deliberation.session import Session
from quorate.documents.vote_form import choices_of
from quorate.reports import render_deliberation
from quorate.surfaces.cli.terminal.hints import step_lines
from quorate.surfaces.mcp.brief_answer import WORDS, brief_answer, brief_schema
from quorate.surfaces.mcp.caller import Caller, Host, caller_of
from quorate.surfaces.mcp.decide_tools import ID, KEY
from quorate.surfaces.mcp.declared_tool import ADDS, Declaration, ToolAnswer
from quorate.surfaces.mcp.tool_steps import ANSWERS

_NOTE = re.compile("N[0-9]+")
GO, NO = DECISIONS = ("go ahead", "do not go ahead")
_NAMES = Shape(TEXTS.read, {"type": "array"})  # every byte of a list of tools is paid for by whoever reads it
ARGUMENTS: Mapping[str, Argument] = {
    "id": ID,
    "verdict": Argument(filled("the verdict_hash that show_deliberation gives"), "verdict_hash.", True, ""),
    "choose": Argument(FILLED, "With go."),
    "go": Argument(FLAG),
    "reason": Argument(FILLED),
    "mitigation": Argument(FILLED, "With owner."),
    "owner": Argument(FILLED),
    "monitor": Argument(FILLED),
    "verified": Argument(FILLED, "What was checked."),
    "accept_notes": Argument(_NAMES),
    "strike_notes": Argument(_NAMES),
    "accept_risk": Argument(FILLED, "Override."),
    "decline": Argument(FILLED, "Why not."),
    "key": KEY,
}


class NotAsked(NamedTuple):
    """Nobody was shown a form, perhaps since no answer would be taken."""

    error: QuorateError | None = None


def answer_tool(host: Host) -> Declaration:
    """The tool of this server; the form has to know whose call it is."""

    async def ask_person(context: Context, id: str, verdict: str) -> Elicit[BaseModel] | NotAsked:  # noqa: A002
        caller = await caller_of(host, context)
        if caller.is_proved or not caller.has_forms:
            return NotAsked()
        return await _form_for(caller, id, verdict)

    # the SDK names the form by it where a program fills it in wrongly
    ask_person.__module__, ask_person.__qualname__ = "quorate", "form"

    async def answer(
        caller: Caller, said: Mapping[str, Any], form: Annotated[ElicitationResult[Any], Resolve(ask_person)]
    ) -> ToolAnswer:
        asked = form.data if isinstance(form, AcceptedElicitation) else None
        if isinstance(asked, BaseModel):
            given, who = _filled_in(asked), caller.person
        elif isinstance(asked, NotAsked) and asked.error:
            raise asked.error
        elif isinstance(asked, NotAsked) and caller.is_proved:
            given, who = Answers(**{name: said[name] for name in Answers._fields}), caller.who
        else:
            return await _unanswered(caller, said["id"], was_shown=asked is None)
        found = await resolve(caller.app, who, said["id"], given, said["verdict"], said["key"])
        caller.carriers.start(caller.app, caller.who, found.session.id)
        return brief_answer(caller, found)

    return Declaration(
        "resolve_deliberation",
        "Answer for a person",
        "Answer what a verdict requires. Without your own key, a person does.",
        ARGUMENTS,
        brief_schema,
        answer,
        ADDS,
    )


async def _form_for(caller: Caller, deliberation: str, verdict: str) -> Elicit[BaseModel] | NotAsked:
    try:
        found = await answerable(caller.app, caller.person, deliberation)
        check_verdict(found.session, verdict)
    except QuorateError as error:
        return NotAsked(error)  # the tool raises it, in its own way
    return Elicit(_message(found), form_of(found.session))


def form_of(session: Session) -> type[BaseModel]:
    """The form for what the verdict still requires."""
    needed = still_needed(session)
    fields: dict[str, Any] = {"decision": (Literal["go ahead", "do not go ahead"], ...)}
    if "human_choice" in needed:
        fields["choice"] = (Literal[_labels(session)], ...)
    fields["reason"] = (str, Field("", description="Needed where you do not go ahead."))
    if "mitigation_plan" in needed:
        fields["mitigation"] = (str, Field("", description="The mitigation plan."))
    if "verification" in needed:
        fields["verified"] = (str, Field("", description="What you have checked."))
        for name, marked in notes_in(session.verdict, "marked").items():
            fields[name] = (Literal["accept", "strike"], Field(..., description=f"Note {name}: {marked}"))
    if set(needed) - {"human_choice", "mitigation_plan", "verification"}:
        fields["accept_risk"] = (str, Field("", description="Why you go ahead against the panel."))
    if "mitigation" in fields or "accept_risk" in fields:
        fields["owner"] = (str, Field("", description="Who owns the plan or the risk."))
        fields["monitor"] = (str, Field("", description="What to monitor."))
    return create_model("AnswerForm", **fields)


def _labels(session: Session) -> tuple[str, ...]:
    ask = session.verdict.ask if session.verdict else None
    return tuple(one.label for one in ask.options) if ask else tuple(choices_of(session.protocol, session.question))


def _message(found: Deliberation) -> str:
    """All that the person has to see, as a terminal shows it."""
    return render_deliberation(found.session, found.history, form="text", ascii_only=True, record=found.record)


def _filled_in(form: BaseModel) -> Answers:
    said = {name: text for name, text in form.model_dump().items() if text}
    decision, choice = said.pop("decision"), said.pop("choice", None)
    notes = {name: said.pop(name) for name in [*said] if _NOTE.fullmatch(name)}
    accepted, struck = (tuple(name for name, said in notes.items() if said == word) for word in ("accept", "strike"))
    if decision == NO:
        return Answers(decline=said.get("reason", ""))
    if choice is None:
        said.pop("reason", None)
        return Answers(**said)._replace(accept_notes=accepted, strike_notes=struck)
    return Answers(choose=choice, go=True, **said)._replace(accept_notes=accepted, strike_notes=struck)


async def _unanswered(caller: Caller, deliberation: str, *, was_shown: bool) -> ToolAnswer:
    """How it stands, that nobody has answered, and how the person does. Some programs show their model values only."""
    found = await show_deliberation(caller.app, caller.who, deliberation)
    shown, steps = brief_answer(caller._replace(has_forms=False), found), next_steps(found.session, caller.app.now)
    said = WORDS("mcp.declined" if was_shown else _why_unanswered(steps))
    notice = {"code": "unanswered", "values": {"said": said, "steps": step_lines(steps, WORDS)}}
    return ToolAnswer(f"{said}\n{shown.text}", {**shown.values, "notices": [*shown.values["notices"], notice]})


def _why_unanswered(steps: Sequence[NextStep]) -> str:
    return "mcp.at.terminal" if any(step.code in ANSWERS for step in steps) else "mcp.not.required"
