"""Blocks as plain text for a terminal of any width."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from quorate.reports.document import (
    Alarm,
    Block,
    Card,
    Display,
    Document,
    Entries,
    Facts,
    Items,
    Pairs,
    PanelNotice,
    Paragraph,
    Quotation,
    Section,
    Table,
    Title,
    plain,
)
from quorate.reports.glyphs import Glyphs, with_colours
from quorate.reports.report_data import ReportOptions
from quorate.reports.text import pad, verbatim, wrap
from quorate.reports.writers.boxes import boxed, widest

LEAST_WIDTH = 20
WIDEST_PROSE = 100
INDENT = 2
WIDEST_LABEL, LEAST_VALUE = 24, 16


def write(document: Document, options: ReportOptions) -> str:
    """Blocks of lines with an empty line between them."""
    width = max(LEAST_WIDTH, options.width)
    parts = (_lines(block, width, options.glyphs) for block in document)
    text = "\n\n".join("\n".join(line.rstrip() for line in lines) for lines in parts if any(lines)) + "\n"
    return with_colours(text) if options.is_coloured else text


def _lines(block: Block, width: int, glyphs: Glyphs) -> list[str]:
    """Boxes may be as wide as the terminal, prose is not."""
    prose = min(width, WIDEST_PROSE)
    match block:
        case Card():
            from quorate.reports.writers.boxes import card_box  # explanations and comparisons have none

            return card_box(block, width, glyphs)
        case Display():
            from quorate.reports.writers.boxes import seat_boxes  # few protocols have such a display

            return seat_boxes(block, width, glyphs)
        case PanelNotice():
            return _notice(block, prose, glyphs)
        case Alarm(title, sentences):
            return _loud(_wrapped((f"!!! {title} !!!", *sentences), prose - 4), prose - 4, glyphs)
        case _:
            return [glyphs.painted(line, _tone(block)) for line in _prose(block, prose)]


def _tone(block: Block) -> str:
    return block.tone if isinstance(block, Paragraph) else ""


def _prose(block: Block, width: int) -> list[str]:
    match block:
        case Quotation(text, is_verbatim=True):
            return verbatim(text, width)
        case Title(text) | Quotation(text):
            return wrap(text, width)
        case Paragraph(text):
            return wrap(plain(text), width)
        case Facts(pairs):
            return aligned(pairs, width)
        case Table(head, rows):
            return _table((head, *rows) if head else rows, width)
        case Items() | Entries():
            return list(_below(block, width))
        case Section(title=title, blocks=blocks):
            return [*wrap(title, width), *chain.from_iterable(_below(one, width) for one in blocks)]
        case _:
            return []  # a rule, or what only machines read


def _below(block: Block, width: int) -> Iterator[str]:
    """What stands below a heading, indented."""
    match block:
        case Items(items, numbered):
            for number, item in enumerate(items, 1):
                yield from _item(f"{number}. " if numbered else "- ", plain(item), width)
        case Entries(entries=entries):
            for entry in entries:
                first, *rest = aligned(entry, width - 2 * INDENT)
                yield " " * INDENT + "- " + first
                yield from (" " * 2 * INDENT + line for line in rest)
        case _:
            yield from (" " * INDENT + line for line in _prose(block, width - INDENT))


def _item(mark: str, item: str, width: int) -> list[str]:
    first, *rest = wrap(item, width - INDENT - len(mark))
    return [" " * INDENT + mark + first, *(" " * (INDENT + len(mark)) + line for line in rest)]


def _notice(notice: PanelNotice, width: int, glyphs: Glyphs) -> list[str]:
    """A sign, a line per engine, an arrow to what follows."""
    room = width - 4
    lines = wrap(f"{glyphs.sign} {notice.title}", room, INDENT)
    lines += [" " * INDENT + line for line in _wrapped(notice.lines, room - INDENT, INDENT)]
    lines += wrap(f"{glyphs.arrow} {notice.so}", room, INDENT)
    lines += wrap(notice.held, room) if notice.held else []
    return _loud(lines, room, glyphs)


def _wrapped(texts: Iterable[str], width: int, indent: int = 0) -> list[str]:
    return list(chain.from_iterable(wrap(text, width, indent) for text in texts))


def _loud(lines: Sequence[str], room: int, glyphs: Glyphs) -> list[str]:
    return boxed([[f" {line}" for line in lines]], min(room, widest(lines)) + 2, glyphs.double)


def aligned(pairs: Pairs, width: int) -> list[str]:
    """Labels and values in two columns; where the terminal is too narrow, a wrapped line each."""
    column = min(widest([label for label, _ in pairs]), WIDEST_LABEL) + INDENT
    if width - column < LEAST_VALUE:
        return _wrapped((f"{label}: {value}" for label, value in pairs), width, INDENT)
    lines = []
    for label, value in pairs:
        names, values = wrap(label, column - INDENT), wrap(value, width - column)
        for row in range(max(len(names), len(values))):
            left, right = (part[row] if row < len(part) else "" for part in (names, values))
            lines.append(pad(left, column) + right)
    return lines


def _table(rows: Sequence[tuple[str, ...]], width: int) -> list[str]:
    """A label and columns of one width; where the terminal is too narrow, one below the other."""
    columns = max((len(row) - 1 for row in rows), default=0)
    label = min(widest([row[0] for row in rows]), WIDEST_LABEL) + INDENT
    column = (width - label - INDENT * (columns - 1)) // max(1, columns)
    if column < LEAST_VALUE:
        return list(chain.from_iterable(_stacked(name, cells, width) for name, *cells in rows))
    return list(chain.from_iterable(_side_by_side(row, label, column) for row in rows))


def _side_by_side(row: Sequence[str], label: int, column: int) -> Iterator[str]:
    name, *cells = row
    parts = [wrap(name, label - INDENT), *(wrap(cell, column) for cell in cells)]
    rooms = [label, *(column + INDENT for _ in cells)]
    for at in range(max(map(len, parts))):
        shown = (part[at] if at < len(part) else "" for part in parts)
        yield "".join(pad(text, room) for text, room in zip(shown, rooms, strict=True))


def _stacked(name: str, cells: list[str], width: int) -> list[str]:
    return [*wrap(name, width), *(" " * INDENT + line for line in _wrapped(cells, width - INDENT))]
