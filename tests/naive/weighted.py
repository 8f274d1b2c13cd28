"""weighted, counted as plainly as it can be written down: magi with another question of who wins."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.naive import magi
from tests.naive.magi import against, holds, number
from tests.naive.voices import panels_of_one_voice_each, remembered, sharers

ASKS = ("SPLIT", "LEAN_ALONE", "ONE_VOTER")


def read_seats(document: dict[str, Any]) -> list[dict[str, Any]]:
    """magi's seats with what they weigh."""
    rows = [row for row in document["votes"] if row.get("error") != "recused"]
    seats = magi.read_seats(document)
    weights = [number(row.get("weight", 1)) for row in rows]
    others = [sum(weights[:i]) + sum(weights[i + 1 :]) for i in range(len(weights))]
    if len(weights) == 1:
        others = [*weights]
    return [{**seat, "weight": min(w, rest)} for seat, w, rest in zip(seats, weights, others, strict=True)]


def winner(seats: list[dict[str, Any]], lean: dict[str, Fraction]) -> str:
    """The result before confidence, concerns and failures are looked at."""
    approvers = [s for s in seats if s["choice"] == "APPROVE"]
    rejecters = [s for s in seats if s["choice"] == "REJECT"]
    voters = approvers + rejecters
    if len(voters) == 0:
        return "INSUFFICIENT_INFORMATION"
    if len(voters) < 2 or len(voters) * 2 < len(seats):
        return "INSUFFICIENT_QUORUM"
    plain = {"APPROVE": sum(s["weight"] for s in approvers), "REJECT": sum(s["weight"] for s in rejecters)}
    score = {choice: plain[choice] + lean.get(choice, 0) for choice in plain}
    if score["APPROVE"] == score["REJECT"]:
        return "SPLIT"
    first, second = ("APPROVE", "REJECT") if score["APPROVE"] > score["REJECT"] else ("REJECT", "APPROVE")
    if not plain[first] > plain[second]:
        return "LEAN_ALONE"
    if len([s for s in voters if s["choice"] == first]) < 2:
        return "ONE_VOTER"
    if first == "APPROVE":
        return "UNANIMOUS" if len(approvers) == len(seats) else "MAJORITY"
    return "UNANIMOUS_REJECTION" if len(rejecters) == len(seats) else "MAJORITY_REJECTION"


@remembered("choice", "confidence", "safety", "weight")
def plain_count(seats: list[dict[str, Any]], lean: dict[str, Fraction]) -> dict[str, Any]:
    """The result with what magi says of confidence and concerns, without the rule on failures."""
    result = winner(seats, lean)
    approvers = [s for s in seats if s["choice"] == "APPROVE"]
    rejecters = [s for s in seats if s["choice"] == "REJECT"]
    answered = [s for s in seats if s["choice"] is not None]
    choice, action = None, "ask"
    requires, flags, levels = set(), set(), set()
    if result in ("UNANIMOUS", "MAJORITY"):
        choice, action, winners, dissenters = "APPROVE", "proceed", approvers, rejecters
    elif result in ("UNANIMOUS_REJECTION", "MAJORITY_REJECTION"):
        choice, action, winners, dissenters = "REJECT", "block", rejecters, approvers
    else:
        winners, dissenters = [], []
    if result in ASKS:
        requires.add("human_choice")
        levels.add("L2")
    if result.startswith("INSUFFICIENT"):
        action = "redeliberate"
        requires.add("more_context")
    if result == "UNANIMOUS_REJECTION":
        levels.add("L3")
    mean = sum((s["confidence"] for s in winners), Fraction(0)) / len(winners) if winners else None
    for one in dissenters if mean is not None else []:
        assert mean is not None
        if one["confidence"] > mean:
            flags.add("STRONG_DISSENT")
        if choice == "APPROVE" and one["safety"]:
            requires.add("mitigation_plan")
            if one["confidence"] > mean:
                levels.add("L3")
        if one["confidence"] >= 90 and mean < 60:
            flags.add("CONFIDENCE_OVERRIDE")
            levels.add("L3")
            requires.add("human_choice")
            action = "ask"
    if answered:
        if sum(s["confidence"] for s in answered) / len(answered) < 50:
            flags.add("LOW_CONFIDENCE")
        if all(s["confidence"] < 50 for s in answered):
            levels.add("L2")
            if action == "proceed":
                action = "redeliberate"
                requires.add("more_context")
    if action == "block":
        requires.add("risk_acceptance")
    found = {"result": result, "choice": choice, "action": action, "requires": requires, "flags": flags}
    return {**found, "confidence": mean, "levels": levels}


