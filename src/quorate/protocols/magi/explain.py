"""A verdict of magi taken apart."""

from collections.abc import Iterator, Sequence

from quorate.core.ballot import Answer, Ballot, choice_of, seated
from quorate.core.confidence import PERCENT
from quorate.core.failure import NOBODY, Outcome
from quorate.core.position import APPROVE, REJECT
from quorate.core.protocol import Case
from quorate.core.protocol.explainer import Explainer, Step, Value, steps_through
from quorate.core.protocol.flip_scene import FlipScene, Move, Points, Target, in_steps, steps_for
from quorate.core.protocol.rule_table import plainly
from quorate.core.verdict import PROCEED, Verdict
from quorate.protocols.magi.rule import (
    ACTIONS,
    CHOICES,
    OVERRIDE_BELOW,
    OVERRIDE_FROM,
    TABLE,
    UNSURE_BELOW,
    WON_BY,
    Heads,
    Sides,
    action_of,
    override,
    points_of,
    result_of,
    sides_of,
    winners_and_losers,
)
from quorate.protocols.magi.verdict import BY_HEADS, recount

_OTHER = {APPROVE: REJECT, REJECT: APPROVE}


def scene_of(verdict: Verdict) -> FlipScene:
    """The panel of a verdict of magi."""
    roster = seated(verdict.receipt.roster)
    panel = _MagiPanel(roster)
    return FlipScene(
        roster,
        verdict.action,
        [Target(choice) for choice in CHOICES],
        lambda answer: (choice_of(answer), panel.sure[answer.seat.name]),
        panel.action_of,
        panel.tuned,
        panel.steps,
        scale=PERCENT,
    )


class _MagiPanel:
    """The seats by choice, the most confident first, so that a few changes are counted without the rest."""

    def __init__(self, roster: Sequence[Answer]) -> None:
        self.seats, self.steps = len(roster), steps_for(roster)
        self.sure = {answer.seat.name: in_steps(answer, self.steps) for answer in roster}
        self.side: dict[str | None, list[str]] = {choice: [] for choice in (*CHOICES, None)}
        for answer in sorted(roster, key=lambda one: -self.sure[one.seat.name]):
            self.side[choice_of(answer)].append(answer.seat.name)
        self.total = {side: sum(self.sure[name] for name in names) for side, names in self.side.items()}

    def heads(self, moves: Sequence[Move], choice: str) -> int:
        """How many stand there after the moves."""
        heads = len(self.side[choice])
        for answer, target in moves:
            heads += (target.choice == choice) - (choice_of(answer) == choice)
        return heads

    def others_total(self, moves: Sequence[Move], choice: str) -> int:
        """How sure those are together who stood there and do not move."""
        total = self.total[choice]
        for answer, _ in moves:
            if choice_of(answer) == choice:
                total -= self.sure[answer.seat.name]
        return total

    def highest_of_others(self, moves: Sequence[Move], choice: str) -> int:
        """The highest confidence of those who voted so and do not move."""
        moved = [move.answer.seat.name for move in moves]
        for name in self.side[choice]:
            if name not in moved:
                return self.sure[name]
        return -1

    def after(self, moves: Sequence[Move]) -> tuple[str, str | None]:
        """The action by heads alone, and who would have won."""
        result = result_of(self.seats, self.heads(moves, APPROVE), self.heads(moves, REJECT))
        return ACTIONS[result], WON_BY[ACTIONS[result]]

    def action_of(self, moves: Sequence[Move], sure: Points) -> str:
        """The action if these seats had moved, as sure as that."""
        action, winner = self.after(moves)
        if winner is None:
            return action
        total, highest = self.others_total(moves, winner), self.highest_of_others(moves, _OTHER[winner])
        for move, points in zip(moves, sure, strict=True):
            if move.target.choice == winner:
                total += points
            elif move.target.choice == _OTHER[winner]:
                highest = max(highest, points)
        low = total < OVERRIDE_BELOW * self.steps * self.heads(moves, winner)
        overridden = low and highest >= OVERRIDE_FROM * self.steps
        return action_of(action, overridden, action == PROCEED and self._all_unsure(moves, sure))

    def _all_unsure(self, moves: Sequence[Move], sure: Points) -> bool:
        limit = UNSURE_BELOW * self.steps
        return max(sure) < limit and all(self.highest_of_others(moves, choice) < limit for choice in CHOICES)

    def tuned(self, moves: Sequence[Move]) -> Iterator[Points]:
        """Everybody unsure, somebody sure, an override made, or one undone: each as cheaply as it can be."""
        winner = self.after(moves)[1]
        if winner is None:
            return
        old = tuple(self.sure[one.answer.seat.name] for one in moves)
        limit, override = UNSURE_BELOW * self.steps, OVERRIDE_FROM * self.steps
        winning = [place for place, one in enumerate(moves) if one.target.choice == winner]
        losing = [place for place, one in enumerate(moves) if one.target.choice == _OTHER[winner]]
        yield tuple(min(points, limit - 1) for points in old)
        yield _at_least(old, [max(range(len(old)), key=old.__getitem__)], limit)
        yield tuple(min(points, override - 1) if place in losing else points for place, points in enumerate(old))
        total = self.others_total(moves, winner) + sum(old[place] for place in winning)
        missing = OVERRIDE_BELOW * self.steps * self.heads(moves, winner) - total
        yield shifted(old, winning, max(0, missing), 0, 100 * self.steps)
        sure = old
        if losing and max(self.highest_of_others(moves, _OTHER[winner]), *(old[one] for one in losing)) < override:
            sure = _at_least(old, [max(losing, key=old.__getitem__)], override)
        yield shifted(sure, winning, min(0, missing - 1), 0, 100 * self.steps)


