"""The log and the inbox."""

from quorate.app.app import App
from quorate.app.deliberation_list import list_inbox, list_log
from quorate.app.life.answers import Answers, resolve
from quorate.core.codec import shown
from quorate.core.errors import InputError
from quorate.deliberation.rounds.deadlock import recommendation
from quorate.views.lists import EntryPage
from tests.app.house import AGAINST, ANN, BEN, FOR, QUESTION, House


def ids(page: EntryPage) -> list[str]:
    return [entry.id for entry in page.entries]


async def test_the_log_gives_all_deliberations_page_by_page_newest_first(house: House) -> None:
    opened = [(await house.opened()).id for _ in range(3)]
    first = await list_log(house.app, ANN, limit=2)
    assert ids(first) == opened[:0:-1]
    second = await list_log(house.app, ANN, after=first.after, limit=2)
    assert ids(second) == opened[:1]
    assert second.after == ""
    assert shown(second)["after"] is None


async def test_the_log_is_searched_by_subject(house: House) -> None:
    await house.opened()
    found = await house.opened(question={**QUESTION, "subject": "Rename the service?"})
    assert ids(await list_log(house.app, ANN, search="rename")) == [found.id]
    assert ids(await list_log(house.app, ANN, search="nothing like it")) == []


async def test_a_cursor_that_no_page_gave_is_refused(house: House) -> None:
    await house.opened()
    await house.refuses(list_log(house.app, ANN, after="yesterday"), "after", InputError)


async def test_the_inbox_holds_what_somebody_may_answer(house: House) -> None:
    session = await house.opened()
    await house.decided()
    await house.voted(session, "a", ANN, FOR)
    assert ids(await list_inbox(house.app, ANN)) == [session.id]
    assert ids(await list_inbox(house.app, ANN, "ben")) == [session.id]
    assert ids(await list_inbox(house.app, ANN, "ann")) == []
    (waiting,) = (await list_inbox(house.app, ANN)).entries
    assert [wait.who for wait in waiting.summary.waits] == ["ben"]


async def test_an_answer_takes_a_deliberation_out_of_the_inbox(house: House) -> None:
    session = await house.decided(FOR, AGAINST)
    assert ids(await list_inbox(house.app, ANN)) == [session.id]
    await resolve(house.app, BEN, session.id, Answers(decline="Not now"))
    assert ids(await list_inbox(house.app, ANN)) == []


async def test_whoever_is_asked_in_a_deadlock_is_told_what_is_recommended(house: House) -> None:
    session = await house.deadlocked(question={**QUESTION, "reversibility": "low"})
    (entry,) = (await list_inbox(house.app, ANN)).entries
    assert entry.recommendation == recommendation(session)
    assert entry.recommendation
    (line,) = shown(EntryPage((entry,)))["lines"]
    assert line["recommendation"]["choice"] == entry.recommendation.choice


async def test_the_inbox_says_since_when_a_ballot_is_overdue(house: House) -> None:
    deadline = "2026-11-15T12:00:30.000000Z"
    session = await house.opened(policy={"ballots_by": deadline, "at_ballots_by": "count"})
    while house.app.now < deadline:
        """The clock goes on whenever it is looked at."""
    (entry,) = (await list_inbox(house.app, ANN)).entries
    assert (entry.id, entry.overdue_since) == (session.id, deadline)


async def test_a_record_that_is_not_there_yet_lists_nothing(app: App) -> None:
    absent = App(app.record, app.surroundings, missing="record.db")
    assert await list_log(absent, ANN) == await list_inbox(absent, ANN) == EntryPage(())
