"""The bodies of requests: shapes that read them and give their schemas."""

from decimal import Decimal
from typing import Any

from quorate.core.errors import Problem
from quorate.core.question import REVERSIBILITIES, URGENCIES
from quorate.core.shape import (
    FILLED,
    FLAG,
    TEXT,
    Field,
    Problems,
    Shape,
    filled,
    found,
    list_of,
    mapping_of,
    number,
    one_of,
    record,
    whole,
)
from quorate.deliberation.register.risk_register import STATUSES, VINDICATED
from quorate.deliberation.rounds.redeliberation import TRIGGERS
from quorate.evidence.conflict_life import VOTES
from quorate.evidence.contribution import RESOLUTIONS

_HASH = "at least its first 8 hex digits"
_WHERE = "/v1/deliberations/ID"


def document(schema_name: str) -> Shape:
    """A document that its use case reads, with the lines of its problems; here it only has a schema."""
    return Shape(_as_it_is, {"$ref": f"#/components/schemas/{schema_name}"})


def _as_it_is(value: Any, _: tuple[str | int, ...], __: Problems) -> Any:
    return value


def _amount(value: Any, path: tuple[str | int, ...], problems: Problems) -> str:
    """A number, or a word such as HIGH, as somebody would type it."""
    if isinstance(value, str | int | Decimal) and not isinstance(value, bool):
        return str(value)
    problems.append(Problem(path, found(value), "a number or a word"))
    return ""


_MAPPING = mapping_of(Shape(_as_it_is, {}))
_AMOUNT = Shape(_amount, {"type": ["number", "string"]})
_TEXTS = list_of(FILLED)
_VERDICT = Field(
    filled(f"the `verdict_hash` that GET {_WHERE} shows, or {_HASH}"),
    f"The hash of the verdict that is answered: `verdict_hash`, or {_HASH}.",
    True,
    "",
)
_REVISION = Field(
    filled(f"the `question_hash` that GET {_WHERE} shows, or {_HASH}"),
    f"The hash of the question that is meant: `question_hash`, or {_HASH}.",
    True,
    "",
)

