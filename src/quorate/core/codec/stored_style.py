"""How a store writes values, in place of how every interface shows them."""

from collections.abc import Callable
from typing import Any, NamedTuple

from quorate.core.codec.declaration import Schema


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
