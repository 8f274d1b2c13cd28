"""The register over time, in the reader's words and ready to be placed: its items, and who changed what and when."""

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from quorate.reports.content.authors import author_of, moment, name_of, proof_of
from quorate.reports.content.ballots import coded, grave_concern
from quorate.reports.language import Language
from quorate.reports.proceedings import CameTrue, RegisterChange, RegisterLine, RegisterLines
from quorate.reports.text import one_line

if TYPE_CHECKING:
    from quorate.deliberation.register.risk_register import Item, Register
    from quorate.deliberation.session import Noted


def register_lines_of(register: "Register", say: Language) -> RegisterLines:
    """The register in words."""
    risks, dissents, conditions, steps = (tuple(line_of(item, say) for item in items) for items in register)
    changes = dict.fromkeys(chain.from_iterable(item.changes for item in register.items))
    told = (change_of(noted, say) for noted in sorted(changes, key=lambda noted: noted.at))
    return RegisterLines(risks, dissents, conditions, tuple(told), steps)


def line_of(item: "Item", say: Language) -> RegisterLine:
    """One item in words."""
    status = say(f"tracked.{item.status}") if say.knows(f"tracked.{item.status}") else one_line(item.status)
    came_true = (one for noted in item.changes if (one := _came_true(noted, say)))
    return RegisterLine(
        item.id,
        item_text(item, say),
        say("risk.panel") if item.kind == "diversity" else source_of(item, say),
        say.word("severity", one_line(item.severity)),
        one_line(item.mitigation),
        one_line(item.monitor),
        one_line(item.owner),
        item.due,
        say("tracked.earlier", status=status) if item.is_earlier else status,
        tuple(came_true),
        bool(item.changes),
        item.same_as,
        item.is_earlier,
    )


def source_of(item: "Item", say: Language) -> str:
    """Who an item comes from."""
    return say.listed(map(name_of, item.seats)) if item.seats else one_line(item.source)


def item_text(item: "Item", say: Language) -> str:
    """What an item is about; what Quorate itself says of it in the reader's language."""
    if item.kind in ("override", "deferral", "silenced"):
        return say(f"risk.{item.kind}", text=one_line(item.text), seat=name_of(item.source))
    group = "conditions" if item.kind == "condition" else "risk"
    text = coded(f"{group}.{item.code}", item.values, say) or one_line(item.text) or say("item.no_concern")
    return say("ask.join").join([text, *(grave_concern(one, say) for one in item.concerns)])


def change_of(noted: "Noted", say: Language) -> RegisterChange:
    """One change in words."""
    author = noted.author
    what = say("turn.join").join(_said(noted, say))
    return RegisterChange(
        moment(noted.at), name_of(author.name), proof_of(say, author), one_line(noted.event.item), what
    )


def _said(noted: "Noted", say: Language) -> Iterator[str]:
    for name, value in noted.event._asdict().items():
        if value and name != "item":
            text = say.word("tracked", value) if name == "status" else one_line(value)
            yield say(f"turn.{name}", text=text)


def _came_true(noted: "Noted", say: Language) -> CameTrue | None:
    what = getattr(noted.event, "what_happened", "")
    if not what:
        return None
    link = one_line(getattr(noted.event, "link", ""))
    return CameTrue(one_line(what), link, author_of(say, noted.author), moment(noted.at))
