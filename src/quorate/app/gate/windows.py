"""Windows: granted by a person with a key, used by calls, closed before their end."""

from contextlib import suppress
from typing import Any, NamedTuple

from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.app.gate.call_question import blocked_in
from quorate.app.gate.gate_terms import GateTerms
from quorate.core.errors import AppendConflict, Forbidden, InputError, Refused, UnknownDeliberation
from quorate.deliberation.events import AUTHENTICATED
from quorate.deliberation.moments import later
from quorate.deliberation.principal import Principal
from quorate.gate.gate_events import WindowClosed, WindowEvent, WindowGranted, WindowUsed
from quorate.gate.streams import WINDOWS, CallLog, call_stream
from quorate.gate.tool_call import ToolCall, call_of_action
from quorate.gate.window import (
    DEFAULT_MINUTES,
    MOST_MINUTES,
    MOST_USES,
    Window,
    evolve_window,
    exact_pattern,
)
from quorate.record.side_streams import gate_change, read_gate


class WindowTerms(NamedTuple):
    """For how long, and how often."""

    minutes: int = DEFAULT_MINUTES
    uses: int = 1


@operation
async def grant_window(app: App, who: Principal, deliberation: str, terms: WindowTerms) -> Window:
    """Let a call that was asked be repeated for a while, with exactly its input.

    Only people who may approve grant windows, and only with their key.
    """
    _check_person(app, who)
    if not 1 <= terms.minutes <= MOST_MINUTES:
        raise InputError(f"minutes: found {terms.minutes}; allowed: 1 to {MOST_MINUTES}")
    if not 1 <= terms.uses <= MOST_USES:
        raise InputError(f"uses: found {terms.uses}; allowed: 1 to {MOST_USES}")
    call = await _asked_call(app, deliberation)
    if blocked := await blocked_in(app, call):
        raise Refused(
            f"a person has stopped this call in {blocked}; no window passes that, until it may be asked again"
        )
    place, until = (call.program, call.session, call.folder, call.tool), later(app.now, terms.minutes * 60)
    granted = WindowGranted(*place, exact_pattern(call.input), until, terms.uses)
    day = f"{WINDOWS}{app.surroundings.fresh()}-"
    window = evolve_window(None, granted, f"{day}001")
    stored, _ = await app.record.append([gate_change(day, 0, (granted,), window)], who.author)
    return await _loaded(app, stored[0].deliberation)


async def _asked_call(app: App, deliberation: str) -> ToolCall:
    """The call that the gate itself has asked about there; anybody may write a question that looks like it."""
    session = await app.load(deliberation)
    try:
        call = call_of_action(session.question.action)
        log = await read_gate(app.record, call_stream(call.hash))
    except (ValueError, KeyError, TypeError, AttributeError, UnknownDeliberation):
        log = None
    if not isinstance(log, CallLog) or session.id not in log.asked:
        raise Refused(f"{session.id} is not about a tool call that the gate has asked")
    return call


@operation
async def close_window(app: App, who: Principal, window_id: str, reason: str = "") -> Window:
    """Ends a window; one that is over stays so."""
    _check_person(app, who)
    return await _change(app, who, window_id, WindowClosed(reason))


@operation
async def list_windows(app: App, who: Principal) -> list[Window]:
    """Return those that let calls through now."""
    return await open_windows(app)


async def open_windows(app: App) -> list[Window]:
    """Return the same for whoever looks for one that fits."""
    lines = [line async for line in app.lines(WINDOWS) if line.summary.state == "granted"]
    windows = [await _loaded(app, line.deliberation) for line in lines if line.summary.decision > app.now]
    return [window for window in windows if window.is_open(app.now)]


async def use_window(app: App, who: Principal, call: ToolCall, terms: GateTerms) -> str:
    """The window by which the call passes, with the exact call on the record; empty where there is none."""
    if await blocked_in(app, call):
        return ""
    for window in await open_windows(app):
        if window.is_for(call, terms.resolve):
            with suppress(Refused):
                return (await _change(app, who, window.id, WindowUsed(call.action))).id
    return ""


async def _change(app: App, who: Principal, window_id: str, event: WindowEvent) -> Window:
    while True:
        window = await _loaded(app, window_id)
        if not window.is_open(app.now):
            raise Refused(f"the window {window_id} is closed")
        after = evolve_window(window, event)
        try:
            await app.record.append([gate_change(window.id, window.position, (event,), after)], who.author)
        except AppendConflict:
            continue
        return after


async def _loaded(app: App, window_id: str) -> Window:
    try:
        found: Any = await read_gate(app.record, window_id) if window_id.startswith(WINDOWS) else None
    except UnknownDeliberation:
        found = None
    if not isinstance(found, Window):
        raise InputError(f"no window called {window_id!r}; see `quorate windows list`")
    return found


def _check_person(app: App, who: Principal) -> None:
    people = app.surroundings.settings().gate.people
    if who.proof != AUTHENTICATED or who.name not in people:
        allowed = ", ".join(people) or "nobody, because the gate in your settings names no people"
        raise Forbidden(f"only these grant and close windows, each with a key: {allowed}; you are {who.name}")
