"""What is analysed: a count that is finished, with all that went into it."""

from typing import NamedTuple

from quorate.core.errors import Refused
from quorate.core.protocol import Case, Protocol
from quorate.core.verdict import Verdict
from quorate.core.wording import TerminalHint, Wording
from quorate.deliberation.counting import case_of
from quorate.deliberation.session import Session
from quorate.deliberation.signatures import signatures_of
from quorate.documents.tally import Tally
from quorate.protocols import protocol_named


class Subject(NamedTuple):
    """A protocol, what it counted, and what came of it; of a deliberation also its session."""

    protocol: Protocol
    case: Case
    verdict: Verdict
    session: Session | None = None


def subject_of(session: Session) -> Subject:
    """The verdict of a deliberation on the question as it stands. Raises Refused while there is none."""
    round_ = session.round
    if round_ is None or round_.is_open or not session.is_current or session.verdict is None:
        why = "a round is open, with sealed ballots" if round_ and round_.is_open else "it has not been counted yet"
        if signed := signatures_of(session):
            why = signed.text
        see = TerminalHint("; `quorate show` shows who has not answered")
        raise Refused(Wording(f"{session.id} has no verdict on the current question: {why}", see))
    return Subject(protocol_named(session.protocol), case_of(session, round_), session.verdict, session)


def subject_of_tally(tally: Tally) -> Subject:
    """The verdict on a tally document."""
    return Subject(tally.protocol, tally.case, tally.verdict())
