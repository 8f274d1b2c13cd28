"""Texts, names and concerns that were written from the written rules alone: see the README beside them."""

import json
from pathlib import Path
from typing import Any

import pytest

from quorate.core.ballot import Concern
from quorate.core.concern import concern_of
from quorate.core.errors import Problem
from quorate.core.text import says_something
from quorate.core.text.names import are_same, look_alike, problem_with
from quorate.protocols.parts.document_fields import CONCERN
from quorate.replies.content import concerns

HERE = Path(__file__).parent


def rows(name: str) -> pytest.MarkDecorator:
    lines = (HERE / name).read_text(encoding="utf-8").split("\n")
    read = [json.loads(line) for line in lines if line]
    return pytest.mark.parametrize("row", read, ids=[row["id"] for row in read])


def relation(one: str, other: str) -> str:
    if problem_with(one):
        return "refused_a"
    if are_same(one, other):
        return "same"
    return "clash" if look_alike(one, other) else "different"


def check(row: dict[str, Any], found: Concern) -> None:
    allowed = [row["expect"]] if isinstance(row["expect"], str) else row["expect"]
    assert found.kind in allowed
    if "note" in row:
        assert bool(found.stated) == row["note"]


@rows("text.jsonl")
def test_whether_a_text_says_something(row: dict[str, Any]) -> None:
    assert says_something(row["text"]) == row["says_something"]


@rows("names.jsonl")
def test_what_two_names_are_to_each_other(row: dict[str, Any]) -> None:
    assert relation(row["a"], row["b"]) == row["relation"]


def found_of(kind: str, given: Any) -> object:
    if kind == "says_something":
        return says_something(given)
    if kind == "concern_kind":
        (kept,) = concerns([given]) if isinstance(given, dict) else [{"text": "See the review.", "kind": given}]
        return concern_of(kept["text"], kept["kind"]).kind
    return are_same(*given) if kind == "same_name" else look_alike(*given)


@rows("texts_b.jsonl")
def test_texts_names_and_concerns_of_the_second_list(row: dict[str, Any]) -> None:
    assert found_of(row["kind"], row["input"]) == row["expect"], row["why"]


@rows("concerns.jsonl")
def test_the_kind_of_a_concern_in_a_reply(row: dict[str, Any]) -> None:
    (kept,) = concerns([row["concern"]])
    check(row, concern_of(kept["text"], kept["kind"]))


@rows("concerns.jsonl")
def test_the_kind_of_a_concern_in_a_tally_document(row: dict[str, Any]) -> None:
    problems: list[Problem] = []
    check(row, CONCERN.read(row["concern"], (), problems))
    assert problems == []
