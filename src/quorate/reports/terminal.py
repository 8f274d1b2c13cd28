"""The verdict as plain text for a terminal of any width."""

from collections.abc import Sequence

from quorate.core.question import Question
from quorate.reports.account import Notice
from quorate.reports.boxes import Glyphs, boxed, widest
from quorate.reports.lang import Language
from quorate.reports.section import Section
from quorate.reports.sections import sections
from quorate.reports.statements import degraded, may_be_acted_on
from quorate.reports.text import pad, verbatim, wrap
from quorate.reports.verdict_box import verdict_box
from quorate.reports.view import LONGEST_TEXT_SHOWN, View, shortened

LEAST_WIDTH = 20
WIDEST_PROSE = 100
INDENT = 2
WIDEST_LABEL, LEAST_VALUE = 24, 16


def report(view: View) -> str:
    """Said first what is missing, last whether it may be acted on."""
    view = view._replace(width=max(LEAST_WIDTH, view.width))
    prose = min(view.width, WIDEST_PROSE)
    blocks = [notice_box(view.account.notice, prose, view.glyphs)] if view.account and view.account.notice else []
    if degraded(view):
        blocks.append(_alarm(view, prose))
    if view.account:
        blocks.append(aligned(view.account.head, prose))
    if view.account:
        blocks += question_blocks(view.question, view.glyphs, view.say, prose)
    elif view.question.subject:
        blocks.append(wrap(view.question.subject, prose))
    if view.verdict.protocol == "magi":
        from quorate.reports.magi_display import magi_display  # other protocols have no such display

        blocks.append(magi_display(view))
    blocks.append(verdict_box(view))
    blocks += [section_lines(section, prose) for section in sections(view)]
    blocks.append(wrap(may_be_acted_on(view), prose))
    return joined(blocks)


def question_blocks(question: Question, glyphs: Glyphs, say: Language, width: int) -> list[list[str]]:
    """The subject, what frames it with the beginning of long texts, and every line of the action."""
    from quorate.reports.markdown import request_pairs  # a count without a deliberation does without

    (_, subject), *framed = request_pairs(question._replace(action=""), say)
    pairs = [*framed, (say("heading.context"), question.context)]
    shown = [(label, shortened(value, LONGEST_TEXT_SHOWN, glyphs, say)) for label, value in pairs if value]
    action = [f"{say('field.action')}:", *verbatim(question.action, width)] if question.action else []
    blocks = [wrap(subject, width) if subject else [], aligned(shown, width) if shown else [], action]
    return [block for block in blocks if block]


def joined(blocks: Sequence[Sequence[str]]) -> str:
    """Blocks of lines with an empty line between them."""
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks) + "\n"


def _alarm(view: View, width: int) -> list[str]:
    title, *sentences = degraded(view)
    room = width - 4
    lines = [line for said in (f"!!! {title} !!!", *sentences) for line in wrap(said, room)]
    return _loud(lines, room, view.glyphs)


def notice_box(notice: Notice, width: int, glyphs: Glyphs) -> list[str]:
    """What is said before everything else: a sign, a line per engine, an arrow to what follows."""
    room = width - 4
    lines = wrap(f"{glyphs.sign} {notice.title}", room, INDENT)
    lines += [" " * INDENT + line for said in notice.lines for line in wrap(said, room - INDENT, INDENT)]
    lines += wrap(f"{glyphs.arrow} {notice.so}", room, INDENT)
    lines += wrap(notice.held, room) if notice.held else []
    return _loud(lines, room, glyphs)


def _loud(lines: Sequence[str], room: int, glyphs: Glyphs) -> list[str]:
    return boxed([[f" {line}" for line in lines]], min(room, widest(lines)) + 2, glyphs.double)


def section_lines(section: Section, width: int) -> list[str]:
    """A heading with its items below it."""
    lines = wrap(section.title, width)
    lines += [" " * INDENT + line for line in wrap(section.lead, width - INDENT)] if section.lead else []
    for number, item in enumerate(section.items, 1):
        mark = f"{number}. " if section.numbered else "- "
        lines += _item(mark, item, width)
    for entry in section.entries:
        first, *rest = aligned(entry, width - 2 * INDENT)
        lines += [" " * INDENT + "- " + first, *(" " * 2 * INDENT + line for line in rest)]
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
