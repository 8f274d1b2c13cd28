"""Whatever is given as a document: an InputError or a verdict, and soon."""

import json
import random
from collections.abc import Mapping
from time import process_time
from typing import Any
from unicodedata import category

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate import InputError, tally, to_json
from quorate.documents import strict_yaml
from tests.documents.full_documents import DOCUMENTS, Document, paths_in, replaced

SECONDS = 30.0  # of work: what grows faster than its input takes far longer
PIECES = [
    *(
        "a",
        "b: ",
        "- ",
        "? ",
        ": ",
        "\n",
        "\n  ",
        " ",
        "\t",
        "[",
        "]",
        "{",
        "}",
        ", ",
        "'",
        '"',
        "|\n",
        ">-\n",
        "#",
        "\r",
    ),
    *("&a ", "*a", "!!str ", "!x", "<<: ", "---\n", "...\n", "%YAML 1.1\n", "%TAG ! x\n", "@", "`", "\\u", "\\ud800"),
    *("votes:", "recommendations:", "protocol: ", "magi", "judges", "seat: ", "position: APPROVE", "confidence: ", "5"),
    *(
        "consensus_check_input:",
        "1e9",
        "-1",
        "0.5",
        "2/3",
        "null",
        "true",
        ".nan",
        "1e999999999",
        "\ufeff",
        "\x00",
        "é",
    ),
    *('{"votes": ', '"seat"', '"a": ', "NaN", "\u2028", "\x85", "\ud83d", "😀", "9" * 50, "é", "5"),
]
YAML_LIKE = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
TEXTS = [json.dumps(document, indent=1) for _, document in DOCUMENTS]
BLOCKS = [yaml.safe_dump(json.loads(text), sort_keys=False) for text in TEXTS]


def survives(document: str | bytes | Mapping[str, Any]) -> None:
    """Counts or refuses, and leaves nothing of the document that could steer a terminal in what it says."""
    begun = process_time()
    assert all(map(_steers_nothing, "".join(_answer(document).splitlines())))
    assert process_time() - begun < SECONDS


def _steers_nothing(sign: str) -> bool:
    return sign.isprintable() or category(sign) in ("Co", "Cn")  # of private use, and not yet in use: shown as a box


def _answer(document: str | bytes | Mapping[str, Any]) -> str:
    try:
        return to_json(tally(document))
    except InputError as error:
        return str(error)


@settings(max_examples=300)
@given(st.binary(max_size=200))
def test_any_bytes_are_counted_or_refused(data: bytes) -> None:
    survives(data)


@settings(max_examples=300)
@given(st.text(st.characters(codec=None), max_size=200))
def test_any_text_is_counted_or_refused(text: str) -> None:
    survives(text)


@settings(max_examples=500)
@given(YAML_LIKE)
def test_anything_like_yaml_is_counted_or_refused(text: str) -> None:
    survives(text)


@settings(max_examples=200)
@given(YAML_LIKE)
def test_anything_like_yaml_is_counted_or_refused_without_libyaml(text: str) -> None:
    loader = strict_yaml._LOADER
    strict_yaml._LOADER = yaml.SafeLoader
    try:
        survives(text)
    finally:
        strict_yaml._LOADER = loader


@settings(max_examples=500)
@given(st.sampled_from([*TEXTS, *BLOCKS]), st.data())
def test_a_damaged_document_is_counted_or_refused(text: str, data: st.DataObject) -> None:
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(len(text), begin + 30)))
    survives(text[:begin] + data.draw(YAML_LIKE) + text[end:])


@settings(max_examples=200)
@given(st.sampled_from(TEXTS), st.integers(0, 2000), st.integers(0, 255))
def test_a_document_with_one_other_byte_is_counted_or_refused(text: str, place: int, byte: int) -> None:
    data = bytearray(text.encode())
    data[place % len(data)] = byte
    survives(bytes(data))


NAMES = ["votes", "seat", "position", "confidence", "protocol", "question", "weight", "id", "x"]
KEYS = st.sampled_from([*NAMES, 1, None])
ATOMS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.decimals(),
    st.fractions(),
    st.dates(),
    st.binary(max_size=3),
    st.text(st.characters(codec=None), max_size=5),
    st.sampled_from(["magi", "judges", "APPROVE", 10**4000, object, frozenset({1})]),
)
VALUES = st.recursive(
    ATOMS, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=4)), max_leaves=12
)


@settings(max_examples=500)
@given(st.dictionaries(KEYS, VALUES, max_size=5))
def test_any_mapping_is_counted_or_refused(document: dict[str, Any]) -> None:
    survives(document)


@settings(max_examples=300)
@given(st.sampled_from([document for _, document in DOCUMENTS]), st.data())
def test_a_mapping_with_any_value_anywhere_is_counted_or_refused(document: Document, data: st.DataObject) -> None:
    survives(replaced(document, data.draw(st.sampled_from(paths_in(document))), data.draw(VALUES)))


MANY = 300_000
LARGE = {
    "brackets": "[" * MANY,
    "braces": "{" * MANY,
    "braces with keys": '{"a":' * MANY,
    "dashes": "- " * MANY,
    "questions": "? " * MANY,
    "question lines": "?\n" * MANY,
    "colons": ": " * MANY,
    "commas": "[" + "," * MANY,
    "quotes": '"' * MANY,
    "open quotes": '{"a": "' + "x" * MANY,
    "escapes": '{"a": "' + "\\n" * MANY + '"}',
    "aliases": "[" + "*a, " * MANY + "]",
    "anchors": "[" + "&a x, " * MANY + "]",
    "tags": "[" + "!!int 5, " * MANY + "]",
    "merges": "<<: {}\n" * MANY,
    "documents": "---\n" * MANY,
    "comments": "#\n" * MANY,
    "directives": "".join(f"%TAG !a{number}! x\n" for number in range(MANY)),
    "versions": "%YAML 1.1\n" * MANY,
    "indents": "\n".join(" " * depth + "a:" for depth in range(2000)),
    "one long key": "a" * MANY * 10 + ": 1",
    "one long key in JSON": '{"' + "a" * MANY * 10 + '": 1}',
    "one long number": '{"id": ' + "1" * MANY * 10 + "}",
    "one long decimal": "id: 0." + "1" * MANY * 10,
    "white space": " " * MANY * 10 + "x",
    "tabs": "\t" * MANY * 10 + "{",
    "new lines": "\n" * MANY * 10 + "}",
    "unknown keys": "".join(f"key{number}: 1\n" for number in range(50_000)),
    "folded lines": "a: >\n" + "  x\n" * MANY,
    "plain lines": "a: x\n" + "  x\n" * MANY,
}


@pytest.mark.parametrize("name", LARGE)
def test_a_large_and_strange_document_is_refused_soon(name: str) -> None:
    text = LARGE[name]
    with pytest.raises(InputError):
        tally(text)
    survives(text)


def test_lines_of_noise_are_refused() -> None:
    chance = random.Random(7)
    for _ in range(300):
        survives("".join(chance.choice(PIECES) for _ in range(chance.randrange(200))))
