"""Random commands, with crashes before and after the commit, against a small model of the rules, on a real store."""

import asyncio
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from quorate.commit import Outside, Rule, change, loaded
from quorate.core.errors import InputError
from quorate.decide import carry, decide
from quorate.deliberation.events import Author, ChildrenOpened, Event, Resolved
from quorate.deliberation.moves import cast, close_round, open_session
from quorate.deliberation.people import decline, override, release, resolve, revise, revoke
from quorate.deliberation.permission import goes_ahead, may_be_acted_on, still_needed
from quorate.deliberation.precondition import Seen
from quorate.deliberation.principal import Principal
from quorate.deliberation.rounds.deadlock import defer, reframe
from quorate.deliberation.rounds.redeliberation import Again, redeliberate
from quorate.deliberation.rounds.stalemate import is_deadlocked
from quorate.deliberation.session import Session
from quorate.deliberation.summary import status_of
from quorate.documents.vote_form import choices_of
from quorate.record import open_record
from quorate.record.port import Appended, Change, Record, RequestKey
from tests.deliberation.model import SEATS, Model
from tests.deliberation.playing import people

ANN = Principal("ann")
ACTION = "deploy"
SEAT = st.sampled_from([*SEATS, "Thomas"])
VOTE = st.builds(
    lambda position, confidence, concerns: {"position": position, "confidence": confidence, "concerns": concerns},
    st.sampled_from(["APPROVE", "REJECT", "ABSTAIN"]),
    st.sampled_from([20, 45, 55, 80, 95]),
    st.sampled_from([[], [], [], ["safety"]]),
)
APPROVED, REJECTED = ({"position": position, "confidence": 60} for position in ("APPROVE", "REJECT"))
ABSTAINED = {"position": "ABSTAIN", "confidence": 40}
FACT = st.integers(1, 12).map("fact {}".format)
REQUIREMENTS = st.sampled_from(["mitigation_plan", "human_choice", "verification"])


class Crash(Exception):
    """The process is gone."""


class Dying:
    """A record whose process dies before or after the next append."""

    def __init__(self, record: Record, when: str) -> None:
        self._record, self._when = record, when

    def __getattr__(self, name: str) -> Any:
        return getattr(self._record, name)

    async def append(self, changes: Sequence[Change], author: Author, key: RequestKey | None = None) -> Appended:
        if self._when == "before":
            raise Crash
        await self._record.append(changes, author, key)
        raise Crash


