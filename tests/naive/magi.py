"""magi, counted as plainly as it can be written down."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.naive.voices import number_written, panels_of_one_voice_each, remembered, sharers

FAILURES = ("timeout", "error", "unreadable", "absent")
WORDS = {
    "APPROVE": "APPROVE",
    "GO": "APPROVE",
    "GO WITH CONDITIONS": "APPROVE",
    "REJECT": "REJECT",
    "HOLD": "REJECT",
    "NO-GO": "REJECT",
    "ABSTAIN": "ABSTAIN",
}


def number(value: Any) -> Fraction:
    """An exact number from an int, a Fraction or the text of a decimal or a fraction."""
    return number_written(str(value).strip())


def acted_on(outcome: dict[str, Any]) -> bool:
    """Only a proceed with nothing required may be acted on."""
    return outcome["action"] == "proceed" and not outcome["requires"]


MILD_KINDS = ["other", "performance", "cost", "schedule", "usability", "maintainability", "style", "legal form"]


def raises_safety(concerns: Any) -> bool:
    """Whether one of the concerns states a kind that is not known to be mild; without one, "safety: ..." states it."""
    for concern in concerns or []:
        kind = concern.get("kind", "") if isinstance(concern, dict) else ""
        text = concern.get("text", "") if isinstance(concern, dict) else concern
        if kind and kind.lower() not in MILD_KINDS + ["documentation"]:
            return True
        if not kind and text.split(":")[0].strip().lower() in ("safety", "security"):
            return True
    return False


def read_seats(document: dict[str, Any]) -> list[dict[str, Any]]:
    """The roster without its recused seats; the choice of a failed seat is None."""
    seats = []
    for row in document["votes"]:
        by = row.get("answered_by") or ""
        name = row.get("perspective") or row.get("engine") or row.get("seat")
        error = row.get("error")
        if error == "recused":
            continue
        if error is not None:
            assert error in FAILURES, error
            failed = {"name": name, "choice": None, "confidence": None, "safety": False, "inferred": False, "by": ""}
            seats.append(failed)
            continue
        seats.append(
            {
                "name": name,
                "choice": WORDS[str(row["position"]).strip().upper()],
                "confidence": number(row["confidence"]),
                "safety": raises_safety(row.get("concerns")),
                "inferred": bool(row.get("inferred", False)),
                "by": by,
            }
        )
    return seats


@remembered("choice", "confidence", "safety")
def plain_count(seats: list[dict[str, Any]]) -> dict[str, Any]:
    """The table and the bullets below it, without the rule on failures."""
    n = len(seats)
    approvers = [s for s in seats if s["choice"] == "APPROVE"]
    rejecters = [s for s in seats if s["choice"] == "REJECT"]
    abstainers = [s for s in seats if s["choice"] == "ABSTAIN"]
    answered = approvers + rejecters + abstainers
    v = len(approvers) + len(rejecters)

    if n >= 2 and len(approvers) == n:
        result, action, choice = "UNANIMOUS", "proceed", "APPROVE"
    elif n >= 2 and len(rejecters) == n:
        result, action, choice = "UNANIMOUS_REJECTION", "block", "REJECT"
    elif v == 0:
        result, action, choice = "INSUFFICIENT_INFORMATION", "redeliberate", None
    elif v < 2 or v * 2 < n:
        result, action, choice = "INSUFFICIENT_QUORUM", "redeliberate", None
    elif len(approvers) * 2 > v:
        result, action, choice = "MAJORITY", "proceed", "APPROVE"
    elif len(rejecters) * 2 > v:
        result, action, choice = "MAJORITY_REJECTION", "block", "REJECT"
    else:
        result, action, choice = "SPLIT", "ask", None

    flags = set()
    levels = set()
    requires = set()

    winners: list[dict[str, Any]] = []
    dissenters: list[dict[str, Any]] = []
    if choice == "APPROVE":
        winners, dissenters = approvers, rejecters
    if choice == "REJECT":
        winners, dissenters = rejecters, approvers
    confidence = None
    if winners:
        confidence = sum((s["confidence"] for s in winners), Fraction(0)) / len(winners)

    if result == "UNANIMOUS_REJECTION":
        levels.add("L3")
    if result == "SPLIT":
        levels.add("L2")
        requires.add("human_choice")
    if result.startswith("INSUFFICIENT_"):
        requires.add("more_context")

    for dissenter in dissenters:
        assert confidence is not None
        strong = dissenter["confidence"] > confidence
        if strong:
            flags.add("STRONG_DISSENT")
        if choice == "APPROVE" and dissenter["safety"]:
            requires.add("mitigation_plan")
            if strong:
                levels.add("L3")
        if dissenter["confidence"] >= 90 and confidence < 60:
            flags.add("CONFIDENCE_OVERRIDE")
            levels.add("L3")
            requires.add("human_choice")
            action = "ask"

    if answered:
        if sum((s["confidence"] for s in answered), Fraction(0)) / len(answered) < 50:
            flags.add("LOW_CONFIDENCE")
        if all(s["confidence"] < 50 for s in answered):
            levels.add("L2")
            if action == "proceed":
                action = "redeliberate"
                requires.add("more_context")

    if action == "block":
        requires.add("risk_acceptance")

    return {
        "result": result,
        "choice": choice,
        "action": action,
        "requires": requires,
        "flags": flags,
        "confidence": confidence,
        "levels": levels,
    }


def against(seat: dict[str, Any]) -> dict[str, Any]:
    """The seat as a ballot against the proposal at full confidence."""
    return {**seat, "choice": "REJECT", "confidence": Fraction(100), "safety": False}


def holds(first: dict[str, Any], second: dict[str, Any]) -> bool:
    """Whether a second count bears the first one out."""
    if second["action"] != "proceed" or second["choice"] != first["choice"]:
        return False
    return set(second["requires"]) <= set(first["requires"])


def count_seats(seats: list[dict[str, Any]], reversibility: str) -> dict[str, Any]:
    """The count, then the rule that one voice has one vote."""
    outcome = count_all(seats, reversibility)
    groups = sharers([s for s in seats if s["choice"] in ("APPROVE", "REJECT")])
    if groups:
        outcome["flags"].add("SHARED_VOTER")
    if groups and outcome["action"] == "proceed":
        kept = [[most_against(group)] for group in groups]
        for panel in panels_of_one_voice_each(seats, kept, groups):
            if not holds(outcome, count_all(panel, reversibility)):
                outcome["requires"].add("verification")
    return outcome


def most_against(group: list[dict[str, Any]]) -> dict[str, Any]:
    """The surest rejection; without one, the approval that is least sure."""
    rejections = sorted((s for s in group if s["choice"] == "REJECT"), key=lambda s: s["confidence"])
    approvals = sorted((s for s in group if s["choice"] == "APPROVE"), key=lambda s: s["confidence"])
    return rejections[-1] if rejections else approvals[0]


def count_all(seats: list[dict[str, Any]], reversibility: str) -> dict[str, Any]:
    """The plain count, then the rule that neither a failure nor an inferred ballot helps a proposal."""
    first = plain_count(seats)
    outcome = {**first, "requires": set(first["requires"]), "flags": set(first["flags"])}
    failed = [s for s in seats if s["choice"] is None]
    inferred = [s for s in seats if s["choice"] is not None and s["inferred"]]

    if failed:
        outcome["flags"].add("DEGRADED_PANEL")
    if (failed or inferred) and reversibility == "low":
        outcome["requires"].add("verification")

    # where nobody failed and nothing was inferred there is nothing to count again
    if first["action"] == "proceed" and (failed or inferred):

        def bears(opposed: list[dict[str, Any]], silent: list[dict[str, Any]]) -> bool:
            recount = [against(s) if s in opposed else {**s, "choice": None} if s in silent else s for s in seats]
            return holds(first, plain_count(recount))

        bears_failed = bears(failed, [])
        bears_inferred = bears(inferred, []) and bears([], inferred)
        bears_both = bears(failed + inferred, []) and bears(failed, inferred)
        if not bears_failed:
            outcome["flags"].add("RELIES_ON_ABSENCE")
        if not bears_inferred:
            outcome["flags"].add("RELIES_ON_INFERENCE")
        if bears_failed and bears_inferred and not bears_both:
            outcome["flags"].add("RELIES_ON_ABSENCE")
            outcome["flags"].add("RELIES_ON_INFERENCE")
        if "RELIES_ON_ABSENCE" in outcome["flags"] or "RELIES_ON_INFERENCE" in outcome["flags"]:
            outcome["requires"].add("verification")
    return outcome


def count(document: dict[str, Any], *, pivotal: bool = True) -> dict[str, Any]:
    """The outcome of a tally document under magi; without its pivotal seats it is counted once."""
    seats = read_seats(document)
    question = document.get("question")
    reversibility = "medium"
    if isinstance(question, dict) and question.get("reversibility"):
        reversibility = question["reversibility"]

    outcome = count_seats(seats, reversibility)

    found = set()
    for i, seat in enumerate(seats if pivotal else []):
        for choice in ("APPROVE", "REJECT", "ABSTAIN"):
            confidence = Fraction(100) if seat["confidence"] is None else seat["confidence"]
            changed = seats[:i] + [{**seat, "choice": choice, "confidence": confidence}] + seats[i + 1 :]
            if count_seats(changed, reversibility)["action"] != outcome["action"]:
                found.add(seat["name"])
                break

    return {
        **outcome,
        "requires": frozenset(outcome["requires"]),
        "flags": frozenset(outcome["flags"]),
        "levels": frozenset(outcome["levels"]),
        "pivotal": frozenset(found),
    }
