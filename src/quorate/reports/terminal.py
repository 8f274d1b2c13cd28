"""The verdict as plain text for a terminal of any width."""

from collections.abc import Sequence

from quorate.reports.boxes import boxed, widest
from quorate.reports.sections import Section, sections
from quorate.reports.statements import degraded, may_be_acted_on
from quorate.reports.text import pad, wrap
from quorate.reports.verdict_box import verdict_box
from quorate.reports.view import View

LEAST_WIDTH = 20
WIDEST_PROSE = 100
INDENT = 2
WIDEST_LABEL, LEAST_VALUE = 24, 16


def report(view: View) -> str:
    """Said first what is missing, last whether it may be acted on."""
    view = view._replace(width=max(LEAST_WIDTH, view.width))
    prose = min(view.width, WIDEST_PROSE)
    blocks = [_alarm(view, prose)] if degraded(view) else []
    if view.account:
        blocks.append(aligned(view.account.head, prose))
    if view.question.subject:
        blocks.append(wrap(view.question.subject, prose))
    if view.verdict.protocol == "magi":
        from quorate.reports.magi_display import magi_display  # other protocols have no such display

        blocks.append(magi_display(view))
    blocks.append(verdict_box(view))
    blocks += [section_lines(section, prose) for section in sections(view)]
    blocks.append(wrap(may_be_acted_on(view), prose))
    return joined(blocks)


def joined(blocks: Sequence[Sequence[str]]) -> str:
    """Blocks of lines with an empty line between them."""
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks) + "\n"


def _alarm(view: View, width: int) -> list[str]:
    title, *sentences = degraded(view)
    loud = f"!!! {title} !!!"
    room = width - 4
    lines = [*wrap(loud, room), *(line for sentence in sentences for line in wrap(sentence, room))]
    return boxed([[f" {line}" for line in lines]], min(room, widest(lines)) + 2, view.glyphs.double)


def section_lines(section: Section, width: int) -> list[str]:
    """A heading with its items below it."""
    lines = wrap(section.title, width)
    lines += [" " * INDENT + line for line in wrap(section.lead, width - INDENT)] if section.lead else []
    for number, item in enumerate(section.items, 1):
        mark = f"{number}. " if section.numbered else "- "
        lines += _item(mark, item, width)
    return lines


def aligned(pairs: Sequence[tuple[str, str]], width: int) -> list[str]:
    """Labels and values in two columns; where the terminal is too narrow, a wrapped line each."""
    column = min(widest([label for label, _ in pairs]), WIDEST_LABEL) + INDENT
    if width - column < LEAST_VALUE:
        return [line for label, value in pairs for line in wrap(f"{label}: {value}", width, INDENT)]
    lines = []
    for label, value in pairs:
        names, values = wrap(label, column - INDENT), wrap(value, width - column)
        for row in range(max(len(names), len(values))):
            left, right = (part[row] if row < len(part) else "" for part in (names, values))
            lines.append(pad(left, column) + right)
    return lines


def _item(mark: str, item: str, width: int) -> list[str]:
    first, *rest = wrap(item, width - INDENT - len(mark))
    return [" " * INDENT + mark + first, *(" " * (INDENT + len(mark)) + line for line in rest)]
