"""How a value stands in JSON, declared where the value is: at the fields of its NamedTuple, as `Annotated`.

A field without a declaration has a key of its own name, always written, with the schema of its type. A store has a
style of its own: there the names of fields are the keys, and fields at their default are left out.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin

Schema = Mapping[str, Any]
Schemas = Schema | Callable[[], Schema]
"""A schema, or what makes it where it is asked for, which few programs do."""
NULL: Schema = {"type": "null"}
EXACT: Schema = {"type": "string", "pattern": "^[0-9]+(/[1-9][0-9]*)?$"}
_REQUIRED = object()


class Key(NamedTuple):
    """The key of a field: its name where that is another one, and what holds besides its type.

    `newer` fields came later and are left out where they say nothing; with `if_set` one is left out at its default.
    Fields beside each other with the same `inside` stand in a mapping of that name. With `is_spread` the keys of the
    value itself stand there, and not the value: where it may be of several types, with its type as `kind`. With
    `is_first` it stands before the others, and with `is_hidden` it is not shown.
    """

    name: str = ""
    schema: Mapping[str, Any] = {}
    newer: bool = False
    inside: str = ""
    is_spread: bool = False
    is_first: bool = False
    if_set: bool = False
    is_hidden: bool = False


class Form(NamedTuple):
    """A field that is written in a way of its own: how, how that is read, and its schema."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]
    schema: Schemas


class Also(NamedTuple):
    """A key `after` another one (or before all) that no field has: null, or what follows from the whole value."""

    key: str
    after: str
    write: Callable[[Any], Any] | None = None
    schema: Schemas = NULL


class StoredStyle(NamedTuple):
    """How a store writes what JSON has no word for, its schemas, and what is raised for values that do not fit.

    `write` takes any value; `read_number` an exact one. `damaged` is given what it should have been, `unknown` a type
    and the name of a field that it has not.
    """

    write: Callable[[Any], Any]
    read_number: Callable[[Any], Any]
    damaged: Callable[[str], Exception]
    unknown: Callable[[str, str], Exception]
    text_schema: Callable[[], Schema]
    number_schema: Callable[[], Schema]


Style = StoredStyle | None
"""None is what every interface shows: all keys, as they are declared."""


TEXT_OR_NULL = Form(lambda text: text or None, lambda text: text or "", lambda: or_null({"type": "string"}))
TextOrNull = Annotated[str, TEXT_OR_NULL]
"""A text that is null where it is empty."""
SAID = Key(newer=True)
SaidText = Annotated[str, SAID]
SaidTexts = Annotated[tuple[str, ...], SAID]
SaidFlag = Annotated[bool, SAID]


class Slot(NamedTuple):
    """A field as it is declared."""

    field: str
    kind: Any
    key: Key
    form: Form | None
    default: Any
    is_left_out_by_default: bool = False

    @property
    def name(self) -> str:
        """The key in JSON."""
        return self.key.name or self.field

    @property
    def is_optional(self) -> bool:
        """True where the key is not always written."""
        return self.key.newer or self.is_left_out_by_default

    @property
    def variants(self) -> tuple[Any, ...]:
        """The types of a value that is spread with its type as `kind`."""
        return get_args(self.kind) if self.key.is_spread and is_choice(self.kind) else ()


def closed(properties: Mapping[str, Any], optional: Iterable[str] = ()) -> dict[str, Any]:
    """The schema of a mapping with these keys and no others."""
    left_out = set(optional)
    required = [key for key in properties if key not in left_out]
    return {"type": "object", "properties": {**properties}, "required": required, "additionalProperties": False}


def or_null(one: Schema) -> dict[str, Any]:
    """The same, or null."""
    return {"anyOf": [one, NULL]}


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
    return Slot(name, get_args(hint)[0] if said else hint, key, form, default, key.if_set)


def _stored_slot(name: str, hint: Any, default: Any) -> Slot:
    declared = _slot(name, hint, default)
    return Slot(name, declared.kind, Key(), None, default, default is not _REQUIRED)
