"""Blocks as plain text for a terminal of any width."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from quorate.reports.document import (
    BAD,
    GOOD,
    MUTED,
    WARNING,
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
    SeatBox,
    Section,
    Table,
    Title,
    plain,
)
from quorate.reports.glyphs import Frame, Glyphs, with_colours
from quorate.reports.report_data import ReportOptions
from quorate.reports.text import clip, fitted, pad, verbatim, width_of, wrap

BAR = 6
LEAST_INNER = 39
LEAST_NAME, LONGEST_COLUMN = 8, 24
MARGIN = 2
WIDEST_SEAT = 18
NAME_LINES = 2
GAP = 2
BAR_TONES = {"approve": GOOD, "conditional": GOOD, "reject": BAD, "abstain": WARNING, "none": MUTED}


def boxed(sections: Sequence[Sequence[str]], inner: int, frame: Frame) -> list[str]:
    """Sections of lines in a box, a bar between them; every line is padded to the inner width."""
    lines = [_bar(frame.top, inner, frame)]
    for index, section in enumerate(sections):
        if index:
            lines.append(_bar(frame.middle, inner, frame))
        lines += [frame.down + pad(line, inner) + frame.down for line in section]
    return [*lines, _bar(frame.bottom, inner, frame)]


def _bar(ends: str, inner: int, frame: Frame) -> str:
    return ends[0] + frame.across * inner + ends[1]


def side_by_side(blocks: Sequence[Sequence[str]], gap: int) -> list[str]:
    """Blocks of equal height in one row."""
    return [(" " * gap).join(lines) for lines in zip(*blocks, strict=True)]


def widest(lines: Sequence[str]) -> int:
    """The columns that the widest line needs."""
    return max(map(width_of, lines), default=0)


def card_box(card: Card, width: int, glyphs: Glyphs) -> list[str]:
    """The whole box, as wide as it needs to be and no wider than the terminal."""
    room = width - 2 - 2 * MARGIN
    rows = _seat_rows(card, room, glyphs) if card.seats or not card.more else _totals(card, glyphs)
    inner = min(max(widest([card.title, *rows, *card.lines]), LEAST_INNER - 2 * MARGIN), room)
    lines = [pad(line, inner, "^") for line in wrap(card.title, inner)]
    for part in (rows, card.lines):
        lines += ["", *chain.from_iterable(fitted(row, inner) for row in part)] if part else []
    return boxed([[" " * MARGIN + line for line in lines]], inner + 2 * MARGIN, glyphs.double)


def _seat_rows(card: Card, room: int, glyphs: Glyphs) -> list[str]:
    """Name, arrow, vote, and a note in brackets, in columns where they fit."""
    names = max(LEAST_NAME, _column([seat.name for seat in card.seats]))
    votes = _column([seat.vote for seat in card.seats])
    lines = []
    for name, vote, note, tone in card.seats:
        extra = f"({note})" if note else ""
        painted = glyphs.painted(vote, tone)
        row = f"{pad(name, names)} {glyphs.arrow} {pad(painted, votes)} {extra}".rstrip()
        lines.append(row if width_of(row) <= room else f"{name} {glyphs.arrow} {vote} {extra}".rstrip())
    return lines


def _column(texts: Sequence[str]) -> int:
    """As wide as the widest text that does not blow up the column."""
    return max((width for width in map(width_of, texts) if width <= LONGEST_COLUMN), default=0)


def _totals(card: Card, glyphs: Glyphs) -> list[str]:
    """On a large panel, how many chose what."""
    longest = max(LEAST_NAME, widest([word for word, _ in card.totals]))
    return [*(f"{pad(word, longest)} {glyphs.arrow} {heads}" for word, heads in card.totals), *card.more]


def seat_boxes(display: Display, width: int, glyphs: Glyphs) -> list[str]:
    """The whole display, as wide as its seats need."""
    room = width - 2 - 2 * GAP
    body = _seats(display.seats, room, glyphs) if display.seats else _summary(display.summary, room, glyphs)
    heading = [display.heading] if len(display.heading) <= room else display.heading.split("   ")
    inner = min(room, max(widest([*heading, *display.banner, *body]), 0))
    banner = [
        glyphs.painted(part, display.tone) for part in chain.from_iterable(wrap(line, inner) for line in display.banner)
    ]
    centred = [[" " * GAP + pad(line, inner, "^") for line in lines] for lines in (heading, body, banner)]
    return boxed(centred, inner + 2 * GAP, glyphs.double)


def _seats(seats: Sequence[SeatBox], room: int, glyphs: Glyphs) -> list[str]:
    """Seats side by side, as many as fit in a row, the rows of equal length as far as possible."""
    words = [*(seat.name for seat in seats), *(seat.vote for seat in seats)]
    inner = min(max(BAR, widest(words)) + 2, WIDEST_SEAT + 2, room - 2)
    blocks = [_seat(seat, inner, glyphs) for seat in seats]
    fit = max(1, (room + GAP) // (inner + 2 + GAP))
    rows = -(-len(blocks) // fit)
    each = -(-len(blocks) // rows)
    lines: list[str] = []
    for start in range(0, len(blocks), each):
        row = blocks[start : start + each]
        height = max(map(len, row))
        lines += side_by_side([_taller(block, height) for block in row], GAP)
    return lines


def _seat(seat: SeatBox, inner: int, glyphs: Glyphs) -> list[str]:
    names = wrap(seat.name, inner - 2)
    if len(names) > NAME_LINES:
        names = [*names[: NAME_LINES - 1], clip(" ".join(names[NAME_LINES - 1 :]), inner - 2, glyphs.more)]
    shown = [glyphs.bars[seat.bar] * BAR, *wrap(seat.vote, inner - 2)]
    lines = [*names, *(glyphs.painted(line, BAR_TONES.get(seat.bar, "")) for line in shown)]
    return boxed([[pad(line, inner, "^") for line in lines]], inner, glyphs.single)


def _taller(block: Sequence[str], height: int) -> list[str]:
    """Filled up inside its border, so that all boxes of a row end on one line."""
    *most, bottom = block
    blank = block[1][0] + " " * (widest(block) - 2) + block[1][-1]
    return [*most, *[blank] * (height - len(block)), bottom]


def _summary(lines: Sequence[SeatBox], room: int, glyphs: Glyphs) -> list[str]:
    """Of a large panel, one line per kind of vote."""
    longest = widest([one.vote for one in lines])
    drawn = [(one.vote, f"{glyphs.bars[one.bar] * BAR}  {pad(str(one.voters), 4, '>')}") for one in lines]
    if longest + 2 + widest([bar for _, bar in drawn]) <= room:
        return [f"{pad(word, longest)}  {bar}" for word, bar in drawn]
    return list(chain.from_iterable((*wrap(word, room), bar) for word, bar in drawn))


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
            return card_box(block, width, glyphs)
        case Display():
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
