"""The display for a terminal: a box per seat with its name, bar and vote, and a banner for the outcome."""

from collections.abc import Sequence
from itertools import chain

from quorate.reports.document import Display, SeatBox
from quorate.reports.glyphs import Glyphs
from quorate.reports.text import clip, pad, wrap
from quorate.reports.writers.boxes import BAR, boxed, side_by_side, widest

WIDEST_SEAT = 18
NAME_LINES = 2
GAP = 2


def seat_boxes(display: Display, width: int, glyphs: Glyphs) -> list[str]:
    """The whole display, as wide as its seats need."""
    room = width - 2 - 2 * GAP
    body = _seats(display.seats, room, glyphs) if display.seats else _summary(display.summary, room, glyphs)
    heading = [display.heading] if len(display.heading) <= room else display.heading.split("   ")
    inner = min(room, max(widest([*heading, *display.banner, *body]), 0))
    banner = list(chain.from_iterable(wrap(line, inner) for line in display.banner))
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
    lines = [*names, glyphs.bars[seat.bar] * BAR, *wrap(seat.vote, inner - 2)]
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
