"""The ballots of one protocol as another would have had them; what has no counterpart is refused."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from quorate.core.ballot import NOT_NEEDED, Answer, Ballot, NonVote
from quorate.core.confidence import LABEL, LABELS, PERCENT, UNIT, Confidence
from quorate.core.errors import Refused
from quorate.core.question import Option, Question
from quorate.protocols.evidence.vote import normalised

FOR, AGAINST, ABSTAIN = "for", "against", "abstain"
CHOICES: Mapping[str, Mapping[str, str]] = {
    "magi": {FOR: "APPROVE", AGAINST: "REJECT", ABSTAIN: "ABSTAIN"},
    "judges": {ABSTAIN: "ABSTAIN"},
    "quorum": {FOR: "resume", AGAINST: "block"},
    "evidence": {FOR: "accept", AGAINST: "reject", ABSTAIN: "abstain"},
}
SCALES = {"magi": PERCENT, "judges": LABEL, "evidence": UNIT}
OF_OPTIONS = ("judges", "evidence")
# where none was stated: the middle, which evidence takes too, and at which no rule on confidences does anything
UNSTATED = 50


class Ballots(NamedTuple):
    """The question and the answers as another protocol has them, and the seats whose confidence was assumed."""

    question: Question
    answers: tuple[Answer, ...]
    assumed: tuple[str, ...] = ()


def meaning(protocol: str, choice: str | None) -> str | None:
    """What a choice means in every protocol: for, against, abstain; a choice without such a meaning is itself."""
    return next((word for word, own in CHOICES.get(protocol, {}).items() if own == choice), choice)


def as_ballots_of(other: str, own: str, question: Question, answers: tuple[Answer, ...]) -> Ballots:
    """The ballots of `own` as `other` would have had them. Raises Refused, naming the ballot and why."""
    if own == other:
        return Ballots(question, answers)
    for name in (own, other):
        if name not in CHOICES:
            raise Refused(f"nothing is known about which ballots of {own} and {other} correspond")
    translate = _by_option if question_is_of_options(own, question, answers) else _by_word
    made = tuple(_answer(answer, own, other, question, translate) for answer in answers)
    return Ballots(_question(own, other, question, answers), made, _assumed(other, answers, made))


def question_is_of_options(protocol: str, question: Question, answers: tuple[Answer, ...]) -> bool:
    """True where ballots name options: always under judges, and under evidence unless the question is a claim."""
    named = any(isinstance(answer, Ballot) and answer.option for answer in answers)
    return protocol == "judges" or (protocol == "evidence" and (bool(question.options) or named))


Translate = Callable[[Ballot, str, str, Question], Ballot]


def _answer(answer: Answer, own: str, other: str, question: Question, translate: Translate) -> Answer:
    if isinstance(answer, NonVote):
        if answer.kind == NOT_NEEDED:
            raise Refused(
                f"{answer.seat.name} was not asked, because {own} was settled without it; {other} would have asked it"
            )
        return answer
    made = translate(answer, own, other, question)
    return made._replace(confidence=_confidence(answer, other), word="", reason="")


def _by_word(ballot: Ballot, own: str, other: str, _: Question) -> Ballot:
    """For is for, against is against."""
    if other == "judges":
        raise _refused(ballot, own, f"under {other} a ballot names one of several options")
    choice = CHOICES[other].get(meaning(own, ballot.choice) or "")
    if choice is None:
        raise _refused(ballot, own, f"{other} knows only {', '.join(CHOICES[other].values())} and failures")
    return ballot._replace(choice=choice)


def _by_option(ballot: Ballot, own: str, other: str, question: Question) -> Ballot:
    """To recommend an option is to accept it."""
    abstains = meaning(own, ballot.choice) == ABSTAIN
    if other not in OF_OPTIONS:
        raise _refused(ballot, own, f"{other} knows no options, only {', '.join(CHOICES[other].values())}")
    if abstains:
        return ballot._replace(choice=CHOICES[other][ABSTAIN])
    if other == "evidence":
        return ballot._replace(choice=CHOICES[other][FOR], option=ballot.choice)
    if meaning(own, ballot.choice) == AGAINST:
        raise _refused(ballot, own, f"under {other} a ballot recommends an option and cannot reject one")
    listed = {normalised(option.id): option.id for option in question.options}
    return ballot._replace(choice=listed.get(normalised(ballot.option), ballot.option), option="")


def _refused(ballot: Ballot, own: str, why: str) -> Refused:
    said = f"{ballot.choice} {ballot.option}" if ballot.option else ballot.choice
    return Refused(f"the ballot of {ballot.seat.name} ({said} under {own}) has no counterpart: {why}")


def _question(own: str, other: str, question: Question, answers: tuple[Answer, ...]) -> Question:
    """evidence reads a question without options as a claim, and needs every option listed that a ballot names."""
    if other != "evidence":
        return question
    if own != "judges":
        return question._replace(options=())
    named = sorted({one.choice for one in answers if isinstance(one, Ballot) and meaning(own, one.choice) != ABSTAIN})
    return question._replace(options=question.options or tuple(map(Option, named)))


def _confidence(ballot: Ballot, other: str) -> Confidence | None:
    """The same confidence on the other protocol's scale."""
    if other not in SCALES:
        return None
    stated = ballot.confidence
    if stated is None:
        return Confidence(UNSTATED, PERCENT) if other == "magi" else None
    if other == "judges":
        return Confidence(LABELS[stated.label], LABEL)
    return Confidence(stated.percent, SCALES[other])


def _assumed(other: str, answers: tuple[Answer, ...], made: tuple[Answer, ...]) -> tuple[str, ...]:
    """Where a confidence counts and none was stated. evidence takes one half by its own rule."""
    if other not in ("magi", "evidence"):
        return ()
    pairs = zip(answers, made, strict=True)
    return tuple(
        one.seat.name
        for one, two in pairs
        if isinstance(one, Ballot) and isinstance(two, Ballot) and not one.confidence
    )
