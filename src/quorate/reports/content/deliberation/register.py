"""The register in lists: further lines of items in a report, its changes, and the whole of it."""

from collections.abc import Iterator

from quorate.reports.content.authors import with_proof
from quorate.reports.document import Section, listing
from quorate.reports.language import Language
from quorate.reports.proceedings import Proceedings, RegisterChange, RegisterLine, RegisterLines
from quorate.reports.report_data import ReportData

LAST_CHANGES = 5
IN_A_DISSENT = ("due", "status")
EVERYTHING = ("mitigation", "monitor", "owner", "due", "status")


def with_what_became(data: ReportData, register: RegisterLines, kind: str, item: tuple[int, str]) -> str:
    """An item of a report's section, given with its place, with its number and what people made of it."""
    place, said = item
    line: RegisterLine = getattr(register, kind)[place]
    names = IN_A_DISSENT if kind == "dissents" else EVERYTHING
    more = map(data.short, _more(line, names, data.say)) if line.is_changed else ()
    return "\n".join([f"{line.id} {said}", *more])


def left_section(data: ReportData, proceedings: Proceedings) -> Section | None:
    """What earlier verdicts left behind and the one that stands does not name."""
    register = proceedings.register
    lines = [line for line in register.lines if line.is_earlier] if register else []
    texts = [_item(_shortened(data, line), data.say) for line in lines]
    return listing("left", data.say("section.left"), data.capped(texts)) if texts else None


def _shortened(data: ReportData, line: RegisterLine) -> RegisterLine:
    text, mitigation, monitor, owner = map(data.short, (line.text, line.mitigation, line.monitor, line.owner))
    return line._replace(text=text, mitigation=mitigation, monitor=monitor, owner=owner)


def register_section(data: ReportData, proceedings: Proceedings) -> Section | None:
    """The last changes; a document that is kept has them all."""
    changes = proceedings.register.changes if proceedings.register else ()
    shown = changes[-LAST_CHANGES:]
    lead = data.say("register.last", count=len(shown), n=len(changes)) if len(shown) < len(changes) else ""
    texts = [data.short(_change(change, data.say)) for change in shown]
    return listing("register", data.say("section.register"), texts, lead=lead) if texts else None


def register_lists(register: RegisterLines, say: Language) -> Iterator[Section]:
    """Every item with all that is known of it, and all changes, as lists."""
    risks = [line for line in register.risks if not line.same_as]
    kinds = {"risks": risks, "dissents": register.dissents, "conditions": register.conditions, "steps": register.steps}
    for key, lines in kinds.items():
        if lines:
            yield listing(key, say(f"section.{key}"), [_item(line, say) for line in lines])
    if register.changes:
        yield listing("register", say("section.register"), [_change(one, say) for one in register.changes])


def _item(line: RegisterLine, say: Language) -> str:
    state = say("register.state", severity=line.severity, status=line.status) if line.severity else line.status
    key = "register.item.of" if line.source else "register.item"
    first = say(key, id=line.id, state=state, text=line.text, source=line.source)
    return "\n".join([first, *_more(line, EVERYTHING[:-1], say)])


def _more(line: RegisterLine, names: tuple[str, ...], say: Language) -> Iterator[str]:
    for name in names:
        if text := getattr(line, name):
            yield say(f"item.{name}", text=text)
    yield from (say("came_true.link" if one.link else "came_true", **one._asdict()) for one in line.came_true)


def _change(change: RegisterChange, say: Language) -> str:
    author = with_proof(say, change.author, change.proof)
    return say("register.turn", at=change.at, author=author, item=change.item, what=change.what)
