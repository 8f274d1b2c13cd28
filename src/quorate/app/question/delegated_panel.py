"""What a program may ask of a panel that opens a question on somebody's behalf: only what settings allow.

Programs and addresses are the user's to name. A panel of the settings may have them; a caller's own seats may not.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from quorate.app.question.draft import AskedQuestion
from quorate.app.question.panel_choice import named_seat
from quorate.core.errors import InputError
from quorate.core.panel import ANSWER_LATER, as_person
from quorate.deliberation.events import MOST_CONFIDENT
from quorate.deliberation.framing import DEFAULT_VOTER, ENGINES
from quorate.deliberation.principal import MCP, Principal

if TYPE_CHECKING:
    from quorate.settings import Settings

_ALLOWED = (*ENGINES, DEFAULT_VOTER, *ANSWER_LATER)
_DEADLOCKS = ("ask", "reframe")


def check_delegated(asked: AskedQuestion, who: Principal, settings: "Callable[[], Settings]") -> None:
    """Raises InputError where somebody who came through MCP asks for more than settings allow."""
    if who.via != MCP:
        return
    for text in asked.panel.seats:
        _check_voter(named_seat(text)[1], settings())
    for seat in _stated_seats(asked.document.value):
        _check_voter(seat.get("voter", DEFAULT_VOTER), settings())
    said = (asked.panel.deadlock, _policy(asked).get("deadlock"))
    if any(word not in (None, *_DEADLOCKS) for word in said):
        raise InputError(f"deadlock: found {MOST_CONFIDENT}; allowed here: {', '.join(_DEADLOCKS)}")
    _check_budget(asked, settings().max_cost)


def _stated_seats(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    stated = document.get("panel")
    return [one for one in stated if isinstance(one, dict)] if isinstance(stated, list) else []


def _check_voter(voter: object, settings: "Settings") -> None:
    kind = voter.partition(":")[0].strip() if isinstance(voter, str) else "command"
    if kind in _ALLOWED:
        return
    panels, person = ", ".join(settings.panels) or "none yet; add [panels.NAME] to quorate.toml", as_person(voter)
    for_a_person = f"; for a person: {person}" if person else ""
    raise InputError(
        f"seats: found a voter of the kind {kind!r}; allowed here: {', '.join(_ALLOWED)}{for_a_person}. "
        f"Programs and addresses come from settings: name a panel ({panels})"
    )


def _policy(asked: AskedQuestion) -> Mapping[str, Any]:
    policy = asked.document.value.get("policy")
    return policy if isinstance(policy, dict) else {}


def _check_budget(asked: AskedQuestion, most: str) -> None:
    said = asked.panel.max_cost if asked.panel.max_cost is not None else _policy(asked).get("max_cost")
    if not most or said is None:
        return
    try:
        is_more = Decimal(str(said)) > Decimal(most)
    except ArithmeticError:
        return  # whoever reads the document says what is wrong
    if is_more:
        raise InputError(f"max_cost: found {said}; allowed: at most {most}, as settings say")
