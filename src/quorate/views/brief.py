"""A deliberation in brief, for programs that decide what to do next. Nothing of a ballot while its round is open."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, NamedTuple

from quorate.core.codec.declaration import OPTIONAL, Form, TextOrNull
from quorate.core.exact import Exact
from quorate.core.verdict import SHOWN
from quorate.deliberation.permission import may_be_acted_on, needs_left, refusal
from quorate.deliberation.session import Session
from quorate.deliberation.signatures import Signatures, signatures_of
from quorate.deliberation.summary import decision_of, state_of, status_of
from quorate.views.deliberation import seat_state


def _written(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


class Coded(NamedTuple):
    """A code and its values: something that can be done next, or that has to be known."""

    code: str
    values: Annotated[Mapping[str, Any], Form(_written, dict, {"type": "object"})]


class BriefSeat(NamedTuple):
    """A seat, who answers for it, and how far it is; never what it answered."""

    seat: str
    voter: str
    state: str


class BriefVerdict(NamedTuple):
    """What was decided."""

    result: str
    choice: str | None
    action: str
    confidence: Annotated[Exact | None, SHOWN]
    requires: tuple[str, ...]
    flags: tuple[str, ...]


class DeliberationBrief(NamedTuple):
    """How a deliberation stands, by which hashes it is answered, and what can be done next."""

    id: str
    state: str
    status: str
    protocol: str
    subject: str
    round: int
    question_hash: str
    verdict_hash: TextOrNull
    seats: tuple[BriefSeat, ...]
    verdict: BriefVerdict | None
    decision: TextOrNull
    may_be_acted_on: bool
    why_not: TextOrNull
    still_required: tuple[str, ...]
    next: tuple[Coded, ...]
    notices: tuple[Coded, ...]
    repeated: bool
    signatures: Annotated[Signatures | None, OPTIONAL] = None


def brief_of(
    session: Session, steps: Iterable[Coded] = (), notices: Iterable[Coded] = (), *, repeated: bool = False
) -> DeliberationBrief:
    """A deliberation as it stands."""
    verdict, round_ = session.verdict if session.is_current else None, session.round
    return DeliberationBrief(
        id=session.id,
        state=state_of(session),
        status=status_of(session),
        protocol=session.protocol,
        subject=session.question.subject,
        round=round_.number if round_ else 0,
        question_hash=session.question_hash,
        verdict_hash=session.verdict_hash if verdict else "",
        seats=tuple(BriefSeat(one.name, one.voter, seat_state(one.name, round_)) for one in session.opened.seats),
        verdict=BriefVerdict(
            verdict.result, verdict.choice, verdict.action, verdict.confidence, verdict.requires, verdict.flags
        )
        if verdict
        else None,
        decision=decision_of(session),
        may_be_acted_on=may_be_acted_on(session),
        why_not=refusal(session),
        still_required=needs_left(session) if verdict else (),
        next=tuple(steps),
        notices=tuple(notices),
        repeated=repeated,
        signatures=signatures_of(session),
    )
