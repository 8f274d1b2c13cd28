"""The register over time, in Markdown: risks and conditions as tables, what has come true, and every change."""

from collections.abc import Iterator, Sequence

from quorate.reports.followed import CameTrue, Followed, Line
from quorate.reports.language import Language
from quorate.reports.markdown_parts import code, inline, table
from quorate.reports.register import came_true

RISKS = ("number", "risk", "source", "severity", "mitigation", "monitor", "owner", "due", "status")
CONDITIONS = ("number", "condition", "mitigation", "monitor", "owner", "due", "status")
STEPS = ("number", "taken_step", "mitigation", "monitor", "owner", "due", "status")
TURNS = ("time", "author", "proof", "item", "change")
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#@!$&'()*+,;=%")


def register_parts(followed: Followed, say: Language) -> list[str]:
    """The whole register under its heading."""
    kinds = followed.conditions, followed.steps
    conditions, steps = ([(one.id, one.text, *_kept(one)) for one in kind] for kind in kinds)
    risks = [(_numbers(one), one.text, one.source, one.severity, *_kept(one)) for one in followed.risks]
    return [
        f"## {say('heading.risks')}",
        *([_table(RISKS, risks, say)] if risks else []),
        *([f"### {say('section.conditions')}", _table(CONDITIONS, conditions, say)] if conditions else []),
        *([f"### {say('section.steps')}", _table(STEPS, steps, say)] if steps else []),
        *_vindicated(followed, say),
        *([f"### {say('section.register')}", _table(TURNS, followed.turns, say)] if followed.turns else []),
    ]


def _numbers(line: Line) -> str:
    return f"{line.id} = {line.same_as}" if line.same_as else line.id


def _kept(line: Line) -> tuple[str, ...]:
    return line.mitigation, line.monitor, line.owner, line.due, line.status


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]], say: Language) -> str:
    return table([say(f"column.{column}") for column in columns], rows)


def _vindicated(followed: Followed, say: Language) -> list[str]:
    lines = [*(one for one in followed.risks if not one.same_as), *followed.dissents]
    said = [part for line in lines for part in _marks(line, say)]
    return [f"### {say('heading.vindicated')}", "\n".join(said)] if said else []


def _marks(line: Line, say: Language) -> Iterator[str]:
    named = say("register.item.of", id=line.id, state=line.status, text=line.text, source=line.source)
    for one in line.came_true:
        yield f"- **{inline(named)}**\n  {_mark(one, say)}"


def _mark(one: CameTrue, say: Language) -> str:
    safe = CameTrue(inline(one.what), one.link and _link(one.link), inline(one.by), one.at)
    return came_true(safe, say)


def _link(link: str) -> str:
    """An address that can be followed, or the id of a deliberation; all that is not plain stays text."""
    if not _PLAIN.issuperset(link):
        return inline(link)
    return f"<{link}>" if link.lower().startswith(("https://", "http://")) else code(link)
