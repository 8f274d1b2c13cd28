"""What a decided deliberation adds to what can be learned: who voted what, what it came to, and what was true."""

from collections.abc import Iterator
from typing import NamedTuple

from quorate.analysis.learning.history import CastVote, Outcome, VotedQuestion
from quorate.core.ballot import NOT_NEEDED, RECUSED, Answer, Ballot, NonVote
from quorate.core.panel import Seat
from quorate.core.protocol import EITHER, OPTION
from quorate.core.text import normalised
from quorate.deliberation.engines.independence import NOT_ENGINES
from quorate.deliberation.events import Overridden
from quorate.deliberation.permission import chosen_instead, person_refused
from quorate.deliberation.register.known_outcome import choice_among, options_of
from quorate.deliberation.session import Session
from quorate.documents.vote_form import words_of
from quorate.replies.envelopes import UNKNOWN_MODEL, letter_of

NOT_NAMED = "?"
_MODEL_IN_NAME = ("openai", "api")


class VotedSeat(NamedTuple):
    """How one seat was answered: by which voter, for which option, or how it failed; neither for an abstention."""

    seat: str
    voter: str
    choice: str = ""
    confidence: float | None = None
    failure: str = ""


class DecidedVotes(NamedTuple):
    """A deliberation with a verdict. The `truth` is empty while it is not known.

    `pivotal` are the seats without which the verdict would have been another; a person was `asked`, and what they
    answered `changed` what would have been done.
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
        """True where both choose from the same set of options, or both from options of their own."""
        is_same = self.has_own_options or frozenset(self.options) == frozenset(other.options)
        return self.protocol == other.protocol and self.has_own_options == other.has_own_options and is_same


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
    )


def _was_changed(session: Session) -> bool:
    overridden = any(isinstance(said.answer, Overridden) for said in session.said)
    return overridden or person_refused(session) or bool(chosen_instead(session))


def _votes(session: Session, roster: tuple[Answer, ...], options: tuple[str, ...]) -> Iterator[VotedSeat]:
    listed = {normalised(option): option for option in options}
    words = words_of(session.protocol)
    for answer in roster:
        voter = voter_name(session, answer.seat)
        match answer:
            case Ballot():
                choice = listed.get(normalised(words.chosen_by(answer)), "")
                stated = float(answer.confidence.percent) / 100 if answer.confidence else None
                yield VotedSeat(answer.seat.name, voter, choice, stated)
            case NonVote(kind=kind) if kind not in (RECUSED, NOT_NEEDED):
                yield VotedSeat(answer.seat.name, voter, failure=kind)
            case _:
                pass


def voter_name(session: Session, seat: Seat) -> str:
    """Engine, model and lens: a new version of a model is a new voter. A model that nobody named is a question mark."""
    kind, _, words = seat.voter.partition(":")
    if seat.answers_later:
        engine, model = f"{kind}:{seat.holder or _author(session, seat.name)}", ""
    elif kind in _MODEL_IN_NAME:
        engine, model = kind, words.partition("@")[0]
    elif kind == "command":  # its arguments are nobody's business
        engine, model = f"{kind}:{words.split(' ', 1)[0].rpartition('/')[2]}", NOT_NAMED
    else:
        engine, model = seat.voter or seat.name, "" if kind in (*NOT_ENGINES, "") else _model(session, seat)
    return "/".join(part for part in (engine, model, seat.lens) if part)


def _author(session: Session, seat: str) -> str:
    names = (round_.authors[seat] for round_ in reversed(session.rounds) if seat in round_.authors)
    return next(names, "")


def _model(session: Session, seat: Seat) -> str:
    """The model that answered last, as its reply names it."""
    for round_ in reversed(session.rounds):
        if seat.name in round_.replies:
            model = letter_of(seat.voter_kind, round_.replies[seat.name].reply).usage.model
            return NOT_NAMED if model in ("", UNKNOWN_MODEL) else model
    return NOT_NAMED
