"""The containers: what YAML and JSON may hold, what is refused, and on which line."""

import json
from contextlib import suppress
from decimal import Decimal
from typing import Any

import pytest
import yaml

from quorate import DocumentError, Problem
from quorate.documents import strict_yaml
from quorate.documents.container import LARGEST, decoded, parsed, parsed_json, whole_text
from quorate.documents.findings import MOST_PROBLEMS

DEEP = 100_000
Found = tuple[int | None, str, str, str]


def refused(text: str | bytes) -> list[Found]:
    """Line, field, what was found and what is allowed, of every problem."""
    with pytest.raises(DocumentError) as caught:
        parsed(whole_text(text) if isinstance(text, str) else decoded(text))
    return [(one.line, one.field, one.found, one.allowed) for one in caught.value.problems]


def value_of(text: str) -> Any:
    return parsed(text)[0]


# --- values ---------------------------------------------------------------------------------------

PLAIN_YAML: list[tuple[str, Any]] = [
    ("true", True),
    ("false", False),
    ("null", None),
    ("~", None),
    ("", None),
    ("0", 0),
    ("-7", -7),
    ("+7", 7),
    ("-0", 0),
    ("9" * 40, int("9" * 40)),
    ("0.67", Decimal("0.67")),
    ("-.5", Decimal("-0.5")),
    ("3.", Decimal(3)),
    ("1e3", Decimal(1000)),
    ("1.5E-2", Decimal("0.015")),
    ("text", "text"),
    ("'5'", "5"),
    ('"true"', "true"),
    ("|-\n  5", "5"),
    (">-\n  a\n  b", "a b"),
]
TEXT_IN_YAML = [
    *("no", "No", "NO", "yes", "Yes", "on", "off", "y", "n", "True", "TRUE", "False", "Null", "NULL"),
    *("0x10", "0o10", "010", "0b1", "1_000", "12:30:45", "190:20:30", "2001-12-14", "1,000", "1/2"),
    *(".nan", ".NaN", "nan", "NaN", ".inf", "-.inf", "Infinity", "1e", "1e9999999", "1.2.3", "٣", "=", "9" * 41),
]


@pytest.mark.parametrize(("written", "value"), PLAIN_YAML)
def test_yaml_knows_true_false_null_decimal_numbers_and_text(written: str, value: Any) -> None:
    read = value_of(f"key: {written}\n")["key"]
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize("word", TEXT_IN_YAML)
def test_what_older_yaml_takes_for_something_else_stays_text(word: str) -> None:
    assert value_of(f"key: {word}\n") == {"key": word}


@pytest.mark.parametrize("word", ["no", "1", "true", "null", "~", "1.5", "2001-12-14"])
def test_keys_are_always_text(word: str) -> None:
    assert value_of(f"{word}: x\n") == {word: "x"}


def test_numbers_in_json_are_exact() -> None:
    value = value_of('{"a": 0.1, "b": 1e2, "c": -7, "d": 0.66666666666666666666666666666666666667}')
    assert value == {"a": Decimal("0.1"), "b": Decimal(100), "c": -7, "d": Decimal("0." + "6" * 37 + "7")}


@pytest.mark.parametrize("number", ["1e999999999", "-1E+999999999", "1e-999999999", "0." + "1" * 5000, "1" * 4000])
def test_a_number_of_any_size_is_read_without_being_expanded(number: str) -> None:
    assert str(parsed_json(f"[{number}]")[0]).lower().lstrip("-").startswith(("1", "0.1"))


def test_json_may_stand_between_tabs_and_white_space() -> None:
    assert value_of('\n\t {\t"a"\t:\t[1,\t2]\r\n}\n') == {"a": [1, 2]}


@pytest.mark.parametrize(
    "text",
    [
        "{a: 1, b: [x, y]}",
        "{a: 1, b: [x, y],}",
        "{'a': 1, \"b\": [x, 'y']}",
        '{"a": 1, "b": ["x", "y"],}',
        "{\n  a: 1,\n  # why not\n  b: [x,\n    y]\n}\n",
        "# a comment first\n{a: 1, b: [x, y]}",
        "%YAML 1.1\n---\n{a: 1, b: [x, y]}\n...\n",
        "a: 1\r\nb:\r\n- x\r\n- y\r\n",
        "\ufeffa: 1\nb: [x, y]\n",
        '\ufeff{"a": 1, "b": ["x", "y"]}',
        "---\na: 1\nb: [x, y]\n",
    ],
)
def test_flow_yaml_comments_line_endings_and_byte_order_marks_are_accepted(text: str) -> None:
    assert value_of(whole_text(text)) == {"a": 1, "b": ["x", "y"]}
    assert value_of(decoded(text.encode())) == {"a": 1, "b": ["x", "y"]}


