"""Plain JSON values as values of the types that NamedTuples declare; whatever does not fit is damage."""

from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from quorate.core.errors import StoreError

Reader = Callable[[Any], Any]
NEWER = "a newer Quorate wrote it; update Quorate to read it"


@cache
def reader(kind: Any) -> Reader:
    """What turns plain JSON values into a value of the declared type."""
    origin = get_origin(kind)
    if hasattr(kind, "_fields"):
        return _reader_of_fields(kind)
    if origin is tuple:
        return _reader_of_items(reader(get_args(kind)[0]))
    if origin in (Union, UnionType):
        return _reader_of_choice(get_args(kind))
    return _reader_of_type(dict if origin else kind)


def _reader_of_fields(kind: Any) -> Reader:
    readers = {name: reader(hint) for name, hint in get_type_hints(kind).items()}
    required = frozenset(readers) - frozenset(kind._field_defaults)

    def read(value: Any) -> Any:
        if not isinstance(value, dict) or not required <= value.keys():
            raise _damaged(kind.__name__)
        if unknown := value.keys() - readers.keys():
            raise StoreError(f"{kind.__name__} with the field {min(unknown)!r}: {NEWER}")
        return kind(**{name: readers[name](one) for name, one in value.items()})

    return read


def _reader_of_items(reader: Reader) -> Reader:
    def read(value: Any) -> Any:
        if not isinstance(value, list):
            raise _damaged("a list")
        return tuple(map(reader, value))

    return read


def _reader_of_choice(kinds: tuple[Any, ...]) -> Reader:
    readers = {get_origin(kind) or kind: reader(kind) for kind in kinds if kind is not NoneType}
    nested = [reader for kind, reader in readers.items() if hasattr(kind, "_fields") or kind is tuple]

    def read(value: Any) -> Any:
        if value is None and NoneType in kinds:
            return None
        reader = readers.get(type(value)) or (nested[0] if nested else None)
        if reader is None:
            raise _damaged("a value")
        return reader(value)

    return read


def _reader_of_type(kind: type[Any]) -> Reader:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise _damaged(f"a value that should be {kind.__name__}")
        return value

    return read


def _damaged(what: str) -> StoreError:
    return StoreError(f"{what} is not as it was written; the record is damaged: restore a backup")
