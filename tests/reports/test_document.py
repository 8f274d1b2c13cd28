"""The model of blocks: texts with marks, sections without empty parts, and what each writer makes of one document."""

import pytest

from quorate.reports.document import (
    LINK,
    STRONG,
    Card,
    Document,
    Facts,
    Items,
    Paragraph,
    SeatVote,
    Section,
    Span,
    Table,
    Title,
    facts,
    items,
    plain,
    section,
    spans,
)
from quorate.reports.report_data import ReportOptions
from quorate.reports.writers import html, markdown, text
from tests.reports.reading_html import Page

MARKED = spans("**Option {choice}** (see {link})", {"choice": "*A*", "link": Span("https://x.example", LINK)})
DOCUMENT: Document = (
    Title("A <b> & *c*"),
    Card("DONE", state="FREE", seats=(SeatVote("ann", "yes"),), facts=(("Date", "today"),), sentence="Go."),
    Section("one", "One", (Paragraph(MARKED), Items(("x\ny", "z"), numbered=True), Section("two", "Two", ()))),
)


def test_a_phrase_is_strong_between_its_asterisks_and_a_value_never_makes_it_so() -> None:
    strong, rest, link, end = MARKED
    assert strong == Span("Option *A*", STRONG)
    assert (rest, link, end) == (Span(" (see "), Span("https://x.example", LINK), Span(")"))
    assert plain(MARKED) == "Option *A* (see https://x.example)"


def test_what_says_nothing_is_no_block() -> None:
    assert items([]) is None
    assert facts([("label", "")]) is None
    assert section("k", "t", items([]), facts([("a", "b")])).blocks == (Facts((("a", "b"),)),)


def test_markdown_escapes_what_is_from_outside_and_nests_headings() -> None:
    written = markdown.write(DOCUMENT, ReportOptions("markdown"))
    assert written.split("\n\n") == [
        "# A &lt;b&gt; & \\*c\\*",
        "- **Date**: today",
        "**Go.**",
        "## One",
        "**Option \\*A\\*** (see <https://x.example>)",
        "1. x\n   y\n2. z",
        "### Two\n",
    ]


def test_a_terminal_shows_the_same_blocks_as_plain_text() -> None:
    written = text.write(DOCUMENT, ReportOptions("text", width=40))
    assert "Option *A* (see https://x.example)" in " ".join(written.split())
    assert "  1. x\n     y\n  2. z\n" in written
    assert "DONE" in written


@pytest.mark.parametrize("columns", range(1, 6))
@pytest.mark.parametrize("width", [20, 80])
def test_a_table_of_any_size_fits_a_terminal(columns: int, width: int) -> None:
    row = tuple(f"cell {number}" for number in range(columns))
    written = text.write((Table(row, (row, row)),), ReportOptions("text", width=width))
    assert all(len(line) <= width for line in written.split("\n"))
    assert written.count(f"cell {columns - 1}") == 3


def test_a_page_shows_the_same_blocks_as_elements() -> None:
    page = Page(html.write(DOCUMENT, ReportOptions("html")))
    assert page.one("title").said == page.one("h1").said == "A <b> & *c*"
    assert [one.said for one in page.all("h2", "h3")] == ["One", "Two"]
    assert [one.attributes for one in page.all("a")] == [{"href": "https://x.example"}]
    assert [one.said for one in page.all("li") if "ol" in one.within] == ["x y", "z"]


@pytest.mark.parametrize("mark", [STRONG, LINK, "code", ""])
def test_no_mark_lets_a_text_become_markup(mark: str) -> None:
    hostile = '<script>alert(1)</script>" onclick="x'
    page = Page(html.write((Paragraph((Span(hostile, mark),)),), ReportOptions("html")))
    assert not page.all("script", "a")
    assert page.one("p").said == hostile