def test_escaped_characters_beyond_the_first_plane_are_whole() -> None:
    assert value_of('{"a": "\\ud83d\\ude00"}') == {"a": "😀"}


# --- what is refused -------------------------------------------------------------------------------

NO_YAML: list[tuple[str, str, list[Found]]] = [
    ("an anchor", "a: 1\nb: &x 2\n", [(2, "b", "the anchor &x", "no anchors")]),
    ("an alias", "a: &x 1\nb: *x\n", [(1, "a", "the anchor &x", "no anchors"), (2, "b", "the alias *x", "no aliases")]),
    ("an alias of nothing", "a: [1, *y]\n", [(1, "a[1]", "the alias *y", "no aliases")]),
    ("a tag", "a: 1\nb: !!int 2\n", [(2, "b", "the tag 'tag:yaml.org,2002:int'", "no tags")]),
    ("a tag of one's own", "a: !x {b: 1}\n", [(1, "a", "the tag '!x'", "no tags")]),
    ("a bare tag", "a: ! 5\n", [(1, "a", "the tag '!'", "no tags")]),
    ("a python tag", "a: !!python/name:os x\n", [(1, "a", "the tag 'tag:yaml.org,2002:python/name:os'", "no tags")]),
    ("a tag with escapes", "a: !%1b%5b31m x\n", [(1, "a", "the tag '!\\x1b[31m'", "no tags")]),
    ("a merge key", "a: {b: 1}\nc:\n  <<: {b: 2}\n", [(3, "c.<<", "the merge key <<", "no merge keys")]),
    ("a key twice", "a: 1\nb: 2\na: 3\n", [(3, "a", "the key 'a' a second time", "each key once")]),
    (
        "keys twice, deep down",
        "v:\n- {x: 1, x: 2}\n- y: 1\n  z: 2\n  y: 3\n",
        [
            (2, "v[0].x", "the key 'x' a second time", "each key once"),
            (5, "v[1].y", "the key 'y' a second time", "each key once"),
        ],
    ),
    ("the same key in two styles", "a: 1\n'a': 2\n", [(2, "a", "the key 'a' a second time", "each key once")]),
    ("a list as key", "a: 1\n? [b]\n: 2\n", [(2, "document", "a key that is not text", "text as keys")]),
    ("a mapping as key", "a:\n  {b: 1}: 2\n", [(2, "a", "a key that is not text", "text as keys")]),
    ("an alias as key", "a: b\n*x : 2\n", [(2, "document", "a key that is not text", "text as keys")]),
    ("an anchor on a key", "a: 1\n&x b: 2\n", [(2, "b", "an anchor or tag on a key", "plain keys")]),
    ("a tag on a key", "!!str a: 1\n", [(1, "a", "an anchor or tag on a key", "plain keys")]),
    ("two documents", "a: 1\n---\nb: 2\n", [(2, "document", "a second document", "one document")]),
    ("an empty second document", "a: 1\n---\n", [(2, "document", "a second document", "one document")]),
    ("a tag directive", "%TAG ! x\n---\na: 1\n", [(1, "document", "the directive %TAG", "no directives")]),
    ("a tag directive later on", "a: 1\n...\n%TAG ! x\n", [(3, "document", "the directive %TAG", "no directives")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "problems"), [pytest.param(*row[1:], id=row[0]) for row in NO_YAML])
def test_what_is_clever_in_yaml_is_refused(text: str, problems: list[Found]) -> None:
    assert refused(text) == problems


@pytest.mark.parametrize(("text", "problems"), [pytest.param(*row[1:], id=row[0]) for row in NO_YAML])
def test_it_is_refused_without_libyaml_too(text: str, problems: list[Found], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict_yaml, "_LOADER", yaml.SafeLoader)
    assert refused(text) == problems


BROKEN_YAML = [
    ("a: 1\nb: [1, 2\n", 3),
    ("a: 1\n b: 2\n", 2),
    ("a: 1\n\tb: 2\n", 2),
    ("a: 'x\n", 2),
    ("a: 1\nb: @x\n", 2),
    ("a: 1\nb\n", 3),
    ("a: b: c\n", 1),
    ("a: 1\nb: \x00\n", 2),
    ("a: é\nb: \x7f\n", 2),
    ("é: 1\n\nb: \x1b[31m\n", 3),
    ('a: 1\nb: "\\ud800"\n', 2),
    ('a: 1\nb: "\\q"\n', 2),
    ("%FOO\n---\na: 1\n", 1),
]


@pytest.mark.parametrize(("text", "line"), BROKEN_YAML)
def test_text_that_is_no_yaml_is_refused_on_its_line(text: str, line: int) -> None:
    ((found_line, field, found, allowed),) = refused(text)
    assert (found_line, field, allowed) == (line, "document", "YAML or JSON")
    assert found.isprintable()


def test_half_a_pair_is_refused_without_libyaml_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict_yaml, "_LOADER", yaml.SafeLoader)
    assert refused('a: 1\nb: "\\ud800"\n') == [(2, "b", "half of a surrogate pair", "whole characters")]


