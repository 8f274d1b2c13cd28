"""Streams of the fleet, read and written as those of deliberations are.

The record keeps every kind of event that its codec knows; its types name those of deliberations, and this is the one
place that passes from one to the other.
"""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from quorate.core.errors import QuorateError, StoreError
from quorate.fleet.streams import FleetEvent, FleetState, FleetStored, fold_stream, line_of
from quorate.record.port import Change, Record, Stored


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
