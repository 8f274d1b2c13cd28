"""Shapes: what they read, what they report, and the JSON Schema that says the same."""

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from quorate.core.confidence import in_label, in_percent, in_unit
from quorate.core.errors import Problem
from quorate.core.shape import (
    FILLED,
    FILLED_OR_EMPTY,
    Field,
    Recorded,
    Shape,
    _confidence,
    any_of,
    filled,
    flag,
    found,
    list_of,
    narrowed,
    number,
    one_of,
    or_nothing,
    record,
    some_of,
    text,
    whole,
)

HERE = ("a", 0)


def read(shape: Shape, value: object) -> Any:
    """The value that is read where there is no problem."""
    problems: list[Problem] = []
    result = shape.read(value, HERE, problems)
    assert problems == []
    return result


def problem(shape: Shape, value: object) -> tuple[Any, str, str, str]:
    """What is read in spite of the one problem, and the problem: field, found, allowed."""
    problems: list[Problem] = []
    result = shape.read(value, HERE, problems)
    (one,) = problems
    return result, one.field, one.found, one.allowed


def test_text_is_any_string_and_nothing_else() -> None:
    assert read(text(), "") == ""
    assert problem(text(), 5) == ("", "a[0]", "the number 5", "text")
    assert problem(text("a name"), None) == ("", "a[0]", "nothing (null)", "a name")
    assert text().schema == {"type": "string"}


def test_filled_text_has_something_that_can_be_seen() -> None:
    shape = filled("something")
    assert [read(shape, said) for said in ("x", " x ", "安全", "\u200b.")] == ["x", " x ", "安全", "\u200b."]
    for empty, shown in (("", "''"), (" \t", "' \\t'"), ("\u3164", "'\\u3164'"), ("\x1b", "'\\x1b'")):
        assert problem(shape, empty) == ("", "a[0]", shown, "something")
    assert problem(shape, 5) == ("", "a[0]", "the number 5", "something")


def test_text_that_may_be_left_out_is_not_filled_with_what_cannot_be_seen() -> None:
    shape = filled("something or nothing", or_empty=True)
    assert [read(shape, said) for said in ("", "x")] == ["", "x"]
    assert problem(shape, "\u200b") == ("", "a[0]", "'\\u200b'", "something or nothing")


@pytest.mark.parametrize("said", ["x", "", " ", "\u200b", "\u2800", "\U000e0041", "\U0001d159", "\U0001f600"])
def test_the_schema_of_filled_text_finds_what_the_reader_finds(said: str) -> None:
    for shape in (filled("something"), filled("something or nothing", or_empty=True)):
        problems: list[Problem] = []
        shape.read(said, HERE, problems)
        assert bool(re.search(shape.schema["pattern"], said)) == (not problems)


def test_text_on_the_record_is_read_by_the_rule_that_it_was_written_under() -> None:
    problems = Recorded()
    assert FILLED.read("\u200b", HERE, problems) == "\u200b"
    assert FILLED_OR_EMPTY.read(" ", HERE, problems) == " "
    assert problems == []
    FILLED.read(" ", HERE, problems)
    assert len(problems) == 1


def test_a_flag_is_true_or_false_and_not_a_number() -> None:
    assert read(flag(), True) is True
    assert read(flag(), False) is False
    assert problem(flag(), 1) == (False, "a[0]", "the number 1", "true or false")
    assert flag().schema == {"type": "boolean"}


def test_a_whole_number_lies_in_its_range_and_is_no_boolean() -> None:
    shape = whole(1, 3)
    assert [read(shape, value) for value in (1, 2, 3)] == [1, 2, 3]
    for value, name in ((0, "the number 0"), (4, "the number 4"), (True, "true"), (Decimal("2.0"), "the number 2.0")):
        assert problem(shape, value) == (1, "a[0]", name, "a whole number from 1 to 3")
    assert shape.schema == {"type": "integer", "minimum": 1, "maximum": 3}


