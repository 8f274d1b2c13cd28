"""Blocks as Markdown that outside text cannot break. Everything from outside is escaped here and nowhere else."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
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
    Pairs,
    PanelNotice,
    Paragraph,
    Quotation,
    Rule,
    Section,
    Span,
    Table,
    Text,
    Title,
)
from quorate.reports.glyphs import Glyphs
from quorate.reports.pictures import ReliabilityPicture
from quorate.reports.report_data import ReportOptions

_MARKUP = re.compile(r"([\\`*|~]|\](?=[(\[:]))")
_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_AT_START = re.compile(r"^([#+=-]|:(?=-)|\[(?=[ xX!])|\d+(?=[.)](?:\s|$)))", re.MULTILINE)
_AT_END = re.compile(r"(^| )(#+)$")


def escape(text: str) -> str:
    """Outside text that stays text: no markup, no links, no HTML."""
    text = _ENTITY.sub("&amp;", text).replace("<", "&lt;").replace(">", "&gt;")
    return _UNDERSCORE.sub(r"\\_", _MARKUP.sub(r"\\\1", text))


def several_lines(text: str) -> str:
    """Outside text at the start of lines: besides, no heading, list, rule or table begins there."""
    text = "\n".join(line.strip() for line in text.split("\n"))
    return _AT_START.sub(lambda found: f"{found[0]}\\" if found[0].isdigit() else f"\\{found[0]}", escape(text))


def inline(text: str) -> str:
    """Outside text on one line; signs at its end do not close a heading."""
    return _AT_END.sub(r"\1\\\2", " ".join(escape(text).split()))


def cell(text: str) -> str:
    """Outside text in a table, never empty."""
    return inline(text) or "-"


def code(text: str) -> str:
    """An identifier in backticks; one with backticks of its own loses them."""
    return f"`{text.replace('`', '')}`" if text.strip("`") else "-"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; cells are escaped here."""
    lines = [list(map(cell, head)), ["---"] * len(head), *(list(map(cell, row)) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def bullets(items: Iterable[Text], numbered: bool = False) -> str:
    """A list; items are escaped here, and their further lines belong to them."""
    lines = []
    for number, item in enumerate(items, 1):
        mark = f"{number}. " if numbered else "- "
        lines.append(mark + _text(item).replace("\n", "\n" + " " * len(mark)))
    return "\n".join(lines)


def quoted(text: str) -> str:
    """Outside text of several lines as a quotation."""
    return "\n".join(f"> {line}".rstrip() for line in several_lines(text).split("\n")) if text else ""


def fields(pairs: Pairs) -> str:
    """Labels in bold with their values, a line each; values are escaped here."""
    return "\n".join(f"- **{label}**: {inline(value)}" for label, value in pairs)


def quoted_text(value: str | list[str]) -> str:
    """Texts as YAML: JSON is YAML, and no tag stands in it for those who take YAML for Markdown."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")


def write(document: Document, options: ReportOptions) -> str:
    """The whole document; the width does not matter."""
    parts = chain.from_iterable(_parts(block, 2, options.glyphs) for block in document)
    return "\n\n".join(part for part in parts if part) + "\n"


def _parts(block: Block, level: int, glyphs: Glyphs) -> Iterator[str]:
    match block:
        case Section(title=title, blocks=blocks):
            yield f"{'#' * level} {inline(title)}"
            for one in blocks:
                yield from _parts(one, level + 1, glyphs)
        case Card(facts=pairs, sentence=sentence):
            yield fields(pairs)
            yield f"**{inline(sentence)}**" if sentence else ""
        case Entries(name, entries):
            yield from (f"```yaml\n{record(name, entry)}\n```" for entry in entries)
        case Display() | ReliabilityPicture():
            pass
        case _:
            yield _part(block, glyphs)


_Simple = Title | Paragraph | Items | Facts | Table | Quotation | PanelNotice | Alarm | Rule | FrontMatter


def _part(block: _Simple, glyphs: Glyphs) -> str:
    match block:
        case Title(text):
            return f"# {inline(text)}"
        case Items(items, numbered):
            return bullets(items, numbered)
        case Table(head, rows):
            return table(head, rows)
        case Quotation(text):
            return quoted(text)
        case Paragraph() | Facts() | Rule():
            return _plain_part(block)
        case PanelNotice() | Alarm() | FrontMatter():
            match block:
                case PanelNotice(title, lines, so, held):
                    told = [f"**{glyphs.warning} {inline(title)}**", "", *bullets(lines).split("\n"), ""]
                    return _warning([*told, f"{glyphs.arrow} {inline(so)}", *(["", inline(held)] if held else [])])
                case Alarm(title, sentences):
                    return _warning([f"**{glyphs.warning} {title}**", *map(inline, sentences)])
                case FrontMatter():
                    return _front_matter(block)
        case _:
            assert_never(block)


def _plain_part(block: Paragraph | Facts | Rule) -> str:
    match block:
        case Paragraph(str(text), is_strong=True):
            return f"**{inline(text)}**"
        case Paragraph(text):
            return _text(text)
        case Facts(pairs, is_header=True):
            return "  \n".join(f"**{label}**: {inline(value)}" for label, value in pairs)
        case Facts(pairs):
            return fields(pairs)
        case Rule():
            return "---"


def _warning(lines: Iterable[str]) -> str:
    return "\n".join(f"> {line}".rstrip() for line in ("[!WARNING]", *lines))


def _front_matter(front: FrontMatter) -> str:
    lines = ["---", *([f"# {inline(front.notice)}"] if front.notice else []), f"status: {quoted_text(front.status)}"]
    lines += [f"date: {quoted_text(front.date)}"] if front.date else []
    return "\n".join([*lines, f"decision-makers: {quoted_text(list(front.deciders))}", "---"])


def record(name: str, entry: Pairs) -> str:
    """A record in YAML."""
    return "\n".join([f"{name}:", *(f"  {key}: {quoted_text(value)}" for key, value in entry)])


def _text(text: Text) -> str:
    return several_lines(text) if isinstance(text, str) else "".join(map(_span, text))


def _span(span: Span) -> str:
    match span.mark:
        case "strong":
            return f"**{inline(span.text)}**"
        case "code":
            return code(span.text)
        case "link":
            return f"<{span.text}>"
        case _:
            return escape(span.text)
