"""The verdict in magi's own words: its box, dissents, Go/No-Go and the priority ranking."""

from collections.abc import Sequence
from typing import Any

from quorate.core.ballot import Ballot, seated
from quorate.core.exact import Exact, ratio, shown
from quorate.core.position import REJECT
from quorate.core.question import Question
from quorate.core.verdict import ASK, BLOCK, PROCEED, Dissent, Verdict

TITLES = {
    "UNANIMOUS": "UNANIMOUS VERDICT",
    "MAJORITY": "MAJORITY VERDICT",
    "SPLIT": "SPLIT VERDICT",
    "UNANIMOUS_REJECTION": "UNANIMOUS REJECTION",
    "MAJORITY_REJECTION": "MAJORITY REJECTION",
    "INSUFFICIENT_QUORUM": "INSUFFICIENT QUORUM",
    "INSUFFICIENT_INFORMATION": "INSUFFICIENT INFORMATION",
}
TWO_SEAT_TITLES = {"UNANIMOUS": "UNANIMOUS", "SPLIT": "SPLIT", "UNANIMOUS_REJECTION": "REJECTION"}
GO_WORDS = frozenset({"GO", "GO WITH CONDITIONS", "HOLD", "NO-GO"})


def native_of(verdict: Verdict, question: Question, ballots: Sequence[Ballot]) -> dict[str, Any]:
    """The verdict's box: its title, confidence and action line, and the record of each dissent."""
    seats = {ballot.seat.name: ballot for ballot in ballots} if verdict.dissents else {}
    native: dict[str, Any] = {
        "verdict": title_of(verdict),
        "dissent": [_dissent(dissent, seats[dissent.seat]) for dissent in verdict.dissents],
        "action": action_line(verdict),
    }
    if verdict.confidence is not None:
        majority = verdict.result.startswith("MAJORITY")
        native["majority_confidence" if majority else "weighted_confidence"] = _shown(verdict.confidence)
    if question.decision_type == "go_no_go" or not GO_WORDS.isdisjoint([ballot.word for ballot in ballots]):
        native["go_no_go"] = go_no_go(verdict, ballots)
    if any(ballot.priorities for ballot in ballots):
        native["priority_ranking"] = priority_ranking(ballots)
    return native


def title_of(verdict: Verdict) -> str:
    """The heading of the verdict's box."""
    if verdict.result in TWO_SEAT_TITLES:
        seats = [answer.seat for answer in seated(verdict.receipt.roster)]
        if len(seats) == 2:
            kind = "ENGINE" if all(seat.is_engine for seat in seats) else "SEAT"
            return f"2-{kind} {TWO_SEAT_TITLES[verdict.result]}"
    return TITLES.get(verdict.result) or verdict.result.replace("_", " ")


def action_line(verdict: Verdict) -> str:
    """What to do next, in capitals; never EXECUTE while something is still required."""
    if verdict.action == PROCEED:
        if verdict.requires:
            return f"HOLD - {', '.join(verdict.requires).replace('_', ' ')} required first"
        if verdict.dissents:
            return "EXECUTE + RECORD DISSENT"
        at_once = verdict.result == "UNANIMOUS" and len(seated(verdict.receipt.roster)) > 2
        return "EXECUTE IMMEDIATELY" if at_once else "EXECUTE"
    if verdict.action == BLOCK:
        return "BLOCK + RECORD DISSENT" if verdict.dissents else "BLOCK - State reasons"
    if verdict.action == ASK:
        return "PRESENT BOTH POSITIONS TO USER" if verdict.choice else "PRESENT TRADE-OFFS TO USER"
    return "RE-DELIBERATE WITH MORE CONTEXT"


def go_no_go(verdict: Verdict, ballots: Sequence[Ballot]) -> str:
    """The verdict as a release manager says it."""
    if verdict.action == PROCEED:
        said_so = any(ballot.word == "GO WITH CONDITIONS" for ballot in ballots)
        return "GO WITH CONDITIONS" if said_so or verdict.conditions or verdict.requires else "GO"
    if verdict.action == BLOCK:
        said_hold = all(ballot.word == "HOLD" for ballot in ballots if ballot.choice == REJECT)
        return "HOLD" if said_hold else "NO-GO"
    return "HOLD"


def priority_ranking(ballots: Sequence[Ballot]) -> list[dict[str, Any]]:
    """Items by mean score times (1 + largest urgency / 10); equal priorities share a rank."""
    scores: dict[str, list[Exact]] = {}
    urgency: dict[str, Exact] = {}
    for ballot in ballots:
        for one in ballot.priorities:
            scores.setdefault(one.item, []).append(one.score)
            urgency[one.item] = max(urgency.get(one.item, 0), one.urgency)
    priority = {item: ratio(sum(given), len(given)) * (1 + ratio(urgency[item], 10)) for item, given in scores.items()}
    ranked = sorted(priority, key=lambda item: (-priority[item], item))
    return [
        {
            "rank": 1 + sum(other > priority[item] for other in priority.values()),
            "item": item,
            "priority": shown(priority[item]),
            "exact": str(priority[item]),
            "scored_by": len(scores[item]),
        }
        for item in ranked
    ]


def _dissent(dissent: Dissent, ballot: Ballot) -> dict[str, Any]:
    return {
        _seat_key(ballot): dissent.seat,
        "position": ballot.word or ballot.choice,
        "confidence": _shown(dissent.confidence) if dissent.confidence is not None else None,
        "concern": dissent.concern,
        "mitigation": dissent.mitigation,
        "monitor": dissent.monitor,
    }


def _seat_key(ballot: Ballot) -> str:
    return "engine" if ballot.seat.is_engine else "perspective"


def _shown(value: Exact) -> int | float:
    return value if isinstance(value, int) else shown(value)
