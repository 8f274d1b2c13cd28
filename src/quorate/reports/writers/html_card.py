"""The card on a page: state and title in words and colour, the count as a picture with its table, and every seat."""

from collections.abc import Sequence
from html import escape

from quorate.reports.document import NEUTRAL, Card, SeatVote
from quorate.reports.pictures import Bar, CountPicture
from quorate.reports.text import width_of
from quorate.reports.writers.html_text import definitions, line_of

SHADES = 5
WIDE_ENOUGH, ROOM = 350, 12
NUMBERED = 60
HEIGHT, BAR_TOP, BAR_HEIGHT = 44, 6, 32


def card_html(card: Card) -> str:
    """The whole card; where something is not known, it is left out."""
    parts = (
        f'<p class="state">{line_of(card.state)}</p>\n' if card.state else "",
        f'<p class="title">{line_of(card.title)}</p>\n' if card.title else "",
        f"<p><strong>{line_of(card.sentence)}</strong></p>\n" if card.sentence else "",
        _count(card.picture) if card.picture else "",
        _seats(card),
        _lines(card.lines),
        definitions(card.facts) if card.facts else "",
    )
    said = "".join(parts)
    return f'<header class="card {escape(card.tone)}">\n{said}</header>\n'


def _lines(lines: Sequence[str]) -> str:
    said = "".join(f"<li>{line_of(line)}</li>\n" for line in lines)
    return f'<ul class="lines">\n{said}</ul>\n' if said else ""


def _seats(card: Card) -> str:
    """A seat that chose an option has the colour of that option in the picture."""
    bars = card.picture.bars if card.picture else ()
    shades = {bar.label: _class(bar, number) for number, bar in enumerate(bars)}
    said = "".join(_seat(seat, shades.get(seat.vote, escape(seat.tone))) for seat in card.seats)
    return f'<ul class="votes">\n{said}</ul>\n' if said else ""


def _seat(seat: SeatVote, name: str) -> str:
    note = f"<small>{line_of(seat.note)}</small>" if seat.note else ""
    who, vote = line_of(seat.name), line_of(seat.vote)
    return f'<li class="{name}"><span>{who}</span><strong>{vote}</strong>{note}</li>\n'


def _count(count: CountPicture) -> str:
    """The picture is for the eye alone: all that it shows is in the table beside it."""
    needed = f"<figcaption>{line_of(count.sentence)}</figcaption>\n" if count.sentence else ""
    return f'<figure class="count">\n{_picture(count)}{_table(count)}{needed}</figure>\n'


def _picture(count: CountPicture) -> str:
    drawn, start = "", 0
    for number, bar in enumerate(count.bars):
        drawn += _segment(bar, start, _class(bar, number)) if bar.thousandths else ""
        start += bar.thousandths
    line = _threshold(count.needed) if count.needed is not None else ""
    return f'<svg class="bars" width="100%" height="{HEIGHT}" aria-hidden="true">\n{drawn}{line}</svg>\n'


def _segment(bar: Bar, start: int, name: str) -> str:
    """A part of the bar with its number; with its word where there is room for it on a phone."""
    place, size = f'x="{_percent(start)}"', f'width="{_percent(bar.thousandths)}"'
    rect = f'<rect class="{name}" {place} y="{BAR_TOP}" {size} height="{BAR_HEIGHT}"></rect>\n'
    has_room = bar.thousandths >= WIDE_ENOUGH and width_of(bar.label) <= ROOM
    label = line_of(f"{bar.label} {bar.value}" if has_room else bar.value)
    text = f'<text {place} dx="8" y="27">{label}</text>\n'
    return rect + text if bar.thousandths >= NUMBERED else rect


def _threshold(needed: int) -> str:
    at = _percent(needed)
    return f'<line x1="{at}" x2="{at}" y1="0" y2="{HEIGHT}"></line>\n'


def _percent(thousandths: int) -> str:
    return f"{thousandths // 10}.{thousandths % 10}%"


def _class(bar: Bar, number: int) -> str:
    """Options have no colour of their own, so they take turns."""
    return f"neutral-{number % SHADES + 1}" if bar.tone == NEUTRAL else escape(bar.tone)


def _table(count: CountPicture) -> str:
    head = "".join(f'<th scope="col">{line_of(cell)}</th>' for cell in count.head)
    rows = "".join(_row(bar, _class(bar, number)) for number, bar in enumerate(count.bars))
    return f"<table>\n<thead>\n<tr>{head}</tr>\n</thead>\n<tbody>\n{rows}</tbody>\n</table>\n"


def _row(bar: Bar, name: str) -> str:
    rect = f'<rect class="{name}" width="12" height="12"></rect>'
    swatch = f'<svg class="swatch" width="12" height="12" aria-hidden="true">{rect}</svg>'
    share = f"{line_of(bar.percent)}%" if bar.percent else "-"
    return f"<tr><td>{swatch} {line_of(bar.label)}</td><td>{line_of(bar.value)}</td><td>{share}</td></tr>\n"
