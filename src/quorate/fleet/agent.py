"""An agent of the fleet, and what is known of it."""

from collections.abc import Iterable
from typing import NamedTuple

from quorate.core.exact import Exact
from quorate.core.text import says_something
from quorate.core.text.names import are_same, look_alike, normal

ACTIVE, PAUSED, ARCHIVED = STATUSES = ("active", "paused", "archived")
PERSON = "person"


class Agent(NamedTuple):
    """An agent as it stands.

    Risk score and coherence are from 0 to 1, None where nobody reported them. `reviews` are those that an operator has
    judged, `held_up` how many of them held up. `updated_at` is a stamp, empty where nothing was ever reported;
    `review_from` is the moment from which a new review may be asked for. `works_here` is true of a reviewer or operator
    of the review system itself. `voter` is an engine of ours that reviews under this name, or `person`.
    """

    agent_id: str
    status: str = ACTIVE
    owner: str = ""
    tags: frozenset[str] = frozenset()
    risk_score: Exact | None = None
    coherence: Exact | None = None
    void_active: bool = False
    updated_at: str = ""
    reviews: int = 0
    held_up: int = 0
    review_from: str = ""
    works_here: bool = False
    voter: str = ""

    @property
    def is_engine(self) -> bool:
        """True where an engine of ours reviews under this name: it is called, and never comes by itself."""
        return self.voter not in ("", PERSON)


def tags_of(words: Iterable[str]) -> frozenset[str]:
    """Tags as they are compared: white space and case do not matter."""
    folded = (" ".join(normal(word).split()).casefold() for word in words)
    return frozenset(tag for tag in folded if tag)


def have_one_owner(one: Agent, other: Agent) -> bool:
    """True where both belong to the same owner, one is the other's, or nobody could tell these names apart.

    Without an owner nothing is shared.
    """
    return any(
        _are_alike(*names)
        for names in ((one.owner, other.owner), (one.agent_id, other.owner), (one.owner, other.agent_id))
    )


def _are_alike(one: str, other: str) -> bool:
    return says_something(one) and says_something(other) and (are_same(one, other) or look_alike(one, other))
