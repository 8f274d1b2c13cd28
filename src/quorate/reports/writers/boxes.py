"""Boxes for a terminal: the card of a verdict, and the display with a box per seat."""

from collections.abc import Sequence
from itertools import chain

from quorate.reports.document import BAD, GOOD, MUTED, WARNING, Card, Display, SeatBox
from quorate.reports.glyphs import Frame, Glyphs
from quorate.reports.text import clip, fitted, pad, width_of, wrap

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