def _at_least(old: Points, places: Sequence[int], least: int) -> Points:
    return tuple(max(points, least) if place in places else points for place, points in enumerate(old))


def shifted(old: Points, places: Sequence[int], by: int, least: int, most: int) -> Points:
    """Some confidences moved up or down by a sum, the first as far as it goes, then the next."""
    new = list(old)
    for place in places:
        new[place] = min(max(old[place] + by, least), most)
        by -= new[place] - old[place]
    return tuple(new)


def steps_of(_: Case, verdict: Verdict) -> list[Step]:
    """Which rule fitted first, and what a sure dissenter or nobody's being sure made of it."""
    sides = sides_of(seated(verdict.receipt.roster))
    heads = Heads(sides.seats, sides.approve.heads, sides.reject.heads)
    values: dict[str, Value] = {**heads._asdict(), "votes": heads.votes}
    return [*steps_through(TABLE, heads, values), *steps_after(verdict, ACTIONS[verdict.result])]


def steps_after(verdict: Verdict, plain_action: str) -> list[Step]:
    """What a sure dissenter or nobody's being sure made of the rule that fitted."""
    sides = sides_of(seated(verdict.receipt.roster))
    return [*_override(verdict, sides), *_unsure(plain_action, sides)]


def _override(verdict: Verdict, sides: Sides) -> list[Step]:
    """Asked wherever somebody dissents from those who won."""
    winners, losers = winners_and_losers(sides, verdict.choice)
    if not losers.heads:
        return []
    fits, why = override(winners, losers)
    against = REJECT if verdict.choice == APPROVE else APPROVE
    ballots = (one for one in verdict.receipt.roster if isinstance(one, Ballot) and one.choice == against)
    names = tuple(one.seat.name for one in ballots if points_of(one) == losers.highest)
    return [Step("override", fits, why, {"names": names, "highest": losers.highest, "mean": winners.mean}, True)]


def _unsure(plain_action: str, sides: Sides) -> list[Step]:
    if not sides.all_unsure:
        return []
    fits, why = plainly(plain_action == PROCEED)
    return [Step("unsure", fits, why, {"highest": sides.highest}, True)]


def _with_failures_against(_: Case, __: Verdict, roster: list[Answer], failed: frozenset[str]) -> Outcome:
    return recount(BY_HEADS, roster, failed, NOBODY)


EXPLAINER = Explainer(steps_of, lambda _, verdict: scene_of(verdict), _with_failures_against)
