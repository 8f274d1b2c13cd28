"""What a redaction took out, or would take out, and where the text is still found."""

from typing import Any, NamedTuple

from quorate.deliberation.events import Redacted


class Place(NamedTuple):
    """Where a text still stands, and why."""

    event: int
    field: str
    why: str


class Linked(NamedTuple):
    """Another deliberation in which the text stands too, or why that cannot be said."""

    deliberation: str
    places: tuple[Place, ...]
    unseen: str = ""


class Redaction(NamedTuple):
    """What was taken out, where the text still stands, and whether the store's files were swept.

    `is_sealed`: the ballots of an open round were not looked at.
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


def redaction_plain(deliberation: str, found: Redaction, *, is_dry: bool) -> dict[str, Any]:
    """What is gone, or would go in a dry run."""
    return {
        "id": deliberation,
        "redacted": [one._asdict() for one in found.redacted],
        "standing": [place._asdict() for place in found.standing],
        "linked": [_linked(one) for one in found.linked],
        "sealed": found.is_sealed,
        "swept": found.is_swept,
        "repeated": found.is_repeated,
        "dry_run": is_dry,
    }


def _linked(linked: Linked) -> dict[str, Any]:
    places = [place._asdict() for place in linked.places]
    return {"id": linked.deliberation, "standing": places, "unseen": linked.unseen or None}
