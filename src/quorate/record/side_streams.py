"""Streams beside the deliberations, those of the fleet and those of keys and refusals, read from their rows."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar, cast

from quorate.access import streams as access
from quorate.access.access_events import AccessEvent
from quorate.access.streams import AccessState, fold_access, is_private
from quorate.core.errors import QuorateError, StoreError
from quorate.deliberation.summary import Summary
from quorate.fleet import streams as fleet
from quorate.fleet.streams import FleetEvent, FleetState, FleetStored, fold_stream, line_of
from quorate.gate import streams as gate
from quorate.gate.gate_events import GateEvent
from quorate.gate.streams import GateState, fold_gate
from quorate.record.codec import stored_of
from quorate.record.port import Change, Record, Stored
from quorate.record.rows import EventRow


async def read_fleet(record: Record, stream: str) -> FleetState:
    """An agent or a dialectic as it stands. Raises UnknownDeliberation."""
    return folded_fleet(stream, await record.read(stream))


async def fleet_history(record: Record, stream: str) -> tuple[FleetStored, ...]:
    """Everything that happened to it."""
    return tuple(_of_the_fleet(stored) for stored in await record.read(stream))


def folded_fleet(stream: str, history: Iterable[Stored]) -> FleetState:
    """What stored events of the fleet fold to."""
    try:
        return fold_stream(stream, map(_of_the_fleet, history))
    except QuorateError:
        raise
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise StoreError(f"{stream}: its events do not follow from each other; the record is damaged") from error


def fleet_change(stream: str, expected: int, events: Sequence[FleetEvent], after: FleetState) -> Change:
    """Events of the fleet, to be appended, and what is looked up afterwards."""
    return Change(stream, expected, cast(Any, tuple(events)), line_of(after))


def _of_the_fleet(stored: Stored) -> FleetStored:
    place = stored.deliberation, stored.position, stored.at, stored.author
    return FleetStored(*place, cast(Any, stored.event), stored.hash)


State = TypeVar("State")
SideState = FleetState | AccessState | GateState
SIDE_PREFIXES = (*fleet.PREFIXES, *access.PREFIXES, *gate.PREFIXES)


def is_side_stream(stream: str) -> bool:
    """True for what is no deliberation."""
    return stream.startswith(SIDE_PREFIXES)


def side_state_of(stream: str, rows: Iterable[EventRow]) -> SideState:
    """What rows fold to. Raises StoreError where they do not follow from each other."""
    history = map(stored_of, rows)
    if is_private(stream):
        return folded_access(stream, history)
    return folded_gate(stream, history) if stream.startswith(gate.PREFIXES) else folded_fleet(stream, history)


def side_line(state: SideState) -> Summary:
    """What is looked up of it without its events."""
    if isinstance(state, GateState):
        return gate.line_of(state)
    return access.line_of(state) if isinstance(state, AccessState) else fleet.line_of(state)


async def read_access(record: Record, stream: str) -> AccessState:
    """A key or a day's refusals as they are. Raises UnknownDeliberation."""
    return folded_access(stream, await record.read(stream))


def folded_access(stream: str, history: Iterable[Stored]) -> AccessState:
    """The same from stored events."""
    return _folded(fold_access, stream, history)


async def read_gate(record: Record, stream: str) -> GateState:
    """A window, or a call that was asked, as it is. Raises UnknownDeliberation."""
    return folded_gate(stream, await record.read(stream))


def folded_gate(stream: str, history: Iterable[Stored]) -> GateState:
    """The same from stored events."""
    return _folded(fold_gate, stream, history)


def gate_change(stream: str, expected: int, events: Sequence[GateEvent], after: GateState) -> Change:
    """Events of a gate, to be appended."""
    return Change(stream, expected, cast(Any, tuple(events)), gate.line_of(after))


def _folded(fold: Callable[[str, Iterable[Stored]], State], stream: str, history: Iterable[Stored]) -> State:
    try:
        return fold(stream, history)
    except QuorateError:
        raise
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise StoreError(f"{stream}: its events do not follow from each other; the record is damaged") from error


def access_change(stream: str, expected: int, events: Sequence[AccessEvent], after: AccessState) -> Change:
    """Events of a key, or a refusal, to be appended."""
    return Change(stream, expected, cast(Any, tuple(events)), access.line_of(after))
