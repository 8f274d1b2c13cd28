"""Kinds of a store's failures that whoever checks it has to tell apart."""

from quorate.core.errors import InputError, StoreError


class OutOfReach(StoreError):
    """It cannot be read or written here, or not now; that says nothing of whether it is as it was written."""


class EarlierBuild(InputError):
    """An earlier development build wrote it, and only that build reads it."""

    def __init__(self, place: str, what: str, found: int, ours: int, instead: str) -> None:
        super().__init__(
            f"{place}: this {what} was written by an earlier development build of Quorate (format {found}); this "
            f"version reads format {ours} only. Keep it with that build, or {instead}"
        )


class Broken(StoreError):
    """The database complains while it is read. Its words may quote what is stored, so only the place is told on."""

    def __init__(self, place: str, said: str) -> None:
        self.place = place
        super().__init__(said)
