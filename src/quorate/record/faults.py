"""Kinds of a store's failures that whoever checks it has to tell apart."""

from quorate.core.errors import StoreError


class OutOfReach(StoreError):
    """It cannot be read or written here, or not now; that says nothing of whether it is as it was written."""


class Broken(StoreError):
    """The database complains while it is read. Its words may quote what is stored, so only the place is told on."""

    def __init__(self, place: str, said: str) -> None:
        self.place = place
        super().__init__(said)