def count_all(seats: list[dict[str, Any]], lean: dict[str, Fraction], reversibility: str) -> dict[str, Any]:
    """The plain count, then the rule that neither a failure nor an inferred ballot helps a proposal."""
    outcome, first = plain_count(seats, lean), plain_count(seats, lean)
    failed = [s for s in seats if s["choice"] is None]
    inferred = [s for s in seats if s["choice"] is not None and s["inferred"]]
    if failed:
        outcome["flags"].add("DEGRADED_PANEL")
    if (failed or inferred) and reversibility == "low":
        outcome["requires"].add("verification")
    if first["action"] != "proceed":
        return outcome

    def bears(opposed: list[dict[str, Any]], silent: list[dict[str, Any]]) -> bool:
        again = [against(s) if s in opposed else {**s, "choice": None} if s in silent else s for s in seats]
        return holds(first, plain_count(again, lean))

    if not bears(failed, []):
        outcome["flags"].add("RELIES_ON_ABSENCE")
    if not (bears(inferred, []) and bears([], inferred)):
        outcome["flags"].add("RELIES_ON_INFERENCE")
    relies = {"RELIES_ON_ABSENCE", "RELIES_ON_INFERENCE"}
    if not relies & outcome["flags"] and not (bears(failed + inferred, []) and bears(failed, inferred)):
        outcome["flags"] |= relies
    if relies & outcome["flags"]:
        outcome["requires"].add("verification")
    return outcome


def count_seats(seats: list[dict[str, Any]], lean: dict[str, Fraction], reversibility: str) -> dict[str, Any]:
    """The count, then the rule that one voice has one vote, whichever of its ballots is kept."""
    outcome = count_all(seats, lean, reversibility)
    groups = sharers([s for s in seats if s["choice"] in ("APPROVE", "REJECT")])
    if groups:
        outcome["flags"].add("SHARED_VOTER")
    if groups and outcome["action"] == "proceed":
        for panel in panels_of_one_voice_each(seats, groups, groups):
            if not holds(outcome, count_all(panel, lean, reversibility)):
                outcome["requires"].add("verification")
                break
    return outcome


def count(document: dict[str, Any], *, pivotal: bool = True) -> dict[str, Any]:
    """The outcome of a tally document under weighted; without its pivotal seats it is counted once."""
    seats = read_seats(document)
    stated = (document.get("learned") or {}).get("lean") or {}
    lean = {choice: Fraction(much, 1000) for choice, much in stated.items()}
    question = document.get("question")
    reversibility = question.get("reversibility") or "medium" if isinstance(question, dict) else "medium"
    outcome = count_seats(seats, lean, reversibility)
    found = set()
    for i, seat in enumerate(seats if pivotal else []):
        for choice in ("APPROVE", "REJECT", "ABSTAIN"):
            confidence = Fraction(100) if seat["confidence"] is None else seat["confidence"]
            changed = seats[:i] + [{**seat, "choice": choice, "confidence": confidence}] + seats[i + 1 :]
            if count_seats(changed, lean, reversibility)["action"] != outcome["action"]:
                found.add(seat["name"])
                break
    kept = {key: frozenset(outcome[key]) for key in ("requires", "flags", "levels")}
    return {**outcome, **kept, "pivotal": frozenset(found)}
