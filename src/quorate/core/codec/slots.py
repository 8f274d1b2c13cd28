"""The fields of a value as they are declared, for those who write it, read it or describe it."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias, get_args, get_origin

from quorate.core.codec.declaration import Also, Form, Key

if TYPE_CHECKING:
    from quorate.core.codec.stored_style import StoredStyle  # only a store has one

_REQUIRED = object()
Style: TypeAlias = "StoredStyle | None"
"""None is what every interface shows: all keys, as they are declared."""


class Slot(NamedTuple):
    """A field as it is declared."""

    field: str
    kind: Any
    key: Key
    form: Form | None
    default: Any

    @property
    def name(self) -> str:
        """The key in JSON."""
        return self.key.name or self.field

    @property
    def variants(self) -> tuple[Any, ...]:
        """The types of a value that is spread with its type as `kind`."""
        return get_args(self.kind) if self.key.is_spread and is_choice(self.kind) else ()


@cache
def slots(kind: Any, style: Style = None) -> tuple[Slot, ...]:
    """The fields of a NamedTuple, in their order."""
    hints = kind.__annotations__  # they are types and not texts; to make sure of that takes longer than all the rest
    made_of = _stored_slot if style else _slot
    return tuple(made_of(name, hints[name], kind._field_defaults.get(name, _REQUIRED)) for name in kind._fields)


def in_order(kind: Any, style: Style = None) -> list[Slot]:
    """The fields as they stand in JSON."""
    return sorted((one for one in slots(kind, style) if not one.key.is_hidden), key=lambda one: not one.key.is_first)


@cache
def also_of(kind: Any, style: Style = None) -> tuple[Also, ...]:
    """The keys that no field has; none of them is stored."""
    declared: tuple[Also, ...] = kind.json_also() if hasattr(kind, "json_also") and not style else ()
    return declared


def is_record(kind: Any) -> bool:
    """True for a NamedTuple."""
    return hasattr(kind, "_fields")


def is_choice(kind: Any) -> bool:
    """True for a union of NamedTuples."""
    return len(get_args(kind)) > 1 and all(map(is_record, get_args(kind)))


def tag_of(kind: Any) -> str:
    """What a type is called where it is told from others."""
    name: str = kind.__name__
    return name.lower()


def made(source: str, scope: dict[str, Any]) -> Callable[[Any], Any]:
    """The function `made` that a source text defines: nothing is in it but names of our own declarations."""
    exec(source, scope)
    function: Callable[[Any], Any] = scope["made"]
    return function


def named(thing: Any, scope: dict[str, Any]) -> str:
    """A name under which a source text finds a thing."""
    name = f"_{len(scope)}"
    scope[name] = thing
    return name


def _slot(name: str, hint: Any, default: Any) -> Slot:
    said = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    key = next((one for one in said if isinstance(one, Key)), Key())
    form = next((one for one in said if isinstance(one, Form)), None)
    return Slot(name, get_args(hint)[0] if said else hint, key, form, default)


def _stored_slot(name: str, hint: Any, default: Any) -> Slot:
    return Slot(name, _slot(name, hint, default).kind, Key(), None, default)
