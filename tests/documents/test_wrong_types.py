"""Every key of every document, with every kind of value that it must not take."""

import json
from typing import Any

import pytest
import yaml

from quorate import DocumentError, Problem
from quorate.documents.schemas import schema
from quorate.documents.tally import read_tally
from tests.documents.full_documents import DOCUMENTS, Document, Steps, at, key_of, paths_in, replaced

MARK = "MARKED"
NOTHING, YES, FIVE, HALF = None, True, 5, 0.5
LIST: list[Any] = []
MAPPING: dict[str, Any] = {}
RANGE_0_10, RANGE_0_1 = "a number from 0 to 10,", "a number from 0 to 1,"

WRONG: dict[str, tuple[str, list[Any]]] = {
    "text": ("text", [NOTHING, YES, FIVE, HALF, LIST, MAPPING]),
    "text or null": ("text", [YES, FIVE, HALF, LIST, MAPPING]),
    "filled text": ("text that is not empty", [NOTHING, YES, FIVE, HALF, LIST, MAPPING, "", " \t"]),
    "flag": ("true or false", [NOTHING, "yes", "true", 1, 0, HALF, LIST, MAPPING]),
    "id": ("text or a whole number", [NOTHING, YES, HALF, LIST, MAPPING]),
    "whole": ("a whole number from ", [NOTHING, YES, "5", HALF, -1, 10**10, LIST, MAPPING]),
    "percent": ("a number from 0 to 100", [NOTHING, YES, "82", -1, 100.1, 101, LIST, MAPPING, "HIGH", "NaN"]),
    "unit": ("a number from 0 to 1", [NOTHING, YES, "0.5", -0.1, 1.01, 85, LIST, MAPPING, "HIGH", "NaN"]),
    "label": ("HIGH, MEDIUM or LOW", [NOTHING, YES, 80, 0.8, "high", "80", "REQUIRES_INPUT", "INSUFFICIENT", LIST]),
    "score": (RANGE_0_10, [NOTHING, YES, "many", -1, 10.1, "21/2", "1/0", LIST, MAPPING, "NaN"]),
    "share": (RANGE_0_1, [NOTHING, YES, "many", -1, 1.01, "3/2", "1/0", "0/0", "-1", LIST, MAPPING]),
    "days": ("a number above 0 up to 100000,", [NOTHING, YES, "many", 0, -1, 100_001, "0", "1/0", LIST, MAPPING]),
    "uncertainty": ("a number from 1 to 1000,", [NOTHING, YES, "much", 0.9, 1001, "1/2", "1/0", LIST, MAPPING]),
    "threshold": (
        "a number above 0 up to 1,",
        [NOTHING, YES, "half", 0, -1, 1.0001, 2, "0", "0/1", "1/0", "3/2", "0.0", LIST, MAPPING, ".inf"],
    ),
    "weight": (
        "a number from 0 to 1000000000000,",
        [NOTHING, YES, "heavy", -1, -0.001, 10**13, "1/0", "-1/2", "1e3", LIST, MAPPING, "Infinity"],
    ),
    "day": (
        "a day from 2000-01-01 to 2199-12-31",
        [NOTHING, YES, FIVE, "in May", "2027-02-30", "1999-12-31", "2200-01-01", "2027-5-31", LIST, MAPPING],
    ),
    "list": ("a list", [NOTHING, YES, FIVE, "text", MAPPING]),
    "mapping": ("a mapping", [NOTHING, YES, FIVE, "text", LIST]),
    "mapping or text": ("a mapping or text", [NOTHING, YES, FIVE, HALF, LIST]),
    "span": ("a duration such as 24h", [NOTHING, YES, FIVE, HALF, LIST, MAPPING, "", "24", "soon"]),
    "span or list": ("a ", [NOTHING, YES, FIVE, HALF, MAPPING]),
    "amount": ("a ", [NOTHING, YES, -1, LIST, MAPPING, "many", "-1"]),
    "no text": ("", [NOTHING, YES, FIVE, HALF, LIST, MAPPING]),
    "name": ("a name without spaces", [NOTHING, YES, FIVE, HALF, LIST, MAPPING, "", "a b"]),
}
NO_WORDS = [NOTHING, YES, FIVE, "nonsense", "Approve", "", LIST, MAPPING]


def _score_keys(where: str) -> dict[str, str]:
    criteria = dict.fromkeys(("feasibility", "evidence", "people", "foresight", "security", "value", "risk"), "score")
    rows = {**criteria, "days": "days", "uncertainty": "uncertainty"}
    return {where: "mapping", **{f"{where}.{key}": kind for key, kind in rows.items()}}


