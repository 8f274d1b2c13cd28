"""The card for a terminal: a box with the title, one line per seat or total, what was counted, and what to do."""

from collections.abc import Sequence
from itertools import chain

from quorate.reports.document import Card
from quorate.reports.glyphs import Glyphs
from quorate.reports.text import fitted, pad, width_of, wrap
from quorate.reports.writers.boxes import boxed, widest

LEAST_INNER = 39
LEAST_NAME, LONGEST_COLUMN = 8, 24
MARGIN = 2


def card_box(card: Card, width: int, glyphs: Glyphs) -> list[str]:
    """The whole box, as wide as it needs to be and no wider than the terminal."""
    room = width - 2 - 2 * MARGIN
    rows = _seats(card, room, glyphs) if card.seats or not card.more else _totals(card, glyphs)
    inner = min(max(widest([card.title, *rows, *card.lines]), LEAST_INNER - 2 * MARGIN), room)
    lines = [pad(line, inner, "^") for line in wrap(card.title, inner)]
    for part in (rows, card.lines):
        lines += ["", *chain.from_iterable(fitted(row, inner) for row in part)] if part else []
    return boxed([[" " * MARGIN + line for line in lines]], inner + 2 * MARGIN, glyphs.double)


def _seats(card: Card, room: int, glyphs: Glyphs) -> list[str]:
    """Name, arrow, vote, and a note in brackets, in columns where they fit."""
    names = max(LEAST_NAME, _column([seat.name for seat in card.seats]))
    votes = _column([seat.vote for seat in card.seats])
    lines = []
    for name, vote, note, _ in card.seats:
        extra = f"({note})" if note else ""
        row = f"{pad(name, names)} {glyphs.arrow} {pad(vote, votes)} {extra}".rstrip()
        lines.append(row if width_of(row) <= room else f"{name} {glyphs.arrow} {vote} {extra}".rstrip())
    return lines


def _column(texts: Sequence[str]) -> int:
    """As wide as the widest text that does not blow up the column."""
    return max((width for width in map(width_of, texts) if width <= LONGEST_COLUMN), default=0)


def _totals(card: Card, glyphs: Glyphs) -> list[str]:
    """On a large panel, how many chose what."""
    longest = max(LEAST_NAME, widest([word for word, _ in card.totals]))
    return [*(f"{pad(word, longest)} {glyphs.arrow} {heads}" for word, heads in card.totals), *card.more]
