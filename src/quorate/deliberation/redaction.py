"""Which texts may be taken out of a deliberation, and what stands in their place.

Only what people and programs said in their own words: nothing that a rule looks at, nothing that names anybody or
anything. Whether a count depends on a text all the same is found out by counting again.
"""

import re
from hashlib import sha256

from quorate.core.ballot import LISTS
from quorate.core.text.names import folded
from quorate.core.verdict import Verdict
from quorate.deliberation.events import (
    Cast,
    Event,
    EvidenceChecked,
    Failed,
    Opened,
    Reframed,
    Replied,
    Revised,
    RoundOpened,
    Stored,
)
from quorate.deliberation.rounds.deadlock import unopened_children
from quorate.deliberation.session import Session
from quorate.protocols import protocol_named

_QUESTION = (
    "question.subject",
    "question.context",
    "question.constraints[]",
    "question.options[].text",
    "question.action",
)
_VOTE = (
    "vote.rationale",
    "vote.reasoning",
    "vote.dissent_note",
    "vote.detail",
    *(f"vote.{name}[]" for name in LISTS),
    "vote.concerns[].text",
    *(f"vote.evidence[].{name}" for name in ("file", "address", "section", "quote", "command")),
)
_FOUND = tuple(f"found[].values.{name}" for name in ("said", "key", "found", "problems"))
FREE = {
    "Opened": _QUESTION,
    "Revised": (*_QUESTION, "reason"),
    "Replied": ("reply.output", "reply.detail", "reply.complaint"),
    "RoundOpened": ("reason", "evidence"),
    "Cast": (*_VOTE, *_FOUND, "challenge", "convinced_by"),
    "Failed": ("detail", *_FOUND),
    "EvidenceChecked": ("root",),
    "Resolved": ("text", "owner", "monitor"),
    "Overridden": ("risk_acceptance", "owner", "monitor"),
    "Declined": ("reason",),
    "Reframed": ("questions[]", "reason"),
    "Deferred": ("step", "owner", "monitor"),
    "Revoked": ("reason",),
    "Tracked": ("owner", "mitigation", "monitor", "note"),
    "Vindicated": ("what_happened", "link"),
    "OutcomeKnown": ("note",),
    "Redacted": ("reason",),
}
OUTPUT, VERDICT, ACTION = "reply.output", "verdict", "question.action"
CONTEXT, EVIDENCE = "question.context", "evidence"
RAW = {"Replied": FREE["Replied"], "Failed": FREE["Failed"]}
IN_PLACE = re.compile(r"\[redacted (sha256:[0-9a-f]{64})\]")
_NUMBER = re.compile(r"\[[0-9]+\]")
_ADVICE = "change any secret in it"
_SEALED = "a round is still open; wait until it is closed, or close it with `quorate close`"


def text_hash(text: str) -> str:
    """The hash that stays of a text: the one that the chain of events has for it."""
    return "sha256:" + sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def folded_hash(field: str, text: str) -> str:
    """The hash of a text as it is compared with later ones; empty where nothing is compared with it."""
    return text_hash(folded(text)) if field in (CONTEXT, EVIDENCE) else ""


def is_redacted_text(session: Session, text: str) -> bool:
    """True where a text was shown to the seats that are asked now, and was redacted since."""
    rounds = {one.since for one in session.rounds if one.question == session.question_hash}
    for gone in session.redacted:
        was_evidence = gone.field == EVIDENCE and gone.event in rounds
        was_context = gone.field == CONTEXT and gone.question == session.question_hash
        is_same = gone.hash == text_hash(text) or gone.folded == text_hash(folded(text))
        if is_same and (was_evidence or was_context):
            return True
    return False


def in_place_of(text_hash: str) -> str:
    """What is read where a text was taken out."""
    return f"[redacted {text_hash}]"


def hash_in_place(text: str) -> str:
    """The hash in what stands for a text that was taken out; empty where it is any other text."""
    found = IN_PLACE.fullmatch(text)
    return found[1] if found else ""


