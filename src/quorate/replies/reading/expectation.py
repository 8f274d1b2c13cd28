"""What a reply is read against, and what comes of it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from quorate.core.ballot import Concern
from quorate.deliberation.events import BallotNote
from quorate.protocols import protocol_named


class Expected(NamedTuple):
    """What the voter was asked. `nonce` may be empty, then it is not looked for; `prompt` is all that it was shown.

    `also` are keys besides the protocol's own that are kept as text. `takes_bare` is for programs that print one
    mapping and nothing else: it counts like a block, and needs no fence. `names` has the options' texts by their ids.
    """

    protocol: str
    choices: tuple[str, ...]
    nonce: str
    prompt: str = ""
    also: tuple[str, ...] = ()
    takes_bare: bool = False
    names: Mapping[str, str] = {}


class ReadVote(NamedTuple):
    """A vote in the words of the protocol's tally document, or None and why not.

    `notes` are what somebody who looks at the ballot should know; `inferred` says that it was read from free text,
    `repaired` that its block was not valid and was read line by line; `also` has the further keys that were asked for.
    `concerns` are what a reply without a vote warns of. One that took its vote back, or contradicted itself,
    `is_answer` all the same.
    """

    vote: dict[str, Any] | None
    why: str = ""
    notes: tuple[BallotNote, ...] = ()
    inferred: bool = False
    also: Mapping[str, str] = {}
    repaired: bool = False
    concerns: tuple[Concern, ...] = ()
    is_answer: bool = False


def choice_key(expected: Expected) -> str:
    """The protocol's own name for the choice."""
    return protocol_named(expected.protocol).vote_keys.choice


def unreadable(why: str, *, is_answer: bool = False) -> ReadVote:
    """No vote: nothing that the reply says may count."""
    return ReadVote(None, why, is_answer=is_answer)
