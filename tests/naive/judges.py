"""judges, counted as plainly as it can be written down."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from tests.naive.voices import number_written, panels_of_one_voice_each, remembered, sharers

FAILURES = ("timeout", "error", "unreadable", "absent")
TWO_THIRDS_WRITTEN = (Fraction("0.67"), Fraction("0.667"), Fraction("0.6667"))
AN_OPTION_NOBODY_NAMED = "\0 an option that nobody named"


def acted_on(outcome: dict[str, Any]) -> bool:
    """Only a proceed with nothing required may be acted on."""
    return outcome["action"] == "proceed" and not outcome["requires"]


def read_threshold(value: Any) -> Fraction:
    """The threshold; two thirds when not given, and when written with a few decimals."""
    if value is None:
        return Fraction(2, 3)
    threshold = number_written(str(value).strip())
    if threshold in TWO_THIRDS_WRITTEN:
        return Fraction(2, 3)
    return threshold


def read_options(document: dict[str, Any]) -> list[str] | None:
    """The ids of the options that the document lists, or None when it lists none."""
    if document.get("options") is None:
        return None
    ids = []
    for option in document["options"]:
        if isinstance(option, dict):
            option = option["id"] if "id" in option else option["option"]
        ids.append(str(option))
    return ids


def read_seats(document: dict[str, Any], listed: list[str] | None) -> list[dict[str, Any]]:
    """The roster without its recused seats: state is voted, abstained or failed."""
    seats = []
    for row in document["recommendations"]:
        seat = {"name": row["judge"], "state": "failed", "option": None, "inferred": False, "by": ""}
        error = row.get("error")
        option = row.get("option")
        if error == "recused":
            continue
        if error is not None:
            assert error in FAILURES, error
        elif option is None or str(option).strip() == "":
            pass
        elif listed is not None and str(option) in listed:
            seat["state"], seat["option"] = "voted", str(option)
        elif str(option).strip().upper() == "ABSTAIN":
            seat["state"] = "abstained"
        elif listed is None:
            seat["state"], seat["option"] = "voted", str(option)
        if seat["state"] != "failed":
            seat["inferred"] = bool(row.get("inferred", False))
            seat["by"] = row.get("answered_by") or ""
        seats.append(seat)
    return seats


@remembered("state", "option")
def plain_count(seats: list[dict[str, Any]], threshold: Fraction) -> dict[str, Any]:
    """The count without the rule on failures."""
    recommended = [s["option"] for s in seats if s["state"] == "voted"]
    total = len(recommended)
    insufficient = {
        "result": "INSUFFICIENT_DATA",
        "choice": None,
        "action": "ask",
        "requires": {"more_context"},
        "flags": set(),
        "confidence": Fraction(40),
        "levels": {"L2"},
    }
    if total < 2:
        return insufficient

    largest = max(recommended.count(option) for option in recommended)
    leaders = sorted({option for option in recommended if recommended.count(option) == largest})
    won = {
        "choice": leaders[0],
        "action": "proceed",
        "requires": set(),
        "flags": set(),
        "confidence": Fraction(80),
        "levels": set(),
    }
    if largest == total:
        return {"result": "UNANIMOUS", **won}
    if len(leaders) == 1 and Fraction(largest, total) >= threshold:
        return {"result": "MAJORITY", **won}
    return {
        "result": "NONE",
        "choice": None,
        "action": "ask",
        "requires": {"human_choice"},
        "flags": set(),
        "confidence": None,
        "levels": {"L2"},
    }


def holds_against(
    first: dict[str, Any],
    seats: list[dict[str, Any]],
    suspects: list[dict[str, Any]],
    known: list[str],
    threshold: Fraction,
    silent: list[dict[str, Any]] = [],  # noqa: B006
) -> bool:
    """Whether the first count holds, however the suspects might have voted, with others silent."""
    others = [option for option in known if option != first["choice"]] or [AN_OPTION_NOBODY_NAMED]
    for options in product(others, repeat=len(suspects)):
        recount = []
        for seat in seats:
            if seat in suspects:
                recount.append({**seat, "state": "voted", "option": options[suspects.index(seat)]})
            elif seat in silent:
                recount.append({**seat, "state": "failed", "option": None})
            else:
                recount.append(seat)
        second = plain_count(recount, threshold)
        if second["action"] != "proceed" or second["choice"] != first["choice"]:
            return False
        if not second["requires"] <= first["requires"]:
            return False
    return True


def count_seats(
    seats: list[dict[str, Any]], known: list[str], threshold: Fraction, reversibility: str
) -> dict[str, Any]:
    """The count, then the rule that one voice has one vote, whichever recommendation of it hurts the leader most."""
    outcome = count_all(seats, known, threshold, reversibility)
    groups = sharers([s for s in seats if s["state"] == "voted"])
    if groups:
        outcome["flags"].add("SHARED_VOTER")
    if groups and outcome["action"] == "proceed":
        kept = [[s for s in group if s["option"] != outcome["choice"]] or group for group in groups]
        for panel in panels_of_one_voice_each(seats, kept, groups):
            again = count_all(panel, known, threshold, reversibility)
            if again["choice"] != outcome["choice"] or not again["requires"] <= outcome["requires"]:
                outcome["requires"].add("verification")
    return outcome


@remembered("state", "option", "inferred")
def count_all(seats: list[dict[str, Any]], known: list[str], threshold: Fraction, reversibility: str) -> dict[str, Any]:
    """The plain count, then the rule that neither a failure nor an inferred ballot helps a proposal."""
    outcome = plain_count(seats, threshold)
    first = plain_count(seats, threshold)
    failed = [s for s in seats if s["state"] == "failed"]
    inferred = [s for s in seats if s["state"] != "failed" and s["inferred"]]

    if failed:
        outcome["flags"].add("DEGRADED_PANEL")
    if (failed or inferred) and reversibility == "low":
        outcome["requires"].add("verification")

    if first["action"] == "proceed":
        bears_failed = holds_against(first, seats, failed, known, threshold)
        bears_inferred = holds_against(first, seats, inferred, known, threshold) and holds_against(
            first, seats, [], known, threshold, inferred
        )
        bears_both = holds_against(first, seats, failed + inferred, known, threshold) and holds_against(
            first, seats, failed, known, threshold, inferred
        )
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
    """The outcome of a tally document under judges; without its pivotal seats it is counted once."""
    if "consensus_check_input" in document:
        document = {**document, **document["consensus_check_input"]}
    listed = read_options(document)
    threshold = read_threshold(document.get("threshold"))
    seats = read_seats(document, listed)
    known = sorted({s["option"] for s in seats if s["state"] == "voted"}) if listed is None else listed
    question = document.get("question")
    reversibility = "medium"
    if isinstance(question, dict) and question.get("reversibility"):
        reversibility = question["reversibility"]

    outcome = count_seats(seats, known, threshold, reversibility)

    found = set()
    for i, seat in enumerate(seats if pivotal else []):
        changes = [{**seat, "state": "voted", "option": option} for option in known]
        changes.append({**seat, "state": "abstained", "option": None})
        for change in changes:
            changed = seats[:i] + [change] + seats[i + 1 :]
            if count_seats(changed, known, threshold, reversibility)["action"] != outcome["action"]:
                found.add(seat["name"])
                break

    return {
        **outcome,
        "requires": frozenset(outcome["requires"]),
        "flags": frozenset(outcome["flags"]),
        "levels": frozenset(outcome["levels"]),
        "pivotal": frozenset(found),
    }
