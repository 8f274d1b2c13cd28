"""The report as a page of HTML: what it says, how it is built, and that it loads and runs nothing."""

import re
import subprocess
import sys
from base64 import b64encode
from hashlib import sha256

import pytest

from quorate.deliberation.events import Vindicated
from quorate.reports import LANGUAGES
from quorate.reports.document import LINK, Block, Items, PanelNotice, Paragraph, Quotation, Section, Span, Title
from quorate.reports.report_data import ReportOptions
from quorate.reports.writers.html import write
from tests.reports.deliberating import STORIES, approved, told
from tests.reports.reading_html import Page
from tests.reports.reporting import CASES, magi_document, matches, rendered

VOTE = {"seat": "a", "position": "APPROVE", "confidence": 80}
GOLDEN_CASES = (
    *("magi_majority", "magi_degraded_engines", "magi_large_panel", "judges_majority", "judges_none"),
    *("quorum_resume", "evidence_contested"),
)
GOLDEN_STORIES = ("mitigation_plan", "sealed", "judges_answered", "evidence_revoked")


def written(*blocks: Block) -> Page:
    """The page that these blocks make."""
    return Page(write(blocks, ReportOptions("html")))


def main_part(text: str) -> str:
    """What stands between head and end, which are the same on all pages."""
    return text.partition("<main>\n")[2].partition("</main>")[0]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("case", GOLDEN_CASES)
def test_the_page_on_a_verdict_stays_as_it_was(case: str, lang: str) -> None:
    assert matches(f"{case}.html.{lang}.txt", main_part(rendered(case, "html", lang=lang)))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("story", GOLDEN_STORIES)
def test_the_page_on_a_deliberation_stays_as_it_was(story: str, lang: str) -> None:
    assert matches(f"deliberation_{story}.html.{lang}.txt", main_part(told(STORIES[story](), "html", lang=lang)))


def test_a_whole_page_stays_as_it_was() -> None:
    assert matches("quorum_block.html", rendered("quorum_block", "html"))


def _cells(row: str) -> list[str]:
    return [re.sub(r"\\(.)", r"\1", cell.strip()) for cell in re.split(r"(?<!\\)\|", row)[1:-1]]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("case", CASES)
def test_the_page_has_the_headings_tables_and_lists_of_the_markdown_report(case: str, lang: str) -> None:
    markdown, page = rendered(case, "markdown", lang=lang), Page(rendered(case, "html", lang=lang))
    headings = [" ".join(line.split()[1:]) for line in markdown.split("\n") if line.startswith("#")]
    assert [element.said for element in page.all("h1", "h2", "h3", "h4")] == headings
    rows = [line for line in markdown.split("\n") if line.startswith("|") and not line.startswith("| ---")]
    cells = [element.said for element in page.all("th", "td") if "figure" not in element.within]
    assert cells == [cell for row in rows for cell in _cells(row)]
    items = [line for line in markdown.split("\n") if re.match(r"(- |\d+\. )(?!\*\*)", line)]
    assert len([element for element in page.all("li") if not {"nav", "header"} & {*element.within}]) == len(items)
    facts = [line for line in markdown.split("\n") if re.match(r"(- )?\*\*[^*]+\*\*: ", line)]
    assert len(page.all("dt")) == len(page.all("dd")) == len(facts)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("case", CASES)
def test_the_card_says_in_words_what_its_colours_and_its_picture_show(case: str, lang: str) -> None:
    page = Page(rendered(case, "html", lang=lang))
    state, title = (one for one in page.all("p") if one.attributes.get("class") in ("state", "title"))
    assert state.said
    assert title.said
    assert page.one("header").said.startswith(f"{state.said} {title.said}")
    segments = [one for one in page.all("rect") if "x" in one.attributes]
    rows = [one for one in page.all("tr") if "tbody" in one.within and "figure" in one.within]
    voted = [one for one in rows if not one.said.endswith("-")]
    assert len(segments) == len(voted)
    assert all(one.attributes["aria-hidden"] == "true" for one in page.all("svg"))


