"""How many of the approvals that are needed were given, while they are still collected."""

from typing import NamedTuple

from quorate.core.ballot import Ballot
from quorate.core.errors import UnknownName
from quorate.deliberation.counting import case_of
from quorate.deliberation.session import Session
from quorate.protocols import protocol_named


class Signatures(NamedTuple):
    """Approvals that were given in the open, and the people who have not answered yet."""

    given: int
    needed: int
    approved: tuple[str, ...]
    missing: tuple[str, ...]


def signatures_of(session: Session) -> Signatures | None:
    """Return the approvals so far; None if the protocol seals its ballots, or nobody is asked any more."""
    try:
        round_, progress = session.round, protocol_named(session.protocol).progress
    except UnknownName:  # a deliberation may outlive the package that counts it
        return None
    if not progress or not round_ or not round_.is_open or session.endings:
        return None
    case = case_of(session, round_)
    approved = tuple(answer.seat.name for answer in case.answers if isinstance(answer, Ballot))
    return Signatures(*progress(case), approved, tuple(round_.missing))
