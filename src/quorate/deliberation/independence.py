"""Which seats of a panel look independent and are not: one model, one vendor or one program answers for several."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from quorate.core.panel import Seat

NOT_ENGINES = ("scorecard", "scripted", "person", "agent")
_VENDORS = {"claude": "Anthropic", "codex": "OpenAI", "gemini": "Google"}
_VENDOR_WORDS = {"anthropic": "Anthropic", "openai": "OpenAI", "google": "Google", "gemini": "Google"}


class Shared(NamedTuple):
    """Seats that share a `model`, a `vendor` or a `program`, and what it is called."""

    what: str
    name: str
    seats: tuple[str, ...]


def not_independent(seats: Sequence[Seat]) -> tuple[Shared, ...]:
    """The groups of seats that are not independent of each other; a vendor is named where models differ."""
    asked = [seat for seat in seats if seat.voter and seat.voter_kind not in NOT_ENGINES]
    same = tuple(_groups(asked, _source, _as_model))
    known = {one.seats for one in same}
    vendors = _groups(asked, lambda seat: vendor_of(seat.voter), lambda vendor: ("vendor", vendor))
    return (*same, *(one for one in vendors if one.seats not in known))


def _groups(
    seats: Sequence[Seat], source: Callable[[Seat], str], named: Callable[[str], tuple[str, str]]
) -> Iterator[Shared]:
    groups: dict[str, list[str]] = {}
    for seat in seats:
        if of := source(seat):
            groups.setdefault(of, []).append(seat.name)
    return (Shared(*named(of), tuple(names)) for of, names in groups.items() if len(names) > 1)


def _source(seat: Seat) -> str:
    """What answers for a seat: one program however it is started, one model however its address is written."""
    kind, _, words = seat.voter.partition(":")
    if kind == "command":
        return f"command:{words.split(' ', 1)[0]}"
    if kind != "openai":
        return seat.voter
    model, at, address = words.partition("@")
    here = address.casefold().replace("//localhost", "//127.0.0.1").replace("//[::1]", "//127.0.0.1")
    return f"openai:{model}{at}{here.rstrip('/')}"


def _as_model(voter: str) -> tuple[str, str]:
    """A command's arguments are nobody's business."""
    return ("program", "command") if voter.partition(":")[0] == "command" else ("model", voter)


def vendor_of(voter: str) -> str:
    """Who makes the model behind a voter; empty where that is not known."""
    kind, _, words = voter.partition(":")
    if kind == "api":
        return _VENDOR_WORDS.get(words.partition(":")[0].partition("-")[0], "")
    if kind == "openai":
        _, at, address = words.partition("@")
        return "OpenAI" if not at or "://api.openai.com" in address else ""
    return _VENDORS.get(kind, "")
