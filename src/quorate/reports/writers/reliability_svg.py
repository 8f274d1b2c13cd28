"""Reliability diagrams as plain SVG: what was stated against what came true, and the same numbers as a table."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from quorate.analysis.learning.model_choice import FROM_LEAN
from quorate.analysis.learning.reliability import Bin, Reliability
from quorate.reports.content.learning.record_lines import percent_of
from quorate.reports.language import Language
from quorate.reports.text import one_line

_SIDE, _LEFT, _TOP, _LINE, _TABLE = 220, 60, 34, 18, 340
_WIDTH = _TABLE + 380


class Diagram(NamedTuple):
    """What somebody stated, and whether it came true, under a title."""

    title: str
    stated: Reliability


def write_svg(diagrams: Sequence[Diagram], say: Language) -> str:
    """One diagram below the other; those of few statements only say how many came true."""
    top, parts = 10, []
    for diagram in diagrams:
        bins = diagram.stated.bins() if diagram.stated.size >= FROM_LEAN else []
        parts.append(f'<g transform="translate(0 {top})">{"".join(_drawn(diagram, bins, say))}</g>')
        top += _height(bins)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{top}" viewBox="0 0 {_WIDTH} {top}"'
    style = 'role="img" font-family="sans-serif" font-size="12"'
    return f'{head} {style}>\n<rect width="100%" height="100%" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n"


def _height(bins: Sequence[Bin]) -> int:
    return _TOP + max(_SIDE + 50, (len(bins) + 2) * _LINE) if bins else 60


def _drawn(diagram: Diagram, bins: Sequence[Bin], say: Language) -> Iterator[str]:
    right, n = diagram.stated.came_true, diagram.stated.size
    title = say("voters.plot.title", title=one_line(diagram.title), right=right, n=n)
    yield f"<title>{escape(title)}</title>"
    yield _text(10, 14, title, 'font-weight="bold"')
    if not bins:
        yield _text(10, 34, say("voters.plot.few"))
        return
    yield from _axes(say)
    for one in bins:
        yield from _dot(one)
    yield from _table(bins, say)


def _axes(say: Language) -> Iterator[str]:
    bottom = _TOP + _SIDE
    yield f'<rect x="{_LEFT}" y="{_TOP}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#888"/>'
    yield f'<path d="M{_LEFT} {bottom}L{_LEFT + _SIDE} {_TOP}" stroke="#888" stroke-dasharray="4 4"/>'
    for percent in (0, 50, 100):
        at = _SIDE * percent // 100
        yield _text(_LEFT + at, bottom + 16, f"{percent} %", 'text-anchor="middle"')
        yield _text(_LEFT - 6, bottom - at + 4, f"{percent} %", 'text-anchor="end"')
    yield _text(_LEFT + _SIDE // 2, bottom + 34, say("voters.plot.stated"), 'text-anchor="middle"')
    yield _text(_LEFT, _TOP - 6, say("voters.plot.came_true"))


def _dot(one: Bin) -> Iterator[str]:
    x, y = _across(one.stated), _up(one.share)
    low, high = (_up(end) for end in one.interval)
    yield f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="#1f5fa8"/>'
    yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#1f5fa8"/>'
    yield _text(round(x) + 6, round(y) - 6, str(one.size))


def _table(bins: Sequence[Bin], say: Language) -> Iterator[str]:
    columns = (_TABLE, _TABLE + 80, _TABLE + 170, _TABLE + 230)
    titles = [say(f"voters.plot.{name}") for name in ("stated", "came_true", "of", "interval")]
    rows = [titles]
    for one in bins:
        low, high = (percent_of(end) for end in one.interval)
        between = say("voters.between", low=low, high=high)
        rows.append([f"{percent_of(one.stated)} %", str(one.came_true), str(one.size), between])
    for place, row in enumerate(rows):
        for x, cell in zip(columns, row, strict=True):
            yield _text(x, _TOP + 12 + place * _LINE, cell, "" if place else 'font-weight="bold"')


def _across(share: float) -> float:
    return _LEFT + share * _SIDE


def _up(share: float) -> float:
    return _TOP + _SIDE - share * _SIDE


def _text(x: int, y: int, said: str, more: str = "") -> str:
    return f'<text x="{x}" y="{y}" {more}>{escape(said)}</text>'
