"""Verdicts as earlier editions of the rules wrote them, for counts that are on the record already.

What was opened by an edition is counted by it for good, to the byte. The first two had sentences where there are codes
now, and their JSON had no version. The first one had no lists of names either, and no codes for what Quorate found out
of a seat; it wrote shares with what two divisions of a float leave behind.
"""

from collections.abc import Mapping
from typing import Any

from quorate.core.ballot import Answer, NonVote
from quorate.core.verdict import Ask, AskOption, Risk, Verdict

_SHARES = ("margin", "consensusThreshold", "actualConsensus")


def without_codes(verdict: Verdict) -> Verdict:
    """The same verdict as the first two editions wrote it."""
    return verdict._replace(
        escalations=tuple(one._replace(values={}) for one in verdict.escalations),
        risks=tuple(one._replace(code="", values={}) for one in verdict.risks),
        ask=_ask(verdict.ask) if verdict.ask else None,
        added=(),
        version=0,
    )


def _ask(ask: Ask) -> Ask:
    return Ask(ask.header, ask.question, tuple(AskOption(one.label, one.description) for one in ask.options))


def as_first_counted(verdict: Verdict) -> Verdict:
    """The same verdict without all that came after the first edition."""
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
    return answer._replace(why="", values={}) if isinstance(answer, NonVote) else answer
