"""Sessions of another review system, taken over as history: nobody is resumed, paused or weighed by them."""

from hashlib import sha256
from typing import Any, NamedTuple

from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.app.fleet.agent_access import check_operator, find_agent
from quorate.app.fleet.review_state import dialectic_day
from quorate.app.keys import key_of
from quorate.core.errors import InputError, KeyReused, QuorateError
from quorate.deliberation.principal import Principal
from quorate.documents.container import decoded, parsed
from quorate.fleet.dialectic.dialectic_state import evolve_dialectic
from quorate.fleet.dialectic.session_document import ReadSession, read_session
from quorate.record.port import IMPORT, RequestKey, keep_key
from quorate.record.side_streams import fleet_change

MOST_SESSIONS = 10_000
TAKEN, KNOWN, REFUSED = "taken", "known", "refused"


class ImportedSession(NamedTuple):
    """What became of a document: taken as a session of this record, known already, or refused and why."""

    session_id: str
    outcome: str
    taken_as: str = ""
    statements: int = 0
    reason: str = ""
    notes: tuple[str, ...] = ()


@operation
async def import_sessions(
    app: App, who: Principal, data: bytes, source: str, key: str | None = None
) -> list[ImportedSession]:
    """Every session in a document, each for itself; one that was imported before is not imported again."""
    check_operator(who, "import sessions")
    value, _ = parsed(decoded(data))
    found = value if isinstance(value, list) else value.get("sessions", [value]) if isinstance(value, dict) else None
    if not isinstance(found, list) or not 1 <= len(found) <= MOST_SESSIONS:
        raise InputError(f"{source}: expected a session, or a list of 1 to {MOST_SESSIONS}")
    await app.make_record()
    named = key_of(who, key, "import_sessions", document="sha256:" + sha256(data).hexdigest())
    await keep_key(app.record, who.author, named)
    return [await _imported(app, who, read_session(one)) for one in found]


async def _imported(app: App, who: Principal, read: ReadSession) -> ImportedSession:
    event = read.event
    if event is None:
        return ImportedSession(read.session_id, REFUSED, reason=read.problem)
    try:
        if await find_agent(app, event.paused_agent) is None:
            why = f"no agent called {event.paused_agent!r} is registered"
            return ImportedSession(read.session_id, REFUSED, reason=why)
        change = fleet_change(dialectic_day(app.now), 0, (event,), evolve_dialectic(None, event, app.now))
        key = RequestKey(f"{IMPORT}{event.session_id}", event.paused_agent)
        stored, is_new = await app.record.append([change], who.author, key)
    except KeyReused:
        return ImportedSession(read.session_id, REFUSED, reason="a session of this id was imported for another agent")
    except QuorateError as error:
        return ImportedSession(read.session_id, REFUSED, reason=str(error))
    outcome, number = TAKEN if is_new else KNOWN, len(event.transcript)
    return ImportedSession(read.session_id, outcome, stored[0].deliberation, number, notes=read.notes)


def import_plain(found: list[ImportedSession]) -> dict[str, Any]:
    """The report as programs read it."""
    counts = {outcome: sum(one.outcome == outcome for one in found) for outcome in (TAKEN, KNOWN, REFUSED)}
    return {**counts, "sessions": [{**one._asdict(), "notes": list(one.notes)} for one in found]}
