"""The words of explanations and comparisons, word for word, in both languages.

If a difference is meant, write the files anew with `QUORATE_GOLDEN=write pytest tests/analysis/test_words.py`, then
look at them as a reader would.
"""

import os
import re
from pathlib import Path
from string import Formatter

import pytest

from quorate.analysis.explain import explain
from quorate.analysis.retally import RetallyTerms, retally, subject_of_tally
from quorate.documents.tally import read_tally
from quorate.protocols import protocol_named
from quorate.reports import render_explanation, render_retally
from quorate.reports.language.en.analysis import PHRASES as EN
from quorate.reports.language.ja.analysis import PHRASES as JA
from tests.reports.reporting import CASES, document

GOLDEN = Path(__file__).parent / "golden"
COMPARED = [
    ("magi_majority", "quorum"),
    ("magi_majority", "evidence"),
    ("magi_safety_dissent", "quorum"),
    ("judges_majority", "evidence"),
    ("quorum_resume_without_conditions", "magi"),
    ("evidence_refuted", "magi"),
]


def matches(name: str, text: str) -> bool:
    """True where the golden file of that name holds this text."""
    path = GOLDEN / name
    if os.environ.get("QUORATE_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    return path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("protocol", ["magi", "judges", "quorum", "evidence"])
def test_the_explanation_of_every_known_verdict_stays_as_it_was(protocol: str, lang: str) -> None:
    parts = []
    for case in (case for case in CASES if case.startswith(protocol)):
        found = explain(subject_of_tally(read_tally(document(case))))
        parts.append(f"##### {case}\n\n{render_explanation(found, lang=lang)}")
    assert matches(f"explain_{protocol}.{lang}.txt", "\n".join(parts))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_comparisons_stay_as_they_were(lang: str) -> None:
    parts = []
    for case, protocol in COMPARED:
        found = retally(subject_of_tally(read_tally(document(case))), RetallyTerms(protocol_named(protocol)))
        for width in (80, 40):
            parts.append(
                f"##### {case}, {protocol}, {width} columns\n\n{render_retally(found, lang=lang, width=width)}"
            )
    assert matches(f"retally.{lang}.txt", "\n".join(parts))


def _fields(phrase: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(phrase) if name}


def test_both_languages_have_every_phrase_and_ask_for_the_same_values() -> None:
    plain = [key for key in EN if not key.endswith(".one")]
    assert sorted(plain) == sorted(JA)
    assert [key for key in JA if _fields(EN[key]) != _fields(JA[key])] == []
    assert [key for key in EN if key.endswith(".one") and key.removesuffix(".one") not in EN] == []


def test_english_phrases_are_plain_ascii_and_japanese_ones_hold_no_english() -> None:
    assert [phrase for phrase in EN.values() if not phrase.isascii()] == []
    assert [said for said in JA.values() if re.search("[A-Za-z]", re.sub(r"\{\w+\}", "", said))] == []
