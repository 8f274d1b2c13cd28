"""What votes agree on, one answer per question. It is agreement, not truth, and no verdict comes from it."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from quorate.batch.agreement.kernels import dawid_skene, majority
from quorate.batch.agreement.vote_codes import VoteCodes, numpy

LABEL = "agreement, not truth"
METHODS: dict[str, Callable[[VoteCodes], Any]] = {"majority": majority, "dawid-skene": dawid_skene}
_TIE = 1e-6
_DIGITS = 6  # shares are counted in single precision


class AgreedAnswer(NamedTuple):
    """What the votes on a question agree on: the choice (None for a tie), its share or probability, and how many."""

    id: str
    choice: str | None
    agreement: float
    votes: int
    method: str
    label: str = LABEL


def infer(votes: VoteCodes, method: str) -> Iterator[AgreedAnswer]:
    """One answer per question, in the order in which questions came."""
    shares, counts = METHODS[method](votes), numpy().diff(votes.starts)
    for name, row, count in zip(votes.questions, shares, counts, strict=True):
        first = int(row.argmax())
        is_tie = int((row >= row[first] - _TIE).sum()) > 1
        agreement = round(float(row[first]), _DIGITS)
        yield AgreedAnswer(name, None if is_tie else votes.choices[first], agreement, int(count), method)
