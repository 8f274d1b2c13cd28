"""Boxes and bars, in box-drawing characters or in plain ASCII."""

from collections.abc import Sequence
from typing import NamedTuple

from quorate.reports.text import pad, width_of


class Frame(NamedTuple):
    """The characters of one kind of box: corners, a bar between sections, and the two lines."""

    top: str
    middle: str
    bottom: str
    across: str
    down: str


class Glyphs(NamedTuple):
    """Everything that is drawn and not said."""

    double: Frame
    single: Frame
    arrow: str
    more: str
    yes: str
    no: str
    warning: str
    sign: str
    bars: dict[str, str]


UNICODE = Glyphs(
    double=Frame("╔╗", "╠╣", "╚╝", "═", "║"),
    single=Frame("┌┐", "├┤", "└┘", "─", "│"),
    arrow="→",
    more="…",
    yes="✅",
    no="❌",
    warning="⚠️",
    sign="⚠",
    bars={"approve": "█", "conditional": "▓", "abstain": "▒", "reject": "░", "none": "."},
)
ASCII = Glyphs(
    double=Frame("++", "++", "++", "=", "|"),
    single=Frame("++", "++", "++", "-", "|"),
    arrow="->",
    more="...",
    yes="[yes]",
    no="[no]",
    warning="(!)",
    sign="(!)",
    bars={"approve": "#", "conditional": "+", "abstain": "~", "reject": "-", "none": "."},
)
BAR = 6


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