def is_free(kind: str, field: str) -> bool:
    """True for texts in somebody's own words."""
    return _NUMBER.sub("[]", field) in FREE.get(kind, ())


def is_raw(kind: str, field: str) -> bool:
    """True for what a program printed, and what is told of it: a text may stand there in any spelling."""
    return field in RAW.get(kind, ())


def is_sealed(session: Session) -> bool:
    """True if any ballots are sealed: of the open round, or of one that was cut short, which is never over."""
    has_votes = any(round_.is_open and (round_.answers or round_.replies) for round_ in session.rounds)
    return session.seals and (has_votes or _is_voting(session))


def is_sealed_event(session: Session, event: Event) -> bool:
    """True for sealed ballots; while a round is open, also for what it is about, and what its voters are shown."""
    if _is_voting(session):
        return isinstance(event, RoundOpened | Replied | Cast | Failed | EvidenceChecked)
    cut_short = {round_.number for round_ in session.rounds if round_.is_open and session.seals}
    return isinstance(event, Replied | Cast | Failed | EvidenceChecked) and event.round in cut_short


def _is_voting(session: Session) -> bool:
    return session.round is not None and not session.is_unsealed and not session.endings


def why_not_now(session: Session) -> str:
    """Why a text is not looked for, whatever it is; empty if it may be. A look would tell of sealed ballots."""
    if not _is_voting(session):
        return ""
    return (
        "a round is still open, and its ballots are sealed, so no text is searched for; wait until it is closed, close "
        "it with `quorate close`, or name an event before it with --event and --field"
    )


def why_not(session: Session, stored: Stored, field: str) -> str:
    """Why a text may not be taken out; empty where it may."""
    kind = type(stored.event).__name__
    if _is_voting(session) and is_sealed_event(session, stored.event):
        return _SEALED
    if (kind, field) == ("Counted", VERDICT):
        return "a verdict follows from its ballots; redact the text in the ballot or the question it comes from"
    if not is_free(kind, field):
        allowed = ", ".join(FREE.get(kind, ())) or "nothing"
        return f"{field} of {kind} is not free text: rules, counts or readers depend on it; allowed here: {allowed}"
    return _still_needed(session, stored, field)


def _still_needed(session: Session, stored: Stored, field: str) -> str:
    round_ = session.round
    is_asked = round_ is None or round_.is_open
    if isinstance(stored.event, Reframed) and unopened_children(session):
        return "the smaller questions have not been opened yet; `quorate resume` opens them"
    if isinstance(stored.event, Opened | Revised) and field != "reason" and _is_current(session, stored):
        if is_asked and not session.endings:
            return "the question is still being asked; edit it with `quorate revise`, or close the round first"
        if field == ACTION and not session.endings:
            return "the action may still be released and must match then; release it, or revoke the verdict, first"
    return ""


def crossing_seats(session: Session, verdict: Verdict) -> tuple[str, ...]:
    """The seats whose ballots cross a hard limit by their words: every later count goes by it too."""
    crosses = protocol_named(session.protocol).crosses_limit
    found = []
    for ballot in verdict.receipt.roster if crosses else ():
        alone = verdict._replace(receipt=verdict.receipt._replace(roster=(ballot,)))
        if crosses and crosses(alone):
            found.append(ballot.seat.name)
    return tuple(found)


def why_it_stands(session: Session, stored: Stored, field: str) -> str:
    """Why a text is still there after it was taken out, and what can be done about it."""
    kind = type(stored.event).__name__
    if (kind, field) == ("Counted", VERDICT):
        return "the verdict repeats text from elsewhere that is not free text, such as the name of a seat or an option"
    if is_free(kind, field):
        return _still_needed(session, stored, field)
    return f"{field} of {kind} is not free text: rules, counts or readers depend on it, so it stays; {_ADVICE}"


def _is_current(session: Session, stored: Stored) -> bool:
    event = stored.event
    return isinstance(event, Opened | Revised) and event.question.revision == session.question.revision
