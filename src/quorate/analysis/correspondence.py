"""The ballots of one protocol as another would have had them; what has no counterpart is refused."""

from collections.abc import Callable
from typing import NamedTuple

from quorate.core.ballot import NOT_NEEDED, Answer, Ballot, NonVote
from quorate.core.confidence import LABEL, LABELS, PERCENT, Confidence
from quorate.core.errors import Refused
from quorate.core.protocol import EITHER, OPTION, PROPOSAL, BallotWords, Protocol
from quorate.core.question import Option, Question
from quorate.core.text import normalised

FOR, AGAINST, ABSTAIN = "for", "against", "abstain"
# where none was stated: the middle, at which no rule on confidences does anything
UNSTATED = 50


class Ballots(NamedTuple):
    """The question and the answers as another protocol has them, and the seats whose confidence was assumed."""

    question: Question
    answers: tuple[Answer, ...]
    assumed: tuple[str, ...] = ()


class ComparedProtocol(NamedTuple):
    """A protocol by its name, and what its ballots mean."""

    name: str
    words: BallotWords

    @property
    def choices(self) -> dict[str, str]:
        """Its word for each meaning that it has one for."""
        words = {FOR: self.words.approval, AGAINST: self.words.rejection, ABSTAIN: self.words.abstention}
        return {meaning: word for meaning, word in words.items() if word}

    def meaning(self, choice: str | None) -> str:
        """What a choice means in every protocol; empty for one without such a meaning, such as an option."""
        return next((meaning for meaning, word in self.choices.items() if word == choice), "")


def meaning(protocol: Protocol, choice: str | None) -> str | None:
    """What a choice means in every protocol: for, against, abstain; a choice without such a meaning is itself."""
    return _side(protocol).meaning(choice) or choice


def _side(protocol: Protocol) -> ComparedProtocol:
    return ComparedProtocol(protocol.name, protocol.words or BallotWords())


def as_ballots_of(other: Protocol, own: Protocol, question: Question, answers: tuple[Answer, ...]) -> Ballots:
    """The ballots of `own` as `other` would have had them. Raises Refused, naming the ballot and why."""
    if own.name == other.name:
        return Ballots(question, answers)
    if own.words is None or other.words is None:
        raise Refused(f"it is not known which ballots of {own.name} and {other.name} correspond")
    ours, theirs = _side(own), _side(other)
    names_options = _names_options(ours, question, answers)
    translate = _by_option if names_options else _by_word
    made = tuple(_answer(answer, ours, theirs, question, translate) for answer in answers)
    asked = _question(ours, theirs, question, made) if theirs.words.subject == EITHER else question
    return Ballots(asked, made, _assumed(theirs, answers))


def _names_options(own: ComparedProtocol, question: Question, answers: tuple[Answer, ...]) -> bool:
    """True where ballots name options: some protocols always do, others unless the question is a claim."""
    named = any(isinstance(answer, Ballot) and answer.option for answer in answers)
    return own.words.subject == OPTION or (own.words.subject == EITHER and (bool(question.options) or named))


Translate = Callable[[Ballot, ComparedProtocol, ComparedProtocol, Question], Ballot]


def _answer(
    answer: Answer, own: ComparedProtocol, other: ComparedProtocol, question: Question, translate: Translate
) -> Answer:
    if isinstance(answer, NonVote):
        if answer.kind == NOT_NEEDED:
            raise Refused(
                f"{answer.seat.name} was not asked, because {own.name} was settled without it; "
                f"{other.name} would have asked it"
            )
        return answer
    made = translate(answer, own, other, question)
    return made._replace(confidence=_confidence(answer, other.words), word="", reason="")


def _by_word(ballot: Ballot, own: ComparedProtocol, other: ComparedProtocol, _: Question) -> Ballot:
    """For is for, against is against."""
    if other.words.subject == OPTION:
        raise _refused(ballot, own, f"under {other.name} a ballot names one of several options")
    choice = other.choices.get(own.meaning(ballot.choice))
    if choice is None:
        raise _refused(ballot, own, f"{other.name} knows only {', '.join(other.choices.values())} and failures")
    return ballot._replace(choice=choice)


def _by_option(ballot: Ballot, own: ComparedProtocol, other: ComparedProtocol, question: Question) -> Ballot:
    """To recommend an option is to accept it."""
    if other.words.subject == PROPOSAL:
        raise _refused(ballot, own, f"{other.name} knows no options, only {', '.join(other.choices.values())}")
    meant = own.meaning(ballot.choice)
    if meant == ABSTAIN:
        return ballot._replace(choice=other.words.abstention)
    if other.words.subject == EITHER:
        choice = other.choices.get(meant, other.words.approval)
        return ballot._replace(choice=choice, option=ballot.option or ballot.choice)
    if meant == AGAINST:
        raise _refused(ballot, own, f"under {other.name} a ballot recommends an option and cannot reject one")
    listed = {normalised(option.id): option.id for option in question.options}
    named = ballot.option or ballot.choice
    return ballot._replace(choice=listed.get(normalised(named), named), option="")


def _refused(ballot: Ballot, own: ComparedProtocol, why: str) -> Refused:
    said = f"{ballot.choice} {ballot.option}" if ballot.option else ballot.choice
    return Refused(f"the ballot of {ballot.seat.name} ({said} under {own.name}) has no counterpart: {why}")


def _question(own: ComparedProtocol, other: ComparedProtocol, question: Question, made: tuple[Answer, ...]) -> Question:
    """Without options it is a claim; with some, every one has to be listed that a ballot names."""
    if own.words.subject == PROPOSAL:
        return question._replace(options=())
    voted = [one for one in made if isinstance(one, Ballot) and one.choice != other.words.abstention]
    named = sorted({one.option for one in voted if one.option})
    return question._replace(options=question.options or tuple(map(Option, named)))


def _confidence(ballot: Ballot, other: BallotWords) -> Confidence | None:
    """The same confidence on the other protocol's scale."""
    if not other.scale:
        return None
    stated = ballot.confidence
    if stated is None:
        return Confidence(UNSTATED, PERCENT) if other.needs_confidence else None
    if other.scale == LABEL:
        return Confidence(LABELS[stated.label], LABEL)
    return Confidence(stated.percent, other.scale)


def _assumed(other: ComparedProtocol, answers: tuple[Answer, ...]) -> tuple[str, ...]:
    """Where a confidence counts and none was stated; a protocol may have a rule of its own for that."""
    if not other.words.counts_confidence:
        return ()
    return tuple(one.seat.name for one in answers if isinstance(one, Ballot) and not one.confidence)
