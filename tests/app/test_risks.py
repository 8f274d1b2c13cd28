"""What verdicts leave behind: listed, changed, and said to have come true."""

import asyncio

from quorate.app.life.management import release, revoke
from quorate.app.risks.risk_changes import set_item, vindicate_item
from quorate.app.risks.risk_list import RiskFilter, list_risks
from quorate.core.codec import shown
from quorate.core.errors import InputError, KeyReused
from quorate.deliberation.events import Tracked, Vindicated
from quorate.deliberation.register.risk_register import register_of
from quorate.deliberation.session import Session
from quorate.views.lists import RiskPage, register_page
from tests.app.house import ACTION, ANN, BEN, EVE, FOR, House

ALL = RiskFilter(everything=True)
CAREFUL = {**FOR, "risks": ["Tools lag behind"], "conditions": ["Slowly"]}


def items(page: RiskPage) -> list[tuple[str, str]]:
    return [(entry.deliberation, entry.item.id) for entry in page.entries]


async def conditional(house: House) -> tuple[Session, str]:
    """A deliberation whose verdict is free and has a condition, and the number of the condition."""
    return await house.decided(FOR, CAREFUL), "C1"


async def test_items_of_all_deliberations_are_listed_newest_first(house: House) -> None:
    (first, item), (second, _) = await conditional(house), await conditional(house)
    page = await list_risks(house.app, ANN, ALL)
    assert [one for one in items(page) if one[1] == item] == [(second.id, item), (first.id, item)]
    assert (page.deliberations, page.after) == (2, "")
    assert shown(page)["items"][0]["deliberation"] == second.id


async def test_a_list_ends_where_the_next_one_begins(house: House) -> None:
    for _ in range(3):
        await conditional(house)
    whole = await list_risks(house.app, ANN, ALL)
    first = await list_risks(house.app, ANN, ALL._replace(limit=2))
    second = await list_risks(house.app, ANN, ALL._replace(after=first.after))
    assert (first.deliberations, second.deliberations) == (2, 1)
    assert first.entries + second.entries == whole.entries


async def test_what_is_settled_and_what_verdicts_left_that_do_not_hold_is_listed_only_on_demand(house: House) -> None:
    (settled, item), (taken_back, _) = await conditional(house), await conditional(house)
    await set_item(house.app, ANN, settled.id, item, {"status": "closed"})
    await revoke(house.app, ANN, taken_back.id, "The measurement was wrong")
    assert {(settled.id, item), (taken_back.id, item)}.isdisjoint(items(await list_risks(house.app, ANN, RiskFilter())))
    assert {(settled.id, item), (taken_back.id, item)} <= set(items(await list_risks(house.app, ANN, ALL)))


async def test_a_list_is_narrowed_by_owner_status_and_day(house: House) -> None:
    session, item = await conditional(house)
    changes = {"status": "accepted", "owner": "Ben", "due": "2020-01-01"}
    await set_item(house.app, EVE, session.id, item, changes)
    for wanted in (ALL._replace(owner="ben"), ALL._replace(status="accepted")):
        assert items(await list_risks(house.app, ANN, wanted)) == [(session.id, item)]
    assert items(await list_risks(house.app, ANN, ALL._replace(owner="eve"))) == []
    await set_item(house.app, EVE, session.id, item, {"status": "open"})
    assert items(await list_risks(house.app, ANN, RiskFilter(overdue=True))) == [(session.id, item)]


async def test_a_change_is_stored_with_its_author_and_nothing_else_of_the_item_changes(house: House) -> None:
    session, item = await conditional(house)
    before = next(one for one in register_of(session).items if one.id == item)
    found = await set_item(house.app, EVE, session.id, item, {"owner": "ben", "due": None})
    after = next(one for one in register_of(found.session).items if one.id == item)
    assert (after.owner, after.status, after.due) == ("ben", before.status, before.due)
    assert found.history[-1].author == EVE.author
    assert found.history[-1].event == Tracked(item, owner="ben")
    assert register_page(found.session).id == session.id


async def test_an_item_can_be_followed_up_after_the_release(house: House) -> None:
    session, item = await conditional(house)
    await release(house.app, ANN, session.id, ACTION)
    found = await set_item(house.app, ANN, session.id, item, {"status": "mitigated"})
    assert found.is_new


async def test_a_risk_that_came_true_is_on_the_record_with_where_to_read_it(house: House) -> None:
    session, other, item = await house.decided(FOR, CAREFUL), await house.decided(), "R1"
    found = await vindicate_item(house.app, BEN, session.id, item, "Jobs were lost", other.id)
    assert found.history[-1].event == Vindicated(item, "Jobs were lost", other.id)
    assert items(await list_risks(house.app, ANN, ALL._replace(status="vindicated"))) == [(session.id, item)]
    await vindicate_item(house.app, BEN, session.id, item, "Again", "https://example.org/1")


async def test_what_says_nothing_or_is_not_there_is_refused(house: House) -> None:
    session, item = await conditional(house)
    for changes, why in (
        ({"owner": " "}, "owner: missing"),
        ({}, "nothing"),
        ({"status": "gone"}, "status"),
        ({"due": "soon"}, "due"),
        ({"note": "so \ud800"}, "half"),
    ):
        await house.refuses(set_item(house.app, ANN, session.id, item, changes), why, InputError)
    await house.refuses(set_item(house.app, ANN, session.id, "R77", {"owner": "ann"}), "R77", InputError)
    await house.refuses(vindicate_item(house.app, ANN, session.id, item, "So", "MAGI-1999-0101-001"), "link: ")
    unknown = set_item(house.app, ANN, "MAGI-1999-0101-001", item, {"owner": "ann"})
    await house.refuses(unknown, "no deliberation", InputError)


async def test_a_repeated_key_changes_an_item_once(house: House) -> None:
    session, item = await conditional(house)
    request = (session.id, item, {"owner": "ben"}, "k")
    tried = await asyncio.gather(*(set_item(house.app, ANN, *request) for _ in range(4)))
    assert sorted(one.is_new for one in tried) == [False, False, False, True]
    assert len({one.session.position for one in tried}) == 1
    bens = await set_item(house.app, BEN, session.id, item, {"owner": "cara"}, "k")
    assert (bens.is_new, bens.session.position) == (True, tried[0].session.position + 1)
    other = set_item(house.app, ANN, session.id, item, {"owner": "eve"}, "k")
    await house.refuses(other, "used for another request", KeyReused)
