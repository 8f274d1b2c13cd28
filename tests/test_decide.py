"""The story, on a record in memory with voters that say what they are told."""

import asyncio
from collections.abc import Coroutine
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, TypeVar

import pytest

from quorate.commit import Changed, Outside, change, loaded, opened
from quorate.core.errors import Refused
from quorate.core.panel import Seat
from quorate.decide import GLANCE_SECONDS, carry, decide
from quorate.deliberation.events import Cast, Failed, Policy, Reply
from quorate.deliberation.moves import cast, open_session
from quorate.deliberation.people import release
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session
from quorate.deliberation.summary import summary_of
from quorate.prompts.prompt import Prompt
from quorate.record.memory import MemoryRecord
from quorate.record.port import RequestKey
from quorate.voters.port import Voter
from quorate.voters.scorecard import Scripted

NAMES = ("Logos", "Pathos", "Sophia")
QUESTION = {"subject": "Adopt the queue?", "action": "deploy"}
YES, NO = {"position": "APPROVE", "confidence": 80}, {"position": "REJECT", "confidence": 70}
T = TypeVar("T")


def now() -> datetime:
    return datetime(2026, 11, 15, 9, tzinfo=UTC)


def outside() -> Outside:
    numbers = count(1)
    return Outside(now, lambda: f"n{next(numbers)}", Principal("ann"))


