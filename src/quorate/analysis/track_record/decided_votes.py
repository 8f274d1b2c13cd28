"""What a decided deliberation adds to what can be learned: who voted what, what it came to, and what was true."""

from collections.abc import Iterator
from typing import NamedTuple

from quorate.analysis.learning.history import CastVote, Outcome, VotedQuestion
from quorate.core.ballot import NOT_NEEDED, RECUSED, Answer, Ballot, NonVote
from quorate.core.protocol import EITHER, OPTION
from quorate.core.text import normalised
from quorate.deliberation.engines.voter_name import VoterName, voter_name
from quorate.deliberation.events import Overridden
from quorate.deliberation.permission import chosen_instead, person_refused
from quorate.deliberation.register.known_outcome import choice_among, options_of
from quorate.deliberation.session import Session
from quorate.documents.vote_form import words_of


class VotedSeat(NamedTuple):
    """How one seat was answered: by which voter, for which option, or how it failed; neither for an abstention."""

    seat: str
    voter: str
    choice: str = ""
    confidence: float | None = None
    failure: str = ""
    name: VoterName = VoterName()


class DecidedVotes(NamedTuple):
    """A deliberation with a verdict. The `truth` is empty while it is not known.

    `pivotal` are the seats without which the verdict would have been another; a person was `asked`, and what they
    answered `changed` what would have been done. `position` is that of its outcome.
    """

    id: str
    protocol: str
    domain: str
    options: tuple[str, ...]
    votes: tuple[VotedSeat, ...]
    choice: str = ""
    truth: str = ""
    was: str = ""
    has_own_options: bool = False
    pivotal: tuple[str, ...] = ()
    asked: bool = False
    changed: bool = False
    at: str = ""
    by: str = ""
    verdict_at: str = ""
    position: int = 0

    @property
    def question(self) -> VotedQuestion:
        """As it is learned from."""
        votes = (CastVote(one.voter, one.choice, one.confidence) for one in self.votes if one.choice)
        return VotedQuestion(self.id, self.options, tuple(votes))

    @property
    def outcome(self) -> Outcome | None:
        """The same with its truth; None while that is not known."""
        return Outcome(self.question, self.truth) if self.truth in self.options else None

    def is_alike(self, other: "DecidedVotes") -> bool:
        """True where both choose from the same set of options, or under one protocol from options of their own."""
        if self.has_own_options or other.has_own_options:
            return self.protocol == other.protocol and self.has_own_options == other.has_own_options
        return frozenset(self.options) == frozenset(other.options)


def decided_votes(session: Session) -> DecidedVotes | None:
    """What a deliberation adds; None while there is no verdict on the question as it stands."""
    verdict = session.verdict
    if verdict is None or not session.is_current:
        return None
    words, options = words_of(session.protocol), options_of(session)
    known = session.outcome
    return DecidedVotes(
        session.id,
        session.protocol,
        session.question.domain,
        options,
        tuple(_votes(session, verdict.receipt.roster, options)),
        choice_among(session),
        known.event.truth if known else "",
        known.event.was if known else "",
        words.subject == OPTION or (words.subject == EITHER and bool(session.question.options)),
        verdict.receipt.pivotal,
        bool(session.asked or session.said),
        _was_changed(session),
        known.at if known else "",
        known.author.name if known else "",
        session.verdict_at,
        known.position if known else 0,
    )


def _was_changed(session: Session) -> bool:
    overridden = any(isinstance(said.answer, Overridden) for said in session.said)
    return overridden or person_refused(session) or bool(chosen_instead(session))


def _votes(session: Session, roster: tuple[Answer, ...], options: tuple[str, ...]) -> Iterator[VotedSeat]:
    listed = {normalised(option): option for option in options}
    words = words_of(session.protocol)
    for answer in roster:
        name = voter_name(answer.seat, session.rounds)
        match answer:
            case Ballot():
                choice = listed.get(normalised(words.chosen_by(answer)), "")
                stated = float(answer.confidence.percent) / 100 if answer.confidence else None
                yield VotedSeat(answer.seat.name, name.text, choice, stated, name=name)
            case NonVote(kind=kind) if kind not in (RECUSED, NOT_NEEDED):
                yield VotedSeat(answer.seat.name, name.text, failure=kind, name=name)
            case _:
                pass
