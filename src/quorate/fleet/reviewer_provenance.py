"""Who reviewed by what: an agent, a person, or an engine of ours and its model."""

from typing import NamedTuple

from quorate.core.panel import Seat
from quorate.deliberation.engines.voter_name import NOT_NAMED, voter_name
from quorate.deliberation.events import AUTHENTICATED
from quorate.deliberation.session import Session

ENGINE = "engine"


class ReviewerProvenance(NamedTuple):
    """A reviewer of a quorum. `kind` is agent, person or engine; `has_key` is known once it has voted.

    `model` is the one that answered, empty where nobody named it.
    """

    agent_id: str
    kind: str
    backend: str = ""
    model: str = ""
    has_key: bool = False


def provenance_of(session: Session) -> tuple[ReviewerProvenance, ...]:
    """Every reviewer, in the order of the seats; nothing of what it voted."""
    return tuple(_provenance(session, seat) for seat in session.opened.seats)


def _provenance(session: Session, seat: Seat) -> ReviewerProvenance:
    if seat.answers_later:
        proof = session.round.proofs.get(seat.name, "") if session.round else ""
        return ReviewerProvenance(seat.name, seat.voter_kind, has_key=proof == AUTHENTICATED)
    voter = voter_name(seat, session.rounds)
    return ReviewerProvenance(seat.name, ENGINE, voter.engine, "" if voter.model == NOT_NAMED else voter.model)


def engines_awaited(session: Session) -> tuple[str, ...]:
    """The reviewers that are to be called and have not answered."""
    round_ = session.round
    missing = frozenset(round_.missing) if round_ and round_.is_open and not session.endings else frozenset()
    return tuple(seat.name for seat in session.opened.seats if seat.name in missing and not seat.answers_later)
