"""Kinds of a store's failures that whoever checks it has to tell apart."""

from quorate.core.errors import InputError, StoreError


class OutOfReach(StoreError):
    """It cannot be read or written here, or not now; that says nothing of whether it is as it was written."""


class OtherFormat(InputError):
    """Its format is not the one that this version reads: an earlier or a later build wrote it, or nobody did."""


def check_format(found: object, ours: int, place: str, what: str, instead: str) -> None:
    """Raises OtherFormat unless the stamp on a record, an export or a checkpoint is our own."""
    if type(found) is not int or found < 1:
        why = f"has format {found!a:.40}, which does not exist; it is damaged: take an older copy"
    elif found > ours:
        why = f"has format {found}, which a newer Quorate wrote; this version reads format {ours} only. "
        why += f"Update Quorate, or {instead}"
    elif found < ours:
        why = f"was written by an earlier development build of Quorate (format {found}); this version reads format "
        why += f"{ours} only. Keep it with that build, or {instead}"
    else:
        return
    raise OtherFormat(f"{place}: this {what} {why}")


class Broken(StoreError):
    """The database complains while it is read. Its words may quote what is stored, so only the place is told on."""

    def __init__(self, place: str, said: str) -> None:
        self.place = place
        super().__init__(said)
