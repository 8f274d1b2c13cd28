"""The mapping of a library call as the plain values that a parsed document would give."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from quorate.core.errors import DocumentError, Path, Problem
from quorate.core.exact import DENOMINATORS_BELOW, Exact, is_short
from quorate.core.shape import found
from quorate.documents.findings import Findings

DEEPEST = 32
_AS_THEY_ARE = (bool, float, type(None))
_COMMON = 10**9
_MOST_BITS = 1000


class _Uncommon(Exception):
    """Something that has to be looked at more closely."""


def plain_mapping(document: Mapping[str, Any]) -> dict[str, Any]:
    """Mappings as dicts, tuples as lists, subclasses of text and numbers as what they are; all else unchanged."""
    try:
        copy: dict[str, Any] = _plain_copy(document, 0)
        return copy
    except _Uncommon:
        problems = Findings()
    value: dict[str, Any] = _plain(document, (), problems)
    if problems:
        raise DocumentError(problems)
    return value


def _plain_copy(value: Any, depth: int) -> Any:
    """A copy of what is plain already, as nearly every document is; it takes a third of the time of a closer look."""
    kind = type(value)
    if kind is str and value.isascii():
        return value
    if kind in _AS_THEY_ARE or (kind is int and -_COMMON < value < _COMMON):
        return value
    if depth < DEEPEST and kind is list:
        return [_plain_copy(one, depth + 1) for one in value]
    if depth < DEEPEST and kind is dict:
        return {_plain_key(key): _plain_copy(one, depth + 1) for key, one in value.items()}
    raise _Uncommon


def _plain_key(key: Any) -> str:
    if type(key) is str and key.isascii():
        return key
    raise _Uncommon


def _plain(value: Any, path: Path, problems: Findings) -> Any:
    if isinstance(value, str):
        return _text(value, path, problems)
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return _exact(value, path, problems)
    if isinstance(value, float):
        return float(value)
    # last, because it takes longest to find out whether something is one of these
    if isinstance(value, dict | list | tuple | Mapping):
        return _container(value, path, problems)
    return _exact(value, path, problems) if isinstance(value, Fraction) else value


def _exact(value: Exact, path: Path, problems: Findings) -> Exact:
    if value.numerator.bit_length() > _MOST_BITS or not is_short(value):
        allowed = f"shorter numbers: decimals, or fractions with a denominator below {DENOMINATORS_BELOW}"
        problems.append(Problem(path, found(value), allowed))
    return int(value) if isinstance(value, int) else value


def _container(value: Any, path: Path, problems: Findings) -> Any:
    if len(path) > DEEPEST:
        problems.append(Problem(path, "nesting that is too deep", f"at most {DEEPEST} levels"))
        return None
    if not isinstance(value, list | tuple):
        items = ((_key(key, path, problems), one) for key, one in value.items())
        return {key: _plain(one, (*path, str(key)), problems) for key, one in items}
    return [_plain(one, (*path, index), problems) for index, one in enumerate(value)]


def _key(key: Any, path: Path, problems: Findings) -> Any:
    return _text(key, (*path, str(key)), problems) if isinstance(key, str) else key


def _text(value: str, path: Path, problems: Findings) -> str:
    text = str.__str__(value)
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            problems.append(Problem(path, "half of a surrogate pair", "whole characters"))
    return text
