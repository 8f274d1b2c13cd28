"""A fleet in simulated time, driven by the rules of the product: agents that lie, collude, vanish and vote twice.

Everything is drawn from one seed. What happened is kept as plain facts, for a checker that knows none of the rules.
"""

import hashlib
import heapq
import random
from bisect import insort
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from quorate.core.errors import Refused
from quorate.deliberation.events import Author, Resolved, RoundOpened, Stored
from quorate.deliberation.moments import later, stamp
from quorate.deliberation.notes import notes_in
from quorate.deliberation.people import decline, resolve
from quorate.deliberation.permission import is_asking
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session, ahead, evolve
from quorate.fleet.agent import Agent
from quorate.fleet.agent_events import (
    AgentDescribed,
    AgentEvent,
    AgentRegistered,
    ReviewExecuted,
    ReviewJoined,
    ReviewLeft,
    StateReported,
)
from quorate.fleet.agent_rank import FREE, rank_of, read_cohort
from quorate.fleet.agent_story import (
    AS_REVIEWER,
    AS_SUBJECT,
    AgentStory,
    check_may_be_reviewed,
    evolve_agent,
    judge,
    pause,
)
from quorate.fleet.dialectic.agreement import notes_of
from quorate.fleet.dialectic.dialectic_events import AntithesisFiled, DialecticEvent, DialecticOpened, DialecticVerified
from quorate.fleet.dialectic.dialectic_moves import (
    file_antithesis,
    file_synthesis,
    file_thesis,
    lapse,
    verify_agreement,
)
from quorate.fleet.dialectic.dialectic_state import Dialectic, evolve_dialectic, turn_of
from quorate.fleet.dialectic.tool_arguments import synthesis_of, thesis_of
from quorate.fleet.quorum_need import reasons_for_quorum
from quorate.fleet.quorum_review import cast_vote, close_if_over, execution_of, open_quorum, state_of
from quorate.fleet.reviewers import Reached, ReviewContext, ReviewerSearch, choose_reviewers
from tests.fleet.review_facts import FORBIDDEN, WISHES, Execution, ReviewFacts, VoteFact, Wish

BEGIN = datetime(2026, 11, 16, 12, tzinfo=UTC)
OLGA = Principal("olga", owns_store=True)
TAGS = ("search", "index", "crawl", "store", "web")
ALLOWED = tuple(wish for wish in WISHES if wish.label != FORBIDDEN)
HARMFUL = tuple(wish for wish in WISHES if wish.label == FORBIDDEN)
POLICIES = ("protections", "protections", "ask", "drop")
HONEST, COLLUDES, VANISHES, REPEATS = MANNERS = ("honest", "colludes", "vanishes", "repeats")
_HOUR = 3600.0


class Member(NamedTuple):
    """How an agent behaves; those who collude have a group."""

    manner: str
    group: int = -1


class OpenReview(NamedTuple):
    """A review that is going on, and what is known of it."""

    state: Session | Dialectic
    facts: ReviewFacts


