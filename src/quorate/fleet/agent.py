"""An agent of the fleet, and what is known of it."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from quorate.core.exact import Exact
from quorate.core.text import says_something
from quorate.core.text.names import are_same, look_alike, normal
from quorate.fleet.agent_story import AS_REVIEWER, AS_SUBJECT, AgentStory

ACTIONS = ("resume", "block", "cooldown")


class FleetFigures(NamedTuple):
    """Figures over a fleet.

    `judged` counts judgements of single reviewers, `held_up` those that held up. A pause proved unnecessary where its
    review resumed the agent and everybody who was judged for that held up; of `pauses_judged` somebody was judged.
    """

    resume: int = 0
    block: int = 0
    cooldown: int = 0
    judged: int = 0
    held_up: int = 0
    pauses_judged: int = 0
    unnecessary: int = 0

    @property
    def ended(self) -> int:
        """All reviews that are over."""
        return self.resume + self.block + self.cooldown


def figures_of(stories: Iterable[AgentStory]) -> FleetFigures:
    """The figures, from the past of every agent."""
    actions: dict[str, str] = {}
    judgements: dict[str, list[bool]] = {}
    for story in stories:
        for past in story.past:
            if past.role == AS_SUBJECT:
                actions[past.review] = past.action
            elif past.role == AS_REVIEWER and past.held_up is not None:
                judgements.setdefault(past.review, []).append(past.held_up)
    counts = Counter(actions.values())
    said = [one for each in judgements.values() for one in each]
    resumed = [judgements[review] for review, action in actions.items() if action == "resume" and review in judgements]
    resume, block, cooldown = (counts[action] for action in ACTIONS)
    unnecessary = sum(all(one) for one in resumed)
    return FleetFigures(resume, block, cooldown, len(said), sum(said), len(judgements), unnecessary)


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
