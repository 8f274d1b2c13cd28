"""What every use case is: an operation whose scope is checked before it does anything, and whose refusals are kept."""

from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from quorate.app.access.refusals import note_refusal
from quorate.app.access.sight import check_sight
from quorate.app.access.stored_keys import check_key_holds
from quorate.core.errors import Refused
from quorate.deliberation.principal import NEEDS, Principal, check_scope

if TYPE_CHECKING:
    from quorate.app.app import App

P = ParamSpec("P")
Result = TypeVar("Result")
UseCase = Callable[Concatenate["App", Principal, P], Coroutine[Any, Any, Result]]
Stream = Callable[Concatenate["App", Principal, P], AsyncIterator[Result]]


def operation(use_case: UseCase[P, Result]) -> UseCase[P, Result]:
    """A use case that is only for those whose key has a scope for it; its name is a row of the table NEEDS."""
    name, sees = _row(use_case), _sees_deliberation(use_case)

    @wraps(use_case)
    async def checked(app: "App", who: Principal, /, *args: P.args, **kwargs: P.kwargs) -> Result:
        try:
            await _check(app, who, name, _named(sees, args, kwargs))
            return await use_case(app, who, *args, **kwargs)
        except Refused as error:
            await note_refusal(app, who, name, error)
            raise

    return checked


def stream_operation(use_case: Stream[P, Result]) -> Stream[P, Result]:
    """The same for a use case that gives one thing after the other, for as long as the key is valid."""
    name, sees = _row(use_case), _sees_deliberation(use_case)

    @wraps(use_case)
    async def checked(app: "App", who: Principal, /, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[Result]:
        try:
            await _check(app, who, name, _named(sees, args, kwargs))
            async for one in use_case(app, who, *args, **kwargs):
                await check_key_holds(app, who)
                yield one
        except Refused as error:
            await note_refusal(app, who, name, error)
            raise

    return checked


async def _check(app: "App", who: Principal, name: str, deliberation: str | None) -> None:
    await check_key_holds(app, who)
    check_scope(name, who)
    if deliberation is not None:
        await check_sight(app, who, deliberation)


def _row(use_case: Callable[..., Any]) -> str:
    """The name of a use case in the table. One that is not in it cannot even be imported."""
    if use_case.__name__ not in NEEDS:
        raise TypeError(f"{use_case.__name__} has no row in the table NEEDS of deliberation/principal.py")
    return use_case.__name__


def _sees_deliberation(use_case: Callable[..., Any]) -> bool:
    return [*signature(use_case).parameters][2:3] == ["deliberation"]


def _named(sees: bool, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> str | None:
    """The deliberation that is asked for."""
    if not sees:
        return None
    found = args[0] if args else kwargs.get("deliberation")
    return found if isinstance(found, str) else None
