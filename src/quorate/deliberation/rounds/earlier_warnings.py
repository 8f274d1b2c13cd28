"""Seats that voted once and have no ballot any more: what they warned of stands, count by count."""

from collections.abc import Iterable
from typing import NamedTuple

from quorate.core.ballot import NON_VOTES, Answer, Ballot, NonVote
from quorate.core.verdict import Verdict
from quorate.deliberation.counting import case_of
from quorate.deliberation.session import Session
from quorate.documents.vote_form import words_of


class Warned(NamedTuple):
    """A ballot that is not counted any more, and what stays of it: what it warned of, else why it chose otherwise."""

    ballot: Ballot
    texts: tuple[str, ...]


def warned_at(session: Session, number: int) -> tuple[Warned, ...]:
    """The last ballots of seats that had none when this round was counted, in the order of its roster."""
    verdict = session.verdicts[number]
    return tuple(Warned(ballot, _texts(ballot, verdict)) for ballot in silenced_at(session, number))


def warned_now(session: Session) -> tuple[Warned, ...]:
    """The same of the verdict that stands."""
    return warned_at(session, session.verdict_round) if session.verdict and session.is_current else ()


def _texts(ballot: Ballot, verdict: Verdict) -> tuple[str, ...]:
    """Every grave concern and the main one. A reason alone is no warning where the panel chose the same."""
    grave = [one.text for one in ballot.concerns if one.is_grave]
    is_warning = bool(ballot.dissent_note or ballot.concerns)
    main = [ballot.main_concern] if is_warning or _chose_otherwise(ballot, verdict) else []
    return tuple(dict.fromkeys(text for text in (*grave, *main) if text.strip()))


def _chose_otherwise(ballot: Ballot, verdict: Verdict) -> bool:
    """True where the ballot would be a dissent; of one that rejects an option, the verdict would be against it too."""
    words = words_of(verdict.protocol)
    return not words.is_abstention(ballot.choice) and verdict.choice != words.chosen_by(ballot)


def silenced(session: Session) -> tuple[Ballot, ...]:
    """The last ballots of seats that have none in the latest count, because they failed or stepped aside since.

    Ballots on an earlier revision are among them: an edit takes nothing back either.
    """
    latest = next((round_ for round_ in reversed(session.rounds) if not round_.is_open), None)
    if latest is None or min(session.verdicts, default=latest.number) == latest.number:
        return ()
    return _last_ballots(session, case_of(session, latest).answers, latest.number)


def silenced_at(session: Session, number: int) -> tuple[Ballot, ...]:
    """The same when this round was counted."""
    return _last_ballots(session, session.verdicts[number].receipt.roster, number)


def _last_ballots(session: Session, answers: Iterable[Answer], number: int) -> tuple[Ballot, ...]:
    earlier = (verdict.receipt.roster for count, verdict in sorted(session.verdicts.items()) if count < number)
    last = {one.seat.name: one for roster in earlier for one in roster if isinstance(one, Ballot)}
    gone = (one.seat.name for one in answers if isinstance(one, NonVote) and one.kind in NON_VOTES)
    return tuple(last[seat] for seat in gone if seat in last)
