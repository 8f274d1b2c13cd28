"""What seats argued in earlier rounds: the reasons, concerns and notes of ballots that do not stand any more."""

from collections.abc import Hashable, Iterator

from quorate.core.ballot import Ballot
from quorate.core.verdict import Verdict
from quorate.deliberation.session import Round, Session
from quorate.reports.ballots import besides, evidence
from quorate.reports.text import one_line
from quorate.reports.view import View, cleaned
from quorate.reports.words import confidence, position_as_read, why_not_counted


class Told:
    """Remembers what was told of which round, so that the same words stand there once."""

    def __init__(self) -> None:
        self._first: dict[Hashable, int] = {}

    def before(self, round_: int, said: Hashable) -> int:
        """The round of which the same was told before; 0 where it is new."""
        first = self._first.setdefault(said, round_)
        return first if first != round_ else 0


def arguments_in(view: View, session: Session, round_: Round, verdict: Verdict, told: Told) -> tuple[str, ...]:
    """What each seat that was asked gave for its choice, where it was asked again since."""
    roster = [one for one in verdict.receipt.roster if one.seat.name in round_.seats]
    lines = []
    for answer in roster:
        if isinstance(answer, Ballot) and not _stands(session, round_, answer.seat.name):
            lines.append(_argument(view, cleaned(answer), told.before(round_.number, answer._replace(confidence=None))))
    return tuple(lines)


def silent_in(view: View, round_: Round, verdict: Verdict) -> tuple[str, ...]:
    """Who was asked and gave no ballot, and why."""
    roster = (one for one in verdict.receipt.roster if one.seat.name in round_.seats and not isinstance(one, Ballot))
    return tuple(why_not_counted(view, cleaned(one)) for one in roster)


def _stands(session: Session, round_: Round, seat: str) -> bool:
    """True where the ballot is still counted: the report has it among the others."""
    later = session.rounds[round_.number :]
    is_replaced = any(seat in one.seats and not one.is_open for one in later if one.question == round_.question)
    return round_.question == session.question.content_hash and not is_replaced


def _argument(view: View, ballot: Ballot, before: int) -> str:
    say, position, sure = view.say, position_as_read(view, ballot), confidence(view, ballot.confidence)
    stand = say("history.stand", position=position, more=sure) if sure else position
    first, more = one_line(ballot.rationale), list(_besides(view, ballot))
    if before and (first or more):
        first, more = say("history.as_in", round=before), []
    key = "history.argument" if first else "history.argument.none"
    return "\n".join([say(key, seat=ballot.seat.name, stand=stand, text=view.short(first)), *more])


def _besides(view: View, ballot: Ballot) -> Iterator[str]:
    pairs = [*besides(view, ballot), (view.say("evidence.evidence"), evidence(view, ballot))]
    return (view.say("history.line", label=label, value=view.short(value)) for label, value in pairs if value)
