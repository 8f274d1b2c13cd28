"""What a reply is read against, and what comes of it."""

from typing import Any, NamedTuple


class Expected(NamedTuple):
    """What the voter was asked. `nonce` may be empty, then it is not looked for; `paper` is all that it was shown."""

    protocol: str
    choices: tuple[str, ...]
    nonce: str
    paper: str = ""


class Read(NamedTuple):
    """A vote in the words of the protocol's tally document, or None and why not.

    `notes` are what somebody who looks at the ballot should know; `inferred` says that it was read from free text.
    """

    vote: dict[str, Any] | None
    why: str = ""
    notes: tuple[str, ...] = ()
    inferred: bool = False


def unreadable(why: str) -> Read:
    """No vote: nothing that the reply says may count."""
    return Read(None, why)
