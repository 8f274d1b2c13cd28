"""What a check does to evidence: what does not hold counts as none; a counter-proof falls only by a failed check."""

from collections.abc import Iterable, Iterator, Sequence

from quorate.core.ballot import Answer, Ballot, Evidence
from quorate.core.verdict import Note

HELD, FAILED = "held", "failed"


def counted(answer: Answer, require_checked: bool) -> Answer:
    """The ballot with the evidence that counts; the rest is kept beside it."""
    if not isinstance(answer, Ballot):
        return answer
    left_out = tuple(item for item in answer.evidence if not _counts(item, require_checked))
    if not left_out:
        return answer
    kept = tuple(item for item in answer.evidence if item not in left_out)
    return answer._replace(evidence=kept, discounted=left_out)


def _counts(item: Evidence, require_checked: bool) -> bool:
    if item.checked == FAILED:
        return False
    return item.counter or not require_checked or item.checked == HELD


def has_fallen_proof(answers: Iterable[Answer]) -> bool:
    """True where a counter-proof fell: a person has to look at that."""
    ballots = (answer for answer in answers if isinstance(answer, Ballot))
    return any(item.counter for ballot in ballots for item in ballot.discounted)


def notes_on_checks(answers: Sequence[Answer]) -> Iterator[Note]:
    """How many items were checked and held, how many were only claimed, and which did not hold."""
    ballots = [answer for answer in answers if isinstance(answer, Ballot)]
    items = [item for ballot in ballots for item in (*ballot.evidence, *ballot.discounted)]
    if not any(item.checked for item in items):
        return
    held = sum(item.checked == HELD for item in items)
    failed = sum(item.checked == FAILED for item in items)
    yield Note("evidence_held", "", str(held))
    yield Note("evidence_claimed", "", str(len(items) - held - failed))
    for ballot in ballots:
        for item in ballot.discounted:
            code = "counter_proof_fell" if item.counter else "evidence_discounted"
            yield Note(code, ballot.seat.name, item.id or item.file or item.address or item.command)