def run(story: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(story)


def seats(voter: str = "scripted", *later: str) -> tuple[Seat, ...]:
    return tuple(Seat(name, name, voter) for name in NAMES if name not in later) + tuple(
        Seat(name, name, "person") for name in later
    )


def told(**votes: Any) -> dict[str, Voter]:
    return {"scripted": Scripted(votes)}


def verdict_of(session: Session) -> str:
    assert session.verdict
    return session.verdict.result


def test_a_question_is_carried_to_its_verdict() -> None:
    record = MemoryRecord(now)
    voters = told(Logos=YES, Pathos=YES, Sophia=NO)
    session = run(decide(open_session("magi", QUESTION, seats()), voters, record, outside())).session
    assert session.id == "MAGI-2026-1115-001"
    assert verdict_of(session) == "MAJORITY"
    assert run(loaded(record, session.id)) == session


def test_people_are_waited_for_and_their_ballot_completes_the_round() -> None:
    record, here = MemoryRecord(now), outside()
    voters = told(Logos=YES, Pathos=YES)
    session = run(decide(open_session("magi", QUESTION, seats("scripted", "Sophia")), voters, record, here)).session
    assert session.verdict is None
    assert summary_of(session).waits[0].seat == "Sophia"
    session = run(change(record, session, lambda at: cast(at, "Sophia", YES, here.who, now=here.now), here)).session
    assert verdict_of(run(carry(session, voters, record, here))) == "UNANIMOUS"


def test_a_voter_that_raises_or_fails_is_a_failed_seat() -> None:
    class Broken:
        async def answer(self, prompt: Prompt) -> Reply:
            raise RuntimeError(f"no model for {prompt.seat.name}")

    record = MemoryRecord(now)
    panel = (Seat("Logos", voter="broken"), *seats()[1:])
    voters = {**told(Pathos=YES, Sophia=Reply("timeout", detail="60 s")), "broken": Broken()}
    session = run(decide(open_session("magi", QUESTION, panel), voters, record, outside())).session
    assert session.verdict
    assert session.verdict.flags[0] == "DEGRADED_PANEL"
    failed = {name: answer.kind for name, answer in session.rounds[0].answers.items() if isinstance(answer, Failed)}
    assert failed == {"Logos": "error", "Sophia": "timeout"}


def test_a_key_opens_one_deliberation_however_often_it_is_sent() -> None:
    record, here, key = MemoryRecord(now), outside(), RequestKey("k", "same")
    opening, voters = open_session("magi", QUESTION, seats()), told(Logos=YES, Pathos=YES, Sophia=YES)
    first = run(decide(opening, voters, record, here, key)).session
    again = run(decide(opening, voters, record, here, key)).session
    assert first == again
    assert len(run(record.log()).lines) == 1


def test_two_that_carry_one_deliberation_agree_on_one_verdict() -> None:
    record, here = MemoryRecord(now), outside()
    opening, voters = open_session("magi", QUESTION, seats()), told(Logos=YES, Pathos=NO, Sophia=YES)

    async def both() -> list[Session]:
        opened = (await decide(opening, {}, record, here)).session
        return list(await asyncio.gather(*(carry(opened, voters, record, outside()) for _ in range(2))))

    one, other = run(both())
    assert one == other
    kinds = [type(stored.event).__name__ for stored in run(record.read(one.id))]
    assert kinds.count("Cast") == 3
    assert kinds.count("Counted") == 1


def test_of_two_releases_at_once_one_wins() -> None:
    record, here = MemoryRecord(now), outside()
    voters = told(Logos=YES, Pathos=YES, Sophia=YES)
    session = run(decide(open_session("magi", QUESTION, seats()), voters, record, here)).session

    async def both() -> list[Changed | BaseException]:
        attempts = (change(record, session, lambda at: release(at, "deploy"), outside()) for _ in range(2))
        return await asyncio.gather(*attempts, return_exceptions=True)

    results = run(both())
    assert sorted(type(result).__name__ for result in results) == ["Changed", "Refused"]


def test_a_deliberation_that_supersedes_ends_the_earlier_one() -> None:
    record, here = MemoryRecord(now), outside()
    voters = told(Logos=YES, Pathos=YES, Sophia=YES)
    first = run(decide(open_session("magi", QUESTION, seats()), voters, record, here)).session
    second = run(decide(open_session("magi", QUESTION, seats(), supersedes=first.id), voters, record, here)).session
    assert summary_of(run(loaded(record, first.id))).status == "superseded"
    assert run(carry(second, voters, record, here)) == second


def test_what_is_superseded_gives_way_in_the_same_transaction() -> None:
    record, here = MemoryRecord(now), outside()
    voters = told(Logos=YES, Pathos=YES, Sophia=YES)
    first = run(decide(open_session("magi", QUESTION, seats()), voters, record, here)).session
    run(opened(record, open_session("magi", QUESTION, seats(), supersedes=first.id), here))
    with pytest.raises(Refused, match=r"superseded by MAGI-2026-1115-002"):
        run(change(record, run(loaded(record, first.id)), lambda at: release(at, "deploy"), here))
    with pytest.raises(Refused, match="superseded by"):
        run(opened(record, open_session("magi", QUESTION, seats(), supersedes=first.id), here))
    assert len(run(record.log()).lines) == 2


def test_a_call_whose_result_cannot_be_kept_is_not_paid_again() -> None:
    class Unlucky:
        lease, calls = 1.0, 0

        async def answer(self, prompt: Prompt) -> Reply:
            self.calls += 1
            return Reply("error", detail=f"no space left for {prompt.call}")

        def is_lost(self, call: str) -> bool:
            return bool(call)

        def knows(self, call: str) -> bool:
            return bool(call)

        def reserve(self, call: str) -> None: ...
        def forget(self, call: str) -> None: ...
        def release(self, call: str) -> None: ...

    voter = Unlucky()
    session = run(
        decide(open_session("magi", QUESTION, seats("paid")), {"paid": voter}, MemoryRecord(now), outside())
    ).session
    assert voter.calls == 3
    assert session.verdict
    assert {one.kind for one in session.rounds[0].answers.values() if isinstance(one, Failed)} == {"error"}


def test_a_paid_voter_that_raises_is_a_failed_seat_too() -> None:
    class Raising(Scripted):
        lease = 1.0

        async def answer(self, prompt: Prompt) -> Reply:
            raise RuntimeError(f"no model for {prompt.seat.name}")

        def is_lost(self, call: str) -> bool:
            return not call

        def knows(self, call: str) -> bool:
            return bool(call)

        def reserve(self, call: str) -> None: ...
        def forget(self, call: str) -> None: ...
        def release(self, call: str) -> None: ...

    opening = open_session("magi", QUESTION, seats("paid"))
    session = run(decide(opening, {"paid": Raising({})}, MemoryRecord(now), outside())).session
    details = {answer.detail for answer in session.rounds[0].answers.values() if isinstance(answer, Failed)}
    assert "RuntimeError: no model for Logos" in details


@pytest.mark.parametrize("at_deadline", ["keep-open", "count"])
def test_a_second_reply_after_the_deadline_counts_only_if_the_round_stays_open(at_deadline: str) -> None:
    class Slow(Scripted):
        lease, max_cost_per_call, seconds = 600.0, "", 0

        def clock(self) -> datetime:
            return now() + timedelta(seconds=self.seconds)

        async def answer(self, prompt: Prompt) -> Reply:
            if prompt.request == 1:
                return Reply("answered", "Let me think about that.")
            self.seconds = 3600
            await asyncio.sleep(2 * GLANCE_SECONDS)  # so that the loop looks around meanwhile
            return Reply("answered", f"```yaml\nnonce: {prompt.nonce}\nposition: APPROVE\nconfidence: 80\n```")

        def is_lost(self, call: str) -> bool:
            return not call

        def knows(self, call: str) -> bool:
            return bool(call)

        def problem_with(self, prompt: Prompt) -> str:
            return prompt.text[:0]

        def reserve(self, call: str) -> None: ...
        def forget(self, call: str) -> None: ...
        def release(self, call: str) -> None: ...

    voter, policy = Slow({}), Policy(ballots_by="2026-11-15T09:00:30Z", at_ballots_by=at_deadline)
    record, here = MemoryRecord(voter.clock), outside()._replace(clock=voter.clock)
    opening = open_session(
        "magi", QUESTION, (Seat("Logos", voter="paid"), Seat("ann", voter="person:ann")), policy=policy
    )
    session = run(decide(opening, {"paid": voter}, record, here)).session
    answer = session.rounds[0].answers["Logos"]
    assert isinstance(answer, Cast if at_deadline == "keep-open" else Failed)
    note = "second_request" if at_deadline == "keep-open" else "second_call_late"
    assert note in [note.code for note in answer.found]


def test_a_watcher_sees_the_seats_fill() -> None:
    seen: list[int] = []
    voters = {"scripted": Scripted(dict.fromkeys(NAMES, YES), {"Pathos": 0.01, "Sophia": 0.02})}
    opening = open_session("magi", QUESTION, seats())
    run(
        decide(opening, voters, MemoryRecord(now), outside(), watcher=lambda at: seen.append(len(at.rounds[0].answers)))
    )
    assert seen[0] == 0
    assert seen[-1] == 3
    assert seen == sorted(seen)