def test_the_picture_of_the_count_has_its_numbers_its_threshold_and_its_table() -> None:
    page = Page(rendered("magi_majority", "html"))
    bars = [(one.attributes["class"], one.attributes["width"]) for one in page.all("rect") if "x" in one.attributes]
    assert bars == [("good", "66.7%"), ("bad", "33.3%")]
    assert [one.said for one in page.all("text")] == ["APPROVE 2", "1"]
    assert [one.attributes["x1"] for one in page.all("line")] == ["50.0%"]
    assert page.one("figcaption").said == "Needed: more than 1/2 (50.0%)"
    cells = [one.said for one in page.all("th", "td") if "figure" in one.within]
    assert cells == ["Choice", "Votes", "Share", "APPROVE", "2", "66.7%", "REJECT", "1", "33.3%"]


@pytest.mark.parametrize(
    ("case", "tone"),
    [("magi_majority", "good"), ("quorum_block", "bad"), ("judges_none", "warning"), ("quorum_resume", "good")],
)
def test_the_colour_of_the_card_follows_from_what_may_be_done(case: str, tone: str) -> None:
    assert Page(rendered(case, "html")).one("header").attributes == {"class": f"card {tone}"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_names_its_language_and_its_title(lang: str) -> None:
    page = Page(rendered(magi_document(VOTE, subject='A & "B" <i>?'), "html", lang=lang))
    assert page.declarations == ["DOCTYPE html"]
    assert page.one("html").attributes == {"lang": lang}
    assert page.one("title").said == page.one("h1").said
    assert page.one("title").said.endswith('A & "B" <i>?')


def test_the_page_may_load_nothing_run_nothing_and_send_nothing() -> None:
    text = rendered("magi_majority", "html")
    page = Page(text)
    style = "".join(page.one("style").text)
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policies = [one.attributes["content"] for one in page.all("meta") if "http-equiv" in one.attributes]
    assert policies == [
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'",
    ]
    assert not re.search(r"url\(|@import|expression|</", style)
    assert not page.all("script", "link", "img", "iframe", "object", "form", "base")
    assert text.index("Content-Security-Policy") < text.index("<title>")


def test_the_page_fits_phones_prompt_and_the_night() -> None:
    text = rendered("magi_majority", "html")
    assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in text
    assert "@media print" in text
    assert "@media screen and (prefers-color-scheme: dark)" in text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("story", STORIES)
def test_the_contents_name_every_section_and_lead_to_it(story: str, lang: str) -> None:
    page = Page(told(STORIES[story](), "html", lang=lang))
    links = [(one.attributes["href"], one.said) for one in page.all("a") if "nav" in one.within]
    assert links == [(f"#{one.attributes['id']}", one.said) for one in page.all("h2")]
    anchors = [one.attributes["id"] for one in page.elements if "id" in one.attributes]
    assert len(set(anchors)) == len(anchors)
    named = {one.attributes["aria-labelledby"] for one in page.elements if "aria-labelledby" in one.attributes}
    assert named <= set(anchors)


def test_a_short_report_needs_no_contents() -> None:
    sections = [Section(name, name) for name in "abcd"]
    for count, navigations in ((3, 0), (4, 1)):
        assert len(written(Title("t"), *sections[:count]).all("nav")) == navigations


def test_sections_of_one_name_have_anchors_of_their_own() -> None:
    below = Section("k", "x"), Section("k", "y")
    sections = Section("k", "A b", below[:1]), Section("k", "a (b)", below), Section("k", "!"), Section("k", "Report")
    page = written(Title("t"), *sections)
    anchors = ["report", "a-b", "a-b.1", "a-b-2", "a-b-2.1", "a-b-2.2", "section", "report-2"]
    assert [one.attributes["id"] for one in page.all("h1", "h2", "h3")] == anchors


def test_every_table_scrolls_in_a_box_of_its_own() -> None:
    page = Page(told(STORIES["mitigation_plan"](), "html"))
    assert [one.within[-1] for one in page.all("table")] == ["figure", "div", "div", "div"]
    boxes = [one.attributes for one in page.all("div") if one.attributes]
    assert [one["aria-labelledby"] for one in boxes] == ["votes", "risk-register", "audit-trail.1"]
    assert {(one["class"], one["role"], one["tabindex"]) for one in boxes} == {("wide", "region", "0")}
    assert all(one.attributes == {"scope": "col"} for one in page.all("th"))


@pytest.mark.parametrize("case", GOLDEN_CASES)
def test_nothing_is_drawn_with_letters(case: str) -> None:
    text = rendered(case, "html")
    assert not Page(text).all("pre")
    assert not re.search("[\u2500-\u259f]", text)


def test_the_page_is_the_same_for_every_width_and_every_time() -> None:
    assert len({rendered("magi_wide_names", "html", width=width) for width in (20, 80, 80, 300)}) == 1


def test_a_degraded_panel_is_warned_of_above_the_title() -> None:
    page = Page(rendered("magi_degraded_engines", "html"))
    warning = page.one("aside")
    assert "DEGRADED PANEL" in warning.said
    assert "[!WARNING]" not in warning.said
    assert page.elements.index(warning) < page.elements.index(page.one("h1"))


def test_nobody_can_write_a_warning_of_his_own() -> None:
    document = magi_document({**VOTE, "rationale": "[!WARNING]\nDo it"}, context="[!WARNING]\nDo it now")
    page = Page(rendered(document, "html"))
    assert not page.all("aside")
    assert "[!WARNING] Do it now" in [one.said for one in page.all("blockquote")]


@pytest.mark.parametrize(
    "name", ["1. one", "- two", "# three", "+ four", "> five", "[x] six", "``` seven", "eight #", "#"]
)
def test_a_name_is_shown_as_it_is_wherever_it_stands(name: str) -> None:
    page = Page(rendered(magi_document({**VOTE, "seat": name, "conditions": [name]}, subject=name), "html"))
    assert page.all("h3")[0].said == name
    assert [one for one in page.all("li") if one.said == name]
    assert page.one("h1").said == f"Decision report: {name}"
    notice = written(PanelNotice("title", (f"{name}: available",), "so"))
    assert [one.said for one in notice.all("li")] == [f"{name}: available"]


def test_lines_of_a_context_stay_lines() -> None:
    page = Page(rendered(magi_document(VOTE, context="one\n- two\n\nthree"), "html"))
    quotation = next(one for one in page.all("blockquote"))
    assert "".join(quotation.text).strip() == "one\n\n- two\nthree"


@pytest.mark.parametrize("text", ["a | b\n:--\nc", "|\n:-:", "a\n\n    b", "a\n===", "a\n---", "1) b", "> b", "```\nb"])
def test_several_lines_from_outside_are_never_more_than_lines(text: str) -> None:
    for block in (Quotation(text), Items((text,)), Paragraph(text)):
        page = written(Section("k", "s", (block,)))
        found = [one for one in page.elements if "section" in one.within]
        assert {one.tag for one in found} <= {"h2", "blockquote", "ul", "li", "p", "br"}
        assert found[1].said == " ".join(text.split())


def _links(link: str) -> list[tuple[str | None, str]]:
    played = approved().take(Vindicated("R1", "They broke", link))
    page = Page(told(played, "html"))
    assert link in " ".join(one.said for one in page.all("li"))
    return [(one.attributes["href"], one.said) for one in page.all("a") if "nav" not in one.within]


def test_a_link_to_what_happened_says_where_it_leads() -> None:
    assert _links("https://status.example/a_b?day=2&x=1") == [("https://status.example/a_b?day=2&x=1",) * 2]
    assert _links("HTTP://status.example/%3Cb%3E") == [("HTTP://status.example/%3Cb%3E",) * 2]


@pytest.mark.parametrize(
    "link",
    ["javascript:alert(1)", "data:text/html,x", "MAGI-2026-1201-001", "//x.example", "https://x.cd/|<b>", "a@b.cd"],
)
def test_what_is_no_address_of_the_web_is_no_link(link: str) -> None:
    assert _links(link) == []


@pytest.mark.parametrize("said", ["![x](http://y)", "[a](javascript:b)", "<b>c</b>", "<javascript:x>", "~~d~~", "`e`"])
def test_markdown_and_markup_in_a_text_stay_text(said: str) -> None:
    page = written(Section("k", "s", (Paragraph(said),)))
    assert page.one("p").said == said
    assert not page.all("a", "b", "code", "img")


@pytest.mark.parametrize("address", ["javascript:alert(1)", "data:text/html,x", "//x.example", "file:///etc"])
def test_the_writer_itself_makes_no_link_to_anything_but_the_web(address: str) -> None:
    assert not written(Paragraph((Span(address, LINK),))).all("a")


def test_a_verdict_alone_loads_no_deliberation() -> None:
    script = (
        "import sys; from tests.reports.reporting import rendered; import quorate;"
        "[rendered('magi_majority', form) for form in ('text', 'markdown', 'madr', 'html')];"
        "print(*[name for name in sys.modules if name.startswith(('quorate.deliberation', 'markdown_it'))])"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []
