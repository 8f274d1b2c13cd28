"""What begins or ends a round: deliberate again, edit the question, end the waiting."""

import asyncio
from collections.abc import Awaitable, Callable

from quorate.app.app import Deliberation
from quorate.app.life.resumption import resume
from quorate.app.life.round_changes import close, redeliberate, revise
from quorate.app.question.draft import Edits
from quorate.core.errors import InputError, Refused
from quorate.deliberation.events import AUTHENTICATED
from quorate.deliberation.framing import read_opening
from quorate.deliberation.principal import Principal
from quorate.deliberation.rounds.redeliberation import Again
from tests.app.house import AGAINST, ANN, BEN, EVE, FOR, PANEL, QUESTION, House

AGAIN = Again("changed_conditions", seats=("a",), reason="The budget is smaller")


async def test_some_seats_are_asked_again_and_the_others_stand(house: House) -> None:
    session = await house.decided(FOR, AGAINST)
    found = await redeliberate(house.app, ANN, session.id, AGAIN)
    assert found.session.round
    assert (found.session.round.number, found.session.round.missing) == (2, ("a",))
    assert not found.session.is_current


async def test_a_voter_that_is_gone_is_found_before_the_round_is_opened(house: House) -> None:
    panel = [{"seat": "x", "voter": house.program("ask", FOR)}, {"seat": "b", "voter": "person:ben"}]
    session = await house.opened(panel=panel)
    await resume(house.app, ANN, session.id)
    session = await house.voted(session, "b", BEN, AGAINST)
    (house.folder / "ask").unlink()
    again = redeliberate(house.app, ANN, session.id, AGAIN._replace(seats=("x",)))
    await house.refuses(again, "seat x: no executable called", InputError)


async def test_only_whoever_manages_a_deliberation_may_ask_again_edit_or_close(house: House) -> None:
    session = await house.decided(FOR, AGAINST)
    await house.refuses(redeliberate(house.app, EVE, session.id, AGAIN), "only ann", Refused)
    await house.refuses(revise(house.app, EVE, session.id, Edits(subject="Other?")), "only ann", Refused)
    opened = await house.opened()
    await house.refuses(close(house.app, EVE, opened.id), "only ann", Refused)


async def test_a_name_that_was_proved_is_nobodys_who_only_claims_it(house: House) -> None:
    opening = read_opening({"question": QUESTION, "panel": PANEL})
    proved = Principal("ann", AUTHENTICATED)
    session = (await house.app.open(opening, proved)).session
    await house.refuses(close(house.app, ANN, session.id), "only ann, who opened it", Refused)
    assert (await close(house.app, proved, session.id)).session.verdict


async def test_an_edited_question_is_a_new_revision_with_a_round_of_its_own(house: House) -> None:
    session = await house.decided()
    edits = Edits(subject="Adopt it in May?", options=("A=Redis",))
    found = await revise(house.app, ANN, session.id, edits, "Too early")
    question, round_ = found.session.question, found.session.round
    assert (question.subject, question.revision, [one.id for one in question.options]) == ("Adopt it in May?", 2, ["A"])
    assert round_
    assert round_.missing == ("a", "b")


async def test_an_edit_that_says_nothing_is_refused(house: House) -> None:
    session = await house.decided()
    await house.refuses(revise(house.app, ANN, session.id, Edits()), "nothing to change", InputError)
    await house.refuses(revise(house.app, ANN, session.id, Edits(context="\ud800")), "half", InputError)


async def test_the_end_of_the_waiting_counts_what_is_there(house: House) -> None:
    session = await house.opened()
    await house.voted(session, "a", ANN, FOR)
    found = await close(house.app, ANN, session.id)
    assert found.session.verdict
    assert found.session.round
    assert not found.session.round.is_open


async def test_repeated_keys_act_once_and_say_so(house: House) -> None:
    session = await house.decided(FOR, AGAINST)
    edits = Edits(subject="Adopt it in May?")
    stories: list[Callable[[Principal], Awaitable[Deliberation]]] = [
        lambda who: redeliberate(house.app, who, session.id, AGAIN, "k1"),
        lambda who: revise(house.app, who, session.id, edits, "", "k2"),
        lambda who: close(house.app, who, session.id, "k3"),
    ]
    for story in stories:
        tried = await asyncio.gather(*(story(ANN) for _ in range(3)))
        assert sorted(one.is_new for one in tried) == [False, False, True]
        assert len({one.session.position for one in tried}) == 1
        await house.refuses(story(BEN), "no verdict|only ann", Refused)
