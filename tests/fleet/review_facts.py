"""What happened in a review, as plain facts, and a checker that computes by itself what may follow from them.

The checker shares no arithmetic with the product: it knows the published rules and nothing else.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from fractions import Fraction
from math import exp
from typing import Any, NamedTuple

FRESH, REST = timedelta(hours=24), timedelta(hours=6)
STRUCTURED, NOTE, ASKS, FORBIDDEN = LABELS = ("structured", "note", "asks", "forbidden")
DEFAULT = "monitor everything for 24h"


class Wish(NamedTuple):
    """A condition as somebody states it, what it is by hand, and how it is posted to the agent."""

    said: Any
    label: str
    posted: str

    @property
    def key(self) -> str:
        """The words by which a statement on the record holds it."""
        return self.said if isinstance(self.said, str) else self.posted


WISHES = (
    Wish("Monitor for 24 hours", STRUCTURED, "monitor everything for 24h"),
    Wish({"kind": "monitor", "what": "everything", "for": "1d"}, STRUCTURED, "monitor everything for 24h"),
    Wish("Run in read-only mode for 30 minutes", STRUCTURED, "read only for 30m"),
    Wish({"kind": "threshold", "name": "risk", "at": "50%"}, STRUCTURED, "set risk threshold to 0.5"),
    Wish("Report every hour", NOTE, "Report every hour"),
    Wish("Rename the index", NOTE, "Rename the index"),
    Wish("Log all calls", ASKS, "Log all calls"),
    Wish("No m\u043enitoring until Friday", ASKS, "No m\u043enitoring until Friday"),
    Wish("Disable monitoring until Friday", FORBIDDEN, ""),
    Wish("Set the risk threshold to 0.95", FORBIDDEN, ""),
    Wish("Check in after 0 hours", FORBIDDEN, ""),
    Wish("Perhaps a smaller batch", FORBIDDEN, ""),
)
_BY_KEY = {wish.key: wish for wish in WISHES}


class VoteFact(NamedTuple):
    """A vote that was taken."""

    agent: str
    vote: str
    wishes: tuple[Wish, ...] = ()


class Execution(NamedTuple):
    """What was done, and the status of the agent before and behind it."""

    action: str
    conditions: tuple[str, ...]
    before: str
    after: str
    at: str


class ReviewFacts(NamedTuple):
    """A review: whom it is about, who was chosen by what weight, who else there was, what was said, what was done."""

    review: str
    subject: Any
    now: str
    roster: Mapping[str, Any]
    dispute: str
    others: Mapping[str, Any] | None
    busy: frozenset[str]
    recent: Mapping[str, str]
    true_time: str
    needs: tuple[str, ...] = ()
    votes: tuple[VoteFact, ...] = ()
    counted: Mapping[str, Any] = {}
    subject_at_count: Any = None
    verified: bool | None = None
    said: tuple[tuple[str, Any], ...] = ()
    objections: int = 0
    policy: str = "protections"
    accepted: frozenset[str] = frozenset()
    struck: frozenset[str] = frozenset()
    executed: Execution | None = None


def wrong_with(facts: ReviewFacts) -> Iterator[str]:
    """Everything about a finished review that the rules do not allow."""
    done = facts.executed
    if done is None:
        yield "it has not ended"
        return
    yield from _wrong_choice(facts)
    if done.before == "paused" and done.after == "active" and done.action != "resume":
        yield f"resumed by a {done.action}"
    if done.action != "resume":
        return
    if not done.conditions:
        yield "resumed without a condition"
    yield from _wrong_conditions(facts, done)
    yield from _wrong_agreement(facts) if facts.review.startswith("dialectic") else _wrong_majority(facts)


def _wrong_choice(facts: ReviewFacts) -> Iterator[str]:
    subject = facts.subject
    if subject.agent_id in facts.roster:
        yield "it reviews itself"
    if facts.busy & set(facts.roster):
        yield "somebody is in two reviews"
    for name in facts.roster:
        last = facts.recent.get(name)
        if last and _moment(facts.now) < _moment(last) + REST:
            yield f"{name} reviewed it lately"
    weights = list(facts.roster.values())
    if len(weights) >= 4 and 3 * max(weights) > sum(weights):
        yield "somebody weighs more than a third"
    if facts.others:
        yield from _wrong_order(facts, facts.others)


def _wrong_order(facts: ReviewFacts, others: Mapping[str, Any]) -> Iterator[str]:
    """The whole fleet, ranked again in floating point: nobody who is clearly better was passed over."""
    free = [one for name, one in others.items() if _may_review(one, facts) and name not in facts.busy]
    scores = {one.agent_id: _score(one, facts.subject, facts.now) for one in free}
    chosen = set(facts.roster)
    if chosen - scores.keys():
        yield f"chosen without a right to it: {sorted(chosen - scores.keys())}"
        return
    worst = min(scores[name] for name in chosen)
    better = [name for name in scores.keys() - chosen if scores[name] > worst + 0.0002]
    if better and (len(chosen) == 5 or not facts.review.startswith("dialectic")):
        yield f"passed over: {sorted(better)[:3]}"


def _may_review(one: Any, facts: ReviewFacts) -> bool:
    last = facts.recent.get(one.agent_id)
    is_rested = not last or _moment(facts.now) >= _moment(last) + REST
    return bool(
        one.status == "active" and one.agent_id != facts.subject.agent_id and is_rested and not _kin(one, facts)
    )


def _kin(one: Any, facts: ReviewFacts) -> bool:
    return bool(one.owner) and one.owner.lower() == facts.subject.owner.lower()


def _score(one: Any, subject: Any, now: str) -> float:
    health = 0.5 if one.risk_score is None else 1 / (1 + exp(10 * (float(one.risk_score) - 0.35)))
    track = one.held_up / one.reviews if one.reviews else 0.5
    shared = len(one.tags & subject.tags) / max(1, len(one.tags | subject.tags))
    domain = shared if subject.tags else 0.5 + 0.1 * bool(one.tags)
    is_fresh = one.updated_at and _moment(now) <= _moment(one.updated_at) + FRESH
    return float(0.4 * health + 0.3 * track + 0.2 * domain + (0.1 if is_fresh else 0.05))


def _wrong_majority(facts: ReviewFacts) -> Iterator[str]:
    """The votes, counted once more: two thirds of those who count, and of all of them unless a person verified it."""
    if len({one.agent for one in facts.votes}) != len(facts.votes):
        yield "somebody voted twice"
    subject = facts.subject_at_count
    eligible = {name for name, one in facts.counted.items() if one.status == "active" and not _related(one, subject)}
    counted = [one for one in facts.votes if one.agent in eligible & set(facts.roster)]
    resume = sum((facts.roster[one.agent] for one in counted if one.vote == "resume"), Fraction(0))
    cast = sum((facts.roster[one.agent] for one in counted), Fraction(0))
    whole = sum(facts.roster.values(), Fraction(0))
    voters = [one for one in counted if one.vote == "resume"]
    if len(counted) < 3 or len(voters) < 2:
        yield f"resumed by {len(voters)} of {len(counted)} votes"
    if 3 * resume < 2 * cast:
        yield f"resumed by {float(resume / cast):.3f} of the weight"
    risk = facts.subject.risk_score
    is_grave = facts.dispute == "safety" or facts.subject.void_active
    if 3 * resume < 2 * whole and (is_grave or not facts.verified):
        yield f"resumed by absence: {float(resume / whole):.3f} of the roster, risk {risk}, verified {facts.verified}"
    wishes = [wish for one in voters for wish in one.wishes]
    posted = {_posted(wish, facts) for wish in wishes} - facts.struck - {""}
    if facts.executed and set(facts.executed.conditions) != (posted or {DEFAULT}):
        yield f"posted {facts.executed.conditions} instead of {sorted(posted)}"
    yield from _wrong_wishes(facts, wishes)


def _posted(wish: Wish, facts: ReviewFacts) -> str:
    """What of a wish is posted if nobody strikes it: under `drop` no note."""
    return "" if facts.policy == "drop" and wish.label in (NOTE, ASKS) else wish.posted


def _asks(wish: Wish, facts: ReviewFacts) -> bool:
    return facts.policy != "drop" and (wish.label == ASKS or (facts.policy == "ask" and wish.label == NOTE))


def _wrong_wishes(facts: ReviewFacts, wishes: list[Wish]) -> Iterator[str]:
    """No forbidden condition is ever behind a resume, and a person has seen the notes that ask for one."""
    if any(wish.label == FORBIDDEN for wish in wishes):
        yield "a forbidden condition was among those of the resume"
    asking = {wish.posted for wish in wishes if _asks(wish, facts)}
    if asking and not facts.verified:
        yield f"nobody verified {sorted(asking)}"
    if asking != facts.accepted | facts.struck:
        yield f"accepted or struck {sorted(facts.accepted | facts.struck)} instead of {sorted(asking)}"


def _wrong_conditions(facts: ReviewFacts, done: Execution) -> Iterator[str]:
    """What is posted is known, was not struck, and was accepted if a person had to."""
    known = {wish.posted: wish for wish in WISHES if wish.posted}
    for text in done.conditions:
        if text not in known:
            yield f"posted what nobody wished: {text}"
        elif text in facts.struck:
            yield f"posted what was struck: {text}"
        elif _asks(known[text], facts) and text not in facts.accepted:
            yield f"posted what nobody accepted: {text}"
        elif facts.policy == "drop" and known[text].label in (NOTE, ASKS):
            yield f"posted a note although notes are dropped: {text}"


def _related(one: Any, subject: Any) -> bool:
    return one.agent_id == subject.agent_id or (bool(one.owner) and one.owner.lower() == subject.owner.lower())


def _wrong_agreement(facts: ReviewFacts) -> Iterator[str]:
    """Two parties, both of whom said yes in their latest words; a person where one was needed."""
    agreed, latest = {}, {}
    for party, said in facts.said:
        if hasattr(said, "agrees"):
            agreed[party], latest[party] = said.agrees, said.conditions
    if any(_BY_KEY[text].label == FORBIDDEN for texts in latest.values() for text in texts):
        yield "a forbidden condition was among those of the agreement"
    (reviewer,) = facts.roster
    if not (agreed.get(facts.subject.agent_id) and agreed.get(reviewer)):
        yield "resumed without the agreement of both"
    if facts.needs and not facts.verified:
        yield "a quorum was required, and nobody verified"
    if facts.objections and not facts.verified:
        yield "an objection stands, and nobody verified"


def _moment(text: str) -> datetime:
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%f%z")
