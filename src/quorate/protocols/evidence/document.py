"""The tally document of evidence."""

from collections.abc import Mapping, Sequence
from typing import Any

from quorate.core.ballot import Ballot
from quorate.core.errors import MISSING, Path, Problem
from quorate.core.exact import as_threshold
from quorate.core.panel import Seat
from quorate.core.protocol import Case, VoteKeys
from quorate.core.question import Option
from quorate.core.shape import (
    CONFIDENCE_UNIT,
    FILLED,
    FLAG,
    TEXT,
    THRESHOLD,
    Field,
    Problems,
    Schema,
    any_of,
    found,
    list_of,
    narrowed,
    number,
    one_of,
    record,
    some_of,
    whole,
)
from quorate.core.text import normalised
from quorate.core.verdict import Conflict, Position
from quorate.protocols.evidence.checked import counted
from quorate.protocols.evidence.rule import ACCEPT, CHOICES, REJECT, EvidenceTerms
from quorate.protocols.parts.document_fields import (
    ANSWERED_BY,
    DETAIL,
    ERROR,
    EVIDENCE,
    ID,
    INFERRED,
    OPTIONS_IN_ONE_PLACE,
    QUESTION,
    SECOND_REQUEST,
    WARNINGS,
    is_sound,
    not_both,
    not_both_schema,
    read_answers,
    read_evidence,
    read_question,
    read_warnings,
    stated_options,
    votes_of,
)
from quorate.protocols.parts.document_names import check_options, check_voters, one_seat_each

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


RESOLUTIONS = ("merge", "choose-a", "choose-b", "new", "defer", "escalate")
CONFLICT_TYPES = ("contradiction", "partial-overlap", "scope-difference", "priority-difference")
VERDICTS = ("PROVEN", "REFUTED", "CONTESTED", "INSUFFICIENT_EVIDENCE")
ONLY_AGENT = "agent"

_ITEM = narrowed(EVIDENCE, EVIDENCE_SCHEMA)
_POSITION = {
    "vote": Field(one_of(*CHOICES), "The choice.", default=""),
    "confidence": Field(CONFIDENCE_UNIT, "0 to 1 (default: 0.5)."),
    "rationale": Field(TEXT, "Why.", default=""),
    "evidence": Field(list_of(_ITEM), "What it rests on.", default=()),
}
_VOTE_FIELDS = record(
    {
        "agentId": Field(FILLED, "The agent.", required=True, default=""),
        "option": Field(FILLED, "The option to accept or reject; left out for a claim.", default=""),
        **_POSITION,
        **WARNINGS,
        "inferred": INFERRED,
        "answered_by": ANSWERED_BY,
        "second_request": SECOND_REQUEST,
        "error": ERROR,
        "detail": DETAIL,
    },
    either=(("vote",), ("error",)),
)
_VOTE = narrowed(_VOTE_FIELDS, not_both_schema("vote"))
_OPTION = any_of(
    record(
        {
            "option": Field(FILLED, "What it says.", required=True, default=""),
            "text": Field(TEXT, "What it means.", default=""),
            **_POSITION,
        }
    ),
    FILLED,
    str,
)
_SIDE = record(
    {
        "agentId": Field(FILLED, "The agent.", required=True, default=""),
        "position": Field(TEXT, "What it holds.", default=""),
        "confidence": Field(number(0, 1), "0 to 1.", default=0),
    }
)
_STATUS = one_of(*STATUSES)
_CONFLICT = record(
    {
        "conflictId": Field(FILLED, "Its id.", required=True, default=""),
        "severity": Field(
            one_of("critical", "high", "medium", "low"),
            "Required if it is not derived; otherwise critical.",
            default="",
        ),
        "conflictType": Field(one_of(*CONFLICT_TYPES), "How the positions differ.", default="contradiction"),
        "positions": Field(list_of(_SIDE), "The two sides.", default=()),
        "status": Field(_STATUS, "Only accepted closes a conflict.", default=""),
        "resolution": Field(
            record(
                {
                    "status": Field(_STATUS, "Only accepted closes a conflict.", default=""),
                    "resolutionType": Field(one_of(*RESOLUTIONS), "How it is resolved.", default=""),
                }
            ),
            "Its status.",
        ),
    }
)
CONFLICTS = Field(list_of(_CONFLICT), "Conflicts that are already known.", default=())
_SHARE = number(0, 1)
_FIELDS = record(
    {
        "protocol": Field(one_of("evidence", "consensus"), "The protocol's name.", default="evidence"),
        "id": ID,
        "questionId": Field(TEXT, "Part of the ids of conflicts.", default=""),
        "question": QUESTION._replace(help="What to decide; without options, the claim."),
        "options": Field(list_of(_OPTION, least=1), "What can be accepted or rejected.", default=()),
        "votes": votes_of(_VOTE)._replace(required=False, default=None),
        "challengeRounds": Field(whole(0, 1000), "Number of challenge rounds.", default=0),
        "exchanges": Field(whole(0, 10**6), "Number of exchanges of arguments.", default=0),
        "conflicts": CONFLICTS._replace(shape=list_of(narrowed(_CONFLICT, *CONFLICT_SCHEMAS))),
        "strict": Field(FLAG, "Require four fifths of the agents, or 80 % of the weight.", default=False),
        "requireChecked": Field(FLAG, "Evidence that was not checked, or did not hold, counts as none.", default=False),
        "consensusThreshold": Field(
            THRESHOLD, "Share of the weight that is needed as well; below it, a person is asked."
        ),
        "actualConsensus": Field(_SHARE, "From an earlier count; counted again."),
        "verdict": Field(one_of(*VERDICTS), "From an earlier count; counted again."),
    }
)
DOCUMENT = narrowed(_FIELDS, *DOCUMENT_SCHEMAS, OPTIONS_IN_ONE_PLACE)
VOTE_KEYS = VoteKeys(votes="votes", seat="agentId", choice="vote", weight="", confidence="confidence")


