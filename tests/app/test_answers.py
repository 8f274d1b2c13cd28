"""Answers to what a verdict requires."""

import asyncio

from quorate.app.life.answers import Answers, answerable, resolve
from quorate.core.errors import InputError, Outdated, Refused
from quorate.deliberation.events import Resolved
from quorate.deliberation.permission import may_be_acted_on
from quorate.deliberation.precondition import short
from quorate.deliberation.rounds.redeliberation import Again, redeliberate
from tests.app.house import AGAINST, ANN, BEN, EVE, FOR, House

GO = Answers(choose="a: APPROVE", go=True)


async def test_a_choice_meets_what_a_split_verdict_requires(house: House) -> None:
    session = await house.decided(FOR, AGAINST)
    found = await resolve(house.app, BEN, session.id, GO, short(session.verdict_hash))
    assert may_be_acted_on(found.session)
    assert found.is_new
    assert found.history[-1].author == BEN.author
    assert isinstance(found.history[-1].event, Resolved)
    assert found.history[-1].event.verdict == session.verdict_hash


async def test_several_answers_are_taken_together_or_not_at_all(house: House) -> None:
    session = await house.decided(FOR, AGAINST)
    both = GO._replace(mitigation="Own database", owner="ann", monitor="logins")
    await house.refuses(resolve(house.app, ANN, session.id, both, session.verdict_hash), "mitigation_plan", Refused)


async def test_an_answer_without_the_verdict_that_was_seen_is_refused(house: House) -> None:
    session = await house.decided(FOR, AGAINST)
    await house.refuses(resolve(house.app, ANN, session.id, GO), "state which verdict", Refused)


async def test_a_refusal_may_leave_the_verdict_out_while_there_is_a_single_one(house: House) -> None:
    session = await house.decided(FOR, AGAINST)
    found = await resolve(house.app, ANN, session.id, Answers(decline="Not now"))
    assert not may_be_acted_on(found.session)


async def test_an_answer_to_an_earlier_verdict_is_outdated(house: House) -> None:
    session = await house.decided(FOR, AGAINST)
    again = Again("changed_conditions", seats=("a",), reason="The budget is smaller")
    await house.app.change(session.id, lambda at: redeliberate(at, again, ANN), ANN)
    await house.voted(session, "a", ANN, {**FOR, "confidence": 51})
    await house.refuses(resolve(house.app, ANN, session.id, GO, session.verdict_hash), "outdated", Outdated)


async def test_only_the_people_who_are_named_may_answer(house: House) -> None:
    session = await house.decided(FOR, AGAINST, policy={"people": ["ann"]})
    await house.refuses(resolve(house.app, EVE, session.id, GO, session.verdict_hash), "only ann may answer", Refused)
    await house.refuses(answerable(house.app, EVE, session.id), "only ann may answer", Refused)
    assert (await answerable(house.app, ANN, session.id)).session.verdict_hash == session.verdict_hash


async def test_a_repeated_key_answers_once_and_says_so(house: House) -> None:
    session = await house.decided(FOR, AGAINST)
    request = (session.id, GO, session.verdict_hash, "k")
    tried = await asyncio.gather(*(resolve(house.app, ANN, *request) for _ in range(4)))
    assert sorted(one.is_new for one in tried) == [False, False, False, True]
    assert len({one.session.position for one in tried}) == 1
    await house.refuses(resolve(house.app, BEN, *request), "nothing is asked|answered", Refused)


async def test_answers_that_do_not_go_together_are_refused(house: House) -> None:
    session = await house.decided(FOR, AGAINST)
    for answers, why in (
        (Answers(), "no answer was given"),
        (Answers(choose="a: APPROVE"), "must be used together"),
        (Answers(reason="So"), "reason needs"),
        (GO._replace(decline="No"), "cannot be combined"),
        (Answers(verified="Logs", owner="ann"), "owner needs"),
        (Answers(decline="\ud800"), "half"),
    ):
        await house.refuses(resolve(house.app, ANN, session.id, answers, session.verdict_hash), why, InputError)


async def test_what_nobody_opened_cannot_be_answered(house: House) -> None:
    await house.refuses(resolve(house.app, ANN, "MAGI-2026-1115-009", GO, "00000000"), "no deliberation", InputError)
