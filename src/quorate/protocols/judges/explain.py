"""A verdict of judges taken apart."""

from collections import Counter
from collections.abc import Sequence

from quorate.core.ballot import Answer, Ballot, choice_of, seated
from quorate.core.exact import ratio
from quorate.core.failure import NOBODY, Outcome
from quorate.core.protocol import Case
from quorate.core.protocol.explainer import Explainer, Step, Value, steps_through
from quorate.core.protocol.flip_scene import FlipScene, Move, Points, Target
from quorate.core.verdict import Verdict
from quorate.protocols.judges.rule import ABSTAIN, TABLE, outcome_of, race_of, recount


def steps_of(_: Case, verdict: Verdict) -> list[Step]:
    """Which rule fitted first."""
    receipt = verdict.receipt
    race, needed = race_of(receipt.heads), receipt.threshold.share
    values: dict[str, Value] = {
        "seats": len(seated(receipt.roster)),
        "total": race.total,
        "leader": race.leader,
        "share": ratio(race.leader, race.total),
        "needed": needed,
        "choices": tuple(option for option, heads in receipt.heads.items() if heads == race.leader),
    }
    return steps_through(TABLE, (race, needed), values)


def _with_failures_against(_: Case, verdict: Verdict, roster: list[Answer], failed: frozenset[str]) -> Outcome:
    first = Outcome(verdict.result, verdict.choice, verdict.action, frozenset(verdict.requires))
    voted = [one for one in roster if isinstance(one, Ballot) and one.seat.name in verdict.receipt.counted]
    return recount(first, voted, verdict.receipt.threshold.share, failed, NOBODY)


def scene_of(verdict: Verdict) -> FlipScene:
    """The panel of a verdict: only how many recommend what matters, not how sure they are."""
    heads, threshold = verdict.receipt.heads, verdict.receipt.threshold.share

    def action_of(moves: Sequence[Move], _: Points) -> str:
        changed = Counter(heads)
        for answer, target in moves:
            changed[choice_of(answer) or ABSTAIN] -= 1
            changed[target.choice] += 1
        changed.pop(ABSTAIN, None)
        return outcome_of(changed, threshold).action

    roster = seated(verdict.receipt.roster)
    targets = [Target(choice) for choice in (*heads, ABSTAIN)]
    return FlipScene(roster, verdict.action, targets, choice_of, action_of)


EXPLAINER = Explainer(steps_of, lambda _, verdict: scene_of(verdict), _with_failures_against)
