"""What seats argued in earlier rounds, and what of it an open round is about."""

from collections.abc import Hashable, Iterator

from quorate.core.ballot import Ballot
from quorate.core.verdict import Verdict
from quorate.deliberation.rounds.debate import Argument, arguments_for, is_debate
from quorate.deliberation.session import Round, Session
from quorate.reports.content.ballots import besides, evidence
from quorate.reports.content.protocols import wording_of
from quorate.reports.content.vote_words import confidence, position_as_read, why_not_counted
from quorate.reports.language import Language
from quorate.reports.report_data import ReportData, cleaned
from quorate.reports.text import one_line


class Told:
    """Remembers what was told of which round, so that the same words stand there once."""

    def __init__(self) -> None:
        self._first: dict[Hashable, int] = {}

    def before(self, round_: int, said: Hashable) -> int:
        """The round of which the same was told before; 0 where it is new."""
        first = self._first.setdefault(said, round_)
        return first if first != round_ else 0


def arguments_in(data: ReportData, session: Session, round_: Round, verdict: Verdict, told: Told) -> tuple[str, ...]:
    """What each seat that was asked gave for its choice, where it was asked again since."""
    roster = [one for one in verdict.receipt.roster if one.seat.name in round_.seats]
    lines = []
    for answer in roster:
        if isinstance(answer, Ballot) and not _stands(session, round_, answer.seat.name):
            lines.append(_argument(data, cleaned(answer), told.before(round_.number, answer._replace(confidence=None))))
    return tuple(lines)


def silent_in(data: ReportData, round_: Round, verdict: Verdict) -> tuple[str, ...]:
    """Who was asked and gave no ballot, and why."""
    roster = (one for one in verdict.receipt.roster if one.seat.name in round_.seats and not isinstance(one, Ballot))
    return tuple(why_not_counted(data, cleaned(one)) for one in roster)


def _stands(session: Session, round_: Round, seat: str) -> bool:
    """True where the ballot is still counted: the report has it among the others."""
    later = session.rounds[round_.number :]
    is_replaced = any(seat in one.seats and not one.is_open for one in later if one.question == round_.question)
    return round_.question == session.question_hash and not is_replaced


def _argument(data: ReportData, ballot: Ballot, before: int) -> str:
    say, position, sure = data.say, position_as_read(data, ballot), confidence(data, ballot.confidence)
    stand = say("history.stand", position=position, more=sure) if sure else position
    first, more = one_line(ballot.rationale), list(_besides(data, ballot))
    if before and (first or more):
        first, more = say("history.as_in", round=before), []
    key = "history.argument" if first else "history.argument.none"
    return "\n".join([say(key, seat=ballot.seat.name, stand=stand, text=data.short(first)), *more])


def _besides(data: ReportData, ballot: Ballot) -> Iterator[str]:
    pairs = [*besides(data, ballot), (data.say("evidence.evidence"), evidence(data, ballot))]
    return (data.say("history.line", label=label, value=data.short(value)) for label, value in pairs if value)


def round_topic_of(session: Session, say: Language) -> tuple[str, ...]:
    """A line each; nothing of a round that asks for the first time, and nothing of ballots that are sealed."""
    round_ = session.round
    if not round_ or not round_.is_open or not session.is_asked_as_it_stands or session.endings:
        return ()
    told = (("news.reason", round_.reason), ("news.evidence", round_.evidence))
    lines = [say(key, text=one_line(text)) for key, text in told if text.strip()]
    if is_debate(round_):
        arguments = arguments_for(session, "", f"{round_.question} {round_.number}")
        lines += [_anonymous(number, one, session.protocol, say) for number, one in enumerate(arguments, 1)]
    return tuple(lines)


def _anonymous(number: int, argument: Argument, protocol: str, say: Language) -> str:
    first, space, option = one_line(argument.choice).partition(" ")
    word = say.word(f"choice.{protocol}", first)
    is_on_option = space and not wording_of(protocol).choices_are_options
    choice = say("position.of", choice=word, option=option) if is_on_option else one_line(argument.choice)
    reason = one_line(argument.reason) or say("news.no_reason")
    return say("news.argument", number=number, choice=choice if space else word, text=reason)
