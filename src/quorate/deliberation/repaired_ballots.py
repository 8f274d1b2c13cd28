"""Ballots whose blocks were not valid and were read line by line: whether a verdict would hold without them."""

from quorate.core.ballot import Ballot, NonVote
from quorate.core.verdict import PROCEED, Verdict
from quorate.core.voice import count
from quorate.deliberation.counting import case_of
from quorate.deliberation.session import Session
from quorate.protocols import protocol_named


def rests_on_repair(session: Session, verdict: Verdict) -> tuple[str, ...]:
    """The seats with repaired ballots, where a verdict to go ahead would not hold if they had said nothing."""
    repaired = [one.seat.name for one in verdict.receipt.roster if isinstance(one, Ballot) and one.repaired]
    latest = next((round_ for round_ in reversed(session.rounds) if not round_.is_open), None)
    if not repaired or latest is None or verdict.action != PROCEED:
        return ()
    case = case_of(session, latest)
    answers = [NonVote(one.seat, "absent") if one.seat.name in repaired else one for one in case.answers]
    without = count(protocol_named(session.protocol), case._replace(answers=answers))
    holds = without.action == PROCEED and without.choice == verdict.choice
    return () if holds else tuple(repaired)
