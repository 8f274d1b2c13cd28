"""Reliability diagrams as plain SVG: what was stated against what came true, and the same numbers as a table."""

from collections.abc import Iterator, Sequence
from html import escape

from quorate.reports.content.learning.reliability_content import Diagram, diagram_title, picture_of, table_of
from quorate.reports.document import Table
from quorate.reports.language import Language
from quorate.reports.pictures import Dot, ReliabilityPicture

_SIDE, _LEFT, _TOP, _BELOW, _LINE, _TABLE = 220, 60, 34, 50, 18, 340
_COLUMNS = (_TABLE, _TABLE + 80, _TABLE + 170, _TABLE + 230)
_WIDTH = _TABLE + 380


def write_svg(diagrams: Sequence[Diagram], say: Language, nothing: str = "") -> str:
    """One diagram below the other; those of few statements only say how many came true. Without any, this sentence."""
    top, parts = 10, []
    for diagram in diagrams:
        parts.append(f'<g transform="translate(0 {top})">{"".join(_drawn(diagram, say))}</g>')
        top += _height(len(diagram.bins))
    if not diagrams:
        top, parts = 40, [_text(10, 24, nothing)]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{top}" viewBox="0 0 {_WIDTH} {top}"'
    style = 'role="img" font-family="sans-serif" font-size="12"'
    return f'{head} {style}>\n<rect width="100%" height="100%" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n"


def picture_html(picture: ReliabilityPicture) -> str:
    """The picture alone, for a page that has its table below it."""
    width, height = _LEFT + _SIDE + 30, _TOP + _SIDE + _BELOW
    size = f'width="{width}" height="{height}"'
    return f'<svg class="reliability" {size} aria-hidden="true">\n{"".join(_picture(picture))}\n</svg>\n'


def _height(bins: int) -> int:
    return _TOP + max(_SIDE + _BELOW, (bins + 2) * _LINE) if bins else 60


def _drawn(diagram: Diagram, say: Language) -> Iterator[str]:
    title = diagram_title(diagram, say)
    yield f"<title>{escape(title)}</title>"
    yield _text(10, 14, title, ' font-weight="bold"')
    if diagram.bins:
        yield from _picture(picture_of(diagram, say))
        yield from _table(table_of(diagram, say))
    else:
        yield _text(10, 34, say("voters.plot.few"))


def _picture(picture: ReliabilityPicture) -> Iterator[str]:
    bottom = _TOP + _SIDE
    yield f'<rect x="{_LEFT}" y="{_TOP}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#888"/>'
    yield f'<path d="M{_LEFT} {bottom}L{_LEFT + _SIDE} {_TOP}" stroke="#888" stroke-dasharray="4 4"/>'
    for percent in (0, 50, 100):
        at = _SIDE * percent // 100
        yield _text(_LEFT + at, bottom + 16, f"{percent} %", ' text-anchor="middle"')
        yield _text(_LEFT - 6, bottom - at + 4, f"{percent} %", ' text-anchor="end"')
    yield _text(_LEFT + _SIDE // 2, bottom + 34, picture.across, ' text-anchor="middle"')
    yield _text(_LEFT, _TOP - 6, picture.up)
    for dot in picture.dots:
        yield from _dot(dot)


def _dot(dot: Dot) -> Iterator[str]:
    x, y = (_LEFT + dot.stated * _SIDE / 1000), _up(dot.came_true)
    yield f'<path class="interval" d="M{x:.1f} {_up(dot.low):.1f}V{_up(dot.high):.1f}" stroke="#1f5fa8"/>'
    yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#1f5fa8"/>'
    yield _text(round(x) + 6, round(y) - 6, dot.label)


def _table(table: Table) -> Iterator[str]:
    for place, row in enumerate((table.head, *table.rows)):
        for x, cell in zip(_COLUMNS, row, strict=True):
            yield _text(x, _TOP + 12 + place * _LINE, cell, "" if place else ' font-weight="bold"')


def _up(thousandths: int) -> float:
    return _TOP + _SIDE - thousandths * _SIDE / 1000


def _text(x: int, y: int, said: str, more: str = "") -> str:
    return f'<text x="{x}" y="{y}"{more}>{escape(said)}</text>'
