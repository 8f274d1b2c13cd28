"""The weighted vote: each answer weighs what its agents' confidences add up to."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from quorate.core.exact import Exact, plain, ratio
from quorate.core.text import normalised


class AgentVote(NamedTuple):
    """One agent's answer, in the agent's own wording, with a confidence from 0 to 1."""

    agent: str
    answer: str
    confidence: Exact


class AnswerGroup(NamedTuple):
    """The agents that gave the same answer."""

    answer: str
    wording: str
    heads: int
    weight: Exact
    squares: Exact


class WeightedVote(NamedTuple):
    """unanimous, majority or split; the winner's wording, and how sure the vote is."""

    kind: str
    winner: str | None
    confidence: Exact | None
    groups: tuple[AnswerGroup, ...]

    @property
    def total(self) -> Exact:
        """What all answers weigh together."""
        return sum(group.weight for group in self.groups)


def weighted_vote(votes: Iterable[AgentVote]) -> WeightedVote:
    """Adds up confidences per answer. The heaviest group comes first; a tie for first names no winner."""
    return vote_of_groups(_grouped(votes))


def vote_of_groups(found: Iterable[AnswerGroup]) -> WeightedVote:
    """The same where the answers were grouped elsewhere, such as in a stream."""
    groups = sorted(found, key=lambda group: (-group.weight, group.answer))
    if not groups:
        return WeightedVote("split", None, None, ())
    top, total = groups[0], sum(group.weight for group in groups)
    if len(groups) == 1:
        return WeightedVote("unanimous", top.wording, _confidence(top), (top,))
    if 2 * top.weight > total:
        return WeightedVote("majority", top.wording, _confidence(top), tuple(groups))
    tied = groups[1].weight == top.weight
    return WeightedVote("split", None if tied else top.wording, ratio(top.weight, total), tuple(groups))


def _grouped(votes: Iterable[AgentVote]) -> list[AnswerGroup]:
    # the wording shown is that of the lowest agent id
    groups: dict[str, AnswerGroup] = {}
    for vote in sorted(votes):
        answer = normalised(vote.answer)
        old = groups.get(answer) or AnswerGroup(answer, " ".join(vote.answer.split()), 0, 0, 0)
        sure = vote.confidence
        groups[answer] = old._replace(
            heads=old.heads + 1, weight=plain(old.weight + sure), squares=plain(old.squares + sure * sure)
        )
    return list(groups.values())


def _confidence(group: AnswerGroup) -> Exact:
    return plain(Fraction(group.squares) / group.weight) if group.weight else 0
