"""The tally document of judges."""

from collections.abc import Mapping, Sequence
from typing import Any

from quorate.core.ballot import Answer, Ballot
from quorate.core.errors import Path, Problem
from quorate.core.exact import TWO_THIRDS, as_threshold
from quorate.core.panel import Seat
from quorate.core.protocol import Case, VoteKeys
from quorate.core.shape import (
    CONFIDENCE_LABEL,
    FILLED,
    TEXT,
    TEXT_OR_NOTHING,
    THRESHOLD,
    Field,
    Problems,
    Recorded,
    Schema,
    narrowed,
    one_of,
    record,
)
from quorate.core.text import says_something
from quorate.core.text.names import clashes, folded
from quorate.protocols.judges.rule import ABSTAIN
from quorate.protocols.parts.document_fields import (
    ANSWERED_BY,
    DETAIL,
    ERROR,
    ID,
    INFERRED,
    OPTIONS,
    OPTIONS_IN_ONE_PLACE,
    QUESTION,
    SEAT_WEIGHT,
    SECOND_REQUEST,
    WARNINGS,
    not_both,
    read_answers,
    read_question,
    read_warnings,
    stated_options,
    votes_of,
)
from quorate.protocols.parts.document_names import (
    check_mentions,
    check_options,
    check_voters,
    ids_of,
    one_seat_each,
)

Votes = Sequence[Mapping[str, Any]]
_KEYS = record(
    {
        "judge": Field(FILLED, "The judge's name.", required=True),
        "option": Field(TEXT_OR_NOTHING, "The option's id, or ABSTAIN.", default=""),
        "confidence": Field(CONFIDENCE_LABEL, "How confident the judge is."),
        "reasoning": Field(TEXT, "Why.", default=""),
        **WARNINGS,
        "weight": SEAT_WEIGHT,
        "inferred": INFERRED,
        "answered_by": ANSWERED_BY,
        "second_request": SECOND_REQUEST,
        "error": ERROR,
        "detail": DETAIL,
    }
)
_RECOMMENDATION = narrowed(
    _KEYS,
    {"not": {"required": ["error", "option"], "properties": {"option": {"type": "string", "minLength": 1}}}},
)
_DOCUMENT_KEYS = record(
    {
        "protocol": Field(one_of("judges"), "The protocol's name.", default="judges"),
        "id": ID,
        "question": QUESTION,
        "options": OPTIONS,
        "threshold": Field(THRESHOLD, "The share that wins; 0.67 means two thirds.", default=TWO_THIRDS),
        "recommendations": votes_of(_RECOMMENDATION),
    }
)
_ABSTAIN: Schema = {"type": "string", "pattern": r"^\s*[Aa][Bb][Ss][Tt][Aa][Ii][Nn]\s*$"}
_OTHER_IDS: Schema = {
    "items": {"not": {"anyOf": [_ABSTAIN, {"type": "object", "required": ["id"], "properties": {"id": _ABSTAIN}}]}}
}
DOCUMENT = narrowed(
    _DOCUMENT_KEYS,
    OPTIONS_IN_ONE_PLACE,
    {"properties": {"options": _OTHER_IDS, "question": {"properties": {"options": _OTHER_IDS}}}},
)


def read(values: Mapping[str, Any], problems: Problems) -> Case:
    """The document's values as a case."""
    votes = values["recommendations"]
    one_seat_each([vote["judge"] for vote in votes], ("recommendations",), "judge", problems)
    check_voters(votes, ("recommendations",), problems)
    not_both(votes, "option", ("recommendations",), problems)
    where, options = stated_options(values, problems)
    names = ids_of(options)
    check_options(names, where, problems)
    for index, option in enumerate(names):
        if not isinstance(problems, Recorded) and clashes([ABSTAIN, option]):
            problems.append(Problem((*where, index), ABSTAIN, f"any other id: {ABSTAIN} is an abstention"))
    if not isinstance(problems, Recorded):
        votes = _in_one_spelling(votes, names, problems)
    if problems:
        return Case(read_question(""), ())
    question = read_question(values["question"], options)
    return Case(question, read_answers([*map(_seat, votes)], votes, _ballot), as_threshold(values["threshold"]))


def _in_one_spelling(votes: Votes, listed: Sequence[str], problems: Problems) -> Votes:
    """Each option as it is listed; where none are, as the first judge who recommends it spells it."""
    stated = [vote["option"] if says_something(vote["option"] or "") else "" for vote in votes]
    if not listed:
        check_mentions([ABSTAIN, *stated], _place_of_option, "option", problems)
    name_of = {option: folded(option) for option in {ABSTAIN, *listed, *stated}}
    spelling: dict[str, str] = {}
    for option in (ABSTAIN, *(listed or stated)):
        spelling.setdefault(name_of[option], option)
    return [{**vote, "option": spelling.get(name_of[one], one)} for vote, one in zip(votes, stated, strict=True)]


def _place_of_option(index: int) -> Path:
    return ("recommendations", index - 1, "option")  # the first of them is ABSTAIN


def _seat(vote: Mapping[str, Any]) -> Seat:
    return Seat(vote["judge"], lens=vote["judge"], weight=vote["weight"])


def _ballot(seat: Seat, vote: Mapping[str, Any]) -> Answer:
    return Ballot(
        seat,
        vote["option"],
        vote["confidence"],
        vote["reasoning"],
        inferred=vote["inferred"],
        answered_by=vote["answered_by"],
        second_request=vote["second_request"],
        **read_warnings(vote),
    )


VOTE_KEYS = VoteKeys(votes="recommendations", seat="judge", choice="option", weight="weight", confidence="confidence")
