"""What a person does in a deadlock: smaller questions, or a step that can be undone."""

from quorate.app.life.deadlock_answers import deadlock, defer, reframe
from quorate.core.errors import InputError, Outdated, Refused
from quorate.deliberation.precondition import short
from tests.app.house import AGAINST, ANN, BEN, FOR, House

OWN = ("Which team goes first?", "When?")
STEP = ("Run it for one team", "ann", "errors")


async def test_a_deadlock_is_broken_into_smaller_questions_that_are_opened(house: House) -> None:
    session = await house.deadlocked()
    assert (await deadlock(house.app, ANN, session.id)).verdict_hash == session.verdict_hash
    found = await reframe(house.app, BEN, session.id, into=OWN, verdict=short(session.verdict_hash))
    children = [await house.app.load(child) for child in found.session.children]
    assert [child.question.subject for child in children] == list(OWN)
    assert [child.opened.parent for child in children] == [session.id] * 2


async def test_a_deadlock_is_put_off_with_a_step(house: House) -> None:
    session = await house.deadlocked()
    found = await defer(house.app, BEN, session.id, *STEP, verdict=session.verdict_hash)
    assert found.history[-1].author == BEN.author
    assert found.session.position > session.position


async def test_an_answer_belongs_to_the_verdict_that_was_seen(house: House) -> None:
    session = await house.deadlocked()
    stale = session.earlier[0].hash
    await house.refuses(reframe(house.app, ANN, session.id, into=OWN), "state which verdict", Refused)
    await house.refuses(reframe(house.app, ANN, session.id, into=OWN, verdict=stale), "outdated", Outdated)
    await house.refuses(defer(house.app, ANN, session.id, *STEP), "state which verdict", Refused)
    await house.refuses(defer(house.app, ANN, session.id, *STEP, verdict=stale), "outdated", Outdated)


async def test_what_is_no_deadlock_is_neither_broken_up_nor_put_off(house: House) -> None:
    session = await house.decided(FOR, AGAINST)
    seen = session.verdict_hash
    await house.refuses(deadlock(house.app, ANN, session.id), "not a deadlock", Refused)
    await house.refuses(reframe(house.app, ANN, session.id, into=OWN, verdict=seen), "not a deadlock", Refused)
    await house.refuses(defer(house.app, ANN, session.id, *STEP, verdict=seen), "not a deadlock", Refused)


async def test_only_proposals_that_there_are_can_be_accepted(house: House) -> None:
    session = await house.deadlocked()
    for accept in ("one", "1;2", "999"):
        wrong = reframe(house.app, ANN, session.id, accept, verdict=session.verdict_hash)
        await house.refuses(wrong, "accept: found", InputError)


async def test_a_repeated_key_acts_once_and_says_so(house: House) -> None:
    session = await house.deadlocked()
    request = (session.id, "", OWN, "", session.verdict_hash, "k")
    tried = [await reframe(house.app, ANN, *request) for _ in range(2)]
    assert [one.is_new for one in tried] == [True, False]
    assert tried[0].session.children == tried[1].session.children
    await house.refuses(reframe(house.app, BEN, *request), "already decided", Refused)