class SimulatedFleet:
    """Agents, reviews and a clock that jumps."""

    def __init__(self, seed: int, agents: int) -> None:
        self.chance, self.seconds, self.offset = random.Random(seed), 0.0, 0.0
        self.stories: dict[str, AgentStory] = {}
        self.members: dict[str, Member] = {}
        self.reviews: dict[str, OpenReview] = {}
        self.ended: list[ReviewFacts] = []
        self.refused = 0
        self._agenda: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = iter(range(10**9))
        self._cohorts: dict[str, list[tuple[int, str]]] = {}
        self._reviewed: dict[str, dict[str, str]] = {}
        for number in range(agents):
            self._join(f"agent{number:04d}")

    @property
    def now(self) -> str:
        """The time by the clock of whichever server answers, which may be wrong."""
        return stamp(BEGIN + timedelta(seconds=self.seconds + self.offset))

    @property
    def true_time(self) -> str:
        return stamp(BEGIN + timedelta(seconds=self.seconds))

    def run(self, reviews: int) -> None:
        """Until so many reviews have ended."""
        while len(self.ended) < reviews:
            if len(self.reviews) < 40:
                self._disturb()
                self._ask_for_review()
            if not self._agenda:
                self._later(600, lambda: None)
            self.seconds, _, act = heapq.heappop(self._agenda)
            if self.chance.random() < 0.02:  # another server answers, or a clock is set
                self.offset = self.chance.choice((0.0, 0.0, -2 * _HOUR, -600.0, 900.0, 3 * _HOUR))
            act()

    def _join(self, name: str) -> None:
        chance = self.chance
        manner = chance.choices(MANNERS, (60, 15, 15, 10))[0]
        group = chance.randrange(25) if manner == COLLUDES else -1
        self.members[name] = Member(manner, group)
        owner = f"owner{group}" if group >= 0 and chance.random() < 0.3 else f"person{chance.randrange(300)}"
        tags = tuple(chance.sample(TAGS, chance.randrange(3)))
        registered = AgentRegistered(name, owner if chance.random() < 0.9 else "", tags)
        self._put(name, evolve_agent(None, registered, self.now, f"agent-{name}-001"))
        self._report(name)

    def _report(self, name: str) -> None:
        """A state that was measured; that of those who collude is made up by their friends."""
        is_lie = self.members[name].manner == COLLUDES and self.chance.random() < 0.8
        risk = Fraction(0) if is_lie else Fraction(self.chance.randrange(101), 100)
        self._change(name, StateReported(risk, None, not is_lie and self.chance.random() < 0.05, self.now))

    def _change(self, name: str, *events: AgentEvent) -> None:
        story = self.stories[name]
        for event in events:
            story = evolve_agent(story, event, self.now)
        self._put(name, story)

    def _put(self, name: str, story: AgentStory) -> None:
        """Keeps an agent where the record would keep it."""
        if before := self.stories.get(name):
            rank = rank_of(before)
            if rank.place == FREE:
                self._cohorts[rank.cohort].remove((-rank.standing, name))
        self.stories[name], rank = story, rank_of(story)
        if rank.place == FREE:
            insort(self._cohorts.setdefault(rank.cohort, []), (-rank.standing, name))

    def _disturb(self) -> None:
        """What happens to a fleet all the time."""
        chance, names = self.chance, list(self.stories)
        for name in chance.sample(names, 4):
            self._report(name)
        if chance.random() < 0.3:
            self._pause(chance.choice(names))
        if chance.random() < 0.05:
            name = chance.choice(names)
            self._change(name, AgentDescribed(f"person{chance.randrange(300)}", tuple(self.stories[name].agent.tags)))
        judged = chance.choice(names)
        past = [one for one in self.stories[judged].past if one.role == AS_REVIEWER]
        if past:
            self._change(judged, *judge(self.stories[judged], chance.choice(past).review, chance.random() < 0.7))

    def _pause(self, name: str) -> None:
        self._change(name, *pause(self.stories[name], "It did what it should not"))

    def _ask_for_review(self) -> None:
        paused = [name for name, story in self.stories.items() if story.agent.status == "paused"]
        name = (
            self.chance.choice(paused) if paused and self.chance.random() < 0.7 else self.chance.choice([*self.stories])
        )
        self._pause(name)
        subject = self.stories[name]
        try:
            check_may_be_reviewed(subject, self.now)
        except Refused:
            self.refused += 1
            return
        dispute = self.chance.choice(("", "", "", "safety", "performance"))
        needs = reasons_for_quorum(subject.agent.risk_score, subject.agent.void_active, dispute)
        context = self._context(subject)
        chosen = choose_reviewers(self._searched(context), context)
        if chosen.is_quorum and (needs or self.chance.random() < 0.6):
            self._open_quorum(subject, chosen.chosen, dispute, context)
        elif chosen.chosen:
            self._open_dialectic(subject, chosen.chosen[0].agent_id, dispute, needs, context)

    def _context(self, subject: AgentStory) -> ReviewContext:
        name = subject.agent.agent_id
        return ReviewContext(subject.agent, self.now, reviewed_at=self._reviewed.get(name, {}))

    def _searched(self, context: ReviewContext) -> tuple[Agent, ...]:
        """Those whom a search on the record would look at."""
        search = ReviewerSearch(context)
        for text, cohort in search.in_order([text for text, members in self._cohorts.items() if members]):
            place = 0
            members, reached = self._cohorts[text], search.next_of(cohort, Reached())
            while reached and place < len(members):
                page = [name for _, name in members[place : place + 8]]
                search = search.after(self.stories[name].agent for name in page)
                place += len(page)
                reached = search.next_of(read_cohort(text), Reached(-members[place - 1][0], page[-1]))
        return search.seen

    def _opened(self, kind: str, subject: AgentStory, reviewers: Sequence[str]) -> str:
        review, name = f"{kind}-{next(self._numbers):06d}", subject.agent.agent_id
        self._change(name, ReviewJoined(review, AS_SUBJECT, name))
        for one in reviewers:
            self._change(one, ReviewJoined(review, AS_REVIEWER, name))
        self._later(13 * _HOUR, lambda: self._settle(review))
        return review

    def _facts(self, subject: AgentStory, context: ReviewContext, roster: Any, dispute: str) -> ReviewFacts:
        others = {name: story.agent for name, story in self.stories.items()} if self.chance.random() < 0.02 else None
        busy = frozenset(name for name, story in self.stories.items() if story.in_review)
        return ReviewFacts(
            "", subject.agent, self.now, roster, dispute, others, busy, dict(context.reviewed_at), self.true_time
        )._replace(policy=self.chance.choice(POLICIES))

    def _wishes(self) -> tuple[Wish, ...]:
        """Mostly one condition, sometimes none or several, rarely one that is forbidden."""
        if self.chance.random() < 0.03:
            return (self.chance.choice(HARMFUL),)
        return tuple(self.chance.sample(ALLOWED, self.chance.choices((0, 1, 2), (15, 65, 20))[0]))

    def _open_quorum(self, subject: AgentStory, chosen: Any, dispute: str, context: ReviewContext) -> None:
        roster = {one.agent_id: one.weight for one in chosen}
        facts = self._facts(subject, context, roster, dispute)
        review = self._opened("QUORUM-2026-1116", subject, list(roster))
        opening = open_quorum(subject.agent, chosen, "Well again", dispute, self.now, notes=facts.policy)
        session = evolve(None, Stored(review, 1, self.now, Author("p"), opening))
        session = ahead(session, [RoundOpened(1, tuple(roster), session.question.content_hash)])
        self.reviews[review] = OpenReview(session, facts._replace(review=review))
        for name in roster:
            self._will_vote(review, name)
        for intruder in (subject.agent.agent_id, self.chance.choice([*self.stories])):
            self._later(self.chance.random() * 5 * _HOUR, partial(self._vote, review, intruder, "resume"))

    def _will_vote(self, review: str, name: str) -> None:
        manner, chance = self.members[name].manner, self.chance
        if manner == VANISHES and chance.random() < 0.6:
            return
        for _ in range(3 if manner == REPEATS else 1):
            delay = chance.random() * (8 if chance.random() < 0.1 else 5) * _HOUR
            self._later(delay, lambda: self._vote(review, name, self._opinion(review, name)))

    def _opinion(self, review: str, name: str) -> str:
        subject, member = self.reviews[review].facts.subject if review in self.reviews else None, self.members[name]
        if subject and member.manner == COLLUDES:
            friend = self.members[subject.agent_id].group == member.group
            return "resume" if friend or self.chance.random() < 0.3 else "block"
        return self.chance.choices(("resume", "block", "cooldown"), (80, 12, 8))[0]

    def _vote(self, review: str, name: str, vote: str) -> None:
        if review not in self.reviews:
            self.refused += 1
            return
        one = self.reviews[review]
        if not isinstance(one.state, Session):
            return
        wishes = self._wishes() if vote == "resume" else ()
        said = {"vote": vote, "reasoning": "I looked at it", "conditions": [wish.said for wish in wishes]}
        subject = self.stories[one.facts.subject.agent_id].agent
        who: dict[str, Agent | None] = {each: self.stories[each].agent for each in one.facts.roster}
        try:
            events = cast_vote(one.state, name, said, subject, who, self.now)
        except Refused:
            self.refused += 1
            return
        fact = VoteFact(name, vote, wishes)
        facts = one.facts._replace(votes=(*one.facts.votes, fact))
        self.reviews[review] = OpenReview(ahead(one.state, events), facts)
        self._settle(review)

    def _settle(self, review: str) -> None:
        """All that follows by the rules, as every request does it first."""
        if review not in self.reviews:
            return
        one = self.reviews[review]
        if isinstance(one.state, Dialectic):
            self._settle_dialectic(review, one.state)
            return
        subject = self.stories[one.facts.subject.agent_id].agent
        who: dict[str, Agent | None] = {name: self.stories[name].agent for name in one.facts.roster}
        events = close_if_over(one.state, subject, who, self.now)
        session = ahead(one.state, events)
        known = {name: agent for name, agent in who.items() if agent}
        facts = one.facts._replace(counted=known, subject_at_count=subject) if events else one.facts
        verified: bool | None = None
        if session.verdict and is_asking(session):
            verified = self.chance.random() < 0.5
            notes = notes_in(session.verdict)
            accepted, struck = self._drawn(notes)
            answer = Resolved("verification", "I looked", accept_notes=accepted, strike_notes=struck)
            if notes:
                self._refuses(
                    lambda: resolve(session, answer._replace(accept_notes=(), strike_notes=()), OLGA, self.now)
                )
                self._refuses(lambda: resolve(session, answer._replace(accept_notes=("N9",)), OLGA, self.now))
            said = resolve(session, answer, OLGA, self.now) if verified else decline(session, "No", OLGA, self.now)
            session = ahead(session, said)
            facts = self._answered(facts, verified, notes, accepted, struck)
        self.reviews[review] = OpenReview(session, facts)
        if done := execution_of(session, self.stories[subject.agent_id].objections):
            self._execute(review, done)

    def _drawn(self, notes: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Notes that a person accepts, and those that they strike."""
        accepted = tuple(name for name in notes if self.chance.random() < 0.5)
        return accepted, tuple(name for name in notes if name not in accepted)

    def _answered(
        self,
        facts: ReviewFacts,
        verified: bool,
        notes: Mapping[str, str],
        accepted: Sequence[str],
        struck: Sequence[str],
    ) -> ReviewFacts:
        texts = (frozenset(notes[name] for name in names) for names in (accepted, struck))
        kept, gone = texts if verified else (frozenset[str](), frozenset[str]())
        return facts._replace(verified=verified, accepted=kept, struck=gone)

    def _refuses(self, move: Callable[[], Any]) -> None:
        try:
            move()
        except Refused:
            self.refused += 1
        else:
            raise AssertionError("an answer that leaves notes open was taken")

    def _execute(self, review: str, done: ReviewExecuted) -> None:
        one = self.reviews.pop(review)
        subject, before = one.facts.subject.agent_id, self.stories[one.facts.subject.agent_id].agent.status
        self._change(subject, done)
        for name in one.facts.roster:
            self._change(name, ReviewLeft(review))
            self._reviewed.setdefault(subject, {})[name] = self.stories[name].reviewed_at[subject]
        executed = Execution(done.action, done.conditions, before, self.stories[subject].agent.status, self.true_time)
        self.ended.append(one.facts._replace(executed=executed))

    def _open_dialectic(
        self, subject: AgentStory, reviewer: str, dispute: str, needs: Sequence[str], context: ReviewContext
    ) -> None:
        facts = self._facts(subject, context, {reviewer: Fraction(1)}, dispute)
        review = self._opened("dialectic-2026-1116", subject, [reviewer])
        name = subject.agent.agent_id
        opened = DialecticOpened(
            name, reviewer, "Well again", dispute, "recovery", state_of(subject.agent), tuple(needs), subject.objections
        )._replace(notes=facts.policy)
        session = evolve_dialectic(None, opened, self.now)
        self.reviews[review] = OpenReview(session, facts._replace(review=review, needs=tuple(needs)))
        for _ in range(14):
            for who in (name, reviewer, name):
                self._later(self.chance.random() * 6 * _HOUR, partial(self._speak, review, who))

    def _speak(self, review: str, who: str) -> None:
        """Says what is due, and often what is not."""
        one = self.reviews.get(review)
        if one is None or not isinstance(one.state, Dialectic):
            return
        if self.members[who].manner == VANISHES and self.chance.random() < 0.5:
            return
        session, now = one.state, self.now
        moves: dict[str, Callable[[], Any]] = {
            "thesis": lambda: file_thesis(session, who, thesis_of(self._thesis()), now),
            "antithesis": lambda: file_antithesis(session, who, AntithesisFiled({}, self._concerns()), now),
            "synthesis": lambda: file_synthesis(session, who, synthesis_of(self._proposal()), now),
        }
        phase = session.phase if self.chance.random() < 0.8 else self.chance.choice([*moves])
        try:
            events = moves.get(phase, moves["synthesis"])()
        except Refused:
            self.refused += 1
        else:
            for event in events:
                session = evolve_dialectic(session, event, now, _hash(event))
            self.reviews[review] = one._replace(state=session)
        self._settle(review)

    def _concerns(self) -> tuple[str, ...]:
        return ("It may happen again",) if self.chance.random() < 0.4 else ()

    def _proposal(self) -> dict[str, Any]:
        wished = self.chance.choice(HARMFUL if self.chance.random() < 0.03 else (*ALLOWED[:2], *ALLOWED[4:7:2]))
        agrees = self.chance.choices((True, "yes", False, "maybe", None, 7), (40, 20, 15, 10, 10, 5))[0]
        return {"proposed_conditions": [wished.said], "agrees": agrees, "concerns": list(self._concerns())[:0]}

    def _thesis(self) -> dict[str, Any]:
        return {"root_cause": "A race", "proposed_conditions": [wish.said for wish in self._wishes()]}

    def _settle_dialectic(self, review: str, session: Dialectic) -> None:
        for event in lapse(session, self.now):
            session = evolve_dialectic(session, event, self.now, _hash(event))
        one = self.reviews[review]
        facts = one.facts
        if session.ended and session.ended.requires:
            approves = self.chance.random() < 0.5
            notes = {note.name: note.condition.text for note in notes_of(session)}
            accepted, struck = self._drawn(notes)
            answer = DialecticVerified(approves, "I looked at the logs")
            if approves and notes:
                answer = answer._replace(accept_notes=accepted, strike_notes=struck, ended=session.ended_hash)
                self._refuses(lambda: verify_agreement(session, answer._replace(accept_notes=(), strike_notes=())))
                self._refuses(lambda: verify_agreement(session, answer._replace(ended="0" * 64)))
            for verified in verify_agreement(session, answer):
                session = evolve_dialectic(session, verified, self.now)
            facts = self._answered(facts, approves, notes, accepted, struck)
        said = tuple((one.party, one.said) for one in session.transcript)
        self.reviews[review] = OpenReview(session, facts._replace(said=said, objections=len(session.objections)))
        ended = session.ended
        if ended and turn_of(session).parties == ():
            done = (ended.action, ended.conditions, ended.retry_from, ended.reason, session.objections)
            self._execute(review, ReviewExecuted(review, *done))

    def _later(self, seconds: float, act: Callable[[], None]) -> None:
        heapq.heappush(self._agenda, (self.seconds + seconds, next(self._numbers), act))


def _hash(event: DialecticEvent) -> str:
    return hashlib.sha256(repr(event).encode()).hexdigest()


def over_at(facts: ReviewFacts) -> str:
    """The latest moment, by a true clock, at which a review has to be over: its time, the worst clock, a sweep."""
    return later(facts.true_time, 14 * _HOUR)
