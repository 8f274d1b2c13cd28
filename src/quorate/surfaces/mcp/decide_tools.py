"""The tools that take part in a deliberation: open, wait, cast, resolve, retry, release."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from quorate.app.app import Deliberation
from quorate.app.life.ballots import BallotParts, BallotTerms, vote
from quorate.app.life.carriers import DEFAULT_SECONDS, wait_for_deliberation
from quorate.app.life.management import release
from quorate.app.life.new_deliberation import OwnBallot, open_deliberation
from quorate.app.life.round_changes import retry
from quorate.app.question.draft import AskedQuestion, Edits, SourceDocument
from quorate.app.question.panel_choice import PanelWishes
from quorate.core.errors import InputError
from quorate.core.question import REVERSIBILITIES
from quorate.core.shape import FILLED, FLAG, TEXT, TEXTS, Field, Shape, filled, one_of, record, whole
from quorate.deliberation.framing import MODES
from quorate.deliberation.precondition import Seen
from quorate.deliberation.session import Session
from quorate.surfaces.mcp.brief_answer import brief_answer, brief_schema
from quorate.surfaces.mcp.caller import Caller
from quorate.surfaces.mcp.declared_tool import ADDS, ASKS, ENDS, Declaration, ToolAnswer

LONGEST_WAIT = 40
Values = Mapping[str, Any]
ID = Field(FILLED, required=True, default="")
KEY = Field(FILLED)
"""The caller's own name for a request: repeated with it, a request acts once."""
WAIT = Field(whole(0, LONGEST_WAIT), f"0-{LONGEST_WAIT} seconds.", default=DEFAULT_SECONDS)
ENGINE_WAIT = WAIT._replace(
    default=None, help=f"0-{LONGEST_WAIT} seconds; default: up to {DEFAULT_SECONDS}, for engines only."
)
"""Unless it is stated, only those are waited for who are asked now."""
QUESTION_HASH = Field(filled("the question_hash that show_deliberation gives"), "question_hash.", True, "")
_ANYTHING = Shape(lambda value, *_: value, {"type": "object"})
BALLOT: Mapping[str, Field] = {
    "choice": Field(FILLED, required=True, default=""),
    "confidence": Field(Shape(lambda value, *_: value, {"type": ["number", "string"]})),
    "rationale": Field(FILLED, required=True, default=""),
    "option": Field(FILLED),
    "conditions": Field(TEXTS, default=()),
}
OPEN: Mapping[str, Field] = {
    "question": Field(FILLED, "One decidable question.", required=True, default=""),
    "context": Field(FILLED, "What voters need to know."),
    "options": Field(TEXTS, "ID or ID=text.", default=()),
    "action": Field(FILLED, "Exact action the verdict would release."),
    "reversibility": Field(one_of(*REVERSIBILITIES)),
    "protocol": Field(FILLED),
    "mode": Field(one_of(*MODES)),
    "panel": Field(FILLED, "A panel of the settings."),
    "seats": Field(TEXTS, "NAME=claude|codex|gemini|person[:NAME]|agent:NAME.", default=()),
    "document": Field(_ANYTHING, "More keys of a question document, such as policy.", default={}),
    "ballot": Field(record(BALLOT), "Yours, in place of your engine's seat."),
    "wait": ENGINE_WAIT,
    "key": KEY._replace(help="Idempotency key."),
}
CAST: Mapping[str, Field] = {
    "id": ID,
    "question": QUESTION_HASH._replace(help="question_hash you read."),
    "round": Field(whole(1, 10**6)),
    **BALLOT,
    "seat": Field(FILLED),
    "challenge": Field(FILLED, "In a debate."),
    "convinced_by": Field(FILLED, "If you changed."),
    "supersede": Field(FLAG, default=False),
    "key": KEY,
}


async def open_question(caller: Caller, said: Values) -> ToolAnswer:
    """Opens it and waits."""
    edits = Edits(**{name: said[name] for name in Edits._fields if name in said})
    panel = PanelWishes(**{name: said[name] for name in PanelWishes._fields if name in said})
    asked = AskedQuestion(_document(said), edits, panel)
    own = OwnBallot(_parts(said["ballot"]), caller.program) if said["ballot"] else None
    found = await open_deliberation(caller.app, caller.who, asked, said["key"], own)
    waited = await _waited(caller, found.session.id, said["wait"])
    return brief_answer(caller, waited._replace(is_new=found.is_new, notices=found.notices))


