"""What a search for the smallest flip works on: the seats, the positions they might take, and what would follow."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from math import lcm
from typing import NamedTuple

from quorate.core.ballot import Answer, Ballot
from quorate.core.exact import Exact

Points = tuple[int, ...]


class Target(NamedTuple):
    """A position that a seat might have taken."""

    choice: str
    option: str = ""


class Move(NamedTuple):
    """One seat's answer, and the position that it is taken to have chosen instead."""

    answer: Answer
    target: Target


def any_target(_: Answer, __: Target) -> bool:
    """Everybody might have taken every position."""
    return True


class FlipScene(NamedTuple):
    """A panel as its protocol sees it.

    Confidences are whole steps, `steps` of them to a point of a hundred, so that sums stay exact. Seats that are
    `alike` have the same effect. `tuned` proposes confidences for some moves, among them, for every action that they
    can lead to, some with the smallest sum of changes; it is None where confidences do not matter, or stay as they are
    (`kept`). More than `most` changes of one size are not tried, and only positions that a seat is `offered`.
    """

    answers: Sequence[Answer]
    action: str
    targets: Sequence[Target]
    alike: Callable[[Answer], Hashable]
    action_of: Callable[[Sequence[Move], Points], str]
    tuned: Callable[[Sequence[Move]], Iterable[Points]] | None = None
    steps: int = 1
    most: int = 20_000
    scale: str = ""
    kept: bool = False
    unstated: Exact = 100
    offered: Callable[[Answer, Target], bool] = any_target

    def sureness(self, answer: Answer) -> int:
        """How sure a seat is, in steps; whoever has no ballot is taken as sure."""
        return in_steps(answer, self.steps, self.unstated)

    @property
    def full(self) -> int:
        """A hundred percent, in steps."""
        return 100 * self.steps


def in_steps(answer: Answer, steps: int, unstated: Exact = 100) -> int:
    """A ballot's confidence in whole steps; without a ballot a hundred percent, as the receipt takes it."""
    if not isinstance(answer, Ballot):
        return 100 * steps
    return int((answer.confidence.percent if answer.confidence else unstated) * steps)


def steps_for(answers: Iterable[Answer]) -> int:
    """So many steps to a point that every stated confidence is a whole number of them."""
    stated = [one.confidence.percent for one in answers if isinstance(one, Ballot) and one.confidence]
    return lcm(*(percent.denominator for percent in stated))
