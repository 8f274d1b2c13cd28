"""The register as text: further lines of items in a report, its changes, and the register of a deliberation alone."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from quorate.reports.followed import CameTrue, Followed, Line, Turn, followed_of
from quorate.reports.language import Language, language
from quorate.reports.section import Section
from quorate.reports.text import one_line, wrap
from quorate.reports.view import View

if TYPE_CHECKING:
    from quorate.deliberation.session import Session

LAST_TURNS = 5
IN_A_DISSENT = ("due", "status")
EVERYTHING = ("mitigation", "monitor", "owner", "due", "status")


def with_what_became(view: View, kind: str, place: int, item: str) -> str:
    """An item of a report's section with its number and what people made of it; as it is where there is no register."""
    followed = view.account.register if view.account else None
    if not followed:
        return item
    line: Line = getattr(followed, kind)[place]
    names = IN_A_DISSENT if kind == "dissents" else EVERYTHING
    more = map(view.short, _more(line, names, view.say)) if line.is_changed else ()
    return "\n".join([f"{line.id} {item}", *more])


def is_looked_after(view: View, place: int) -> bool:
    """True for a risk of which people have made something."""
    followed = view.account.register if view.account else None
    return bool(followed and followed.risks[place].is_changed)


def left_section(view: View) -> Section | None:
    """What earlier verdicts left behind and the one that stands does not name."""
    followed = view.account.register if view.account else None
    lines = [line for line in followed.lines if line.is_earlier] if followed else []
    items = [_item(_shortened(view, line), view.say) for line in lines]
    return Section("left", view.say("section.left"), view.capped(items)) if items else None


def _shortened(view: View, line: Line) -> Line:
    text, mitigation, monitor, owner = map(view.short, (line.text, line.mitigation, line.monitor, line.owner))
    return line._replace(text=text, mitigation=mitigation, monitor=monitor, owner=owner)


def register_section(view: View) -> Section | None:
    """The last changes; a document that is kept has them all."""
    followed = view.account.register if view.account else None
    if not followed or not followed.turns:
        return None
    turns = followed.turns[-LAST_TURNS:]
    hidden = len(turns) < len(followed.turns)
    lead = view.say("register.last", count=len(turns), n=len(followed.turns)) if hidden else ""
    items = [view.short(_turn(turn, view.say)) for turn in turns]
    return Section("register", view.say("section.register"), items, lead=lead)


def render_register(session: "Session", *, lang: str = "en", width: int = 80) -> str:
    """The register of one deliberation for a terminal: every item with all that is known of it, and all changes."""
    from quorate.deliberation.register import register_of
    from quorate.reports.terminal import LEAST_WIDTH, WIDEST_PROSE, joined, section_lines

    say, prose = language(lang), min(max(LEAST_WIDTH, width), WIDEST_PROSE)
    followed = followed_of(register_of(session), say)
    blocks = [wrap(one_line(f"{session.id}: {session.question.subject}"), prose)]
    blocks += [section_lines(section, prose) for section in _sections(followed, say)]
    if len(blocks) == 1:
        blocks.append(wrap(say("register.nothing" if session.is_current else "register.sealed"), prose))
    return joined(blocks)


def _sections(followed: Followed, say: Language) -> Iterator[Section]:
    risks = [line for line in followed.risks if not line.same_as]
    kinds = {"risks": risks, "dissents": followed.dissents, "conditions": followed.conditions, "steps": followed.steps}
    for key, lines in kinds.items():
        if lines:
            yield Section(key, say(f"section.{key}"), [_item(line, say) for line in lines])
    if followed.turns:
        yield Section("register", say("section.register"), [_turn(turn, say) for turn in followed.turns])


def _item(line: Line, say: Language) -> str:
    state = say("register.state", severity=line.severity, status=line.status) if line.severity else line.status
    key = "register.item.of" if line.source else "register.item"
    first = say(key, id=line.id, state=state, text=line.text, source=line.source)
    return "\n".join([first, *_more(line, EVERYTHING[:-1], say)])


def _more(line: Line, names: tuple[str, ...], say: Language) -> Iterator[str]:
    for name in names:
        if text := getattr(line, name):
            yield say(f"item.{name}", text=text)
    yield from (came_true(one, say) for one in line.came_true)


def came_true(one: CameTrue, say: Language) -> str:
    """The mark of what came true, with where to look."""
    return say("came_true.link" if one.link else "came_true", **one._asdict())


def _turn(turn: Turn, say: Language) -> str:
    author = say("author", name=turn.author, proof=turn.proof)
    return say("register.turn", at=turn.at, author=author, item=turn.item, what=turn.what)
