"""One deliberation, the log of all, and the inbox of those that wait for people and agents."""

from typing import NamedTuple

from quorate.app.access.operation import operation
from quorate.app.app import App, Deliberation
from quorate.app.fleet.agent_access import is_operator
from quorate.app.fleet.dialectic_record import read_review
from quorate.app.fleet.review_state import WITH_REVIEWER
from quorate.app.life.next_steps import overdue_since
from quorate.app.notification.review_messages import move_command
from quorate.core.errors import Refused
from quorate.deliberation.moves import held_seat
from quorate.deliberation.principal import Principal
from quorate.deliberation.rounds.deadlock import recommendation
from quorate.fleet.dialectic.dialectic_moves import lapse
from quorate.fleet.dialectic.dialectic_state import Dialectic, may_answer, waits_in
from quorate.fleet.streams import is_of_the_fleet
from quorate.record.port import LogLine
from quorate.views.lists import EntryPage, ListEntry


@operation
async def show_deliberation(app: App, who: Principal, deliberation: str) -> Deliberation:
    """A deliberation as it is, with its history. Views leave out what is sealed."""
    return await app.whole(deliberation)


class ShownReply(NamedTuple):
    """A reply as it came: `output` is text, or base64 if it is not UTF-8. `request` is 2 if it was asked again."""

    round: int
    request: int
    outcome: str
    encoding: str
    output: str
    detail: str


@operation
async def show_replies(app: App, who: Principal, deliberation: str, seat: str) -> tuple[ShownReply, ...]:
    """The replies of an engine's seat as they came, round by round. Raises Refused while its latest round is open."""
    session = (await app.whole(deliberation)).session
    held = held_seat(session, seat)
    replies: list[ShownReply] = []
    for round_ in session.rounds:
        first, latest = round_.first_requests.get(held.name), round_.replies.get(held.name)
        came = [*([first.replied] if first else []), *([latest] if latest else [])]
        if round_.is_open and (came or held.name in round_.claims):
            raise Refused(f"the replies of {held.name} are sealed while round {round_.number} is open")
        for replied in came:
            reply = replied.reply
            told = (reply.outcome, reply.encoding, reply.output, reply.detail)
            replies.append(ShownReply(round_.number, replied.request, *told))
    if not replies:
        raise Refused(f"{held.name} was not called, so there is no reply; `show` lists the seats that were")
    return tuple(replies)


@operation
async def list_log(app: App, who: Principal, *, search: str = "", after: str = "", limit: int = 20) -> EntryPage:
    """All deliberations, or those whose id, subject or outcome has this text, newest first."""
    page = await app.record.log(after=after, limit=limit, search=search)
    return EntryPage(tuple(_entry(line) for line in page.lines), page.after)


@operation
async def list_inbox(app: App, who: Principal, name: str = "", *, after: str = "", limit: int = 20) -> EntryPage:
    """What waits for anybody, or for the person or agent of this name."""
    # where the reviewer may not review any more an operator is awaited, which the record does not know
    kinds = WITH_REVIEWER if name == who.name and is_operator(who) else ()
    found: list[ListEntry] = []
    while True:
        page = await app.record.inbox(who=name, kinds=kinds, after=after, limit=limit - len(found))
        entries = [await _awaited(app, line, name) for line in page.lines]
        found += [entry for entry in entries if entry]
        after = page.after
        if not after or len(found) == limit:
            return EntryPage(tuple(found), after)


def _entry(line: LogLine) -> ListEntry:
    return ListEntry(line.deliberation, line.opened_at, line.changed_at, line.summary)


async def _awaited(app: App, line: LogLine, name: str) -> ListEntry | None:
    if is_of_the_fleet(line.deliberation):
        review = await read_review(app, line.deliberation)
        session = review.state
        assert isinstance(session, Dialectic)
        waits = tuple(one for one in waits_in(session, review.turn) if not name or may_answer(session, one, name))
        if not waits or lapse(session, app.now):  # once its time is over nobody is awaited any more
            return None
        summary = line.summary._replace(state=session.phase, waits=waits)
        return _entry(line)._replace(summary=summary, command=move_command(review.id, waits[0], session))
    return await _waiting(app, line)


async def _waiting(app: App, line: LogLine) -> ListEntry:
    """The line says who is awaited and until when; what is recommended, and what holds then, only its events say."""
    now, waits = app.now, line.summary.waits
    is_asked = any(wait.kind == "answer" for wait in waits)
    has_passed = any(wait.until and wait.until <= now for wait in waits)
    if not is_asked and not has_passed:
        return _entry(line)
    session = await app.load(line.deliberation)
    advice = recommendation(session) if is_asked else None
    since = overdue_since(session, now) if has_passed else ""
    return _entry(line)._replace(recommendation=advice, overdue_since=since)
