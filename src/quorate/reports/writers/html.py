"""Blocks as one page of HTML with nothing loaded and nothing run. Every text is escaped here and in the card."""

from collections.abc import Container, Iterator, Sequence
from html import escape
from typing import assert_never

from quorate.reports.document import (
    Alarm,
    Block,
    Card,
    Display,
    Document,
    Entries,
    Facts,
    FrontMatter,
    Items,
    PanelNotice,
    Paragraph,
    Quotation,
    Rule,
    Section,
    Table,
    Title,
)
from quorate.reports.language import language
from quorate.reports.pictures import ReliabilityPicture
from quorate.reports.report_data import ReportOptions
from quorate.reports.writers.html_card import card_html
from quorate.reports.writers.html_style import POLICY, STYLE
from quorate.reports.writers.html_text import definitions, line_of, lines_of, text_html
from quorate.reports.writers.markdown import record

TOP, CONTENTS = "report", "contents"
FEWEST_SECTIONS = 4
LOWEST = 6
PAGE = """\
<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
{body}</main>
</body>
</html>
"""


def write(document: Document, options: ReportOptions) -> str:
    """The page. It is the same for every width: what is wide on it can be scrolled."""
    anchors = Anchors()
    first = next((at for at, block in enumerate(document) if isinstance(block, Section)), len(document))
    head, rest = ("".join(_blocks(part, 2, anchors)) for part in (document[:first], document[first:]))
    title = next((block.text for block in document if isinstance(block, Title)), "")
    return PAGE.format(
        lang=options.lang,
        policy=POLICY,
        title=line_of(title),
        style=STYLE,
        body="".join((head, _contents(anchors.sections, language(options.lang)("heading.contents")), rest)),
    )


class Anchors:
    """Gives every heading its anchor: sections by their titles, which are ours, all below them by number.

    Names and texts from outside stand below sections, and become nobody's anchor.
    """

    def __init__(self) -> None:
        self.sections: dict[str, str] = {}
        self.last = TOP
        self._below = 0

    def next(self, level: int, title: str) -> str:
        """The anchor of the next heading."""
        if level > 2:
            self._below += 1
            self.last = f"{self.last.partition('.')[0]}.{self._below}"
        else:
            self._below, self.last = 0, _unused(_slug(title), {TOP, CONTENTS, *self.sections})
            self.sections[self.last] = title
        return self.last


def _slug(title: str) -> str:
    return "-".join("".join(char if char.isalnum() else " " for char in title.lower()).split()) or "section"


def _unused(slug: str, used: Container[str]) -> str:
    number, anchor = 1, slug
    while anchor in used:
        number += 1
        anchor = f"{slug}-{number}"
    return anchor


def _contents(sections: dict[str, str], title: str) -> str:
    """The sections of a long report."""
    if len(sections) < FEWEST_SECTIONS:
        return ""
    lines = "".join(f'<li><a href="#{escape(anchor)}">{line_of(name)}</a></li>\n' for anchor, name in sections.items())
    return f'<nav aria-labelledby="{CONTENTS}">\n<p id="{CONTENTS}">{line_of(title)}</p>\n<ul>\n{lines}</ul>\n</nav>\n'


def _blocks(blocks: Sequence[Block], level: int, anchors: Anchors) -> Iterator[str]:
    for block in blocks:
        match block:
            case Section():
                yield _section(block, level, anchors)
            case Table(head, rows):
                yield _table(head, rows, anchors.last)
            case Card():
                yield card_html(block)
            case ReliabilityPicture():
                from quorate.reports.writers.reliability_svg import picture_html  # only the report on voters has one

                yield picture_html(block)
            case PanelNotice() | Alarm():
                yield _warning(block)
            case Display() | FrontMatter():
                pass  # drawn on a terminal; read by machines
            case _:
                yield _simple(block)


def _section(section: Section, level: int, anchors: Anchors) -> str:
    """Its key and its tone are ours."""
    anchor = anchors.next(level, section.title)
    names = escape(" ".join(name for name in (section.key, section.tone) if name))
    tag = f"h{min(level, LOWEST)}"
    heading = f'<{tag} id="{escape(anchor)}">{line_of(section.title)}</{tag}>\n'
    below = "".join(_blocks(section.blocks, level + 1, anchors))
    return f'<section class="{names}">\n{heading}{below}</section>\n'


def _simple(block: Title | Paragraph | Items | Facts | Quotation | Entries | Rule) -> str:
    match block:
        case Title(text):
            return f'<h1 id="{TOP}">{line_of(text)}</h1>\n'
        case Paragraph(text, is_strong):
            said = text_html(text)
            return f"<p><strong>{said}</strong></p>\n" if is_strong else f"<p>{said}</p>\n"
        case Items(items, numbered):
            tag = "ol" if numbered else "ul"
            lines = "".join(f"<li>{text_html(item)}</li>\n" for item in items)
            return f"<{tag}>\n{lines}</{tag}>\n"
        case Facts(pairs):
            return definitions(pairs)
        case Quotation(text):
            return _quotation(text)
        case Entries(name, entries):
            return "".join(f"<pre><code>{escape(record(name, entry), quote=False)}</code></pre>\n" for entry in entries)
        case Rule():
            return "<hr>\n"
        case _:
            assert_never(block)


def _quotation(text: str) -> str:
    parts = (part for part in text.split("\n\n") if part.strip())
    said = "".join(f"<p>{lines_of(part)}</p>\n" for part in parts)
    return f"<blockquote>\n{said}</blockquote>\n"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], anchor: str) -> str:
    """In a box of its own, which scrolls where the page is narrow and is named by the nearest heading."""
    columns = "".join(f'<th scope="col">{line_of(cell)}</th>' for cell in head)
    body = "".join(map(_row, rows))
    box = f'<div class="wide" role="region" tabindex="0" aria-labelledby="{escape(anchor)}">'
    return f"{box}\n<table>\n<thead>\n<tr>{columns}</tr>\n</thead>\n<tbody>\n{body}</tbody>\n</table>\n</div>\n"


def _row(row: Sequence[str]) -> str:
    cells = "".join(f"<td>{line_of(cell) or '-'}</td>" for cell in row)
    return f"<tr>{cells}</tr>\n"


def _warning(block: PanelNotice | Alarm) -> str:
    match block:
        case PanelNotice(title, lines, so, held):
            engines = "".join(f"<li>{line_of(line)}</li>\n" for line in lines)
            listed = f"<ul>\n{engines}</ul>\n" if lines else ""
            rest = "".join(f"<p>{line_of(text)}</p>\n" for text in (so, held) if text)
            return f"<aside>\n<p><strong>{line_of(title)}</strong></p>\n{listed}{rest}</aside>\n"
        case Alarm(title, sentences):
            said = "".join(f"<p>{line_of(sentence)}</p>\n" for sentence in sentences)
            return f"<aside>\n<p><strong>{line_of(title)}</strong></p>\n{said}</aside>\n"
