"""What another protocol would have said of the same ballots. Nothing is stored, and no verdict is changed."""

from collections.abc import Callable
from typing import Any, NamedTuple

from quorate.core.ballot import NOT_NEEDED, Answer, Ballot, NonVote
from quorate.core.codec import to_plain
from quorate.core.confidence import LABEL, LABELS, PERCENT, Confidence
from quorate.core.errors import InputError, Refused
from quorate.core.exact import Exact, as_threshold
from quorate.core.protocol import EITHER, OPTION, PROPOSAL, BallotWords, Case, Protocol
from quorate.core.question import Option, Question
from quorate.core.text import normalised
from quorate.core.verdict import Verdict
from quorate.core.voice import count
from quorate.core.wording import ArgumentName, TerminalHint, Wording
from quorate.deliberation.counting import case_of
from quorate.deliberation.session import Session
from quorate.deliberation.signatures import signatures_of
from quorate.documents.tally import Tally
from quorate.protocols import names_of_those, protocol_named


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


_COMPARED = ("result", "action", "requires", "flags", "confidence")
_COMPARED_IN_RECEIPT = ("basis", "threshold", "share", "pivotal")


class RetallyTerms(NamedTuple):
    """By which protocol to count, and by which of its settings."""

    protocol: Protocol
    threshold: Exact | None = None
    strict: bool = False


class Difference(NamedTuple):
    """A field in which the two verdicts differ, with both values as JSON has them."""

    field: str
    original: Any
    other: Any


class Retally(NamedTuple):
    """The question, both verdicts, where they differ, and the seats whose confidence had to be assumed."""

    question: Question
    original: Verdict
    other: Verdict
    differences: tuple[Difference, ...]
    assumed: tuple[str, ...] = ()


def retally(subject: Subject, wanted: RetallyTerms) -> Retally:
    """Counts the same ballots by another protocol, or by the same one with another threshold."""
    original, own, other = subject.verdict, subject.protocol, wanted.protocol
    question = subject.case.question
    ballots = as_ballots_of(other, own, question, original.receipt.roster)
    terms = _terms(wanted, subject.case.terms if own.name == other.name else None)
    counted = count(wanted.protocol, Case(ballots.question, ballots.answers, terms))
    verdict = counted._replace(receipt=counted.receipt._replace(question=original.receipt.question))
    is_other = meaning(own, original.choice) != meaning(other, verdict.choice)
    return Retally(question, original, verdict, tuple(_differences(original, verdict, is_other)), ballots.assumed)


def _terms(wanted: RetallyTerms, own: Any) -> Any:
    """The terms of the original count, where they are of the same protocol, with what was asked for."""
    name, may, terms = wanted.protocol.name, wanted.protocol.strictness, own
    if wanted.strict:
        if may.stricter is None:
            others = " and ".join(names_of_those(lambda one: one.strictness.stricter))
            raise InputError(Wording(ArgumentName("strict"), f" is for {others}; {name} has no stricter thresholds"))
        terms = may.stricter(terms)
    if wanted.threshold is not None:
        if may.with_threshold is None:
            others = " and ".join(names_of_those(lambda one: one.strictness.with_threshold))
            raise InputError(Wording(ArgumentName("threshold"), f" is for {others}; under {name} {may.fixed}"))
        terms = may.with_threshold(terms, as_threshold(wanted.threshold))
    return terms


def _differences(original: Verdict, other: Verdict, is_other_choice: bool) -> list[Difference]:
    one, two = to_plain(original), to_plain(other)
    found = [Difference(field, one[field], two[field]) for field in _COMPARED if one[field] != two[field]]
    if is_other_choice:
        found.insert(
            1 if found and found[0].field == "result" else 0, Difference("choice", one["choice"], two["choice"])
        )
    if original.may_be_acted_on != other.may_be_acted_on:
        found.append(Difference("may_be_acted_on", original.may_be_acted_on, other.may_be_acted_on))
    first, second = one["receipt"], two["receipt"]
    fields = [field for field in _COMPARED_IN_RECEIPT if first[field] != second[field]]
    return found + [Difference(f"receipt.{field}", first[field], second[field]) for field in fields]
