"""The smallest change of ballots that would have changed the action: fewest seats, then the smallest confidence."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations_with_replacement, takewhile
from math import comb
from typing import NamedTuple

from quorate.core.ballot import Answer
from quorate.core.confidence import Confidence
from quorate.core.exact import Exact, ratio
from quorate.core.protocol import Case
from quorate.core.protocol.explainer import Explainer
from quorate.core.protocol.flip_scene import FlipScene, Move, Points
from quorate.core.verdict import Verdict

Kinds = Sequence[Sequence[Answer]]
Proposed = Callable[[Sequence[Move]], Iterable[Points]]
FINEST_STEPS = 10
MORE_PAIRS = 3


class BallotChange(NamedTuple):
    """One seat's ballot as it would have been. Between `least` and `most` the action would be the same."""

    seat: str
    was: Answer
    choice: str
    option: str = ""
    confidence: Confidence | None = None
    least: Exact | None = None
    most: Exact | None = None


class Flip(NamedTuple):
    """Changes that together change the action, the action that follows, and how far confidences move in all."""

    changes: tuple[BallotChange, ...]
    action: str
    points: Exact


class Search(NamedTuple):
    """The smallest flip, and how far was looked: changes of so many seats, of how many that there are.

    `kept` says that confidences were left as they are, because they are too fine to be tried.
    """

    flip: Flip | None
    looked_at: int
    seats: int
    kept: bool = False

    @property
    def is_complete(self) -> bool:
        """True where nothing smaller, or nothing at all, can have been overlooked."""
        return not self.kept and (self.flip is not None or self.looked_at == self.seats)


class _Found(NamedTuple):
    """A flip as it is compared: ordered by cost, then by names."""

    points: int
    seats: tuple[str, ...]
    order: tuple[int, ...]
    sure: Points
    moves: tuple[Move, ...]


def smallest_flip(explainer: Explainer | None, case: Case, verdict: Verdict, most: int | None = None) -> Search | None:
    """The smallest flip of a verdict; None for a protocol that draws no scene to search in.

    `most` is how many changes of one size may be tried before the search is given up.
    """
    scene = explainer.scene(case, verdict) if explainer and explainer.scene else None
    return search(scene, most) if scene else None


def search(scene: FlipScene, most: int | None = None) -> Search:
    """Looks at changes of one seat, then of two, and so on, as long as there are not too many of them."""
    kinds, seats = _kinds(scene), len(scene.answers)
    limit = scene.most if most is None else most
    for size in range(1, seats + 1):
        if _too_many(kinds, len(scene.targets), size, limit):
            return Search(None, size - 1, seats, scene.kept)
        if found := _as_they_are(scene, kinds, size) or _with_other_confidences(scene, kinds, size):
            return Search(_flip(scene, found), size, seats, scene.kept)
    return Search(None, seats, seats, scene.kept)


def _too_many(kinds: Kinds, targets: int, size: int, limit: int) -> bool:
    """Single seats are always tried where anything is, and pairs as long as possible."""
    return not limit or (size > 1 and _number_of(kinds, targets, size) > limit * (MORE_PAIRS if size == 2 else 1))


def _kinds(scene: FlipScene) -> Kinds:
    """Seats that are alike, each kind in the order of names."""
    kinds: dict[object, list[Answer]] = {}
    for answer in sorted(scene.answers, key=lambda one: one.seat.name):
        kinds.setdefault(scene.alike(answer), []).append(answer)
    return list(kinds.values())


def _number_of(kinds: Kinds, targets: int, size: int) -> int:
    """How many changes of so many seats there are."""
    ways = [1] + [0] * size
    for kind in kinds:
        ways = [
            sum(ways[total - some] * comb(targets + some - 1, some) for some in range(min(total, len(kind)) + 1))
            for total in range(size + 1)
        ]
    return ways[size]


def _moves(scene: FlipScene, kinds: Kinds, size: int) -> Iterator[tuple[Move, ...]]:
    """Every change of so many seats; of seats that are alike the first are taken."""
    if not size:
        yield ()
        return
    for place, kind in enumerate(kinds):
        offered = [target for target in scene.targets if scene.offered(kind[0], target)]
        for some in range(1, min(size, len(kind)) + 1):
            for targets in combinations_with_replacement(offered, some):
                first = tuple(Move(answer, target) for answer, target in zip(kind, targets, strict=False))
                for rest in _moves(scene, kinds[place + 1 :], size - some):
                    yield first + rest


def _as_they_are(scene: FlipScene, kinds: Kinds, size: int) -> _Found | None:
    """The first by names where nobody has to be more or less sure."""
    return min(_flipping(scene, kinds, size, lambda moves: [_old(scene, moves)]), default=None, key=_key)


def _with_other_confidences(scene: FlipScene, kinds: Kinds, size: int) -> _Found | None:
    tuned = scene.tuned
    return min(_flipping(scene, kinds, size, tuned), default=None, key=_key) if tuned else None


def _flipping(scene: FlipScene, kinds: Kinds, size: int, proposed: Proposed) -> Iterator[_Found]:
    places = {target: place for place, target in enumerate(scene.targets)}
    for moves in _moves(scene, kinds, size):
        old = _old(scene, moves)
        for sure in proposed(moves):
            if scene.action_of(moves, sure) != scene.action:
                points = sum(abs(new - before) for new, before in zip(sure, old, strict=True))
                names = tuple(sorted(move.answer.seat.name for move in moves))
                yield _Found(points, names, tuple(places[move.target] for move in moves), sure, moves)


def _key(found: _Found) -> tuple[object, ...]:
    return found[:4]


def _old(scene: FlipScene, moves: Sequence[Move]) -> Points:
    return tuple(scene.sureness(move.answer) for move in moves)


def _flip(scene: FlipScene, found: _Found) -> Flip:
    action = scene.action_of(found.moves, found.sure)
    changes = [_change(scene, found, place, action) for place in range(len(found.moves))]
    return Flip(tuple(sorted(changes)), action, ratio(found.points, scene.steps))


def _change(scene: FlipScene, found: _Found, place: int, action: str) -> BallotChange:
    answer, target = found.moves[place]
    if not scene.scale:
        return BallotChange(answer.seat.name, answer, target.choice, target.option)
    least, most = _range(scene, found, place, action)
    confidence = Confidence(ratio(found.sure[place], scene.steps), scene.scale)
    return BallotChange(answer.seat.name, answer, target.choice, target.option, confidence, least, most)


def _range(scene: FlipScene, found: _Found, place: int, action: str) -> tuple[Exact, Exact]:
    """How sure this seat could be with the same effect, the other changes being what they are."""

    def same(points: int) -> bool:
        sure = (*found.sure[:place], points, *found.sure[place + 1 :])
        return scene.action_of(found.moves, sure) == action

    now = found.sure[place]
    if scene.kept:
        return ratio(now, scene.steps), ratio(now, scene.steps)
    stride = 1 if scene.steps <= FINEST_STEPS else scene.steps
    below = range((now - 1) // stride * stride, -1, -stride)
    above = range((now // stride + 1) * stride, scene.full + 1, stride)
    least, most = _last_of(now, takewhile(same, below)), _last_of(now, takewhile(same, above))
    return ratio(least, scene.steps), ratio(most, scene.steps)


def _last_of(first: int, rest: Iterable[int]) -> int:
    return [first, *rest][-1]
