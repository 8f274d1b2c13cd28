"""The verdict as the first edition of the rules wrote it, for counts that are on the record already.

What was opened by these rules is counted by them for good, to the byte. They had no lists of names, and no codes for
what Quorate found out of a seat; they wrote shares with what two divisions of a float leave behind.
"""

from collections.abc import Mapping
from typing import Any

from quorate.core.ballot import Answer, NonVote
from quorate.core.verdict import Risk, Verdict

_SHARES = ("margin", "consensusThreshold", "actualConsensus")


def as_first_counted(verdict: Verdict) -> Verdict:
    """The same verdict without what came later."""
    receipt = verdict.receipt
    return verdict._replace(
        escalations=tuple(one._replace(names=()) for one in verdict.escalations),
        risks=tuple(map(_risk, verdict.risks)),
        receipt=receipt._replace(roster=tuple(map(_answer, receipt.roster))),
        native=_native(verdict.native),
    )


def _native(native: Mapping[str, Any]) -> dict[str, Any]:
    """The keys stay in their order."""
    return {key: _divided_twice(one) if key in _SHARES and one is not None else one for key, one in native.items()}


def _divided_twice(share: float) -> float:
    return round(share * 1000) / 10 / 100


def _risk(risk: Risk) -> Risk:
    return risk._replace(seats=(), why="")


def _answer(answer: Answer) -> Answer:
    return answer._replace(why="", value="") if isinstance(answer, NonVote) else answer