class Commands(RuleBasedStateMachine):
    """Every command is carried out on the store and on the model; both must say the same."""

    @initialize()
    def open(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.loop = asyncio.new_event_loop()
        self.seconds, self.keys = count(1), count(1)
        self.model, self.dies = Model(), ""
        self.outside = Outside(self.clock, lambda: f"n{next(self.keys)}", ANN)
        self.record = self.reopened()
        question = {"subject": "Adopt?", "action": ACTION}
        self.session = self.run(
            decide(open_session("magi", question, people(*SEATS)), {}, self.record, self.outside)
        ).session

    def teardown(self) -> None:
        if hasattr(self, "record"):
            self.run(self.record.close())
            self.loop.close()
            self.folder.cleanup()

    def clock(self) -> datetime:
        return datetime(2026, 11, 15, tzinfo=UTC) + timedelta(seconds=next(self.seconds))

    def run(self, story: Any) -> Any:
        return self.loop.run_until_complete(story)

    def reopened(self) -> Record:
        record: Record = self.run(_opened(str(Path(self.folder.name) / "quorate.db"), self.clock))
        return record

    def command(self, step: Rule, allowed: bool, who: Principal = ANN) -> None:
        """Does it, and again with the same key if the process died meanwhile."""
        key, dies, self.dies = RequestKey(f"k{next(self.keys)}", "it"), self.dies, ""
        outside = self.outside._replace(who=who)
        before = self.run(self.record.read(self.session.id))
        try:
            try:
                record: Any = Dying(self.record, dies) if dies else self.record
                self.run(change(record, self.session, step, outside, key))
            except Crash:
                self.run(self.record.close())
                self.record = self.reopened()
                self.session = self.run(loaded(self.record, self.session.id))
                self.run(change(self.record, self.session, step, outside, key))
        except InputError:
            assert not allowed
            assert self.run(self.record.read(self.session.id)) == before
        else:
            assert allowed
        self.session = self.run(loaded(self.record, self.session.id))
        self.session = self.run(carry(self.session, {}, self.record, self.outside))

    @rule(seat=SEAT, vote=VOTE, supersede=st.booleans())
    def vote(self, seat: str, vote: dict[str, Any], supersede: bool) -> None:
        allowed = self.model.vote(seat, vote, supersede)
        voter = Principal(seat.lower())

        def rule(at: Session) -> tuple[Event, ...]:
            seen = Seen(at.question.content_hash)
            return cast(at, seat, vote, voter, now=self.outside.now, seen=seen, supersede=supersede)

        self.command(rule, allowed, voter)

    @rule(votes=st.lists(VOTE, min_size=3, max_size=3))
    def all_vote(self, votes: list[dict[str, Any]]) -> None:
        for seat, vote in zip(SEATS, votes, strict=True):
            self.vote(seat, vote, supersede=False)

    @rule(context=st.sampled_from(["one", "two"]))
    def edit(self, context: str) -> None:
        self.command(lambda at: revise(at, {"context": context}, by=ANN), self.model.edit(context))

    @rule()
    def close(self) -> None:
        self.command(lambda at: close_round(at, self.outside.now, ANN), self.model.close())

    @rule(requirement=REQUIREMENTS, go=st.booleans())
    def resolve(self, requirement: str, go: bool) -> None:
        def step(at: Session) -> Any:
            ask = at.verdict.ask if at.verdict else None
            offered = [one.label for one in ask.options] if ask else choices_of(at.protocol, at.question)
            labels = [label for label in offered if goes_ahead(at, label)]
            choice = labels[0] if requirement == "human_choice" and labels else ""
            return resolve(at, Resolved(requirement, "text", choice, go, "owner", "monitor"), ANN, self.outside.now)

        self.command(step, self.model.answer(requirement, go))

    @rule()
    def override(self) -> None:
        self.command(lambda at: override(at, "accepted", "ann", ANN, self.outside.now), self.model.override())

    @rule()
    def decline(self) -> None:
        self.command(lambda at: decline(at, "no", ANN, self.outside.now), self.model.decline())

    @rule(seats=st.lists(SEAT, max_size=3, unique=True), factual=st.booleans(), fact=FACT)
    def deliberate_again(self, seats: list[str], factual: bool, fact: str) -> None:
        request = Again("changed_conditions", "something is new", fact, tuple(seats), factual)
        allowed = self.model.deliberate_again(tuple(seats), factual, fact)
        self.command(lambda at: redeliberate(at, request, ANN), allowed)

    @rule()
    def get_stuck(self) -> None:
        """A split, and two re-deliberations that lead nowhere, where that is possible: chance alone hardly finds it."""
        for seat, vote in zip(SEATS, (APPROVED, REJECTED, ABSTAINED), strict=True):
            self.vote(seat, vote, supersede=False)
        for fact in ("it rains", "it snows"):
            self.deliberate_again(["Pathos"], factual=False, fact=fact)
            self.vote("Pathos", REJECTED, supersede=False)

    @rule(questions=st.sampled_from([("How?", "When?"), ("How?",), ()]))
    def reframe(self, questions: tuple[str, ...]) -> None:
        allowed = bool(questions) and self.model.break_up(len(questions))
        self.command(lambda at: reframe(at, questions, by=ANN), allowed)

    @rule()
    def defer(self) -> None:
        self.command(lambda at: defer(at, "a trial", "ann", "errors", by=ANN), self.model.defer())

    @rule()
    def release(self) -> None:
        self.command(lambda at: release(at, "another"), allowed=False)
        allowed = self.model.end("released", self.model.may_act)
        self.command(lambda at: release(at, ACTION), allowed)

    @rule()
    def revoke(self) -> None:
        allowed = self.model.end("revoked", self.model.ended != "revoked" and self.model.had_outcome)
        self.command(lambda at: revoke(at, "wrong", ANN), allowed)

    @rule(when=st.sampled_from(["before", "after"]))
    def crash_in_the_next_command(self, when: str) -> None:
        self.dies = when

    @invariant()
    def both_say_the_same(self) -> None:
        if not hasattr(self, "session"):
            return
        session, model = self.session, self.model
        verdict = session.verdict if session.is_current else None
        assert (verdict.result if verdict else None) == (model.outcome["result"] if model.outcome else None)
        assert may_be_acted_on(session) == model.may_act
        assert set(still_needed(session) if verdict else ()) == model.needed
        assert (status_of(session) == "revoked") == (model.ended == "revoked")
        assert is_deadlocked(session) == model.is_deadlocked
        assert len(session.children) == (model.children if verdict else len(session.children))

    @invariant()
    def every_child_exists_once(self) -> None:
        if not hasattr(self, "session"):
            return
        lines = self.run(self.record.log(limit=1000)).lines
        children = [line.deliberation for line in lines if line.deliberation != self.session.id]
        reframed = [one.event for one in self.run(self.record.read(self.session.id))]
        named = [child for event in reframed if isinstance(event, ChildrenOpened) for child in event.children]
        assert sorted(children) == sorted(named)


async def _opened(address: str, clock: Any) -> Record:
    return open_record(address, clock)


TestAnyCommands = Commands.TestCase
TestAnyCommands.settings = settings(max_examples=50, stateful_step_count=20)
