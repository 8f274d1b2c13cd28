"""The tally document of magi."""

from collections.abc import Mapping
from typing import Any

from quorate.core.ballot import Answer, Ballot, Priority
from quorate.core.errors import MISSING, Problem
from quorate.core.panel import Seat
from quorate.core.position import POSITIONS
from quorate.core.protocol import Case, VoteKeys
from quorate.core.shape import (
    CONFIDENCE_PERCENT,
    FILLED,
    TEXT,
    TEXTS,
    Field,
    Problems,
    found,
    list_of,
    narrowed,
    number,
    one_of,
    record,
)
from quorate.protocols.parts.document_fields import (
    ANSWERED_BY,
    DETAIL,
    ERROR,
    ID,
    INFERRED,
    QUESTION,
    SEAT_WEIGHT,
    SECOND_REQUEST,
    WARNINGS,
    not_both,
    not_both_schema,
    read_answers,
    read_question,
    votes_of,
)
from quorate.protocols.parts.document_names import check_own_options, check_voters, one_seat_each

_SEAT_KEYS = ("perspective", "engine", "seat")
_SCORE = number(0, 10)
_PRIORITY = record(
    {
        "item": Field(FILLED, "What to rank.", required=True),
        "score": Field(_SCORE, "0 to 10.", required=True),
        "urgency": Field(_SCORE, "0 to 10.", default=0),
    }
)
_VOTE_KEYS = record(
    {
        "perspective": Field(FILLED, "The lens that votes, such as Logos."),
        "engine": Field(FILLED, "The engine that votes, such as Claude."),
        "seat": Field(FILLED, "Any other seat's name."),
        "position": Field(one_of(*POSITIONS), "The choice."),
        "confidence": Field(CONFIDENCE_PERCENT, "0 to 100; required with a position."),
        "rationale": Field(TEXT, "Why, in one line.", default=""),
        "reason": Field(
            one_of("irrelevant", "insufficient_information", "conflicting_criteria"),
            "Why it abstains.",
            default="",
        ),
        **WARNINGS,
        "key_evidence": Field(TEXTS, "What the choice rests on.", default=()),
        "priorities": Field(list_of(_PRIORITY), "Scores of items to rank.", default=()),
        "weight": SEAT_WEIGHT,
        "inferred": INFERRED,
        "answered_by": ANSWERED_BY,
        "second_request": SECOND_REQUEST,
        "error": ERROR,
        "detail": DETAIL,
    },
    either=(("position", "confidence"), ("error",)),
)
VOTE = narrowed(_VOTE_KEYS, {"oneOf": [{"required": [key]} for key in _SEAT_KEYS]}, not_both_schema("position"))
DOCUMENT = record(
    {
        "protocol": Field(one_of("magi"), "The protocol's name.", default="magi"),
        "id": ID,
        "question": QUESTION,
        "votes": votes_of(VOTE),
    }
)
VOTE_KEYS = VoteKeys(votes="votes", seat="seat", choice="position", weight="weight", confidence="confidence")


def read(values: Mapping[str, Any], problems: Problems) -> Case:
    """The document's values as a case."""
    votes = values["votes"]
    seats = [_seat(index, vote, problems) for index, vote in enumerate(votes)]
    one_seat_each([seat.name for seat in seats], ("votes",), lambda index: _seat_keys(votes[index])[0], problems)
    check_voters(votes, ("votes",), problems)
    not_both(votes, "position", ("votes",), problems)
    for index, vote in enumerate(votes):
        if vote["priorities"]:
            priorities = vote["priorities"]
            seen: set[str] = set()
            for place, item in enumerate(one["item"] for one in priorities):
                if item and item in seen:
                    where = ("votes", index, "priorities", place, "item")
                    problems.append(Problem(where, f"{found(item)} a second time", "each item once"))
                seen.add(item)
    check_own_options(values["question"], problems)
    if problems:
        return Case(read_question(""), ())
    return Case(read_question(values["question"]), read_answers(seats, votes, _ballot))


def _seat(index: int, vote: Mapping[str, Any], problems: Problems) -> Seat:
    named = perspective, engine, seat = vote["perspective"], vote["engine"], vote["seat"]
    if named.count(None) != 2:
        keys = _seat_keys(vote)
        what = " and ".join(keys) + " together" if keys else MISSING
        place = ("votes", index, keys[1] if keys else "seat")
        problems.append(Problem(place, what, "one of perspective, engine, seat"))
    return Seat(perspective or engine or seat or "", perspective or "", engine or "", vote["weight"])


def _seat_keys(vote: Mapping[str, Any]) -> list[str]:
    return [key for key in _SEAT_KEYS if vote[key] is not None]


def _ballot(seat: Seat, vote: Mapping[str, Any]) -> Answer:
    word = vote["position"]
    choice = POSITIONS[word]
    return Ballot(
        seat,
        choice,
        vote["confidence"],
        vote["rationale"],
        word=word if word != choice else "",
        reason=vote["reason"],
        key_evidence=vote["key_evidence"],
        priorities=tuple(Priority(**one) for one in vote["priorities"]) if vote["priorities"] else (),
        inferred=vote["inferred"],
        answered_by=vote["answered_by"],
        second_request=vote["second_request"],
        conditions=vote["conditions"],
        concerns=vote["concerns"],
        risks=vote["risks"],
        alternatives=vote["alternatives"],
        dissent_note=vote["dissent_note"],
    )