QUESTION_KEYS = {
    "question": "mapping or text",
    "question.subject": "filled text",
    "question.domain": "text",
    "question.context": "text",
    "question.constraints": "list",
    "question.constraints[]": "text",
    "question.urgency": "word",
    "question.reversibility": "word",
    "question.action": "text",
    "question.decision_type": "word",
    "question.review_by": "day",
    "question.action_for": "text",
    "question.options": "list",
    "question.options[]": "mapping or text",
    "question.options[].id": "filled text",
    "question.options[].text": "text",
    "question.options[].reversible": "flag",
    **_score_keys("question.options[].scores"),
    **_score_keys("question.scores"),
}


def _vote_keys(votes: str, own: dict[str, str]) -> dict[str, str]:
    shared = {
        "conditions": "list",
        "conditions[]": "text",
        "concerns": "list",
        "concerns[]": "mapping or text",
        "concerns[].kind": "text",
        "concerns[].text": "text",
        "risks": "list",
        "risks[]": "text",
        "alternatives": "list",
        "alternatives[]": "text",
        "dissent_note": "text",
        "inferred": "flag",
        "answered_by": "filled text",
        "second_request": "flag",
        "error": "word",
        "detail": "text",
    }
    rows = {f"{votes}[].{key}": kind for key, kind in {**shared, **own}.items()}
    return {"protocol": "protocol", "id": "id", **QUESTION_KEYS, votes: "list", f"{votes}[]": "mapping", **rows}


def _evidence_keys(where: str) -> dict[str, str]:
    own = {
        "id": "filled text",
        "file": "text",
        "address": "text",
        "section": "text",
        "line": "whole",
        "type": "text",
        "quote": "text",
        "reproducible": "flag",
        "command": "text",
        "counter": "flag",
        "answers": "text",
        "checked": "word",
    }
    position = {f"{where}.vote": "word", f"{where}.confidence": "unit", f"{where}.rationale": "text"}
    items = {f"{where}.evidence[].{key}": kind for key, kind in own.items()}
    return {**position, f"{where}.evidence": "list", f"{where}.evidence[]": "mapping", **items}


KEYS: dict[str, dict[str, str]] = {
    "tally-magi": _vote_keys(
        "votes",
        {
            "perspective": "filled text",
            "engine": "filled text",
            "seat": "filled text",
            "position": "word",
            "confidence": "percent",
            "rationale": "text",
            "reason": "word",
            "key_evidence": "list",
            "key_evidence[]": "text",
            "priorities": "list",
            "priorities[]": "mapping",
            "priorities[].item": "filled text",
            "priorities[].score": "score",
            "priorities[].urgency": "score",
            "weight": "weight",
        },
    ),
    "tally-judges": {
        **_vote_keys(
            "recommendations",
            {
                "judge": "filled text",
                "option": "text or null",
                "confidence": "label",
                "reasoning": "text",
                "weight": "weight",
            },
        ),
        "options": "list",
        "options[]": "mapping or text",
        "options[].id": "filled text",
        "options[].text": "text",
        "options[].reversible": "flag",
        **_score_keys("options[].scores"),
        "threshold": "threshold",
    },
    "tally-quorum": {
        **_vote_keys(
            "votes", {"agent_id": "filled text", "vote": "word", "authority_weight": "weight", "reasoning": "text"}
        ),
        "votes[].conditions[]": "mapping or text",
        "votes[].conditions[].kind": "word",
        "votes[].conditions[].what": "word",
        "votes[].conditions[].for": "span or list",
        "votes[].conditions[].for[]": "name",
        "votes[].conditions[].every": "span",
        "votes[].conditions[].after": "span",
        "votes[].conditions[].name": "no text",
        "votes[].conditions[].at": "amount",
        "votes[].conditions[].at_most": "amount",
        "votes[].conditions[].per": "word",
        "votes[].conditions[].only": "list",
        "votes[].conditions[].only[]": "name",
        "votes[].conditions[].by": "list",
        "votes[].conditions[].by[]": "name",
        "votes[].conditions[].purpose": "no text",
        "votes[].conditions[].remark": "no text",
        "votes[].conditions[].text": "filled text",
        "roster": "list",
        "roster[]": "mapping",
        "roster[].agent_id": "filled text",
        "roster[].authority_weight": "weight",
        "dispute_type": "text",
        "paused_agent_state": "mapping",
        "paused_agent_state.agent_id": "text",
        "paused_agent_state.status": "text",
        "paused_agent_state.risk_score": "share",
        "paused_agent_state.coherence": "share",
        "paused_agent_state.void_active": "flag",
        "policy": "mapping",
        "policy.absent": "word",
        "policy.cooldown_minutes": "whole",
        "policy.notes": "word",
    },
    "tally-evidence": {
        **_vote_keys("votes", {"agentId": "filled text", "option": "filled text"}),
        **_evidence_keys("votes[]"),
        "questionId": "text",
        "options": "list",
        "options[]": "mapping or text",
        "options[].option": "filled text",
        "options[].text": "text",
        **_evidence_keys("options[]"),
        "challengeRounds": "whole",
        "exchanges": "whole",
        "conflicts": "list",
        "conflicts[]": "mapping",
        "conflicts[].conflictId": "filled text",
        "conflicts[].severity": "word",
        "conflicts[].conflictType": "word",
        "conflicts[].positions": "list",
        "conflicts[].positions[]": "mapping",
        "conflicts[].positions[].agentId": "filled text",
        "conflicts[].positions[].position": "text",
        "conflicts[].positions[].confidence": "share",
        "conflicts[].status": "word",
        "conflicts[].resolution": "mapping",
        "conflicts[].resolution.status": "word",
        "conflicts[].resolution.resolutionType": "word",
        "strict": "flag",
        "requireChecked": "flag",
        "consensusThreshold": "threshold",
        "actualConsensus": "share",
        "verdict": "word",
    },
}
PLACES = [
    pytest.param(document, path, KEYS[name][key_of(path)], id=f"{name}-{index}-{key_of(path)}")
    for name, document in DOCUMENTS
    if name in KEYS
    for index, path in enumerate(paths_in(document))
    if key_of(path) != "protocol"
]


