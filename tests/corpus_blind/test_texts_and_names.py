"""Texts and names that were written from the written rules alone: see the README beside them."""

import json
from pathlib import Path
from typing import Any

import pytest

from quorate.core.text import says_something
from quorate.core.text.names import are_same, look_alike, problem_with

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


@rows("text.jsonl")
def test_whether_a_text_says_something(row: dict[str, Any]) -> None:
    assert says_something(row["text"]) == row["says_something"]


@rows("names.jsonl")
def test_what_two_names_are_to_each_other(row: dict[str, Any]) -> None:
    assert relation(row["a"], row["b"]) == row["relation"]


def found_of(kind: str, given: Any) -> object:
    if kind == "says_something":
        return says_something(given)
    return are_same(*given) if kind == "same_name" else look_alike(*given)


@rows("texts_b.jsonl")
def test_texts_and_names_of_the_second_list(row: dict[str, Any]) -> None:
    assert found_of(row["kind"], row["input"]) == row["expect"], row["why"]
