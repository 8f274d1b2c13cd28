"""Questions that were put to voters, and those among them of which it is known what was true."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class CastVote(NamedTuple):
    """Who chose what, and how confident they said they were: from 0 to 1, or None."""

    voter: str
    choice: str
    confidence: float | None = None


class VotedQuestion(NamedTuple):
    """A question with its options and the votes for them."""

    id: str
    options: tuple[str, ...]
    votes: tuple[CastVote, ...]


class Outcome(NamedTuple):
    """A question whose truth is known."""

    question: VotedQuestion
    truth: str

    @property
    def votes(self) -> tuple[CastVote, ...]:
        """Those of its question."""
        return self.question.votes

    @property
    def right(self) -> int:
        """How many votes were right."""
        return sum(vote.choice == self.truth for vote in self.votes)


History = Sequence[Outcome]


def with_votes(history: Iterable[Outcome]) -> list[Outcome]:
    """Those outcomes that say something: somebody voted, and there was something to choose."""
    return [outcome for outcome in history if outcome.votes and len(outcome.question.options) > 1]


def voters_in(history: History) -> list[str]:
    """Everybody who voted, by name, so that the order of votes changes nothing."""
    return sorted({vote.voter for outcome in history for vote in outcome.votes})
