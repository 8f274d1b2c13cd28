"""A review as it stands, of either kind, and what it takes to open, load, and carry one out."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from quorate.app.app import App
from quorate.app.fleet.agent_access import agent_change, find_agents
from quorate.app.keys import key_of
from quorate.core.ballot import Ballot
from quorate.core.errors import AppendConflict, InputError, StoreError, UnknownDeliberation
from quorate.core.text.names import are_same, look_alike
from quorate.core.wording import TerminalHint, Wording
from quorate.deliberation.notes import posted_conditions
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session
from quorate.deliberation.summary import waits_of
from quorate.fleet.agent import PAUSED
from quorate.fleet.agent_events import (
    AgentDescribed,
    AgentEvent,
    AgentRegistered,
    ReviewExecuted,
    ReviewJoined,
    ReviewLeft,
)
from quorate.fleet.agent_story import AS_REVIEWER, AS_SUBJECT, AgentStory
from quorate.fleet.dialectic.agreement import crossed_by_party
from quorate.fleet.dialectic.dialectic_state import ANTITHESIS, SYNTHESIS, Dialectic, Turn, turn_of
from quorate.fleet.quorum_review import crossed_by_vote
from quorate.fleet.refusal import FleetRefusal
from quorate.fleet.reviewer_provenance import engines_awaited
from quorate.fleet.reviewers import Exclusion, reason_not_to_count
from quorate.fleet.streams import DIALECTICS, agent_stream, is_of_the_fleet
from quorate.protocols.quorum.hard_limits import PROTECTIONS, Violation
from quorate.record.port import EXECUTION, Change, RequestKey
from quorate.record.side_streams import fleet_history, read_fleet
from quorate.views.fleet import review_plain

WITH_REVIEWER = (ANTITHESIS, SYNTHESIS)
"""The phases of a dialectic in which nobody can move without a reviewer who may review."""


class Review(NamedTuple):
    """A review as it stands. `turn` is whose move it is; `needs` are the reasons for which a quorum is required.

    `excluded` says who was not chosen, in the answer to the request only; `fell_back` is true where there were too few
    reviewers for a quorum, so that two parties decide. `executed` is what was done about the paused agent. `warnings`
    are the hard limits that conditions cross which were just proposed, in the answer to whoever proposed them.
    """

    id: str
    state: Session | Dialectic
    subject: AgentStory
    turn: Turn
    needs: tuple[str, ...] = ()
    excluded: tuple[Exclusion, ...] = ()
    fell_back: bool = False
    warnings: tuple[Violation, ...] = ()

    @property
    def executed(self) -> ReviewExecuted | None:
        """What was done; None while nothing was."""
        for past in self.subject.past:
            if past.review == self.id and past.role == AS_SUBJECT:
                conditions = self._decided_conditions if past.action == "resume" else ()
                return ReviewExecuted(self.id, past.action, conditions, self.subject.agent.review_from)
        return None

    @property
    def _decided_conditions(self) -> tuple[str, ...]:
        """Those of this review, whatever later ones have decided."""
        if isinstance(self.state, Dialectic):
            return self.state.ended.conditions if self.state.ended else ()
        return posted_conditions(self.state.verdict, self.state.said) if self.state.verdict else ()

    def plain(self, viewer: str) -> dict[str, Any]:
        """As programs read it, with whose move it is for this viewer."""
        asked = self.needs, self.fell_back, self.excluded
        return review_plain(self.id, self.state, self.turn, *asked, self.executed, viewer, self.warnings)

    def warning(self, who: str) -> "Review":
        """The same with what becomes of the conditions that this one has proposed."""
        if isinstance(self.state, Dialectic):
            return self._replace(warnings=crossed_by_party(self.state, who))
        return self._replace(warnings=crossed_by_vote(self.state, who))


async def turn_in(app: App, state: Session | Dialectic) -> Turn:
    """Whose move it is in a review of either kind, or in the quorum that follows it, and until when."""
    if isinstance(state, Dialectic):
        return await _dialectic_turn(app, state)
    waits = waits_of(state)
    awaited = (*(wait.who for wait in waits if wait.kind == "ballot"), *engines_awaited(state))
    votes = await _who_may_review(app, state, awaited)
    return Turn(votes, state.ballots_by if votes else "", any(wait.kind == "answer" for wait in waits))


async def _dialectic_turn(app: App, session: Dialectic) -> Turn:
    """A person's where the reviewer may not review any more: then nobody can move until it is reassigned."""
    turn = turn_of(session)
    if session.ended and session.ended.quorum_review:
        return await turn_in(app, await load_review(app, session.ended.quorum_review))
    if session.phase not in WITH_REVIEWER or await _who_may_review(app, session, (session.reviewer,)):
        return turn
    return Turn(until=turn.until, for_person=True)


async def _who_may_review(app: App, state: Session | Dialectic, reviewers: tuple[str, ...]) -> tuple[str, ...]:
    """Those whose vote or move would still be taken."""
    if not reviewers:
        return ()
    stories = await find_agents(app, (subject_of(state), *reviewers))
    agents = {name: story.agent for name, story in stories.items()}
    return tuple(name for name in reviewers if not reason_not_to_count(agents.get(name), agents[subject_of(state)]))


def no_review(session_id: str) -> FleetRefusal:
    """What is said where there is none of this id."""
    how = TerminalHint("; see `quorate review list`")
    return FleetRefusal("SESSION_NOT_FOUND", Wording(f"session_id: no review called {session_id!r}", how))


