"""What is said before everything else of a panel that is not the one that was wanted, and which seats are one."""

from collections.abc import Iterable, Sequence

from quorate.core.panel import Seat
from quorate.core.verdict import PROCEED
from quorate.deliberation.engines.engine_mode import engine_name, fallback_of
from quorate.deliberation.engines.independence import Shared, not_independent, shared_holders
from quorate.deliberation.events import Failed, Opened, Superseded
from quorate.deliberation.framing import ENGINE, ENGINES
from quorate.deliberation.permission import required
from quorate.deliberation.session import Session
from quorate.reports.content.authors import name_of
from quorate.reports.content.deliberation.decision_state import AGAIN, OUTDATED, VOTING, decision_state_of, open_needs
from quorate.reports.document import PanelNotice
from quorate.reports.language import Language
from quorate.reports.report_data import LARGEST_PANEL_SHOWN
from quorate.reports.text import one_line

VERIFICATION = "verification"


def notice_of(session: Session, say: Language) -> PanelNotice | None:
    """What to say first of a deliberation: that engines were missing or were lost, and where it went on."""
    went_on = _went_on(session, say)
    notice = opening_notice(session.opened, say)
    return went_on or (notice._replace(held=_held(session, say)) if notice else None)


def opening_notice(opened: Opened, say: Language) -> PanelNotice | None:
    """The same before anybody was asked."""
    if not opened.lost:
        return None
    if opened.parent and opened.parent == opened.supersedes:
        return _after_a_loss(opened, say)
    lines = tuple(
        say(f"notice.{'missing' if engine in opened.lost else 'there'}", engine=_engine(engine))
        for engine in _all(opened)
    )
    if opened.mode != ENGINE:
        return PanelNotice(
            say("notice.fallback"), lines, _simple_mode("notice.fallback.so", opened, say), _will(opened, say)
        )
    title = say("notice.fewer", names=names_in_words(_engines(opened.lost), say))
    return PanelNotice(title, lines, say("notice.fewer.so", count=len(opened.seats)), _will(opened, say))


def _after_a_loss(opened: Opened, say: Language) -> PanelNotice:
    title = say("notice.child", names=names_in_words(_engines(opened.lost), say), parent=name_of(opened.parent))
    lines = tuple(say("notice.lost", engine=engine) for engine in _engines(opened.lost))
    return PanelNotice(title, lines, _simple_mode("notice.child.so", opened, say), _will(opened, say))


def _simple_mode(key: str, opened: Opened, say: Language) -> str:
    seats, voters = opened.seats, dict.fromkeys(engine_name(seat) for seat in opened.seats)
    names = "/".join(name_of(seat.name) for seat in seats[:LARGEST_PANEL_SHOWN])
    engine = say.listed(map(one_line, voters))
    return say(key, seats=names, engine=engine, count=len(seats), parent=name_of(opened.parent))


def _went_on(session: Session, say: Language) -> PanelNotice | None:
    """Of a deliberation that lost its external engines: where it went on."""
    ending = session.endings[0].event if session.endings else None
    child = fallback_of(session._replace(endings=()))
    if not isinstance(ending, Superseded) or not child or not session.round:
        return None
    failed = [(seat, session.round.answers.get(seat.name)) for seat in session.opened.seats]
    lines = tuple(
        say("notice.failed", engine=one_line(engine_name(seat)), kind=say.word("kind", one_line(answer.kind)))
        for seat, answer in failed
        if isinstance(answer, Failed) and seat.voter_kind in child.lost
    )
    title = say("notice.parent", names=names_in_words(_engines(child.lost), say))
    return PanelNotice(title, lines, say("notice.parent.so", child=name_of(ending.by)))


def _held(session: Session, say: Language) -> str:
    """Why a person has to verify the verdict, while nobody has; before there is one, that it will be so."""
    verdict = session.verdict if session.is_current else None
    opened = session.opened._replace(question=session.question)
    if not verdict:
        return _will(opened, say) if decision_state_of(session).code in (AGAIN, OUTDATED, VOTING) else ""
    is_held = VERIFICATION in required(session, verdict._replace(requires=())) and verdict.action == PROCEED
    return _because("notice.held", opened, say) if is_held and VERIFICATION in open_needs(session) else ""


def _will(opened: Opened, say: Language) -> str:
    return _because("notice.held.then", opened, say)


def _because(key: str, opened: Opened, say: Language) -> str:
    if opened.question.action:
        return say(key, why=say("notice.held.action"))
    if opened.policy.gated:
        return say(key, why=say("notice.held.gate"))
    return say(key, why=say("notice.held.hard")) if opened.question.is_hard_to_reverse else ""


def shared_in(session: Session) -> tuple[Shared, ...]:
    """The groups of seats that are not independent; a verdict itself says who answered for several."""
    held = () if session.verdict and session.is_current else shared_holders(session.opened)
    return (*not_independent(session.opened), *held)


def shared_of(groups: Iterable[Shared], say: Language) -> tuple[str, ...]:
    """A sentence for every group of seats."""
    return tuple(_shared(one, say) for one in groups)


def _shared(one: Shared, say: Language) -> str:
    """The address of a model is nobody's business."""
    names = names_in_words([name_of(seat) for seat in one.seats], say)
    name = one_line(one.name.partition("@")[0])
    if say.knows(f"note.shared_{one.what}") and one.what != "voter":
        return say(f"note.shared_{one.what}", names=names, detail=name)
    return say("shared.voter", names=names, name=name)


def names_in_words(names: Sequence[str], say: Language) -> str:
    """A, B and C; of many, the first few and how many more."""
    shown = list(names[:LARGEST_PANEL_SHOWN])
    if len(names) > len(shown):
        shown.append(say("more.names", n=len(names) - len(shown)))
    *most, last = shown
    return say("names.and", names=say.listed(most), last=last) if most else last


def _all(opened: Opened) -> tuple[str, ...]:
    """The three engines and whatever else was wanted."""
    return tuple(dict.fromkeys((*ENGINES, *opened.lost)))


def _engines(names: Sequence[str]) -> list[str]:
    return [_engine(name) for name in names]


def _engine(name: str) -> str:
    return name_of(engine_name(Seat(name, voter=name)))
