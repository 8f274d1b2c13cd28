"""The register in tables, for a document that is kept: risks and conditions, what has come true, every change."""

from collections.abc import Iterator, Sequence
from itertools import chain

from quorate.reports.document import CODE, LINK, STRONG, Section, Span, Table, Text, items, section, spans
from quorate.reports.language import Language
from quorate.reports.proceedings import CameTrue, RegisterLine, RegisterLines

RISKS = ("number", "risk", "source", "severity", "mitigation", "monitor", "owner", "due", "status")
CONDITIONS = ("number", "condition", "mitigation", "monitor", "owner", "due", "status")
STEPS = ("number", "taken_step", "mitigation", "monitor", "owner", "due", "status")
CHANGES = ("time", "author", "proof", "item", "change")
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#@!$&'()*+,;=%")


def register_tables(register: RegisterLines, say: Language) -> Section:
    """The whole register under its heading."""
    risks = [(_numbers(one), one.text, one.source, one.severity, *_kept(one)) for one in register.risks]
    return section(
        "risks",
        say("heading.risks"),
        _table(RISKS, risks, say) if risks else None,
        _part("conditions", CONDITIONS, _rows(register.conditions), say),
        _part("steps", STEPS, _rows(register.steps), say),
        _vindicated(register, say),
        _part("register", CHANGES, register.changes, say),
    )


def _part(key: str, columns: Sequence[str], rows: Sequence[tuple[str, ...]], say: Language) -> Section | None:
    return section(key, say(f"section.{key}"), _table(columns, rows, say)) if rows else None


def _table(columns: Sequence[str], rows: Sequence[tuple[str, ...]], say: Language) -> Table:
    return Table(tuple(say(f"column.{column}") for column in columns), tuple(rows))


def _numbers(line: RegisterLine) -> str:
    return f"{line.id} = {line.same_as}" if line.same_as else line.id


def _rows(lines: Sequence[RegisterLine]) -> list[tuple[str, ...]]:
    return [(one.id, one.text, *_kept(one)) for one in lines]


def _kept(line: RegisterLine) -> tuple[str, ...]:
    return line.mitigation, line.monitor, line.owner, line.due, line.status


def _vindicated(register: RegisterLines, say: Language) -> Section | None:
    lines = [*(one for one in register.risks if not one.same_as), *register.dissents]
    said = list(chain.from_iterable(_marks(line, say) for line in lines))
    return section("vindicated", say("heading.vindicated"), items(said)) if said else None


def _marks(line: RegisterLine, say: Language) -> Iterator[Text]:
    named = say("register.item.of", id=line.id, state=line.status, text=line.text, source=line.source)
    for one in line.came_true:
        yield (Span(named, STRONG), Span("\n"), *_mark(one, say))


def _mark(one: CameTrue, say: Language) -> tuple[Span, ...]:
    phrase = say.phrase("came_true.link" if one.link else "came_true")
    return spans(phrase, {**one._asdict(), "link": _link(one.link)})


def _link(link: str) -> Span:
    """An address that can be followed, or the id of a deliberation; all that is not plain stays text."""
    if not _PLAIN.issuperset(link):
        return Span(link)
    return Span(link, LINK if link.lower().startswith(("https://", "http://")) else CODE)
