"""approval, counted as plainly as it can be written down."""

from __future__ import annotations

from itertools import permutations
from typing import Any

GRAVE = ("safety", "security")


def count(document: dict[str, Any]) -> dict[str, Any]:
    """The verdict's result, choice and action, and who turns it by giving no ballot or a plain approval instead."""
    rows = document["votes"]
    result = result_of(rows, document.get("needed", 1))
    pivotal = set()
    for row in rows:
        if row.get("error") == "recused":
            continue
        others = [one for one in rows if one is not row]
        for instead in ([], [{"person": row["person"], "vote": "approve"}]):
            if action_of(result_of([*others, *instead], document.get("needed", 1))) != action_of(result):
                pivotal.add(row["person"])
    choice = {"APPROVED": "approve", "REJECTED": "reject", "TOO_FEW": None}[result]
    return {"result": result, "choice": choice, "action": action_of(result), "pivotal": frozenset(pivotal)}


def action_of(result: str) -> str:
    """Only an approval goes ahead."""
    return "proceed" if result == "APPROVED" else "block"


def result_of(rows: list[dict[str, Any]], needed: int) -> str:
    """One look at every row, in the words of the rule."""
    people: list[str] = []
    for row in rows:
        if "error" in row:
            continue
        if row["vote"] == "reject":
            return "REJECTED"
        for concern in row.get("concerns", []):
            kind = concern if isinstance(concern, str) else concern["kind"]
            if kind in GRAVE:
                return "REJECTED"
    for row in rows:
        if "error" in row or row.get("inferred"):
            continue
        who = row.get("answered_by", row["person"]).lower()
        if who not in people:
            people.append(who)
    return "APPROVED" if len(people) >= needed else "TOO_FEW"


def grouped(groups: dict[str, list[str]], needed: dict[str, int], approved: list[str]) -> bool:
    """Whether somebody can be found for every place, by trying every order of people for the places."""
    places = [name for name, number in needed.items() for _ in range(number)]
    return any(
        all(person in groups[place] for person, place in zip(order, places, strict=False))
        for order in permutations(approved, len(places))
    )