NO_JSON: list[tuple[str, str, list[Found]]] = [
    ("a key twice", '{"a": 1,\n "b": 2,\n "a": 3}', [(3, "a", "the key 'a' a second time", "each key once")]),
    (
        "keys twice, deep down, between tabs",
        '{"v": [{"x": 1,\n\t"x": 2},\n\t{"y": {"z": 1, "z": [\n{"q": 1,\n"q": 2}]}}]}',
        [
            (2, "v[0].x", "the key 'x' a second time", "each key once"),
            (3, "v[1].y.z", "the key 'z' a second time", "each key once"),
            (5, "v[1].y.z[0].q", "the key 'q' a second time", "each key once"),
        ],
    ),
    ("an escaped key twice", '{"a": 1,\n"\\u0061": 2}', [(2, "a", "the key 'a' a second time", "each key once")]),
    ("NaN", '{"a": 1,\n"b": NaN}', [(2, "b", "NaN", "finite numbers")]),
    (
        "infinities",
        '[Infinity,\n-Infinity]',
        [(1, "[0]", "Infinity", "finite numbers"), (2, "[1]", "-Infinity", "finite numbers")],
    ),
    ("5000 digits", f'{{"a":\n{"7" * 5000}}}', [(2, "a", "a number of thousands of digits", "shorter numbers")]),
    (
        "a vast exponent",
        '{"a": 1e99999999999999999999}',
        [(1, "a", "a number with a very large exponent", "smaller numbers")],
    ),
    ("half a pair", '{"a": "x",\n "b": ["\\ud800"]}', [(2, "b[0]", "half of a surrogate pair", "whole characters")]),
    ("the other half", '{"a": "\\udc00\\ud800"}', [(1, "a", "half of a surrogate pair", "whole characters")]),
    ("half a pair in a key", '{"\\uDFFF": 1}', [(1, "\\udfff", "half of a surrogate pair", "whole characters")]),
    (
        "everything at once",
        '{"a": NaN,\n"a": "\\ud800",\n"b": {"c": 1, "c": Infinity}}',
        [
            (1, "a", "NaN", "finite numbers"),
            (2, "a", "the key 'a' a second time", "each key once"),
            (2, "a", "half of a surrogate pair", "whole characters"),
            (3, "b.c", "the key 'c' a second time", "each key once"),
            (3, "b.c", "Infinity", "finite numbers"),
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "problems"), [pytest.param(*row[1:], id=row[0]) for row in NO_JSON])
def test_what_is_doubtful_in_json_is_refused(text: str, problems: list[Found]) -> None:
    assert refused(text) == problems


@pytest.mark.parametrize("text", [row[1] for row in NO_JSON])
def test_a_line_of_json_is_refused_for_the_same_reasons(text: str) -> None:
    with pytest.raises(DocumentError):
        parsed_json(text)


BROKEN_JSON = [
    ('{"a": 1', 1, "a syntax error at column 8: Expecting ',' delimiter"),
    ('{"a": 1,\n "b" 2}', 2, "a syntax error at column 6: Expecting ':' delimiter"),
    ('{"a": 1}\n{"b": 2}', 2, "a syntax error at column 1: Extra data"),
    ('{"a": "x\x01y"}', 1, "a syntax error at column 9: Invalid control character at"),
    ('{"a": "x', 1, "a syntax error at column 7: Unterminated string starting at"),
    ('{"a": "\\x"}', 1, "a syntax error at column 8: Invalid \\escape"),
    ('[{"a": 1}, ', 1, "a syntax error at column 12: Expecting value"),
]


@pytest.mark.parametrize(("text", "line", "fault"), BROKEN_JSON)
def test_broken_json_is_refused_with_line_and_column(text: str, line: int, fault: str) -> None:
    ((found_line, field, found, allowed),) = refused(text)
    assert (found_line, field, allowed) == (line, "document", "JSON")
    assert found.startswith(fault)


# --- bytes, size, depth, amount -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "line", "byte"),
    [
        (b"a: 1\nb: \xff\n", 2, "0xff"),
        (b"\xff\xfea\x00:\x00", 1, "0xff"),
        (b"a: \xc3\x28", 1, "0xc3"),
        (b"a: \xed\xa0\x80", 1, "0xed"),
        (b'{"a":\r\n"\xc0\xaf"}', 2, "0xc0"),
        (b"a: \xf4\x90\x80\x80", 1, "0xf4"),
        (b"a: caf\xe9\n", 1, "0xe9"),
    ],
)
def test_bytes_that_are_not_utf_8_are_refused(data: bytes, line: int, byte: str) -> None:
    assert refused(data) == [(line, "document", f"the byte {byte}, which is not UTF-8", "UTF-8 text")]


