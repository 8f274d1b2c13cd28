"""Plain JSON values as the values that wrote them, as their declarations say; a function is written for each type."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from quorate.core.codec.declaration import Slot, also_of, is_record, made, named, slots
from quorate.core.exact import Exact, plain

Reader = Callable[[Any], Any]
Row = Mapping[str, Any]


@cache
def reader(kind: Any) -> Reader:
    """What turns plain JSON values into a value of this type."""
    if kind == Exact:
        return _number
    if is_record(kind):
        return _reader_of_record(kind)
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _reader_of_choice(parts)
    if origin is tuple:
        return _reader_of_items(reader(parts[0]))
    if parts and issubclass(origin, Mapping) and reader(parts[1]) is not _as_it_is:
        return _reader_of_values(reader(parts[1]))
    return _as_it_is


def _as_it_is(value: Any) -> Any:
    return value


def _number(text: str) -> Exact:
    return plain(Fraction(text))


def _reader_of_items(read: Reader) -> Reader:
    return tuple if read is _as_it_is else lambda items: tuple(map(read, items))


def _reader_of_values(read: Reader) -> Reader:
    return lambda value: {key: read(one) for key, one in value.items()}


def _reader_of_choice(kinds: tuple[Any, ...]) -> Reader:
    records = [kind for kind in kinds if is_record(kind)]
    if len(records) > 1:
        return _reader_of_records(records)
    rest = tuple(kind for kind in kinds if kind is not NoneType)
    read = reader(rest[0]) if len(rest) == 1 else _number
    return _as_it_is if read is _as_it_is else lambda value: None if value is None else read(value)


def _reader_of_records(kinds: list[Any]) -> Reader:
    """Of several, the first whose keys without a value are empty."""
    empty = [tuple(also.key for also in also_of(kind) if not also.write) for kind in kinds]
    readers = [reader(kind) for kind in kinds]

    def read(row: Row) -> Any:
        fitting = (one for one, keys in zip(readers, empty, strict=True) if all(row[key] is None for key in keys))
        return next(fitting)(row)

    return read


def _reader_of_record(kind: Any) -> Reader:
    scope: dict[str, Any] = {"kind": kind}
    arguments = ", ".join(_argument(slot, scope) for slot in slots(kind))
    return made(f"def made(row): return kind({arguments})", scope)


def _argument(slot: Slot, scope: dict[str, Any]) -> str:
    """The expression that reads a field from a row."""
    if slot.key.is_spread:
        return f"{named(_spread_reader(slot), scope)}(row)"
    read = slot.form.read if slot.form else reader(slot.kind)
    value = f"row[{slot.key.inside!r}][{slot.name!r}]" if slot.key.inside else f"row[{slot.name!r}]"
    value = value if read is _as_it_is else f"{named(read, scope)}({value})"
    return f"{value} if {slot.name!r} in row else {named(slot.default, scope)}" if slot.key.newer else value


def _spread_reader(slot: Slot) -> Reader:
    """The keys of the value stand in the row; where there is no value they are all null."""
    if is_record(slot.kind):
        return reader(slot.kind)
    (kind,) = (one for one in get_args(slot.kind) if one is not NoneType)
    read, first = reader(kind), slots(kind)[0].name
    return lambda row: None if row[first] is None else read(row)
