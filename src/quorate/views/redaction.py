"""What a redaction took out, or would take out, and where the text is still found."""

from typing import Annotated, NamedTuple

from quorate.core.codec.declaration import Key, TextOrNull
from quorate.deliberation.events import Redacted


class Place(NamedTuple):
    """Where a text still stands, and why."""

    event: int
    field: str
    why: str


class Linked(NamedTuple):
    """Another deliberation in which the text stands too, or why that cannot be said."""

    deliberation: Annotated[str, Key("id")]
    places: Annotated[tuple[Place, ...], Key("standing")]
    unseen: TextOrNull = ""


class Redaction(NamedTuple):
    """What was taken out, where the text still stands, and whether the store's files were swept.

    `is_sealed`: there are sealed ballots, which were not looked at.
    """

    redacted: tuple[Redacted, ...]
    standing: tuple[Place, ...]
    is_swept: bool
    linked: tuple[Linked, ...] = ()
    is_sealed: bool = False
    is_repeated: bool = False

    @property
    def is_gone(self) -> bool:
        """True where the text stands nowhere any more, as far as it can be looked for."""
        return not self.standing and not self.linked and not self.is_sealed


class RedactionReport(NamedTuple):
    """What is gone from a deliberation, or would go in a dry run."""

    id: str
    redacted: tuple[Redacted, ...]
    standing: tuple[Place, ...]
    linked: tuple[Linked, ...]
    sealed: bool
    swept: bool
    repeated: bool
    dry_run: bool


def redaction_report(deliberation: str, found: Redaction, *, is_dry: bool) -> RedactionReport:
    """A redaction as every interface shows it."""
    return RedactionReport(
        deliberation,
        found.redacted,
        found.standing,
        found.linked,
        found.is_sealed,
        found.is_swept,
        found.is_repeated,
        is_dry,
    )