def test_a_number_is_exact_and_may_be_written_as_a_fraction() -> None:
    shape = number(0, 2)
    values = [0, 2, Decimal("0.49"), 0.1, "2/3", "0.5", Fraction(1, 3)]
    assert [read(shape, value) for value in values] == [0, 2, *map(Fraction, ("49/100", "1/10", "2/3", "1/2", "1/3"))]
    for value in (-1, 3, "5/2", "x", True, None, Decimal("nan"), "2/0"):
        result, _, name, allowed = problem(shape, value)
        assert (result, name, allowed) == (2, found(value), 'a number from 0 to 2, or a fraction such as "2/3"')
    pattern = shape.schema["anyOf"][1]["pattern"]
    assert shape.schema["anyOf"] == [
        {"type": "number", "minimum": 0, "maximum": 2},
        {"type": "string", "pattern": pattern},
    ]
    assert pattern.startswith("^[0-9]")
    assert pattern.endswith("$")


def test_a_number_may_have_to_lie_above_its_least() -> None:
    shape = number(0, 1, above_least=True)
    assert read(shape, "1/3") == Fraction(1, 3)
    assert read(shape, 1) == 1
    for value in (0, "0/5", "0.0", -1):
        assert problem(shape, value)[3] == 'a number above 0 up to 1, or a fraction such as "2/3"'
    assert shape.schema["anyOf"][0] == {"type": "number", "exclusiveMinimum": 0, "maximum": 1}
    assert shape.schema["anyOf"][1]["pattern"].startswith("^(?!0+([./][0-9]*)?$)")


def test_a_number_that_is_too_long_is_refused_and_says_why() -> None:
    assert problem(number(0, 1), Decimal("0." + "1" * 60))[3].endswith("; numbers have at most 40 digits")
    assert problem(number(0, 1), 5)[3].endswith('"2/3"')
    assert "denominators are below" in problem(number(0, 1), "1/99999999999999999999")[3]


def test_one_of_some_words_is_taken_exactly_as_written() -> None:
    shape = one_of("yes", "no")
    assert read(shape, "no") == "no"
    assert problem(shape, "No") == ("yes", "a[0]", "'No'", "yes, no")
    assert problem(shape, ["yes"]) == ("yes", "a[0]", "a list", "yes, no")
    assert shape.schema == {"enum": ["yes", "no"]}


def test_a_list_reads_every_item_at_its_place() -> None:
    shape = list_of(flag())
    assert read(shape, [True, False]) == (True, False)
    assert read(shape, []) == ()
    problems: list[Problem] = []
    shape.read([True, 1, 2], HERE, problems)
    assert [one.field for one in problems] == ["a[0][1]", "a[0][2]"]
    assert problem(shape, {"a": 1}) == ((), "a[0]", "a mapping", "a list")
    assert shape.schema == {"type": "array", "items": {"type": "boolean"}}


def test_a_list_may_have_a_least_and_a_most() -> None:
    some, few = list_of(flag(), least=1), list_of(flag(), least=1, most=2)
    assert read(few, [True]) == (True,)
    assert read(few, [True, True]) == (True, True)
    assert problem(some, []) == ((), "a[0]", "an empty list", "a list with at least one item")
    assert problem(few, [True] * 3) == ((), "a[0]", "3 items", "a list of 1 to 2 items")
    assert problem(few, "x") == ((), "a[0]", "'x'", "a list of 1 to 2 items")
    assert some.schema == {"type": "array", "items": {"type": "boolean"}, "minItems": 1}
    assert few.schema == {"type": "array", "items": {"type": "boolean"}, "minItems": 1, "maxItems": 2}


FIELDS = {"name": Field(text(), "Who.", required=True, default="?"), "age": Field(whole(0, 9), default=7)}


def test_a_record_reads_known_keys_and_fills_in_the_rest() -> None:
    shape = record(FIELDS)
    assert read(shape, {"name": "x"}) == {"name": "x", "age": 7}
    assert read(shape, {"age": 1, "name": "x"}) == {"name": "x", "age": 1}
    assert shape.schema == {
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "Who."},
            "age": {"type": "integer", "minimum": 0, "maximum": 9},
        },
        "additionalProperties": False,
        "required": ["name"],
    }
    assert "required" not in record({"age": FIELDS["age"]}).schema


