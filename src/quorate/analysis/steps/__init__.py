"""Why a rule fitted and those before it did not, protocol by protocol."""

from quorate.analysis.steps.step import Remark, Step, Value
from quorate.core.protocol import Case
from quorate.core.verdict import Verdict

__all__ = ["Remark", "Step", "Value", "steps_of"]


def steps_of(case: Case, verdict: Verdict) -> list[Step]:
    """The rules of the protocol up to the one that fitted; nothing for a protocol whose rules are not known here."""
    match verdict.protocol:
        case "magi":
            from quorate.analysis.steps import magi

            return magi.steps_of(verdict)
        case "judges":
            from quorate.analysis.steps import judges

            return judges.steps_of(verdict)
        case "quorum":
            from quorate.analysis.steps import quorum

            return quorum.steps_of(verdict, case.terms)
        case "evidence":
            from quorate.analysis.steps import evidence

            return evidence.steps_of(case, verdict)
        case _:
            return []