def test_text_with_half_a_pair_is_refused() -> None:
    for text in ("a: 1\nb: \ud800\n", '{"a": 1,\n"b": "\ud800"}'):
        assert refused(text) == [(2, "document", "half of a surrogate pair", "whole characters")]


def test_a_document_of_the_largest_size_is_read_and_a_larger_one_refused() -> None:
    largest = json.dumps("x" * (LARGEST - 5)).join("[]") + " "
    assert len(largest) == LARGEST
    assert len(value_of(decoded(largest.encode()))[0]) == LARGEST - 5
    too_large = [(None, "document", "a document that is too large", f"at most {LARGEST} bytes")]
    assert refused(largest.encode() + b" ") == too_large
    assert refused(largest + " ") == too_large


DEEP_TEXTS = {
    "lists without an end": "[" * DEEP,
    "lists": "[" * DEEP + "]" * DEEP,
    "lists with too many ends": "[" * DEEP + "]" * (2 * DEEP),
    "lists between tabs": "\t[" * DEEP,
    "mappings without an end": '{"a":' * DEEP,
    "mappings": '{"a":' * DEEP + "1" + "}" * DEEP,
    "dashes": "- " * DEEP + "x",
    "flow mappings": "{a: " * DEEP,
    "flow mappings in a block": "a: {" + "a: {" * DEEP,
    "indentation": "".join(f"{' ' * depth}a:\n" for depth in range(1000)),
}


@pytest.mark.parametrize("name", DEEP_TEXTS)
def test_deep_nesting_is_refused_at_once(name: str) -> None:
    ((line, _, found, allowed),) = refused(DEEP_TEXTS[name])
    assert (found, allowed) == ("nesting that is too deep", "at most 32 levels")
    assert line == (33 if name == "indentation" else 1)


def test_deep_keys_are_refused_at_once() -> None:
    assert refused("? " * DEEP) == [(1, "document", "a key that is not text", "text as keys")]


@pytest.mark.parametrize("depth", range(20, 1100, 60))
def test_json_with_escapes_at_any_depth_is_read_or_refused(depth: int) -> None:
    text = '["\\ud83d\\ude00",' + "[" * depth + "]" * depth + "]"
    with suppress(DocumentError):
        assert parsed_json(text)[0] == "😀"


def test_thirty_two_levels_are_read() -> None:
    assert value_of("- " * 31 + "[]") == json.loads("[" * 32 + "]" * 32)


def test_a_bomb_of_aliases_is_refused_at_once() -> None:
    rows = [f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 9)}]" for level in range(1, 10)]
    problems = refused("\n".join(["a0: &a0 [x, x, x]", *rows]))
    assert problems[:2] == [(1, "a0", "the anchor &a0", "no anchors"), (2, "a1", "the anchor &a1", "no anchors")]


