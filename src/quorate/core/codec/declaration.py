"""How a value stands in JSON, declared where the value is: at the fields of its NamedTuple, as `Annotated`.

A field without a declaration has a key of its own name, always written, with the schema of its type. A store has a
style of its own: there the names of fields are the keys, and all of them are written.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, NamedTuple

Schema = Mapping[str, Any]
Schemas = Schema | Callable[[], Schema]
"""A schema, or what makes it where it is asked for, which few programs do."""
NULL: Schema = {"type": "null"}
EXACT: Schema = {"type": "string", "pattern": "^[0-9]+(/[1-9][0-9]*)?$"}


class Key(NamedTuple):
    """The key of a field: its name where that is another one, and what holds besides its type.

    `optional` fields are left out when they are empty; one that may be None is left out only when it is None.
    Fields beside each other with the same `inside` stand in a mapping of that name. With `is_spread` the keys of the
    value itself stand there, and not the value: where it may be of several types, with its type as `kind`. With
    `is_first` it stands before the others, and with `is_hidden` it is not shown.
    """

    name: str = ""
    schema: Mapping[str, Any] = {}
    optional: bool = False
    inside: str = ""
    is_spread: bool = False
    is_first: bool = False
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


TEXT_OR_NULL = Form(lambda text: text or None, lambda text: text or "", lambda: or_null({"type": "string"}))
TextOrNull = Annotated[str, TEXT_OR_NULL]
"""A text that is null where it is empty."""
OPTIONAL = Key(optional=True)
OptionalText = Annotated[str, OPTIONAL]
OptionalTexts = Annotated[tuple[str, ...], OPTIONAL]
OptionalFlag = Annotated[bool, OPTIONAL]


def closed(properties: Mapping[str, Any], optional: Iterable[str] = ()) -> dict[str, Any]:
    """The schema of a mapping with these keys and no others."""
    left_out = set(optional)
    required = [key for key in properties if key not in left_out]
    return {"type": "object", "properties": {**properties}, "required": required, "additionalProperties": False}


def or_null(one: Schema) -> dict[str, Any]:
    """The same, or null."""
    return {"anyOf": [one, NULL]}
