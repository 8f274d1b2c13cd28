"""Majority and Dawid-Skene over columns of numbers, a piece at a time, so that memory does not grow with the votes."""

from typing import TYPE_CHECKING, Any

from quorate.batch.agreement.vote_codes import VoteCodes, numpy, pieces_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Shares = NDArray[np.float32]
else:
    Shares = Any

PIECE = 500_000
MOST_ROUNDS = 100
TOLERANCE = 1e-5
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

    Begins with majority. Ends when the votes are no more probable than in the round before.
    """
    np = numpy()
    shares = majority(votes)
    if not len(votes.labels):
        return shares
    before = -np.inf
    for _ in range(rounds):
        priors, tables = _mistakes(votes, shares)
        likely = _reweigh(votes, shares, np.log(priors), np.log(tables).astype(np.float32))
        if likely - before < tolerance:
            break
        before = likely
    return shares


def _mistakes(votes: VoteCodes, shares: Shares) -> tuple[Any, Any]:
    """How often each choice is true, and by voter and vote how often each choice was meant."""
    np = numpy()
    choices, size = len(votes.choices), votes.voter_count * len(votes.choices)
    sums = np.zeros((size, choices))
    for first, end in pieces_of(votes, PIECE):
        begin, stop = votes.starts[first], votes.starts[end]
        cast = votes.voters[begin:stop] * np.int32(choices) + votes.labels[begin:stop]
        often = np.diff(votes.starts[first : end + 1])
        for choice in range(choices - 1):
            meant = np.repeat(shares[first:end, choice], often)
            sums[:, choice] += np.bincount(cast, meant, minlength=size)
        sums[:, -1] += np.bincount(cast, minlength=size)
    sums[:, -1] -= sums[:, :-1].sum(axis=1)  # the last choice is what the others leave
    by_voter = np.maximum(sums, 0).reshape(-1, choices, choices)
    tables = np.maximum(by_voter, _SMALLEST) / np.maximum(by_voter.sum(axis=1, keepdims=True), _SMALLEST)
    priors = np.maximum(shares.mean(axis=0, dtype=np.float64), _SMALLEST)
    return priors / priors.sum(), tables.reshape(size, choices)


def _reweigh(votes: VoteCodes, shares: Shares, priors: Any, tables: Any) -> float:
    """Puts into `shares` how probable each choice is; gives how probable the votes are, in logarithms by question."""
    np = numpy()
    choices, total = len(votes.choices), 0.0
    for first, end in pieces_of(votes, PIECE):
        begin, stop = votes.starts[first], votes.starts[end]
        cast = votes.voters[begin:stop] * np.int32(choices) + votes.labels[begin:stop]
        scores = np.add.reduceat(tables[cast], votes.starts[first:end] - begin, axis=0) + priors
        highest = scores.max(axis=1, keepdims=True)
        powers = np.exp(scores - highest)
        sums = powers.sum(axis=1, keepdims=True)
        shares[first:end] = powers / sums
        total += float((np.log(sums) + highest).sum())
    return total / max(1, len(votes.questions))