FULL_OF_PROBLEMS = {
    "aliases": "[" + "*a," * 1_000_000 + "]",
    "tags": "[" + "!x y," * 500_000 + "]",
    "keys in YAML": "{" + "a: 1," * 500_000 + "}",
    "keys in JSON": '{"a": 1' + ',"a": 1' * 500_000 + "}",
    "no numbers": "[" + "NaN," * 1_000_000 + "NaN]",
}


@pytest.mark.parametrize("name", FULL_OF_PROBLEMS)
def test_of_many_problems_the_first_hundred_are_listed(name: str) -> None:
    problems = refused(FULL_OF_PROBLEMS[name])
    assert len(problems) == MOST_PROBLEMS + 1
    assert problems[-1] == (None, "document", "more problems", "none; only the first 100 are listed")


def test_yaml_of_too_many_values_is_refused() -> None:
    most = strict_yaml.MOST_VALUES
    allowed = f"at most {most} in YAML; use JSON for more"
    assert refused("- 1\n" * (most + 1)) == [(most, "document", "too many values", allowed)]


def test_many_tag_directives_take_no_time() -> None:
    directives = "".join(f"%TAG !a{number}! x\n" for number in range(400_000))
    assert refused(directives + "---\na: 1\n")[0][2] == "the directive %TAG"


# --- lines ----------------------------------------------------------------------------------------

LAYOUT = """\
{
  "a": 1,
  "b": [
    10, 20,
    {"c": "\\ud83d\\ude00", "d\\"e":
      [true, null]
    }
  ]
,
"f" : { } , "g"
:
"last"}
"""
PLACES: list[tuple[tuple[str | int, ...], int]] = [
    ((), 1),
    (("a",), 2),
    (("b",), 3),
    (("b", 0), 4),
    (("b", 1), 4),
    (("b", 2), 5),
    (("b", 2, "c"), 5),
    (("b", 2, 'd"e'), 5),
    (("b", 2, 'd"e', 0), 6),
    (("b", 2, 'd"e', 1), 6),
    (("f",), 10),
    (("g",), 10),
    (("b", 2, "missing"), 5),
    (("b", 7), 3),
    (("missing", 3, "deeper"), 1),
]


@pytest.mark.parametrize("layout", [LAYOUT, LAYOUT.replace("  ", "\t"), LAYOUT.replace("\n", "\r\n")])
def test_every_part_of_json_has_its_line(layout: str) -> None:
    _, line_of = parsed(layout)
    assert [(path, line_of(path)) for path, _ in PLACES] == PLACES


BLOCK = """\
# a comment
a: 1
b:
  - 10

  - 20
  - c: >
      folded
      text
    d: [true,
      null]
'f':
  {}
g:
  last
"""
BLOCK_PLACES: list[tuple[tuple[str | int, ...], int]] = [
    ((), 2),
    (("a",), 2),
    (("b",), 3),
    (("b", 0), 4),
    (("b", 1), 6),
    (("b", 2), 7),
    (("b", 2, "c"), 7),
    (("b", 2, "d"), 10),
    (("b", 2, "d", 0), 10),
    (("b", 2, "d", 1), 11),
    (("f",), 12),
    (("g",), 14),
    (("b", 2, "missing"), 7),
    (("missing",), 2),
]


@pytest.mark.parametrize("layout", [BLOCK, BLOCK.replace("\n", "\r\n"), BLOCK.replace("\n", "\r")])
def test_every_part_of_yaml_has_its_line(layout: str) -> None:
    _, line_of = parsed(layout)
    assert [(path, line_of(path)) for path, _ in BLOCK_PLACES] == BLOCK_PLACES


# --- how a problem is said --------------------------------------------------------------------------


def test_a_problem_names_file_line_field_what_was_found_and_what_is_allowed() -> None:
    problem = Problem(("votes", 2, "confidence"), "the number 182", "a number from 0 to 100", 7)
    assert problem.sentence("vote.yaml") == (
        "vote.yaml:7: votes[2].confidence: found the number 182; allowed: a number from 0 to 100"
    )


@pytest.mark.parametrize("key", ["\x1b[31m", "a\nb", "\u202eabc", "\u2028", "x" * 5000, "\ud800"])
def test_a_key_from_a_document_cannot_steer_the_terminal(key: str) -> None:
    sentence = Problem(("votes", key), "an unknown key", "others", 1).sentence()
    assert sentence.isprintable()
    assert len(sentence) < 200
