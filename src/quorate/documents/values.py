"""The mapping of a library call as the plain values that a parsed document would give."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from quorate.core.errors import DocumentError, Path, Problem
from quorate.core.exact import DENOMINATORS_BELOW, Exact, is_short
from quorate.core.shape import found
from quorate.documents.findings import Findings

DEEPEST = 32
_MOST_BITS = 1000


def plain_mapping(document: Mapping[str, Any]) -> dict[str, Any]:
    """Mappings as dicts, tuples as lists, subclasses of text and numbers as what they are; all else unchanged."""
    problems = Findings()
    value: dict[str, Any] = _plain(document, (), problems)
    if problems:
        raise DocumentError(problems)
    return value


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
