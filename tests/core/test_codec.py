"""A verdict as JSON: safe to print, exact, and readable again."""

import json

import pytest

from quorate import from_json, tally, to_json
from quorate.core.codec import json_line, json_line_around
from tests.casebook import Case, cases_of, document_text

EVERY_CASE = [case for table in ("magi", "judges", "quorum", "evidence") for case in cases_of(table)]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in EVERY_CASE])
def test_every_case_survives_json(case: Case) -> None:
    verdict = tally(document_text(case))
    text = to_json(verdict)
    assert to_json(from_json(text)) == text
    assert from_json(text)._replace(native={}) == verdict._replace(native={})


def _said(rationale: str) -> str:
    votes = [{"seat": name, "position": "APPROVE", "confidence": 80, "rationale": rationale} for name in "ab"]
    return to_json(tally({"votes": votes}))


@pytest.mark.parametrize("steering", ["\x1b[31m", "\x9b31m", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "\x7f"])
def test_characters_that_steer_a_terminal_are_escaped(steering: str) -> None:
    text = _said(f"a{steering}b")
    assert not any(
        character in text for character in steering if not character.isprintable() or not character.isascii()
    )
    assert json.loads(text)["receipt"]["roster"][0]["rationale"] == f"a{steering}b"


def test_japanese_stays_readable() -> None:
    assert "日本語" in _said("日本語")


@pytest.mark.parametrize("written", [(), ("a",), ("b",), ("c",), ("a", "b"), ("a", "c"), ("a", "b", "c")])
def test_a_line_around_what_is_written_already_is_the_line_of_all(written: tuple[str, ...]) -> None:
    value = {"a": [1, '"b":[]'], "b": {"c": "\u202e\\"}, "c": "日本語\ud800"}
    left = {key: [] if key in written else one for key, one in value.items()}
    assert json_line_around(left, {key: json_line({key: value[key]})[5:-1] for key in written}) == json_line(value)


def test_the_id_of_a_document_comes_first() -> None:
    verdict = tally({"votes": [{"seat": "a", "position": "APPROVE", "confidence": 80}]})
    assert next(iter(json.loads(to_json(verdict, "q1")))) == "id"
    assert to_json(verdict, 7).startswith('{"id":7,"version":1,"protocol":')
    assert "id" not in json.loads(to_json(verdict))


def test_a_verdict_is_one_line_without_spaces_between_tokens() -> None:
    text = _said("x")
    assert "\n" not in text
    assert '", "' not in text


def test_keys_stand_in_the_documented_order() -> None:
    keys = list(json.loads(_said("x")))
    assert keys == [
        *("version", "protocol", "result", "choice", "action", "requires", "confidence", "flags", "escalations"),
        "dissents",
        *("conditions", "alternatives", "risks", "conflicts", "receipt", "ask", "native"),
    ]


def test_the_exact_confidence_stands_in_the_receipt() -> None:
    votes = [{"seat": n, "position": "APPROVE", "confidence": c} for n, c in (("a", 82), ("b", 78), ("c", 85))]
    value = json.loads(to_json(tally({"votes": votes})))
    assert (value["confidence"], value["receipt"]["confidence"]) == (81.7, "245/3")
