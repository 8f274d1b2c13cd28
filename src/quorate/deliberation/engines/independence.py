"""Which seats of a panel look independent and are not: one model, vendor, program or person answers for several."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from quorate.core.panel import Seat
from quorate.core.text.names import folded
from quorate.deliberation.events import Opened

NOT_ENGINES = ("scorecard", "scripted", "person", "agent")
_VENDORS = {"claude": "Anthropic", "codex": "OpenAI", "gemini": "Google", "agy": "Google"}
_VENDOR_WORDS = {"anthropic": "Anthropic", "openai": "OpenAI", "google": "Google", "gemini": "Google"}


def has_engines(seats: Sequence[Seat]) -> bool:
    """True where an engine is seated, so that it makes a difference how engines are asked."""
    return any(seat.voter and seat.voter_kind not in (*NOT_ENGINES, "command") for seat in seats)


class Shared(NamedTuple):
    """Seats that share a `model`, a `vendor`, a `program` or a `voter`, and what it is called."""

    what: str
    name: str
    seats: tuple[str, ...]


def not_independent(opened: Opened) -> tuple[Shared, ...]:
    """The groups of engine seats that are not independent of each other; a vendor is named where models differ."""
    asked = _engine_seats(opened.seats)
    if len(asked) < 2:  # as on every panel of people
        return ()
    same = tuple(_groups(asked, lambda seat: voter_source(seat.voter, opened.programs.get(seat.name, "")), _as_model))
    known = {one.seats for one in same}
    vendors = _groups(asked, lambda seat: vendor_of(seat.voter), lambda seat: ("vendor", vendor_of(seat.voter)))
    return (*same, *(one for one in vendors if one.seats not in known))


def shared_holders(opened: Opened) -> tuple[Shared, ...]:
    """The groups of seats that one person or agent alone may answer for: their votes are one voice."""
    return _shared_holders(opened.seats)


@lru_cache(256)  # a panel is shown after every ballot, and never changes
def _engine_seats(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats if seat.voter and seat.voter_kind not in NOT_ENGINES)


@lru_cache(256)
def _shared_holders(seats: tuple[Seat, ...]) -> tuple[Shared, ...]:
    held = [seat for seat in seats if seat.holder]
    return tuple(_groups(held, lambda seat: folded(seat.holder), lambda seat: ("voter", seat.holder)))


def _groups(
    seats: Sequence[Seat], source: Callable[[Seat], str], named: Callable[[Seat], tuple[str, str]]
) -> Iterator[Shared]:
    groups: dict[str, list[Seat]] = {}
    for seat in seats:
        if of := source(seat):
            groups.setdefault(of, []).append(seat)
    for group in groups.values():
        if len(group) > 1:
            yield Shared(*named(group[0]), tuple(seat.name for seat in group))


def voter_source(voter: str, program: str = "") -> str:
    """What answers for a voter: one program whatever leads to it, one model however it and its address are written."""
    kind, _, words = voter.partition(":")
    if kind == "command":
        return f"command:{program or words.split(' ', 1)[0]}"
    if kind != "openai":
        return folded(voter)
    model, at, address = words.partition("@")
    here = address.casefold().replace("//localhost", "//127.0.0.1").replace("//[::1]", "//127.0.0.1")
    return f"openai:{folded(model)}{at}{here.rstrip('/')}"


def _as_model(seat: Seat) -> tuple[str, str]:
    """A command's arguments are nobody's business, and nor is the address of a model."""
    return ("program", "command") if seat.voter_kind == "command" else ("model", seat.voter)


def vendor_of(voter: str) -> str:
    """Who makes the model behind a voter; empty where that is not known."""
    kind, _, words = voter.partition(":")
    if kind == "api":
        return _VENDOR_WORDS.get(words.partition(":")[0].partition("-")[0], "")
    if kind == "openai":
        _, at, address = words.partition("@")
        return "OpenAI" if not at or "://api.openai.com" in address else ""
    return _VENDORS.get(kind, "")
