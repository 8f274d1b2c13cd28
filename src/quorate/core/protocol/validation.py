"""How a protocol checks documents that it does not count."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from quorate.core.shape import Shape


class Validation(NamedTuple):
    """A check of documents besides those that are counted: their shape, and what is found in one, as plain values."""

    document: Shape
    findings_in: Callable[[Mapping[str, Any]], dict[str, Any]]
