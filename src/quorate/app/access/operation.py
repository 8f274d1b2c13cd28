"""What every use case is: an operation whose scope is checked before it does anything, and whose refusals are kept."""

from collections.abc import AsyncIterator, Callable, Coroutine
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from quorate.app.access.refusals import note_refusal, note_unseen
from quorate.app.access.sight import check_review_sight, check_sight
from quorate.app.access.stored_keys import check_key_holds
from quorate.core.errors import Refused, UnknownDeliberation
from quorate.core.span import OPERATION
from quorate.deliberation.principal import NEEDS, Principal, check_scope

if TYPE_CHECKING:
    from quorate.app.app import App

P = ParamSpec("P")
Result = TypeVar("Result")
_SIGHT = {"deliberation": check_sight, "session_id": check_review_sight}
"""Who may know of what the first argument of a use case names; by the name of that argument."""
UseCase = Callable[Concatenate["App", Principal, P], Coroutine[Any, Any, Result]]
Stream = Callable[Concatenate["App", Principal, P], AsyncIterator[Result]]


def operation(use_case: UseCase[P, Result]) -> UseCase[P, Result]:
    """A use case that is only for those whose key has a scope for it; its name is a row of the table NEEDS."""
    name, seen = _row(use_case), _seen_by(use_case)

    @wraps(use_case)
    async def checked(app: "App", who: Principal, /, *args: P.args, **kwargs: P.kwargs) -> Result:
        with app.surroundings.spans(name, {OPERATION: name}):
            try:
                await _check(app, who, name)
                await _check_sight(app, who, name, seen, args[0] if args else kwargs.get(seen))
                return await use_case(app, who, *args, **kwargs)
            except Refused as error:
                await note_refusal(app, who, name, error)
                raise

    return checked


def stream_operation(use_case: Stream[P, Result]) -> Stream[P, Result]:
    """The same for a use case that gives one thing after the other, for as long as the key is valid."""
    name, seen = _row(use_case), _seen_by(use_case)

    @wraps(use_case)
    async def checked(app: "App", who: Principal, /, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[Result]:
        try:
            await _check(app, who, name)
            await _check_sight(app, who, name, seen, args[0] if args else kwargs.get(seen))
            async for one in use_case(app, who, *args, **kwargs):
                await check_key_holds(app, who)
                yield one
        except Refused as error:
            await note_refusal(app, who, name, error)
            raise

    return checked


async def _check(app: "App", who: Principal, name: str) -> None:
    if not who.is_fresh:
        await check_key_holds(app, who)
    check_scope(name, who)


async def _check_sight(app: "App", who: Principal, name: str, seen: str, named: object) -> None:
    if not seen or not isinstance(named, str):
        return
    try:
        await _SIGHT[seen](app, who, named)
    except UnknownDeliberation:  # kept whether it is there or not, so that this tells nothing either
        await note_unseen(app, who, name)
        raise


def _row(use_case: Callable[..., Any]) -> str:
    """The name of a use case in the table. One that is not in it cannot even be imported."""
    if use_case.__name__ not in NEEDS:
        raise TypeError(f"{use_case.__name__} has no row in the table NEEDS of deliberation/principal.py")
    return use_case.__name__


def _seen_by(use_case: Callable[..., Any]) -> str:
    """The first argument of a use case, where it names what not everybody may know of; else nothing."""
    first = [*signature(use_case).parameters][2:3]
    return first[0] if first and first[0] in _SIGHT else ""
