"""What another protocol would have said of the same ballots. Nothing is stored, and no verdict is changed."""

from typing import Any, NamedTuple

from quorate.analysis.correspondence import as_ballots_of, meaning
from quorate.analysis.subject import Subject
from quorate.core.codec import to_plain
from quorate.core.errors import InputError
from quorate.core.exact import Exact, as_threshold
from quorate.core.protocol import Case, Protocol
from quorate.core.question import Question
from quorate.core.verdict import Verdict
from quorate.core.voice import count
from quorate.core.wording import ArgumentName, Wording
from quorate.protocols import names_of_those

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
