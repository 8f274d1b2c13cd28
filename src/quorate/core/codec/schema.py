"""The JSON Schema of a value, as its declaration says."""

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import or_
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from quorate.core.codec.declaration import EXACT, Schemas, closed, or_null
from quorate.core.codec.slots import Slot, Style, also_of, in_order, is_record, slots, tag_of
from quorate.core.exact import Exact

Schema = dict[str, Any]
_SCALARS: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer", "minimum": 0},
    bool: {"type": "boolean"},
    float: {"type": "number"},
}


def schema(kind: Any, style: Style = None) -> Schema:
    """The schema of what is written of a value of this type."""
    if kind == Exact:
        return {**(style.number_schema() if style else EXACT)}
    if kind in _SCALARS:
        if style and kind is str:
            return {**style.text_schema()}
        return {"type": "integer"} if style and kind is int else _SCALARS[kind]
    if is_record(kind):
        variants = [one for slot in slots(kind, style) for one in slot.variants]
        if variants:
            return {"oneOf": [_of_variant(kind, one) for one in variants]}
        return closed(dict(_properties(kind, style)), _optional(kind, style))
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _of_choice(parts, style)
    if origin is tuple:
        return {"type": "array", "items": schema(parts[0], style)}
    if origin and issubclass(origin, Mapping) and parts[1] is not Any:
        return {"type": "object", "additionalProperties": schema(parts[1], style)}
    return {"type": "object"} if origin else {}


def _of_choice(kinds: tuple[Any, ...], style: Style) -> Schema:
    rest = [kind for kind in kinds if kind is not NoneType]
    records = [schema(kind, style) for kind in rest if is_record(kind)]
    if len(records) > 1:
        return {"oneOf": records}
    return or_null(schema(rest[0] if len(rest) == 1 else Exact, style))


def _of_variant(kind: Any, variant: Any) -> Schema:
    """The record where what is spread in it is of one of its types."""
    own = {"kind": {"const": tag_of(variant)}, **dict(_properties(variant, None))}
    properties = {**own, **dict(_properties(kind, None))}
    return closed(properties, [*_optional(variant, None), *_optional(kind, None)])


def _optional(kind: Any, style: Style) -> Iterator[str]:
    """The keys that are not always written."""
    for slot in slots(kind, style):
        if slot.key.optional:
            yield slot.name
        elif slot.key.is_spread and is_record(slot.kind):
            yield from _optional(slot.kind, style)


def _properties(kind: Any, style: Style) -> Iterator[tuple[str, Schema]]:
    yield from _after("", kind, style)
    inside: dict[str, Schema] = {}
    for slot in slots(kind, style):
        if slot.key.inside:
            inside.setdefault(slot.key.inside, {})[slot.name] = _of_slot(slot)
    for slot in in_order(kind, style):
        if slot.key.is_spread:
            yield from () if slot.variants else _spread(slot, kind)
        elif not slot.key.inside:
            yield slot.name, _of_slot(slot, style)
        elif parts := inside.pop(slot.key.inside, None):
            yield slot.key.inside, closed(parts)
        yield from _after(slot.name, kind, style)


def _spread(slot: Slot, kind: Any) -> Iterator[tuple[str, Schema]]:
    is_optional = not is_record(slot.kind)
    value = next(one for one in get_args(slot.kind) if is_record(one)) if is_optional else slot.kind
    for one in in_order(value):
        yield one.name, or_null(_of_slot(one)) if is_optional else _of_slot(one)
        yield from _after(one.name, kind)


def _after(key: str, kind: Any, style: Style = None) -> Iterator[tuple[str, Schema]]:
    for also in also_of(kind, style):
        if also.after == key:
            yield also.key, _made(also.schema)
            yield from _after(also.key, kind, style)


def _of_slot(slot: Slot, style: Style = None) -> Schema:
    if "enum" in slot.key.schema:
        return {**slot.key.schema}
    return {**(_made(slot.form.schema) if slot.form else schema(_written(slot), style)), **slot.key.schema}


def _written(slot: Slot) -> Any:
    """Return the type of what is written: what is left out when it is None is never null."""
    if not (slot.key.optional and get_origin(slot.kind) in (Union, UnionType)):
        return slot.kind
    return reduce(or_, (kind for kind in get_args(slot.kind) if kind is not NoneType))


def _made(stated: Schemas) -> Schema:
    return {**(stated() if callable(stated) else stated)}
