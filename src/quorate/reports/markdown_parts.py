"""Markdown that outside text cannot break: escaping, tables, lists, and the parts that all reports share."""

import re
from collections.abc import Iterable, Sequence

from quorate.reports.account import Account, Notice
from quorate.reports.boxes import Glyphs
from quorate.reports.language import Language
from quorate.reports.receipt import receipt_lines
from quorate.reports.section import Section
from quorate.reports.sections import sections
from quorate.reports.statements import degraded
from quorate.reports.view import View
from quorate.reports.words import choice_word, risk_source, risk_text

_MARKUP = re.compile(r"([\\`*|~]|\](?=[(\[:]))")
_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_AT_START = re.compile(r"^([#+=-]|:(?=-)|\[(?=[ xX!])|\d+(?=[.)](?:\s|$)))", re.MULTILINE)
_AT_END = re.compile(r"(^| )(#+)$")


def escape(text: str) -> str:
    """Outside text that stays text: no markup, no links, no HTML."""
    text = _ENTITY.sub("&amp;", text).replace("<", "&lt;").replace(">", "&gt;")
    return _UNDERSCORE.sub(r"\\_", _MARKUP.sub(r"\\\1", text))


def paragraph(text: str) -> str:
    """Outside text at the start of lines: besides, no heading, list, rule or table begins there."""
    text = "\n".join(line.strip() for line in text.split("\n"))
    return _AT_START.sub(lambda found: f"{found[0]}\\" if found[0].isdigit() else f"\\{found[0]}", escape(text))


def inline(text: str) -> str:
    """Outside text on one line; signs at its end do not close a heading."""
    return _AT_END.sub(r"\1\\\2", " ".join(escape(text).split()))


def cell(text: str) -> str:
    """Outside text in a table, never empty."""
    return inline(text) or "-"


def code(text: str) -> str:
    """An identifier in backticks; one with backticks of its own loses them."""
    return f"`{text.replace('`', '')}`" if text.strip("`") else "-"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; cells are escaped here."""
    lines = [list(map(cell, head)), ["---"] * len(head), *(list(map(cell, row)) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def bullets(items: Iterable[str], numbered: bool = False) -> str:
    """A list; items are escaped here, and their further lines belong to them."""
    marks = (f"{number}. " if numbered else "- " for number in range(1, 10**6))
    return "\n".join(
        mark + paragraph(item).replace("\n", "\n" + " " * len(mark)) for mark, item in zip(marks, items, strict=False)
    )


def quoted(text: str) -> str:
    """Outside text of several lines as a quotation."""
    return "\n".join(f"> {line}".rstrip() for line in paragraph(text).split("\n")) if text else ""


def fields(pairs: Iterable[tuple[str, str]]) -> str:
    """Labels in bold with their values, a line each; values are escaped here."""
    return "\n".join(f"- **{label}**: {inline(value)}" for label, value in pairs if value)


def head(view: View) -> list[str]:
    """Of a deliberation: what it is, how it stands, who opened it."""
    return [fields(view.account.head)] if view.account else []


def alarm(view: View) -> list[str]:
    """Above everything: engines that were missing, then a degraded panel."""
    said = degraded(view)
    first = notice_parts(view.account.notice if view.account else None, view.glyphs)
    if not said:
        return first
    title, *sentences = said
    return [*first, _warning([f"**{view.glyphs.warning} {title}**", *map(inline, sentences)])]


def notice_parts(notice: Notice | None, glyphs: Glyphs) -> list[str]:
    """What is said before everything else: a sign, a line per engine, an arrow to what follows."""
    if not notice:
        return []
    held = ["", inline(notice.held)] if notice.held else []
    lines = bullets(notice.lines).split("\n")
    title, so = f"**{glyphs.warning} {inline(notice.title)}**", f"{glyphs.arrow} {inline(notice.so)}"
    return [_warning([title, "", *lines, "", so, *held])]


def _warning(lines: Iterable[str]) -> str:
    return "\n".join(f"> {line}".rstrip() for line in ("[!WARNING]", *lines))


def chosen(view: View, keys: Sequence[str], level: str = "##") -> list[str]:
    """Those of the sections, in their own order, under headings of that level."""
    return [part for section in sections(view) if section.key in keys for part in section_parts(section, level)]


def section_parts(section: Section, level: str) -> list[str]:
    """A section as heading, lead and list."""
    parts = [f"{level} {inline(section.title)}", paragraph(section.lead), bullets(section.items, section.numbered)]
    return [part for part in parts if part]


def risk_register(view: View) -> list[str]:
    """The risk register, where there is one; with what people made of it, where they did."""
    if view.account and view.account.register:
        from quorate.reports.markdown_register import register_parts  # few have such a register

        return register_parts(view.account.register, view.say)
    if not view.verdict.risks:
        return []
    columns = ("number", "risk", "source", "severity", "mitigation", "monitor", "owner", "status")
    rows = [
        (
            str(number),
            risk_text(view, risk),
            risk_source(view, risk),
            view.say.word("severity", risk.severity),
            risk.mitigation,
            risk.monitor,
            risk.owner,
            view.say.word("status", risk.status),
        )
        for number, risk in enumerate(view.verdict.risks, 1)
    ]
    head = [view.say(f"column.{column}") for column in columns]
    return [f"## {view.say('heading.risks')}", table(head, rows)]


def receipt_and_audit(view: View) -> list[str]:
    """The arithmetic, and what was counted by which rule."""
    verdict, receipt, say = view.verdict, view.verdict.receipt, view.say
    lines = [
        f"- {say('field.subject')}: {code(receipt.question)}",
        f"- {say('head.protocol')}: {code(verdict.protocol)}",
        f"- {say('audit.result')}: {code(verdict.result)}",
        f"- {say('audit.choice')}: {inline(choice_word(view, verdict.choice)) if verdict.choice else '-'}",
        f"- {say('audit.action')}: {code(verdict.action)}",
        f"- {say('audit.flags')}: {say.listed(map(code, verdict.flags)) or '-'}",
        f"- {say('audit.counted')}: {inline(view.names(receipt.counted)) or '-'}",
    ]
    heads = f"## {say('section.receipt')}", bullets(receipt_lines(view))
    further = rounds_and_events(view.account, say) if view.account else []
    return [*heads, f"## {say('section.trail')}", "\n".join(lines), *further]


def rounds_and_events(account: Account, say: Language) -> list[str]:
    """What happened in a deliberation, from the first event to the last."""
    parts = [f"### {say('section.rounds')}", bullets(account.rounds)] if account.rounds else []
    columns = ("number", "time", "author", "proof", "event", "hash")
    rows = [(one.position, one.at, one.author, one.proof, one.what, one.hash) for one in account.trail]
    events = table([say(f"column.{column}") for column in columns], rows)
    return [*parts, f"### {say('heading.events')}", events] if rows else parts


def lowered(part: str) -> str:
    """A heading one level lower; all other parts as they are."""
    return f"#{part}" if part.startswith("#") else part
