"""When voters see the others' arguments before a question is counted again."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

DEBATE, CHALLENGE = "debate", "challenge"


class Debate(NamedTuple):
    """Rounds in which voters see the others' arguments: a DEBATE or a CHALLENGE, as the record calls them.

    One follows a count with a result and an action that are `contested`. `terms_after` adds to the terms how many
    rounds were held, and how many ballots were cast in them, where the rule asks for it.
    """

    contested: tuple[tuple[str, str], ...]
    purpose: str = DEBATE
    terms_after: Callable[[Mapping[str, Any], int, int], Mapping[str, Any]] | None = None
