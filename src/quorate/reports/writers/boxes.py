"""Boxes for a terminal."""

from collections.abc import Sequence

from quorate.reports.glyphs import Frame
from quorate.reports.text import pad, width_of

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
