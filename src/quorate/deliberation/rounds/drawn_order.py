"""An order that says nothing: drawn by a nonce, which comes from outside and is on the record."""

from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import TypeVar

Item = TypeVar("Item")


def in_drawn_order(items: Iterable[Item], nonce: str, text_of: Callable[[Item], str]) -> list[Item]:
    """The items in an order that is another one for another nonce; `text_of` tells them apart."""
    return sorted(items, key=lambda item: sha256(f"{nonce}\0{text_of(item)}".encode()).digest())
