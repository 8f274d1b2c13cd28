"""Plain JSON values as the values that wrote them, as their declarations say; a function is written for each type.

What is stored is checked as it is read: whatever does not fit is damage, or from a newer release.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from quorate.core.codec.slots import Slot, Style, also_of, is_record, made, named, slots
from quorate.core.codec.stored_style import StoredStyle
from quorate.core.exact import Exact, plain

Reader = Callable[[Any], Any]
Row = Mapping[str, Any]


@cache
def reader(kind: Any, style: Style = None) -> Reader:
    """What turns plain JSON values into a value of this type."""
    if kind == Exact:
        return style.read_number if style else _number
    if is_record(kind):
        return _reader_of_record(kind, style)
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _reader_of_choice(parts, style)
    if origin is tuple:
        return _reader_of_items(reader(parts[0], style), style)
    if style:
        read = _reader_of_type(dict if origin else kind, style)
        return _reader_of_floats(read, style) if parts[1:] == (float,) else read
    if parts and issubclass(origin, Mapping) and reader(parts[1]) is not _as_it_is:
        return _reader_of_values(reader(parts[1]))
    return _as_it_is


def _as_it_is(value: Any) -> Any:
    return value


def _number(text: str) -> Exact:
    return plain(Fraction(text))


def _reader_of_type(kind: type[Any], style: StoredStyle) -> Reader:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise style.damaged(f"a value that should be {kind.__name__}")
        return value

    return read


def _reader_of_floats(read: Reader, style: StoredStyle) -> Reader:
    """A mapping whose values are computed with: each of them is checked."""
    read_value = _reader_of_type(float, style)
    return lambda value: {key: read_value(one) for key, one in read(value).items()}


def _reader_of_items(read: Reader, style: Style) -> Reader:
    if not style:
        return tuple if read is _as_it_is else lambda items: tuple(map(read, items))

    def checked(items: Any) -> Any:
        if type(items) is not list:
            raise style.damaged("a list")
        return tuple(map(read, items))

    return checked


def _reader_of_values(read: Reader) -> Reader:
    return lambda value: {key: read(one) for key, one in value.items()}


def _reader_of_choice(kinds: tuple[Any, ...], style: Style) -> Reader:
    records = [kind for kind in kinds if is_record(kind)]
    if len(records) > 1:
        return _reader_of_records(records)
    rest = tuple(kind for kind in kinds if kind is not NoneType)
    read = reader(rest[0] if len(rest) == 1 else Exact, style)
    return _as_it_is if read is _as_it_is else lambda value: None if value is None else read(value)


def _reader_of_records(kinds: list[Any]) -> Reader:
    """Of several, the first whose keys without a value are empty."""
    empty = [tuple(also.key for also in also_of(kind) if not also.write) for kind in kinds]
    readers = [reader(kind) for kind in kinds]

    def read(row: Row) -> Any:
        fitting = (one for one, keys in zip(readers, empty, strict=True) if all(row[key] is None for key in keys))
        return next(fitting)(row)

    return read


def _reader_of_record(kind: Any, style: Style) -> Reader:
    scope: dict[str, Any] = {"kind": kind}
    arguments = ", ".join(_argument(slot, scope, style) for slot in slots(kind, style))
    read = made(f"def made(row): return kind({arguments})", scope)
    return _checked(kind, read, style) if style else read


def _checked(kind: Any, read: Reader, style: StoredStyle) -> Reader:
    """Refuses what lacks a field, or has one that nobody knows."""
    names = frozenset(kind._fields)

    def checked(row: Any) -> Any:
        if type(row) is not dict or not row.keys() >= names:
            raise style.damaged(kind.__name__)
        if not row.keys() <= names:
            raise style.unknown(kind.__name__, min(row.keys() - names))
        return read(row)

    return checked


def _argument(slot: Slot, scope: dict[str, Any], style: Style) -> str:
    """The expression that reads a field from a row; what is not shown is as if nothing had been said."""
    if slot.key.is_hidden:
        return named(slot.default, scope)
    if slot.key.is_spread:
        return f"{named(_spread_reader(slot), scope)}(row)"
    read = slot.form.read if slot.form else reader(slot.kind, style)
    value = f"row[{slot.key.inside!r}][{slot.name!r}]" if slot.key.inside else f"row[{slot.name!r}]"
    value = value if read is _as_it_is else f"{named(read, scope)}({value})"
    return f"{value} if {slot.name!r} in row else {named(slot.default, scope)}" if slot.key.optional else value


def _spread_reader(slot: Slot) -> Reader:
    """The keys of the value stand in the row; where there is no value they are all null."""
    if is_record(slot.kind):
        return reader(slot.kind)
    (kind,) = (one for one in get_args(slot.kind) if one is not NoneType)
    read, first = reader(kind), slots(kind)[0].name
    return lambda row: None if row[first] is None else read(row)
