"""The tally document of evidence."""

from collections.abc import Mapping
from typing import Any

from quorate.core.ballot import Answer, Ballot
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
    any_of,
    list_of,
    narrowed,
    number,
    one_of,
    record,
    whole,
)
from quorate.core.verdict import Conflict, Position
from quorate.protocols.evidence.checked import counted
from quorate.protocols.evidence.document_rules import (
    CONFLICT_SCHEMAS,
    DOCUMENT_SCHEMAS,
    EVIDENCE_SCHEMA,
    STATUSES,
    Entries,
    check_claim,
    check_conflicts,
    check_evidence,
    check_one_place,
    check_votes,
)
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
        "consensusThreshold": Field(THRESHOLD, "Raises the weight needed, never lowers it."),
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
    if votes is None:
        check_evidence(listed, where, problems)
        votes = _only_agent(listed, problems)
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
    return Case(question, [counted(answer, values["requireChecked"]) for answer in answers], _terms(values))


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


def _only_agent(listed: Entries, problems: Problems) -> list[dict[str, Any]]:
    """A voting structure without `votes` is one agent's: its most confident position is its ballot."""
    voted = [entry for entry in listed if entry.get("vote") in (ACCEPT, REJECT)]
    if not voted and is_sound("options", problems):
        problems.append(Problem(("votes",), MISSING, "votes, or a vote in at least one option"))
    if not voted:
        return []
    clearest = max(voted, key=lambda entry: entry["confidence"].percent if entry["confidence"] else 50)
    nothing = dict.fromkeys(WARNINGS, ()) | {
        "dissent_note": "",
        "inferred": False,
        "answered_by": "",
        "second_request": False,
        "error": None,
        "detail": "",
    }
    return [{"agentId": ONLY_AGENT, **nothing, **clearest}]


def _ballot(seat: Seat, vote: Mapping[str, Any]) -> Answer:
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
