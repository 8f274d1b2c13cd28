"""What must hold between the keys of an evidence document: checked after reading, and said in its schema."""

from collections.abc import Mapping, Sequence
from typing import Any

from quorate.core.errors import MISSING, Path, Problem
from quorate.core.shape import Problems, Schema, found, some_of
from quorate.core.text import normalised
from quorate.protocols.evidence.rule import ACCEPT, REJECT
from quorate.protocols.parts.document_fields import is_sound

STATUSES = ("pending", "proposed", "accepted", "rejected")
Entries = Sequence[Mapping[str, Any]]

_TAKES_SIDES: Schema = {"required": ["vote"], "properties": {"vote": {"enum": [ACCEPT, REJECT]}}}
_HAS_OPTIONS: Schema = {
    "anyOf": [
        {"required": ["options"]},
        {"required": ["question"], "properties": {"question": {"type": "object", "required": ["options"]}}},
    ]
}
_CITES: Schema = {"required": ["evidence"], "properties": {"evidence": {"minItems": 1}}}
EVIDENCE_SCHEMA: Schema = {
    "if": {
        "anyOf": [
            {"required": ["counter"], "properties": {"counter": {"const": True}}},
            {"required": ["answers"], "properties": {"answers": {"minLength": 1}}},
        ]
    },
    "then": {"required": ["id"]},
}
CONFLICT_SCHEMAS: tuple[Schema, ...] = tuple(
    {
        "if": {"required": ["status"], "properties": {"status": {"const": status}}},
        "then": {"properties": {"resolution": {"properties": {"status": {"const": status}}}}},
    }
    for status in STATUSES
)
DOCUMENT_SCHEMAS: tuple[Schema, ...] = (
    {"anyOf": [{"required": ["question"]}, {"required": ["options"]}]},
    {
        "if": {"required": ["votes"]},
        "then": {
            "properties": {
                "options": {"items": {"not": {"type": "object", "anyOf": [{"required": ["vote"]}, _CITES]}}},
            }
        },
        "else": {
            "required": ["options"],
            "properties": {"options": {"contains": {"type": "object", **_TAKES_SIDES}}},
        },
    },
    {
        "if": _HAS_OPTIONS,
        "then": {"properties": {"votes": {"items": {"if": _TAKES_SIDES, "then": {"required": ["option"]}}}}},
        "else": {"properties": {"votes": {"items": {"not": {"required": ["option"]}}}}},
    },
)


def check_claim(names: Sequence[str], question: object, problems: Problems) -> None:
    """There is something to accept or reject."""
    if not names and not question:
        problems.append(Problem(("question",), MISSING, "the claim as the question, or options"))


def check_one_place(listed: Entries, problems: Problems) -> None:
    """Where agents vote in `votes`, a position inside an option would be lost."""
    for index, entry in enumerate(listed):
        for key in ("vote", "evidence"):
            if entry.get(key):
                where = ("options", index, key)
                problems.append(Problem(where, f"{key} in an option, beside votes", "the agents' votes in votes only"))


def check_votes(votes: Entries, names: Sequence[str], problems: Problems) -> None:
    """Every vote names an option that there is, or none where the question is the claim."""
    listed = {normalised(name) for name in names}
    for index, vote in enumerate(votes):
        path, option = ("votes", index, "option"), vote["option"]
        if option and not names:
            problems.append(Problem(path, found(option), "no option: without options the question is the claim"))
        elif option and normalised(option) not in listed:
            problems.append(Problem(path, found(option), some_of(names)))
        elif names and not option and (vote["vote"] in (ACCEPT, REJECT) or _disproves(vote)):
            problems.append(Problem(path, MISSING, f"one of the options: {some_of(names)}"))


def _disproves(vote: Mapping[str, Any]) -> bool:
    return any(item["counter"] for item in vote["evidence"] or ())


def check_evidence(entries: Entries, where: Path, problems: Problems) -> None:
    """Counter-proofs and what answers them find each other by id."""
    counters: set[str] = set()
    places = [
        ((*where, index, "evidence", place), item)
        for index, entry in enumerate(entries)
        for place, item in enumerate(entry.get("evidence") or ())
    ]
    for path, item in places:
        if (item["counter"] or item["answers"]) and not item["id"]:
            problems.append(Problem((*path, "id"), MISSING, "an id, because it is a counter-proof or answers one"))
        if item["counter"] and item["id"] and item["id"] in counters:
            problems.append(Problem((*path, "id"), f"{found(item['id'])} a second time", "each counter-proof once"))
        if item["counter"]:
            counters.add(item["id"])
    if any("evidence" in problem.path for problem in problems):
        return  # a counter-proof that could not be read may be the one that is answered
    for path, item in places:
        if item["answers"] and item["answers"] not in counters:
            allowed = some_of(sorted(counters)) or "no answer: there is no counter-proof"
            problems.append(Problem((*path, "answers"), found(item["answers"]), allowed))


def check_conflicts(conflicts: Entries, problems: Problems) -> None:
    """Each conflict once, and with one status."""
    if not is_sound("conflicts", problems):
        return
    seen: set[str] = set()
    for index, conflict in enumerate(conflicts):
        name, status = conflict["conflictId"], conflict["status"]
        if name in seen:
            again = ("conflicts", index, "conflictId")
            problems.append(Problem(again, f"{found(name)} a second time", "each conflict once"))
        seen.add(name)
        inner = (conflict["resolution"] or {}).get("status")
        if status and inner and inner != status:
            where = ("conflicts", index, "resolution", "status")
            problems.append(Problem(where, found(inner), f"{status}, as the conflict's status says"))
