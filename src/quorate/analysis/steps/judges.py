"""The rules of judges, in their order."""

from quorate.analysis.flips.scene import seated
from quorate.analysis.steps.step import Step, Value, until_one_fits
from quorate.core.exact import ratio
from quorate.core.verdict import Verdict
from quorate.protocols.judges.rule import race_of


def steps_of(verdict: Verdict) -> list[Step]:
    """Which rule fitted first."""
    receipt = verdict.receipt
    leader, rival, total = race_of(receipt.heads)
    leading = tuple(option for option, heads in receipt.heads.items() if heads == leader)
    needed = receipt.threshold.share
    numbers: dict[str, Value] = {
        "seats": len(seated(receipt.roster)),
        "total": total,
        "leader": leader,
        "share": ratio(leader, total),
        "needed": needed,
        "choices": leading,
    }
    is_tied, is_enough = leader == rival, leader >= needed * total
    why = "yes" if is_enough and not is_tied else "tied" if is_tied else "no"
    steps = [
        Step("too_few", total < 2, "yes" if total < 2 else "no", numbers),
        Step("unanimous", leader == total, "yes" if leader == total else "no", numbers),
        Step("majority", why == "yes", why, numbers),
        Step("none", True, "yes", numbers),
    ]
    return until_one_fits(steps)
