"""judges: only how many recommend what matters, not how sure they are."""

from collections import Counter
from collections.abc import Sequence

from quorate.core.ballot import choice_of, seated
from quorate.core.flip_scene import FlipScene, Move, Points, Target
from quorate.core.verdict import Verdict
from quorate.protocols.judges.rule import ABSTAIN, outcome_of


def scene_of(verdict: Verdict) -> FlipScene:
    """The panel of a verdict of judges."""
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
