"""What holds for the report on any verdict, whatever the seats are called and whatever they say."""

import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.reports import FORMS, LANGUAGES
from quorate.reports.text import width_of
from tests.reports.hostile import ascii_documents, hostile_documents
from tests.reports.reporting import CASES, rendered
from tests.strategies import Document, documents

LOOKS = st.fixed_dictionaries(
    {"lang": st.sampled_from(LANGUAGES), "ascii_only": st.booleans(), "width": st.integers(20, 300)}
)
NARROW = st.fixed_dictionaries({"lang": st.sampled_from(LANGUAGES), "width": st.integers(20, 45)})


@given(hostile_documents(), st.sampled_from(FORMS), LOOKS)
def test_no_control_bidi_or_invisible_character_reaches_the_reader(
    document: Document, form: str, look: dict[str, Any]
) -> None:
    text = rendered(document, form, **look)
    seen = {char: unicodedata.category(char) for char in set(text) - {"\n"}}
    assert not {char for char, category in seen.items() if category in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")}


@given(hostile_documents(many=True), st.one_of(LOOKS, NARROW))
def test_no_line_is_wider_than_the_terminal(document: Document, look: dict[str, Any]) -> None:
    lines = rendered(document, **look).split("\n")
    assert [line for line in lines if width_of(line) > look["width"]] == []


@given(hostile_documents(), st.one_of(LOOKS, NARROW))
def test_every_line_of_a_box_is_equally_wide(document: Document, look: dict[str, Any]) -> None:
    width = 0
    for line in rendered(document, **{**look, "ascii_only": False}).split("\n"):
        if line.startswith("╔"):
            width = width_of(line)
        if line.startswith(("╔", "║", "╠", "╚")):
            assert width_of(line) == width
            assert line[-1] in "╗║╣╝"


@given(ascii_documents(), st.sampled_from(FORMS), st.integers(20, 120))
def test_ascii_in_gives_ascii_out(document: Document, form: str, width: int) -> None:
    assert rendered(document, form, ascii_only=True, width=width).isascii()


@given(documents(30), st.sampled_from(FORMS), LOOKS)
def test_every_verdict_says_whether_it_may_be_acted_on(document: Document, form: str, look: dict[str, Any]) -> None:
    text = rendered(document, form, **{**look, "lang": "en", "width": 300})
    assert ("May be acted on." in text) != ("May not be acted on: " in text)


@pytest.mark.parametrize("width", [-5, 0, 1, 19, 20])
def test_a_terminal_narrower_than_twenty_columns_is_taken_as_twenty(width: int) -> None:
    assert rendered("magi_majority", width=width) == rendered("magi_majority", width=20)


@pytest.mark.parametrize("case", CASES)
def test_a_verdict_read_back_from_json_gives_the_same_report(case: str) -> None:
    from quorate import from_json, to_json
    from quorate.documents.tally import read_tally
    from quorate.reports import render
    from tests.reports.reporting import document

    tally = read_tally(document(case))
    question, verdict = tally.case.question, tally.verdict()
    for form in FORMS:
        assert render(question, from_json(to_json(verdict)), form=form) == render(question, verdict, form=form)