def read(values: Mapping[str, Any], problems: Problems) -> Case:
    """The document's values as a case."""
    where, stated = stated_options(values, problems)
    listed = [_entry(value) for value in stated]
    names = [entry["option"] for entry in listed]
    votes = values["votes"]
    others: list[dict[str, Any]] = []
    if votes is None:
        check_evidence(listed, where, problems)
        votes, others = _only_agent(listed, problems)
    else:
        _check(votes, listed, problems)
    check_claim(names, values["question"], problems)
    check_options(names, where, problems)
    check_conflicts(values["conflicts"], problems)
    if problems:
        return Case(read_question(""), ())
    options = tuple(Option(entry["option"], entry.get("text", "")) for entry in listed)
    question = read_question(values["question"], id=values["questionId"])._replace(options=options)
    answers = read_answers([Seat(vote["agentId"]) for vote in votes], votes, _ballot)
    terms = _terms(values)._replace(positions=tuple(_ballot(Seat(ONLY_AGENT), position) for position in others))
    return Case(question, [counted(answer, values["requireChecked"]) for answer in answers], terms)


def _entry(option: Any) -> Mapping[str, Any]:
    if isinstance(option, str):
        return {"option": option}
    entry: Mapping[str, Any] = option
    return entry if "option" in entry else {"option": entry["id"] or "", "text": entry["text"]}


def _check(votes: Entries, listed: Entries, problems: Problems) -> None:
    one_seat_each([vote["agentId"] for vote in votes], ("votes",), "agentId", problems)
    check_voters(votes, ("votes",), problems)
    not_both(votes, "vote", ("votes",), problems)
    check_evidence(votes, ("votes",), problems)
    if is_sound("options", problems) and is_sound("question", problems):
        check_one_place(listed, problems)
        check_votes(votes, [entry["option"] for entry in listed], problems)


def _only_agent(listed: Entries, problems: Problems) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the ballot of a voting structure without `votes`, its most confident position, and the other positions."""
    nothing = dict.fromkeys(WARNINGS, ()) | {
        "dissent_note": "",
        "inferred": False,
        "answered_by": "",
        "second_request": False,
        "error": None,
        "detail": "",
    }
    stated = [{"agentId": ONLY_AGENT, **nothing, **entry} for entry in listed if entry.get("vote")]
    voted = [entry for entry in stated if entry["vote"] in (ACCEPT, REJECT)]
    if not voted:
        if is_sound("options", problems):
            problems.append(Problem(("votes",), MISSING, "votes, or a vote in at least one option"))
        return [], []
    clearest = max(voted, key=lambda entry: entry["confidence"].percent if entry["confidence"] else 50)
    return [clearest], [entry for entry in stated if entry is not clearest]


def _ballot(seat: Seat, vote: Mapping[str, Any]) -> Ballot:
    return Ballot(
        seat,
        vote["vote"],
        vote["confidence"],
        vote["rationale"],
        option=vote["option"],
        evidence=read_evidence(vote["evidence"]),
        inferred=vote["inferred"],
        answered_by=vote["answered_by"],
        second_request=vote["second_request"],
        **read_warnings(vote),
    )


def _terms(values: Mapping[str, Any]) -> EvidenceTerms:
    threshold = values["consensusThreshold"]
    return EvidenceTerms(
        values["strict"],
        None if threshold is None else as_threshold(threshold),
        values["challengeRounds"],
        values["exchanges"],
        tuple(map(_conflict, values["conflicts"])),
    )


def _conflict(stated: Mapping[str, Any]) -> Conflict:
    resolution = stated["resolution"] or {"status": "", "resolutionType": ""}
    return Conflict(
        stated["conflictId"],
        stated["severity"],
        stated["conflictType"],
        tuple(Position(side["agentId"], side["position"], side["confidence"]) for side in stated["positions"]),
        stated["status"] or resolution["status"] or "pending",
        resolution["resolutionType"],
    )


def told_apart(vote: Mapping[str, Any], place: Path, seat: str) -> Mapping[str, Any] | None:
    """The vote with an evidence item's id behind its seat's name; None for another place, or one that has it."""
    match place:
        case ("evidence", int(index), "id") if not str(vote["evidence"][index]["id"]).startswith(f"{seat}/"):
            items = [dict(item) for item in vote["evidence"]]
            items[index]["id"] = f"{seat}/{items[index]['id']}"
            return {**vote, "evidence": items}
    return None
