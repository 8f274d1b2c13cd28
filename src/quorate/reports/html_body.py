"""Our own Markdown as HTML. Of Markdown only what reports are made of is known; all else stays text."""

from collections.abc import Container, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

KNOWN = (
    *("heading", "list", "table", "blockquote", "fence", "hr"),
    *("newline", "escape", "entity", "backticks", "emphasis", "autolink"),
)
ALERT = "[!WARNING]\n"
ADDRESSES = ("https://", "http://")
TOP, CONTENTS = "report", "contents"


class Section(NamedTuple):
    """A section of the report: its anchor, and what it is called."""

    anchor: str
    title: str


class Body(NamedTuple):
    """A report in HTML: its title as plain text, what stands above the first section, the rest, and the sections."""

    title: str
    head: str
    rest: str
    sections: tuple[Section, ...]


def body_of(text: str) -> Body:
    """The Markdown of a report as HTML: no picture, no HTML of anybody's, no link but to where its text says."""
    parser = MarkdownIt("zero", {"breaks": True}).enable(list(KNOWN))
    tokens = parser.parse(text)
    title = next((plain(line) for token, line in _headings(tokens) if token.tag == "h1"), "")
    sections = tuple(_anchored(tokens))
    for at in range(len(tokens)):
        _dress(tokens, at)
    whole = list(_scrolling(tokens))
    first = next((at for at, token in enumerate(whole) if _is_section(token)), len(whole))
    head, rest = (parser.renderer.render(part, parser.options, {}) for part in (whole[:first], whole[first:]))
    return Body(title, head, rest, sections)


def plain(line: Token) -> str:
    """What a line says, without its marks."""
    return "".join(child.content for child in line.children or ())


def _headings(tokens: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    return (pair for pair in pairwise(tokens) if pair[0].type == "heading_open")


def _is_section(token: Token) -> bool:
    return token.type == "heading_open" and token.tag == "h2"


def _anchored(tokens: Sequence[Token]) -> Iterator[Section]:
    """Gives every heading its anchor: sections by their titles, which are ours, all below them by number.

    Names and texts from outside stand below sections, and become nobody's anchor.
    """
    anchor, below, used = TOP, 0, {TOP, CONTENTS}
    for token, line in _headings(tokens):
        if _is_section(token):
            anchor, below = _unused(_slug(plain(line)), used), 0
            used.add(anchor)
            yield Section(anchor, plain(line))
        token.attrSet("id", f"{anchor}.{below}" if below else anchor)
        below += 1


def _slug(title: str) -> str:
    return "-".join("".join(char if char.isalnum() else " " for char in title.lower()).split()) or "section"


def _unused(slug: str, used: Container[str]) -> str:
    number, anchor = 1, slug
    while anchor in used:
        number += 1
        anchor = f"{slug}-{number}"
    return anchor


def _dress(tokens: Sequence[Token], at: int) -> None:
    """Adds what HTML has and Markdown has not."""
    token = tokens[at]
    if token.type == "th_open":
        token.attrSet("scope", "col")
    elif token.type == "fence":
        token.info = ""
    elif token.type == "inline":
        _tell_addresses(token.children or [])
    elif token.type == "blockquote_open" and tokens[at + 2].content.startswith(ALERT):
        _warn(tokens, at)


def _tell_addresses(children: Sequence[Token]) -> None:
    """A link says where it leads, letter for letter; what leads elsewhere than to the web is no link."""
    for at, token in enumerate(children):
        if token.type != "link_open":
            continue
        address = str(token.attrGet("href"))
        _, said, end = children[at : at + 3]
        said.content = address
        token.hidden = end.hidden = not address.lower().startswith(ADDRESSES)


def _warn(tokens: Sequence[Token], at: int) -> None:
    """A quotation that is marked as a warning becomes one. In texts from outside the mark is escaped."""
    quotation, lines = tokens[at], tokens[at + 2]
    end = next(one for one in tokens[at:] if one.type == "blockquote_close" and one.level == quotation.level)
    quotation.tag = end.tag = "aside"
    marks = [child.type for child in lines.children or ()]
    lines.children = (lines.children or [])[marks.index("softbreak") + 1 :]


def _scrolling(tokens: Sequence[Token]) -> Iterator[Token]:
    """Tables in boxes of their own, which scroll where the page is narrow and are named by the nearest heading."""
    anchor = TOP
    for token in tokens:
        anchor = str(token.attrGet("id") or anchor)
        if token.type == "table_open":
            how = {"class": "wide", "role": "region", "tabindex": "0", "aria-labelledby": anchor}
            yield Token("wide_open", "div", 1, attrs={**how}, block=True)
        yield token
        if token.type == "table_close":
            yield Token("wide_close", "div", -1, block=True)