def _document(said: Values) -> SourceDocument:
    """The question with what the caller wrote as a document besides."""
    more = said["document"]
    stated = more.get("question", {})
    if not isinstance(stated, dict):
        raise InputError("document.question: expected its parts, such as domain; the question itself is an argument")
    return SourceDocument({**more, "question": {**stated, "subject": said["question"]}})


async def wait_for(caller: Caller, said: Values) -> ToolAnswer:
    """Waits for it."""
    return brief_answer(caller, await _waited(caller, said["id"], said["wait"]))


async def cast_ballot(caller: Caller, said: Values) -> ToolAnswer:
    """Casts a ballot."""
    terms = BallotTerms(said["seat"], Seen(said["question"], said["round"] or 0), said["supersede"])
    parts = _parts(said)._replace(challenge=said["challenge"], convinced_by=said["convinced_by"])
    found = await vote(caller.app, caller.who, said["id"], parts, terms, said["key"])
    caller.carriers.start(caller.app, caller.who, found.session.id)
    return brief_answer(caller, found)


async def retry_seats(caller: Caller, said: Values) -> ToolAnswer:
    """Asks failed seats again."""
    found = await retry(caller.app, caller.who, said["id"], said["seats"], said["key"])
    waited = await _waited(caller, found.session.id, said["wait"])
    return brief_answer(caller, waited._replace(is_new=found.is_new))


async def release_action(caller: Caller, said: Values) -> ToolAnswer:
    """Uses the permission."""
    found = await release(caller.app, caller.who, said["id"], said["action"], said["question"], said["key"])
    return brief_answer(caller, found)


async def _waited(caller: Caller, deliberation: str, seconds: int | None) -> Deliberation:
    told: list[tuple[int, int]] = []

    async def listener(session: Session) -> None:
        answered = sum(len(round_.answers) for round_ in session.rounds)
        missing = sum(len(round_.missing) for round_ in session.rounds if round_.is_open)
        progress = answered, answered + missing
        if not told or progress > told[-1]:
            told.append(progress)
            await caller.context.report_progress(progress[0], progress[1], f"{progress[0]} of {progress[1]} ballots")

    return await wait_for_deliberation(caller.app, caller.who, deliberation, caller.carriers, seconds, listener)


def _parts(said: Values) -> BallotParts:
    confidence = said["confidence"]
    written = str(Decimal(repr(confidence))) if isinstance(confidence, float) else confidence
    return BallotParts(
        said["choice"],
        None if written is None else str(written),
        said["rationale"],
        said["option"],
        tuple(said["conditions"]),
    )


DECIDE = (
    Declaration(
        "open_deliberation",
        "Open a deliberation",
        "Put a question to a panel, whose sealed ballots a protocol counts; then wait_for_deliberation.",
        OPEN,
        brief_schema,
        open_question,
        ASKS,
    ),
    Declaration(
        "wait_for_deliberation",
        "Wait for a deliberation",
        "Wait until ballots are counted; repeat while state is voting.",
        {"id": ID, "wait": WAIT},
        brief_schema,
        wait_for,
        ASKS,
    ),
    Declaration(
        "cast_ballot", "Cast a ballot", "Vote for a seat that is yours.", CAST, brief_schema, cast_ballot, ADDS
    ),
    Declaration(
        "retry_seats",
        "Retry failed seats",
        "Ask failed engine seats again.",
        {
            "id": ID,
            "seats": Field(TEXTS, default=()),
            "wait": ENGINE_WAIT._replace(help="See open_deliberation."),
            "key": KEY,
        },
        brief_schema,
        retry_seats,
        ASKS,
    ),
    Declaration(
        "release_action",
        "Release the action",
        "Use the permission, once. Act only if this succeeds.",
        {
            "id": ID,
            "action": Field(TEXT, "The exact action.", required=True, default=""),
            "question": QUESTION_HASH,
            "key": KEY,
        },
        brief_schema,
        release_action,
        ENDS,
    ),
)
