"""Refusals of the fleet that say whose move it is instead, and until when: the one place where they learn it."""

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from quorate.app.app import App
from quorate.app.fleet.agent_access import find_agent
from quorate.app.fleet.review_state import load_review, turn_in
from quorate.deliberation.principal import ADMIN, READ, Principal
from quorate.fleet.dialectic.dialectic_state import Turn
from quorate.fleet.refusal import FleetRefusal

P = ParamSpec("P")
Result = TypeVar("Result")
UseCase = Callable[Concatenate[App, Principal, str, P], Coroutine[Any, Any, Result]]
FindTurn = Callable[[App, Principal, str], Awaitable[Turn | None]]


def says_whose_move(find: FindTurn) -> Callable[[UseCase[P, Result]], UseCase[P, Result]]:
    """A use case about a review, or an agent, that is named first: whoever is refused learns whose move it is."""

    def decorated(use_case: UseCase[P, Result]) -> UseCase[P, Result]:
        @wraps(use_case)
        async def told(app: App, who: Principal, named: str, /, *args: P.args, **kwargs: P.kwargs) -> Result:
            try:
                return await use_case(app, who, named, *args, **kwargs)
            except FleetRefusal as error:
                if error.turn is None:
                    error.turn, error.viewer = await _found(find, app, who, named), who.name
                raise

        return told

    return decorated


async def _found(find: FindTurn, app: App, who: Principal, named: str) -> Turn | None:
    """None where there is nothing of this name."""
    try:
        return await find(app, who, named)
    except FleetRefusal:
        return None


async def turn_in_review(app: App, _: Principal, session_id: str) -> Turn | None:
    """Whose move it is in a review."""
    return await turn_in(app, await load_review(app, session_id))


async def turn_of_agent(app: App, who: Principal, agent_id: str) -> Turn | None:
    """The same for an agent whose review is asked for: in the one that is open, or nobody's until a new one may be.

    None for whoever may not know of its reviews.
    """
    if who.name != agent_id and not who.has_scope(READ, ADMIN):
        return None
    story = await find_agent(app, agent_id)
    if story is None:
        return Turn()
    if story.in_review:
        return await turn_in(app, await load_review(app, story.in_review))
    waits_until = story.agent.review_from
    return Turn(until=waits_until if app.now < waits_until else "")