def test_a_record_reports_what_is_missing_wrong_and_unknown_all_at_once() -> None:
    problems: list[Problem] = []
    record(FIELDS).read({"nmae": "x", "age": 10}, HERE, problems)
    assert [(one.field, one.found, one.allowed) for one in problems] == [
        ("a[0].nmae", "an unknown key", "name (nearest); age, name"),
        ("a[0].age", "the number 10", "a whole number from 0 to 9"),
        ("a[0].name", "nothing", "text"),
    ]
    assert problem(record(FIELDS), []) == ({"name": "?", "age": 7}, "a[0]", "a list", "a mapping")
    assert problem(record({"age": FIELDS["age"]}), {"zzzzzz": 1})[1:] == ("a[0].zzzzzz", "an unknown key", "age")


def test_a_default_is_never_shared_between_two_readings() -> None:
    shape = record(FIELDS)
    read(shape, {"name": "x"})["age"] = 5
    assert read(shape, {"name": "x"})["age"] == 7


def test_one_of_several_groups_of_keys_may_be_needed() -> None:
    shape = record({key: Field(text()) for key in "abc"}, either=(("a", "b"), ("c",)))
    assert read(shape, {"a": "1", "b": "2"}) == {"a": "1", "b": "2", "c": None}
    assert read(shape, {"c": "3"})["c"] == "3"
    assert problem(shape, {"a": "1"})[1:] == ("a[0].b", "nothing", "a and b, or c")
    assert problem(shape, {})[1:] == ("a[0].a", "nothing", "a and b, or c")
    assert shape.schema["anyOf"] == [{"required": ["a", "b"]}, {"required": ["c"]}]


def test_two_ways_to_write_a_value_are_told_apart_by_type() -> None:
    shape = any_of(record(FIELDS), text(), str)
    assert read(shape, "x") == "x"
    assert read(shape, {"name": "x"}) == {"name": "x", "age": 7}
    assert problem(shape, 5) == ({"name": "?", "age": 7}, "a[0]", "the number 5", "a mapping or text")
    assert shape.schema == {"anyOf": [record(FIELDS).schema, {"type": "string"}]}
    assert problem(any_of(text(), whole(0, 3), int), True)[3] == "text or a whole number"
    assert problem(any_of(text(), whole(0, 3), int), 4)[3] == "a whole number from 0 to 3"


def test_null_may_stand_for_nothing() -> None:
    shape = or_nothing(text(), "none")
    assert read(shape, None) == "none"
    assert read(shape, "x") == "x"
    assert problem(shape, 1)[3] == "text"
    assert shape.schema == {"anyOf": [{"type": "string"}, {"type": "null"}]}


def test_a_schema_may_be_narrowed_without_changing_what_is_read() -> None:
    once = narrowed(text(), {"minLength": 1})
    assert read(once, "") == ""
    assert once.schema == {"type": "string", "allOf": [{"minLength": 1}]}
    assert narrowed(once, {"maxLength": 3}).schema["allOf"] == [{"minLength": 1}, {"maxLength": 3}]


def test_confidences_are_read_on_their_own_scale() -> None:
    percent = _confidence(in_percent, "0 to 100", {"x": 1})
    assert read(percent, 1) == in_percent(1)
    assert read(_confidence(in_unit, "", {}), Decimal("0.5")) == in_unit(0.5)
    assert read(_confidence(in_label, "", {}), "LOW") == in_label("LOW")
    assert problem(percent, 101) == (None, "a[0]", "the number 101", "0 to 100")
    assert problem(percent, Decimal("0." + "1" * 60))[3] == "0 to 100; numbers have at most 40 digits"
    assert percent.schema == {"x": 1}


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (None, "nothing (null)"),
        (True, "true"),
        (False, "false"),
        ({}, "a mapping"),
        ([], "a list"),
        (5, "the number 5"),
        (Decimal("0.50"), "the number 0.50"),
        ("x", "'x'"),
        (10**100, "a number of many digits"),
        ("y" * 100, "'" + "y" * 58 + "…"),
    ],
)
def test_what_was_found_is_named_briefly(value: object, name: str) -> None:
    assert found(value) == name


def test_of_many_words_only_the_first_few_are_named() -> None:
    assert some_of(["a", "b"]) == "a, b"
    many = some_of(str(word) for word in range(1000))
    assert many.startswith("0, 1, 2")
    assert many.endswith(" more")
    assert len(many) < 200
