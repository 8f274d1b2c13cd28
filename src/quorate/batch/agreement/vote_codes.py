"""A table of votes as three columns of numbers: question, voter and choice, grouped by question."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from quorate.batch.table import Torn, VoteRow
from quorate.core.ballot import NON_VOTES
from quorate.core.errors import MissingExtra

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Codes = NDArray[np.int32]
else:
    Codes = Any


_ABSTAIN = "abstain"


class VoteCodes(NamedTuple):
    """Votes in the order of their questions: `starts` has where each question's begin, and in the end how many are.

    A question is named by its place in `questions`, a choice by its place in `choices`.
    """

    starts: "NDArray[np.int64]"
    voters: Codes
    labels: Codes
    questions: Sequence[str]
    choices: Sequence[str]
    voter_count: int


def numpy() -> Any:
    """NumPy. Raises MissingExtra where it is not installed."""
    try:
        import numpy
    except ImportError:
        raise MissingExtra("--infer", "learn") from None
    return numpy


class Names:
    """Names by number, in the order in which they come."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, name: str) -> int:
        """The number of a name; a new name gets the next one."""
        return self._numbers.setdefault(name, len(self._numbers))

    def listed(self) -> list[str]:
        """All names in the order of their numbers."""
        return list(self._numbers)


def read_codes(rows: Iterable[VoteRow | Torn], torn: list[Torn]) -> VoteCodes:
    """The votes in a table; who failed or abstained has no vote. Torn rows are left in `torn`."""
    questions, voters, choices = Names(), Names(), Names()
    columns = array("i"), array("i"), array("i")
    for row in rows:
        if isinstance(row, Torn):
            torn.append(row)
        elif row.choice and row.choice not in NON_VOTES and row.choice.casefold() != _ABSTAIN:
            columns[0].append(questions.number(row.question))
            columns[1].append(voters.number(row.seat))
            columns[2].append(choices.number(row.choice))
    np = numpy()
    asked, who, what = (np.frombuffer(column, np.int32) if column else np.empty(0, np.int32) for column in columns)
    return grouped(asked, who, what, questions.listed(), choices.listed(), len(voters.listed()))


def grouped(
    asked: Codes, who: Codes, what: Codes, questions: Sequence[str], choices: Sequence[str], voter_count: int
) -> VoteCodes:
    """The votes by question. Those that come so already are not sorted."""
    np = numpy()
    if len(asked) and (np.diff(asked) < 0).any():
        order = np.argsort(asked, kind="stable")
        asked, who, what = asked[order], who[order], what[order]
    starts = np.zeros(len(questions) + 1, np.int64)
    np.cumsum(np.bincount(asked, minlength=len(questions)), out=starts[1:])
    return VoteCodes(starts, who, what, questions, choices, voter_count)


def pieces_of(votes: VoteCodes, size: int) -> Iterator[tuple[int, int]]:
    """Questions from one to before another, with about so many votes each; no question is cut."""
    np = numpy()
    first, last = 0, len(votes.questions)
    while first < last:
        end = int(np.searchsorted(votes.starts, votes.starts[first] + size, "right")) - 1
        end = min(last, max(end, first + 1))
        yield first, end
        first = end
