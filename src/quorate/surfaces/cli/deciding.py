"""Opens a deliberation and carries it on, with the person at the terminal where there is one."""

from quorate import config
from quorate.core.errors import Refused
from quorate.deliberation.events import Opened, Superseded
from quorate.deliberation.people import supersede
from quorate.deliberation.permission import is_asking
from quorate.deliberation.session import Session
from quorate.record.port import Key
from quorate.surfaces.cli import status
from quorate.surfaces.cli.answering import may_answer
from quorate.surfaces.cli.delivering import deliver
from quorate.surfaces.cli.desk import Desk, desk, desk_in_memory, there_is_a_record
from quorate.surfaces.cli.dry_run import Plan, put_plan
from quorate.surfaces.cli.interrupts import ended_as_by_keyboard
from quorate.surfaces.cli.live import watching
from quorate.surfaces.cli.notices import announce, notices
from quorate.surfaces.cli.opening import Draft, mode_of, open_draft
from quorate.surfaces.cli.options import Manner
from quorate.surfaces.cli.planning import callings
from quorate.surfaces.cli.prompting import can_ask
from quorate.surfaces.cli.repeating import key_of
from quorate.surfaces.cli.resolving import ask_person
from quorate.surfaces.cli.streams import complain
from quorate.surfaces.cli.voters import (
    check_voters,
    those_that_can_be_made,
    voter_problems,
    voters_of,
    with_programs,
)
from quorate.surfaces.cli.voting import ask_own_seats
from quorate.surfaces.cli.wording import Words
from quorate.voters.calls.call_folders import Calls


def decide_question(draft: Draft, supersedes: str, manner: Manner) -> int:
    """Puts a question to a panel."""
    request = {"document": draft.value, "protocol": draft.protocol, "supersedes": supersedes, "author": config.user()}
    key = key_of(manner.key, "decide", **request)
    opening = None
    if not there_is_a_record(manner.store):
        with desk(manner.store, planned=True) as at:
            opening = _checked_opening(at, draft, supersedes)  # what is refused makes no record
    with desk(manner.store, new=True) as at:
        session = None
        with at.unless_done(key):
            if not at.was_done(key):
                opening = opening or _checked_opening(at, draft, supersedes)
                words = Words(manner.look.lang)
                announce(notices(opening, words, was_named=draft.names_a_panel), words)
                session = at.open(opening, key)
        return carried(at, session or _opened_before(at, key), manner)


def _opened_before(at: Desk, key: Key | None) -> Session:
    """The deliberation that a request with this key opened, or the child in which it goes on."""
    assert key
    return gone_on(at, at.run(at.record.answered(key))[0].deliberation)


def plan_question(draft: Draft, supersedes: str, manner: Manner) -> int:
    """What would be asked of whom, and what would be refused; nothing is opened."""
    words, calls = Words(manner.look.lang), config.calls()
    # only what takes another's place has to be looked up on the record
    with desk(manner.store, planned=True) if supersedes else desk_in_memory() as at:
        opening, split = _opening(at, draft, supersedes)
        called = callings(opening, those_that_can_be_made(opening.seats, calls), at.outside)
        problems = voter_problems(opening, at.outside)
    said = notices(opening, words, was_named=draft.names_a_panel)
    put_plan(Plan(opening, mode_of(draft, opening, split), said, called, problems), manner.look)
    return status.WRONG if problems else status.WORKED


def resume_deliberation(deliberation: str, manner: Manner) -> int:
    """Goes on with a deliberation from where it stands, or with the child that took its place."""
    words = Words(manner.look.lang)
    with desk(manner.store) as at:
        session = gone_on(at, deliberation)
        if session.id != deliberation:
            complain(words("next.child", parent=deliberation, id=session.id))
        if not session.round or session.round.is_open:
            announce(notices(session.opened, words), words)
        return carried(at, session, manner)


def _checked_opening(at: Desk, draft: Draft, supersedes: str) -> Opened:
    """The opening, after everything that can be refused was refused."""
    opening, _ = _opening(at, draft, supersedes)
    check_voters(opening, at.outside)
    return opening


def _opening(at: Desk, draft: Draft, supersedes: str) -> tuple[Opened, bool]:
    """The opening, and whether an earlier deliberation that it takes the place of was split."""
    split = False
    if supersedes:
        earlier = at.load(supersedes)
        try:
            supersede(earlier, "", at.outside.who)
        except Refused as error:
            raise Refused(f"--supersedes {supersedes}: {error}") from None
        split = bool(earlier.verdict and earlier.verdict.result == "SPLIT" and earlier.opened.mode == "simple")
    return with_programs(open_draft(draft, at.outside.clock(), supersedes, split)), split


def carried(at: Desk, session: Session, manner: Manner) -> int:
    """Goes on as far as it goes now, shows how it stands, and gives the exit status."""
    calls = config.calls()
    try:
        with ended_as_by_keyboard():
            session, was_shown = _carry(at, session, calls, manner)
    except KeyboardInterrupt:
        stopped = calls.stop_all()
        what = f", {stopped} call{'s' if stopped > 1 else ''} ended" if stopped else ""
        kept = gone_on(at, session.id).id
        complain(f"interrupted{what}; {kept} is kept, and goes on with: quorate resume {kept}")
        return status.INTERRUPTED
    session = deliver(at, session.id, manner.look, was_shown=was_shown)
    return status.gate_of(session) if manner.gate else status.WORKED


def gone_on(at: Desk, deliberation: str) -> Session:
    """The deliberation; or the child in which it goes on, where its engines were lost."""
    session = at.load(deliberation)
    for ending in session.endings:
        if isinstance(ending.event, Superseded):
            child = at.load(ending.event.by)
            return child if child.opened.parent == deliberation else session
    return session


def _carry(at: Desk, session: Session, calls: Calls, manner: Manner) -> tuple[Session, bool]:
    """As far as it goes now; and True where a person was asked for answers, and shown all of it before."""
    asks = can_ask(manner.no_input)
    session = at.carry(session, {})
    if asks:
        session = ask_own_seats(at, session, manner.look)
    with watching(manner.look) as watcher:
        session = at.carry(session, voters_of(session, calls), watcher)
    if not asks or not is_asking(session) or not may_answer(session, at.outside.who, at.outside.now):
        return session, False
    ask_person(at, session, manner.look)
    return session, True
