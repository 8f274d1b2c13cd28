"""The report in Markdown, and the decision record."""

import re
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from quorate.reports.writers.markdown import cell, code, inline, quoted, several_lines, table
from tests.reports.hostile import TEXTS, hostile_and_tame, hostile_documents
from tests.reports.reporting import magi_document, rendered, rendered_as_recorded
from tests.strategies import Document

PIPE = re.compile(r"(?<!\\)\|")
HEADINGS = ["Context and Problem Statement", "Considered Options", "Decision Outcome", "Consequences", "Confirmation"]
KEPT_FORMS = st.sampled_from(["markdown", "madr"])


def _headings(text: str) -> list[str]:
    return re.findall(r"(?m)^#+ (.*)$", text)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("a | b", "a \\| b"),
        ("<b>bold</b>", "&lt;b&gt;bold&lt;/b&gt;"),
        ("`code`", "\\`code\\`"),
        ("![x](http://y)", "![x\\](http://y)"),
        ("[x]: http://y", "[x\\]: http://y"),
        ("*strong* ~~gone~~", "\\*strong\\* \\~\\~gone\\~\\~"),
        ("snake_case and _this_", "snake_case and \\_this\\_"),
        ("&lt; & co", "&amp;lt; & co"),
        ("back\\slash", "back\\\\slash"),
        ("[L2] plain", "[L2] plain"),
    ],
)
def test_markup_in_outside_text_stays_text(said: str, shown: str) -> None:
    assert inline(said) == shown


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("# heading", "\\# heading"),
        ("- item", "\\- item"),
        ("1. item", "1\\. item"),
        ("1.5 percent", "1.5 percent"),
        ("first\n===", "first\n\\==="),
        ("    indented", "indented"),
        ("[x] done", "\\[x] done"),
    ],
)
def test_nothing_begins_at_the_start_of_a_line(said: str, shown: str) -> None:
    assert several_lines(said) == shown


@given(TEXTS, TEXTS)
def test_a_table_has_as_many_cells_in_every_row_as_in_its_head(one: str, two: str) -> None:
    rows = table(["A", "B"], [(one, two)]).split("\n")
    assert [len(PIPE.findall(row)) for row in rows] == [3, 3, 3]


@given(TEXTS)
def test_a_quotation_never_ends_early(text: str) -> None:
    assert all(line.startswith(">") for line in quoted(text).split("\n")) or not text


@given(hostile_documents(), KEPT_FORMS)
def test_no_outside_text_becomes_html(document: Document, form: str) -> None:
    assert "<" not in rendered(document, form)


@given(hostile_and_tame(), KEPT_FORMS)
def test_no_outside_text_becomes_a_heading_a_list_or_a_table(pair: tuple[Document, Document], form: str) -> None:
    hostile, tame = (rendered_as_recorded(document, form).split("\n") for document in pair)
    for mark in ("#", "- ", "|", "---", "```"):
        assert sum(line.startswith(mark) for line in hostile) == sum(line.startswith(mark) for line in tame)


def test_an_identifier_cannot_leave_its_backticks() -> None:
    assert code("a`b") == "`ab`"
    assert code("``") == "-"
    assert cell("") == "-"


def test_the_report_has_the_parts_of_a_report() -> None:
    assert _headings(rendered("magi_majority", "markdown")) == [
        "Decision report: Adopt Postgres for the queue?",
        "Request",
        "Action it would release",
        "Context",
        "Seats",
        "Logos",
        "Pathos",
        "Sophia",
        "Votes",
        "Verdict",
        "Conditions",
        "Dissent",
        "Risk register",
        "Next Steps",
        "Receipt",
        "Audit trail",
    ]


def test_without_dissent_there_is_no_section_for_it() -> None:
    assert "Dissent" not in _headings(rendered("magi_unanimous", "markdown"))


def test_a_large_panel_is_reported_by_sides_with_every_vote_in_the_table() -> None:
    text = rendered("magi_large_panel", "markdown")
    assert "APPROVE (7)" in _headings(text)
    assert text.count("\n| s") == 14


def test_the_consensus_report_has_its_own_parts() -> None:
    text = rendered("evidence_contested", "markdown")
    parts = ["Decision Question", "Options Evaluated", "Voting Matrix", "Verdict", "Conflicts", "Next Steps", "Receipt"]
    assert [heading for heading in _headings(text) if heading in parts] == parts
    assert "**Task**: T1" in text
    assert "**Date**: 2026-11-15" in text
    assert "**Status**: blocked" in text
    assert "**Agent Type**: analysis" in text
    assert "| opus-1 | accept | - | 0.85 | Writes are atomic |" in text


@pytest.mark.parametrize(
    ("case", "status"),
    [
        ("evidence_proven", "complete"),
        ("evidence_refuted", "complete"),
        ("evidence_suspicious", "partial"),
        ("evidence_contested_early", "partial"),
        ("evidence_insufficient", "blocked"),
    ],
)
def test_the_status_of_a_consensus_report_says_whose_turn_it_is(case: str, status: str) -> None:
    assert f"**Status**: {status}" in rendered(case, "markdown")


def test_judges_who_agree_give_a_recommendation() -> None:
    text = rendered("judges_majority", "markdown")
    assert "## Recommendation\n\n**Option A** (Recommended)\n\nJudges agreed (2/3):" in text
    assert "- ✅ Risk Judge: Minimizes technical risk" in text
    assert "- ❌ Value Judge: Prefers B for user value (dissent)" in text
    assert "Confidence: **HIGH**" in text


def test_judges_who_do_not_agree_give_a_contested_decision() -> None:
    text = rendered("judges_none", "markdown")
    assert "## ⚠️ Contested Decision" in text
    assert "| A | Risk | Safe |" in text
    assert "Please select your preferred option: [A] [B] [C]" in text


@pytest.mark.parametrize("case", ["magi_majority", "judges_none", "quorum_block", "evidence_refuted"])
def test_a_decision_record_has_its_headings(case: str) -> None:
    headings = _headings(rendered(case, "madr"))
    assert [heading for heading in headings if heading in HEADINGS] == HEADINGS
    assert "More Information" in headings


@pytest.mark.parametrize(
    ("case", "status"), [("magi_unanimous", "accepted"), ("quorum_block", "rejected"), ("magi_split", "proposed")]
)
def test_a_decision_record_has_the_status_of_its_verdict(case: str, status: str) -> None:
    assert _front_matter(rendered(case, "madr"))["status"] == status


@given(hostile_documents())
def test_the_front_matter_of_a_decision_record_is_always_yaml(document: Document) -> None:
    front = _front_matter(rendered(document, "madr"))
    assert front["date"] == "2026-11-15"
    assert all(isinstance(name, str) for name in front["decision-makers"])


def _front_matter(text: str) -> Any:
    _, front, _ = text.split("---\n", 2)
    return yaml.safe_load(front)


def test_a_context_of_several_lines_is_quoted_line_by_line() -> None:
    vote = {"seat": "a", "position": "APPROVE", "confidence": 80}
    text = rendered(magi_document(vote, context="one\n# two\n\nthree"), "markdown")
    assert "> one\n> \\# two\n>\n> three" in text