async def load_review(app: App, session_id: str) -> Session | Dialectic:
    """The state of a review. Raises FleetRefusal where there is none of this id."""
    unknown = no_review(session_id)
    if not session_id:
        raise FleetRefusal("SESSION_NOT_FOUND", "session_id: found nothing; allowed: the id of a review")
    try:
        if is_of_the_fleet(session_id):
            found = await read_fleet(app.record, session_id)
            if not isinstance(found, Dialectic):
                raise unknown
            return found
        session = await app.load(session_id)
    except UnknownDeliberation:
        raise unknown from None
    except (FleetRefusal, StoreError):
        raise
    except InputError:  # there is no record yet
        raise unknown from None
    if not session.opened.review_of:
        raise unknown
    return session


def reviewers_of(state: Session | Dialectic) -> tuple[str, ...]:
    """The agents that review now."""
    if isinstance(state, Dialectic):
        return (state.reviewer,) if state.reviewer else ()
    return tuple(seat.name for seat in state.opened.seats)


def subject_of(state: Session | Dialectic) -> str:
    """The agent under review."""
    return state.paused_agent if isinstance(state, Dialectic) else state.opened.review_of


async def parts_in(app: App, review: str, state: Session | Dialectic) -> dict[str, str]:
    """Return what each name that has a part in a review has to do with it.

    Its agents, whose agent is under review, and whose agents would resume it: those who owned them when the review was
    opened, and everybody who has since.
    """
    subject, reviewers = subject_of(state), reviewers_of(state)
    if isinstance(state, Dialectic):  # reviewers who were replaced after they had spoken took part, too
        reviewers = tuple({*reviewers, *(statement.party for statement in state.transcript)} - {subject})
    parts = {name: f"{name} is a reviewer" for name in reviewers}
    if isinstance(state, Session):
        roster = state.verdict.receipt.roster if state.verdict else ()
        reviewers = tuple(vote.seat.name for vote in roster if isinstance(vote, Ballot) and vote.choice == "resume")
    return await parts_of_subject(app, review, subject) | parts | await _owners_of(app, review, reviewers)


async def parts_of_subject(app: App, review: str, subject: str) -> dict[str, str]:
    """Return the same for the agent under review and its owners, who do not choose their reviewer either."""
    return {subject: f"{subject} is under review"} | await _owners_of(app, review, (subject,))


async def _owners_of(app: App, review: str, names: Sequence[str]) -> dict[str, str]:
    parts: dict[str, str] = {}
    for name in await find_agents(app, names):
        owners: list[str] = []
        for event in (stored.event for stored in await fleet_history(app.record, agent_stream(name))):
            if isinstance(event, AgentRegistered | AgentDescribed):
                owners.append(event.owner)
            elif isinstance(event, ReviewJoined) and event.review == review:
                owners = owners[-1:]
        for owner in filter(None, owners):
            parts.setdefault(owner, f"{owner} owns {name}")
    return parts


def check_no_part(who: Principal, parts: Mapping[str, str], deed: str = "verify it") -> None:
    """Raises FleetRefusal if somebody with a part in a review decides or verifies it, whatever key they hold."""
    for name, part in parts.items():
        if are_same(who.name, name) or look_alike(who.name, name):
            raise FleetRefusal("OWN_REVIEW", f"{part}, so someone else must {deed}; you are {who.name}")


async def open_review(
    app: App,
    who: Principal,
    opening: Change,
    subject: AgentStory,
    reviewers: Sequence[AgentStory],
    key: RequestKey | None = None,
) -> str:
    """Puts a review on the record, with all who join it, at once: nobody is in two. Raises AppendConflict."""
    changes = [opening, joins(subject, opening.deliberation, AS_SUBJECT, subject, app.now)]
    changes += [joins(one, opening.deliberation, AS_REVIEWER, subject, app.now) for one in reviewers]
    stored, _ = await app.record.append(changes, who.author, key)
    return stored[0].deliberation


def joins(story: AgentStory, review: str, role: str, subject: AgentStory, now: str) -> Change:
    """An agent joins a review, as whatever."""
    return agent_change(story, (ReviewJoined(review, role, subject.agent.agent_id),), now)


async def execute(app: App, who: Principal, state: Session | Dialectic, done: ReviewExecuted, verdict: str) -> None:
    """Does what was decided, at most once, also with several servers and after a crash.

    The agent's state, the conditions and the release of the reviewers are one append under a key of the review's own.
    """
    names = (subject_of(state), *reviewers_of(state))
    while True:
        stories = await find_agents(app, names)
        subject = stories.get(names[0])
        if done.action == "resume" and subject and subject.agent.status != PAUSED:
            done = done._replace(action="block", conditions=(), reason=f"it is {subject.agent.status}, not paused")
        changes = [agent_change(story, (event,), app.now) for story, event in _events(stories, names[0], done)]
        if not any(isinstance(change.events[0], ReviewExecuted) for change in changes):
            return  # somebody else has done it
        try:
            await app.record.append(changes, who.author, RequestKey(f"{EXECUTION}{done.review}", verdict))
            return
        except AppendConflict:
            continue


def _events(stories: dict[str, AgentStory], subject: str, done: ReviewExecuted) -> list[tuple[AgentStory, AgentEvent]]:
    joined = [(name, story) for name, story in stories.items() if story.in_review == done.review]
    return [(story, done if name == subject else ReviewLeft(done.review)) for name, story in joined]


def review_key(who: Principal, name: str | None, command: str, **request: Any) -> RequestKey | None:
    """The key of a request that a client may repeat, among those of whoever acts."""
    return key_of(who, name, command, **request)


def notes_policy(app: App) -> str:
    """Return which notes a person has to see in reviews that are opened now."""
    return app.surroundings.settings().fleet.get("notes", PROTECTIONS)


def dialectic_day(now: str) -> str:
    """How the id of a dialectic begins: with its day."""
    return f"{DIALECTICS}{now[:4]}-{now[5:7]}{now[8:10]}-"