QUESTION = document("question")
NOTHING = record({})
BALLOT = record(
    {
        "question": _REVISION,
        "vote": Field(_MAPPING, "The vote, with the keys that a tally document of the protocol has."),
        "choice": Field(FILLED, "Instead of `vote`: the choice, a word of the protocol or the id of an option."),
        "confidence": Field(_AMOUNT, "With `choice`: a number or a word, as the protocol has it."),
        "rationale": Field(TEXT, "With `choice`: why."),
        "option": Field(TEXT, "With `choice`, evidence: the option to accept or reject."),
        "conditions": Field(_TEXTS, "With `choice`: conditions for it.", default=()),
        "challenge": Field(TEXT, "With `choice`, in a debate: what is wrong in the others' arguments."),
        "convinced_by": Field(TEXT, "With `choice`, in a debate: what convinced you."),
        "seat": Field(FILLED, "Your seat; optional if only one is yours."),
        "round": Field(whole(0, 10**6), "The round that was seen; refused if another one is open.", default=0),
        "supersede": Field(FLAG, "Replace your earlier ballot while the round is open.", default=False),
    },
    either=(("vote",), ("choice",)),
)
ANSWERS = record(
    {
        "verdict": _VERDICT,
        "choose": Field(TEXT, "The chosen option, as the report names it; needs `go`."),
        "reason": Field(TEXT, "Why; with the choice Other, what exactly."),
        "go": Field(FLAG, "Whether the action may go ahead after the choice."),
        "mitigation": Field(TEXT, "The mitigation plan; needs `owner` and `monitor`."),
        "owner": Field(TEXT, "Owner of the plan, or of the accepted risk."),
        "monitor": Field(TEXT, "What to monitor for the plan, or for the accepted risk."),
        "verified": Field(TEXT, "What was checked to verify the verdict."),
        "accept_notes": Field(_TEXTS, "Notes of a resume to accept, such as `N1`; needs `verified`."),
        "strike_notes": Field(_TEXTS, "Notes to strike. Every note has to be accepted or struck."),
        "accept_risk": Field(TEXT, "Override the panel: the risk that is accepted, in writing."),
        "decline": Field(TEXT, "Do not go ahead: why."),
    }
)
RETRY = record({"seats": Field(_TEXTS, "Only these seats (default: all that failed).", default=())})
REDELIBERATION = record(
    {
        "trigger": Field(one_of(*TRIGGERS), "What makes it necessary.", default=TRIGGERS[0]),
        "reason": Field(TEXT, "Why, in one line (default: the trigger).", default=""),
        "evidence": Field(TEXT, "What is new; shown to the seats that are asked again.", default=""),
        "seats": Field(_TEXTS, "The seats to ask again.", default=()),
        "factual": Field(FLAG, "New facts: not counted against the limit of two.", default=False),
        "points": Field(whole(0, 100), "By how many points the evidence shifts a confidence, if known."),
    }
)
REVISION = record(
    {
        "subject": Field(TEXT, "The question itself."),
        "domain": Field(TEXT, "Subject area, such as architecture."),
        "urgency": Field(one_of(*URGENCIES), "How soon it must be decided."),
        "reversibility": Field(one_of(*REVERSIBILITIES), "How easily it can be undone."),
        "review_by": Field(TEXT, "Date to review the decision, such as 2027-05-31."),
        "context": Field(TEXT, "The background that voters need."),
        "action": Field(TEXT, "The action that the verdict would release."),
        "action_for": Field(TEXT, "The option that the action carries out."),
        "constraints": Field(_TEXTS, "What every answer must respect.", default=()),
        "options": Field(_TEXTS, "Options as ID or ID=text; one that is there gets the new text.", default=()),
        "reason": Field(TEXT, "Why it is edited.", default=""),
    }
)
RELEASE = record(
    {
        "question": _REVISION,
        "action": Field(TEXT, "The exact action that was voted on.", True, ""),
    }
)
REVOCATION = record({"reason": Field(FILLED, "Why it is revoked.", True, "")})
REFRAMING = record(
    {
        "verdict": _VERDICT,
        "accept": Field(TEXT, "The proposals to accept: numbers such as 1,3, or all.", default=""),
        "into": Field(_TEXTS, "Smaller questions of your own.", default=()),
        "reason": Field(TEXT, "Why.", default=""),
    }
)
DEFERRAL = record(
    {
        "verdict": _VERDICT,
        "step": Field(FILLED, "A step that can be undone.", True, ""),
        "owner": Field(FILLED, "Who owns it.", True, ""),
        "monitor": Field(FILLED, "What to monitor.", True, ""),
    }
)
OUTCOME = record(
    {
        "was": Field(FILLED, "right or wrong (of the verdict's choice), or the option that was true.", True, ""),
        "note": Field(TEXT, "What happened.", default=""),
        "on": Field(TEXT, "The day on which it turned out, such as 2027-05-31.", default=""),
    }
)
RISK_CHANGE = record(
    {
        "status": Field(one_of(*(one for one in STATUSES if one != VINDICATED)), "The status."),
        "owner": Field(TEXT, "Who owns it."),
        "due": Field(TEXT, "Due date, such as 2026-12-01."),
        "mitigation": Field(TEXT, "What is done about it."),
        "monitor": Field(TEXT, "What to monitor."),
        "note": Field(TEXT, "A note."),
    }
)
VINDICATION = record(
    {
        "what": Field(FILLED, "What happened.", True, ""),
        "link": Field(FILLED, "Another deliberation, or a URL, with details."),
    }
)
PROPOSAL = record(
    {
        "type": Field(one_of(*RESOLUTIONS), "How it would be resolved.", True, ""),
        "proposal": Field(FILLED, "What should hold.", True, ""),
    }
)
CONFLICT_VOTE = record(
    {
        "vote": Field(one_of(*VOTES), "The vote.", True, ""),
        "confidence": Field(number(0, 1), "0 to 1."),
        "reason": Field(TEXT, "Why.", default=""),
    }
)
RESOLUTION = record(
    {
        "accept": Field(FLAG, "True to accept the proposal for good, false to reject it.", True, False),
        "text": Field(TEXT, "What holds then (default: the proposal), or why it is rejected.", default=""),
    }
)
