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

_COMPARED = ("result", "action", "requires", "flags", "confidence")
_COMPARED_IN_RECEIPT = ("basis", "threshold", "share", "pivotal")


class Wanted(NamedTuple):
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


def retally(subject: Subject, wanted: Wanted) -> Retally:
    """Counts the same ballots by another protocol, or by the same one with another threshold."""
    original, own, other = subject.verdict, subject.protocol.name, wanted.protocol.name
    question = subject.case.question
    ballots = as_ballots_of(other, own, question, original.receipt.roster)
    terms = _terms(wanted, subject.case.terms if own == other else None)
    counted = count(wanted.protocol, Case(ballots.question, ballots.answers, terms))
    verdict = counted._replace(receipt=counted.receipt._replace(question=original.receipt.question))
    return Retally(question, original, verdict, tuple(_differences(original, verdict)), ballots.assumed)


def _terms(wanted: Wanted, own: Any) -> Any:
    """The terms of the original count, where they are of the same protocol, with what was asked for."""
    name, threshold = wanted.protocol.name, wanted.threshold
    if wanted.strict and name != "evidence":
        raise InputError(f"--strict is for evidence; {name} has no stricter thresholds")
    if threshold is not None and name not in ("judges", "evidence"):
        fixed = {"magi": "more than half of the votes decide", "quorum": "two thirds of the weight decide"}
        raise InputError(f"--threshold is for judges and evidence; under {name} {fixed.get(name, 'there is none')}")
    if name == "judges" and threshold is not None:
        return as_threshold(threshold)
    if name != "evidence":
        return own
    from quorate.protocols.evidence.rule import Terms

    terms = own or Terms()
    stated = terms.threshold if threshold is None else as_threshold(threshold)
    return terms._replace(threshold=stated, strict=terms.strict or wanted.strict)


def _differences(original: Verdict, other: Verdict) -> list[Difference]:
    one, two = to_plain(original), to_plain(other)
    found = [Difference(field, one[field], two[field]) for field in _COMPARED if one[field] != two[field]]
    if meaning(original.protocol, original.choice) != meaning(other.protocol, other.choice):
        found.insert(
            1 if found and found[0].field == "result" else 0, Difference("choice", one["choice"], two["choice"])
        )
    if original.may_be_acted_on != other.may_be_acted_on:
        found.append(Difference("may_be_acted_on", original.may_be_acted_on, other.may_be_acted_on))
    first, second = one["receipt"], two["receipt"]
    fields = [field for field in _COMPARED_IN_RECEIPT if first[field] != second[field]]
    return found + [Difference(f"receipt.{field}", first[field], second[field]) for field in fields]
