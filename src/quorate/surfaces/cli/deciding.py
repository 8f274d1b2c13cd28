"""Opens a deliberation and carries it on, with the person at the terminal where there is one."""

from quorate import config
from quorate.core.codec import json_line
from quorate.core.errors import Refused
from quorate.deliberation.events import Opened
from quorate.deliberation.people import supersede
from quorate.deliberation.permission import is_asking
from quorate.deliberation.session import Session
from quorate.record.port import Key
from quorate.surfaces.cli import status
from quorate.surfaces.cli.answering import may_answer
from quorate.surfaces.cli.delivering import deliver
from quorate.surfaces.cli.desk import Desk, desk, there_is_a_record
from quorate.surfaces.cli.live import watching
from quorate.surfaces.cli.opening import Draft, mode_of, open_draft
from quorate.surfaces.cli.options import Manner
from quorate.surfaces.cli.prompting import can_ask
from quorate.surfaces.cli.repeating import key_of
from quorate.surfaces.cli.resolving import ask_person
from quorate.surfaces.cli.streams import complain, put, put_json
from quorate.surfaces.cli.tables import aligned
from quorate.surfaces.cli.voters import check_voters, voter_problems, voters_of
from quorate.surfaces.cli.voting import ask_own_seats
from quorate.voters.calls import Calls


def decide_question(draft: Draft, supersedes: str, manner: Manner) -> int:
    """Puts a question to a panel."""
    request = {"document": draft.value, "protocol": draft.protocol, "supersedes": supersedes, "author": config.user()}
    key = key_of(manner.key, "decide", **request)
    if not there_is_a_record(manner.store):
        with desk(manner.store, planned=True) as at:
            _checked_opening(at, draft, supersedes)  # what is refused makes no record
    with desk(manner.store, new=True) as at:
        return _carried(at, _opened(at, draft, supersedes, key), manner)


def plan_question(draft: Draft, supersedes: str, manner: Manner) -> int:
    """What would be asked of whom, and what would be refused; nothing is opened."""
    with desk(manner.store, planned=True) as at:
        opening, split = _opening(at, draft, supersedes)
    mode, problems = mode_of(draft, opening, split), voter_problems(opening, at.outside)
    if manner.look.form == "json":
        seats = [seat._asdict() | {"weight": str(seat.weight)} for seat in opening.seats]
        plan = {"protocol": opening.protocol, "mode": mode.name, "why": mode.reason, "seats": seats}
        put_json(json_line({**plan, "problems": problems}))
    else:
        put(f"{opening.protocol}, {mode.name} mode: {mode.reason}\n")
        rows = [(seat.name, seat.lens, seat.voter, f"weight {seat.weight}") for seat in opening.seats]
        put("".join(f"  {line}\n" for line in aligned(rows)))
        put("".join(f"would be refused: {problem}\n" for problem in problems))
    return status.WRONG if problems else status.WORKED


def resume_deliberation(deliberation: str, manner: Manner) -> int:
    """Goes on with a deliberation from where it stands."""
    with desk(manner.store) as at:
        return _carried(at, at.load(deliberation), manner)


def _opened(at: Desk, draft: Draft, supersedes: str, key: Key | None) -> Session:
    if key and (stored := at.run(at.record.answered(key))):
        return at.load(stored[0].deliberation)
    return at.open(_checked_opening(at, draft, supersedes), key)


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
            supersede(earlier, "")
        except Refused as error:
            raise Refused(f"--supersedes {supersedes}: {error}") from None
        split = bool(earlier.verdict and earlier.verdict.result == "SPLIT" and earlier.opened.mode == "simple")
    return open_draft(draft, at.outside.clock(), supersedes, split), split


def _carried(at: Desk, session: Session, manner: Manner) -> int:
    calls = config.calls()
    try:
        session, was_shown = _carry(at, session, calls, manner)
    except KeyboardInterrupt:
        stopped = calls.stop_all()
        what = f", {stopped} call{'s' if stopped > 1 else ''} ended" if stopped else ""
        complain(f"interrupted{what}; {session.id} is kept, and goes on with: quorate resume {session.id}")
        return status.INTERRUPTED
    session = deliver(at, session.id, manner.look, was_shown=was_shown)
    return status.gate_of(session) if manner.gate else status.WORKED


def _carry(at: Desk, session: Session, calls: Calls, manner: Manner) -> tuple[Session, bool]:
    """As far as it goes now; and True where a person was asked for answers, and shown all of it before."""
    asks = can_ask(manner.no_input)
    session = at.carry(session, {})
    if asks:
        session = ask_own_seats(at, session, manner.look)
    with watching(manner.look) as watcher:
        session = at.carry(session, voters_of(session, calls), watcher)
    if not asks or not is_asking(session) or not may_answer(session, at.outside.author, at.outside.now):
        return session, False
    ask_person(at, session, manner.look)
    return session, True