@pytest.mark.parametrize("name", KEYS)
def test_the_tables_name_every_key_that_the_schema_knows(name: str) -> None:
    assert set(KEYS[name]) == set(_keys_in(schema(name)))


@pytest.mark.parametrize("name", KEYS)
def test_the_documents_use_every_key_that_the_tables_name(name: str) -> None:
    used = {key_of(path) for one, document in DOCUMENTS if one == name for path in paths_in(document)}
    assert used == set(KEYS[name])


@pytest.mark.parametrize(("document", "path", "kind"), PLACES)
def test_a_value_of_the_wrong_kind_is_refused_where_it_stands(document: Document, path: Steps, kind: str) -> None:
    allowed, values = WRONG.get(kind, ("", NO_WORDS))
    marked = replaced(document, path, MARK)
    for written in (yaml.safe_dump(marked, sort_keys=False, width=1000), json.dumps(marked, indent=1)):
        line = next(number for number, one in enumerate(written.splitlines(), 1) if MARK in one)
        for value in values:
            text = _with_value(written, value)
            (problem,) = _problems(text)
            assert (problem.path, problem.line, problem.found) == (path, line, _named(value)), text
            assert problem.allowed.startswith(allowed)


@pytest.mark.parametrize("name", KEYS)
def test_all_wrong_values_of_a_document_are_reported_together(name: str) -> None:
    document = next(document for one, document in DOCUMENTS if one == name)
    inner = [path for path in paths_in(document) if not isinstance(at(document, path), dict | list)]
    texts = [path for path in inner if KEYS[name][key_of(path)] in ("text", "filled text")]
    for path in texts:
        document = replaced(document, path, 5)
    assert sorted(map(str, texts)) == sorted(str(problem.path) for problem in _problems(json.dumps(document)))


def _problems(text: str) -> list[Problem]:
    with pytest.raises(DocumentError) as caught:
        read_tally(text)
    return list(caught.value.problems)


def _with_value(text: str, value: Any) -> str:
    """The value in place of the mark."""
    written = json.dumps(value)
    return text.replace(f'"{MARK}"', written).replace(MARK, written)


def _named(value: Any) -> str:
    if value is None:
        return "nothing (null)"
    if isinstance(value, bool):
        return "true"
    if isinstance(value, str):
        return repr(value)
    return "a mapping" if value == {} else "a list" if value == [] else f"the number {value}"


def _keys_in(schema: Any, path: str = "") -> list[str]:
    keys = []
    for one in [schema, *schema.get("anyOf", [])]:
        if "items" in one:
            keys += [f"{path}[]", *_keys_in(one["items"], f"{path}[]")]
        for key, inner in one.get("properties", {}).items():
            place = f"{path}.{key}".lstrip(".")
            keys += [place, *_keys_in(inner, place)]
    return keys
