"""Whatever anybody is called and whatever they say, a page is built of the same few elements, and says it as text."""

import re
from collections import Counter
from itertools import count
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.reports import LANGUAGES
from quorate.reports.report_data import cleaned
from tests.deliberation.playing import Play
from tests.reports.hostile import FEW, respoken
from tests.reports.hostile_deliberations import SHAPES, Teller
from tests.reports.reading_html import HOSTILE, Element, Page
from tests.reports.reporting import magi_document, rendered
from tests.reports.test_hostile_deliberations import told
from tests.strategies import Document

ANCHOR = r"[\w-]+(\.\d+)?"
TONE = "good|bad|warning|neutral|muted"
PLACE = r"\d{1,3}\.\d%"
# every element that a page may have, and what its attributes may hold; of SVG only plain shapes and text
ALLOWED: dict[str, dict[str, str]] = {
    **{tag: {} for tag in ("head", "title", "style", "body", "main", "aside", "blockquote", "br", "dl", "dt", "dd")},
    "ol": {},
    **{
        tag: {} for tag in ("table", "thead", "tbody", "tr", "td", "strong", "small", "span", "code", "pre", "hr", "ol")
    },
    **{tag: {"id": ANCHOR} for tag in ("h1", "h2", "h3", "h4")},
    "html": {"lang": "en|ja"},
    "meta": {
        "charset": "utf-8",
        "http-equiv": "Content-Security-Policy",
        "name": "viewport|referrer",
        "content": r"default-src 'none'; style-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'"
        "|width=device-width, initial-scale=1|no-referrer",
    },
    "p": {"id": "contents", "class": "state|title"},
    "nav": {"aria-labelledby": "contents"},
    "div": {"class": "wide", "role": "region", "tabindex": "0", "aria-labelledby": ANCHOR},
    "th": {"scope": "col"},
    "a": {"href": rf"#{ANCHOR}|https?://[!-~]*"},
    "section": {"class": rf"[a-z_]+( ({TONE}))?"},
    "header": {"class": rf"card ({TONE})"},
    "ul": {"class": "votes|lines"},
    "li": {"class": rf"{TONE}|neutral-[1-5]"},
    "figure": {"class": "count"},
    "figcaption": {},
    "svg": {"class": "bars|swatch", "width": "100%|12", "height": "44|12", "aria-hidden": "true"},
    "rect": {"class": rf"{TONE}|neutral-[1-5]", "x": PLACE, "y": "6", "width": rf"{PLACE}|12", "height": "32|12"},
    "text": {"x": PLACE, "dx": "8", "y": "27"},
    "line": {"x1": PLACE, "x2": PLACE, "y1": "0", "y2": "44"},
}
EXAMPLES = settings(max_examples=100)


def is_allowed(element: Element) -> bool:
    """True for an element of the list, with attributes of the list, with values of the list."""
    known = ALLOWED.get(element.tag)
    return known is not None and all(
        name in known and value is not None and re.fullmatch(known[name], value, re.IGNORECASE)
        for name, value in element.attributes.items()
    )


def built(page: Page, *aside: str) -> Counter[tuple[str, ...]]:
    """The elements with all their attributes, those aside that several lines or an address make."""
    return Counter(
        (element.tag, *(f"{name}={value}" for name, value in element.attributes.items()))
        for element in page.elements
        if element.tag not in ("br", "code", *aside)
        and not (element.tag == "p" and "blockquote" in element.within)
        and not str(element.attributes.get("href", "")).startswith("http")
    )


@st.composite
def documents_twice(draw: Any, led: str = "") -> tuple[Document, Document]:
    """The same document as nobody would want it, and harmless. Led by numbers, its seats stay in their order."""
    document, numbers = draw(FEW), count()

    def said(texts: Any) -> str:
        return led.format(next(numbers)) + str(draw(texts))

    hostile = respoken(document, HOSTILE, said)
    numbers = count()
    return hostile, respoken(document, st.just("t"), said)


@st.composite
def deliberations_twice(draw: Any) -> tuple[Play, Play]:
    """The same for a whole deliberation; texts are numbered, for equal ones would be told once only."""
    shape = draw(st.sampled_from(SHAPES))
    numbers = (count(), count())
    hostile = Teller(lambda: f"{draw(HOSTILE)}.{next(numbers[0])}")
    tame = Teller(lambda: f"t.{next(numbers[1])}")
    return hostile.play(shape), tame.play(shape)


@EXAMPLES
@given(documents_twice(), st.sampled_from(LANGUAGES))
def test_no_text_in_a_document_becomes_markup(pair: tuple[Document, Document], lang: str) -> None:
    hostile, tame = (Page(rendered(document, "html", lang=lang)) for document in pair)
    assert [element for element in hostile.elements if not is_allowed(element)] == []
    lines = ("ul", "li", "p", "strong")  # evidence lets the surest speak first, and of equals the first by name
    assert built(hostile, *lines) == built(tame, *lines)


@EXAMPLES
@given(st.one_of(documents_twice("{:03} "), documents_twice("{:03}\n")), st.sampled_from(LANGUAGES))
def test_no_text_in_a_document_becomes_an_item_of_a_list(pair: tuple[Document, Document], lang: str) -> None:
    hostile, tame = (Page(rendered(document, "html", lang=lang)) for document in pair)
    assert [element for element in hostile.elements if not is_allowed(element)] == []
    assert built(hostile) == built(tame)


@EXAMPLES
@given(deliberations_twice(), st.sampled_from(LANGUAGES))
def test_no_text_in_a_deliberation_becomes_markup(pair: tuple[Play, Play], lang: str) -> None:
    hostile, tame = (Page(told(played, "html", lang=lang)) for played in pair)
    assert [element for element in hostile.elements if not is_allowed(element)] == []
    assert built(hostile) == built(tame)


@given(HOSTILE, HOSTILE, HOSTILE)
def test_every_text_is_shown_as_it_was_written(subject: str, context: str, rationale: str) -> None:
    vote = {"seat": "a", "position": "APPROVE", "confidence": 80, "rationale": f"{rationale}.r"}
    page = Page(rendered(magi_document(vote, subject=f"{subject}.s", context=f"{context}.c"), "html"))
    quoted, cells = ([one.said for one in page.all(tag)] for tag in ("blockquote", "td"))
    reason = _said(f"{rationale}.r", "rationale")
    assert quoted == [said for said in (_said(f"{context}.c", "context"), reason) if said]
    assert reason in cells
    asked = _said(f"{subject}.s", "subject") or "(no subject given)"
    assert page.one("title").said == page.one("h1").said == f"Decision report: {asked}"


def _said(text: str, field: str) -> str:
    """As a report shows it: a context with all that hides in it, other texts without."""
    return " ".join(cleaned(text, field).split())
