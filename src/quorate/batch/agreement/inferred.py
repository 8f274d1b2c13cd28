"""What votes agree on, one answer per question. It is agreement, not truth, and no verdict comes from it."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from quorate.batch.agreement.vote_codes import VoteCodes, numpy, pieces_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Shares = NDArray[np.float32]
else:
    Shares = Any

PIECE = 500_000
MOST_ROUNDS = 100
TOLERANCE = 1e-4
_SMALLEST = 1e-10


def majority(votes: VoteCodes) -> Shares:
    """The share of votes for every choice, by question."""
    np = numpy()
    choices = len(votes.choices)
    shares: Shares = np.empty((len(votes.questions), choices), np.float32)
    for first, end in pieces_of(votes, PIECE):
        shares[first:end] = _counts(votes, first, end)
    shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1)
    return shares


def _counts(votes: VoteCodes, first: int, end: int) -> Any:
    np = numpy()
    choices = len(votes.choices)
    begin, stop = votes.starts[first], votes.starts[end]
    places = np.repeat(np.arange(0, (end - first) * choices, choices), np.diff(votes.starts[first : end + 1]))
    places += votes.labels[begin:stop]
    return np.bincount(places, minlength=(end - first) * choices).reshape(-1, choices)


def dawid_skene(votes: VoteCodes, rounds: int = MOST_ROUNDS, tolerance: float = TOLERANCE) -> Shares:
    """How probable every choice is, if each voter mistakes each choice for each other as often as all of it agrees.

    Begins with majority, and ends when a round moves a question by no more than the tolerance on average.
    """
    np = numpy()
    shares = majority(votes)
    if len(votes.choices) < 2:
        return shares
    cast = votes.voters * np.int32(len(votes.choices)) + votes.labels
    for _ in range(rounds):
        priors, tables = _mistakes(votes, cast, shares)
        moved = _reweigh(votes, cast, shares, np.log(priors), np.log(tables))
        if moved <= tolerance:
            break
    return shares


def _mistakes(votes: VoteCodes, cast: Any, shares: Shares) -> tuple[Any, Any]:
    """How often each choice is true, and by voter and vote how often each choice was meant."""
    np = numpy()
    choices, size = len(votes.choices), votes.voter_count * len(votes.choices)
    sums = np.zeros((size, choices))
    for first, end in pieces_of(votes, PIECE):
        own = cast[votes.starts[first] : votes.starts[end]]
        often = np.diff(votes.starts[first : end + 1])
        for choice in range(choices - 1):
            meant = np.repeat(shares[first:end, choice], often)
            sums[:, choice] += np.bincount(own, meant, minlength=size)
        sums[:, -1] += np.bincount(own, minlength=size)
    sums[:, -1] -= sums[:, :-1].sum(axis=1)  # the last choice is what the others leave
    by_voter = np.maximum(sums, 0).reshape(-1, choices, choices)
    tables = np.maximum(by_voter, _SMALLEST) / np.maximum(by_voter.sum(axis=1, keepdims=True), _SMALLEST)
    priors = np.maximum(shares.mean(axis=0, dtype=np.float64), _SMALLEST)
    return priors / priors.sum(), tables.reshape(size, choices)


def _reweigh(votes: VoteCodes, cast: Any, shares: Shares, priors: Any, tables: Any) -> float:
    """Puts into `shares` how probable each choice is; gives by how much a question moved on average.

    Only differences from the last choice matter, so that one column less is added up.
    """
    np = numpy()
    columns = (tables[:, :-1] - tables[:, -1:]).astype(np.float32).T.copy()
    moved = 0.0
    for first, end in pieces_of(votes, PIECE):
        begin = votes.starts[first]
        own, starts = cast[begin : votes.starts[end]], votes.starts[first:end] - begin
        scores = np.zeros((len(priors), end - first), np.float32)
        for choice, column in enumerate(columns):
            scores[choice] = np.add.reduceat(column[own], starts) + (priors[choice] - priors[-1])
        powers = np.exp(scores - scores.max(axis=0))
        powers /= powers.sum(axis=0)
        moved += float(np.abs(powers - shares[first:end].T).max(axis=0).sum(dtype=np.float64))
        shares[first:end] = powers.T
    return moved / max(1, len(votes.questions))


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
