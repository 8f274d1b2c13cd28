"""A ballot that whoever opens a deliberation brings along: its seat, when it is stored, and what it counts for."""

from collections.abc import Mapping
from typing import Any

import pytest

from quorate.app.app import App
from quorate.app.life.answers import Answers, resolve
from quorate.app.life.ballots import BallotParts
from quorate.app.life.management import release
from quorate.app.life.new_deliberation import OwnBallot, open_deliberation
from quorate.app.question.draft import Edits
from quorate.app.question.panel_choice import PanelWishes
from quorate.core.errors import DocumentError, InputError, Refused
from quorate.deliberation.events import Cast
from quorate.deliberation.permission import may_be_acted_on, still_needed
from quorate.deliberation.principal import MCP, Principal, check_may
from quorate.deliberation.session import Session
from quorate.settings import Settings
from tests.app.house import ACTION, AGAINST, ANN, BEN, EVE, FOR, House
from tests.app.test_new_deliberation import asking

PARTS = BallotParts("APPROVE", "82", "It was measured")
OWN = OwnBallot(PARTS, "claude")
PANEL = PanelWishes(seats=("Claude=claude", "b=person:ben", "c=person:eve"))


async def decided(house: House, eve: Mapping[str, Any], **asked: Any) -> Session:
    """Ann opened it with a ballot of her own, for it; ben was for it too, and eve as is said."""
    found = await open_deliberation(house.app, ANN, asking(panel=PANEL, **asked), own=OWN)
    session = await house.voted(found.session, "b", BEN, FOR)
    return await house.voted(session, "c", EVE, eve)


async def test_it_is_one_seat_in_the_callers_name_in_place_of_the_engine_seat_of_its_program(house: House) -> None:
    found = await open_deliberation(house.app, ANN, asking(panel=PANEL), own=OWN)
    seats = [(seat.name, seat.voter) for seat in found.session.opened.seats]
    assert seats == [("ann", "agent:ann"), ("b", "person:ben"), ("c", "person:eve")]
    assert found.session.opened.own_seat == "ann"


async def test_it_is_on_the_record_with_the_opening_before_anybody_is_asked(house: House) -> None:
    found = await open_deliberation(house.app, ANN, asking(panel=PANEL), own=OWN)
    kinds = [type(one.event).__name__ for one in found.history]
    assert kinds == ["Opened", "RoundOpened", "Cast"]
    assert len({one.at for one in found.history}) == 1
    assert found.session.round
    assert found.session.round.missing == ("b", "c")


async def test_an_agents_own_seat_on_the_panel_takes_it_as_well(house: House) -> None:
    panel = PanelWishes(seats=("me=agent:ann", "b=person:ben"))
    found = await open_deliberation(house.app, ANN, asking(panel=panel), own=OwnBallot(PARTS))
    assert found.session.opened.own_seat == "me"
    assert isinstance(found.history[-1].event, Cast)


@pytest.mark.parametrize(
    ("panel", "own", "what"),
    [
        (PANEL, OwnBallot(PARTS, "codex"), "the panel has Claude"),
        (PANEL, OwnBallot(PARTS), "a seat agent:ann"),
        (PanelWishes(seats=("Logos=claude", "b=person:ben")), OWN, "without a lens"),
        (PanelWishes(seats=("Claude=claude", "ann=person:ben")), OWN, "ann"),
        (PANEL, OwnBallot(BallotParts("PERHAPS", "82", "?"), "claude"), "APPROVE"),
        (PANEL, OwnBallot(BallotParts("APPROVE", "182", "?"), "claude"), "confidence"),
    ],
)
async def test_a_ballot_that_has_no_seat_or_cannot_be_read_opens_nothing(
    house: House, panel: PanelWishes, own: OwnBallot, what: str
) -> None:
    await house.refuses(open_deliberation(house.app, ANN, asking(panel=panel), own=own), what, InputError)


async def test_a_repeated_opening_keeps_the_ballot_that_was_cast_first(house: House) -> None:
    first = await open_deliberation(house.app, ANN, asking(panel=PANEL), "k", OWN)
    other = OwnBallot(BallotParts("REJECT", "90", "No"), "claude")
    again = await open_deliberation(house.app, ANN, asking(panel=PANEL), "k", other)
    assert (again.session.id, again.is_new) == (first.session.id, False)
    assert [type(one.event).__name__ for one in again.history].count("Cast") == 1


async def test_an_action_that_rests_on_the_callers_own_ballot_waits_for_somebody_else(house: House) -> None:
    session = await decided(house, AGAINST, edits=Edits(action=ACTION))
    assert session.verdict
    assert session.verdict.action == "proceed"
    assert "verification" in still_needed(session)
    verified = Answers(verified="I have looked at it")
    await house.refuses(resolve(house.app, ANN, session.id, verified, session.verdict_hash), "someone else", Refused)
    done = await resolve(house.app, EVE, session.id, verified, session.verdict_hash)
    assert "verification" not in still_needed(done.session)


async def test_an_action_that_stands_with_that_ballot_against_it_needs_nobody(house: House) -> None:
    session = await decided(house, FOR, edits=Edits(action=ACTION))
    assert may_be_acted_on(session)
    assert (await release(house.app, ANN, session.id, ACTION)).session.endings


async def test_without_an_action_or_a_gate_the_ballot_counts_like_any_other(house: House) -> None:
    assert may_be_acted_on(await decided(house, AGAINST))


async def test_a_gate_is_as_good_as_an_action(house: House) -> None:
    found = await open_deliberation(house.app, ANN, asking(panel=PANEL._replace(gated=True)), own=OWN)
    session = await house.voted(await house.voted(found.session, "b", BEN, FOR), "c", EVE, AGAINST)
    assert "verification" in still_needed(session)


AGENT = Principal("ann", via=MCP)


@pytest.mark.parametrize("voter", ["command:/bin/true", "openai:m@http://127.0.0.1:1", "api:openai/m"])
async def test_a_program_that_acts_for_somebody_names_no_programs_and_no_addresses(house: House, voter: str) -> None:
    panel = PanelWishes(seats=(f"x={voter}", "b=person:ben"))
    await house.refuses(open_deliberation(house.app, AGENT, asking(panel=panel)), "come from settings", InputError)


async def test_what_a_program_does_for_somebody_is_marked_on_the_record(house: House) -> None:
    found = await open_deliberation(house.app, AGENT, asking())
    assert found.history[0].author == ("ann", "asserted via mcp")


async def test_a_document_of_a_program_is_read_like_any_other(house: House) -> None:
    with pytest.raises(DocumentError, match="unknown key"):
        await open_deliberation(
            house.app,
            AGENT,
            asking(panel=PanelWishes(seats=("b=person",), mode="auto"))._replace(
                document=asking().document._replace(value={"question": "Adopt?", "foo": 1})
            ),
        )


async def test_a_program_lets_no_seat_decide_in_place_of_a_person(house: House) -> None:
    policy = {"deadlock": "most-confident", "deadlock_minutes": 1}
    asked = asking()._replace(document=asking().document._replace(value={"question": "Adopt?", "policy": policy}))
    await house.refuses(open_deliberation(house.app, AGENT, asked), "allowed here: ask, reframe", InputError)


async def test_a_program_may_spend_less_than_settings_allow_and_no_more(house: House) -> None:
    app = App(house.app.record, house.app.surroundings._replace(settings=lambda: Settings(max_cost="2.5")))
    for more in ("2.51", "100"):
        asked = asking(panel=PanelWishes(seats=("b=person",), max_cost=more))
        await house.refuses(open_deliberation(app, AGENT, asked), "at most 2.5", InputError)
    less = asking(panel=PanelWishes(seats=("b=person",), max_cost="1"))
    assert (await open_deliberation(app, AGENT, less)).session.policy.max_cost == "1"


KEPT = Principal("ben", "authenticated", scopes=frozenset({"vote", "resolve"}), via=MCP)


@pytest.mark.parametrize("policy", ["gated", "keys_only"])
async def test_a_program_that_holds_a_key_neither_votes_nor_answers_where_a_gate_waits(
    house: House, policy: str
) -> None:
    session = await house.opened(policy={policy: True})
    await house.refuses(house.voted(session, "b", KEPT, FOR), "no program acts", Refused)
    with pytest.raises(Refused, match="no program acts"):
        check_may("answer", session, KEPT)
    assert (await house.voted(session, "b", KEPT._replace(via="http"), FOR)).round


ALONE: Mapping[str, Any] = {"question": "Adopt?", "panel": [{"seat": "me", "voter": "agent:ann"}], "needed": 1}


async def by_program(house: House, panel: PanelWishes, *seats: str) -> Session:
    """A program of ann's has opened it with an action, and voted for it on these seats."""
    found = await open_deliberation(house.app, AGENT, asking(panel=panel, edits=Edits(action=ACTION)))
    session = found.session
    for seat in seats:
        session = await house.voted(session, seat, AGENT, FOR)
    return session


@pytest.mark.parametrize("voter", ["person", "person:ann"])
async def test_a_program_does_not_vote_on_the_seat_of_a_person(house: House, voter: str) -> None:
    session = await by_program(house, PanelWishes(seats=(f"a={voter}", "b=person:ben")))
    advice = "is a person's, .*; vote with `quorate vote`, or give the program the key of ann in QUORATE_KEY"
    await house.refuses(house.voted(session, "a", AGENT, FOR), advice, Refused)
    assert (await house.voted(session, "a", ANN, FOR)).round


@pytest.mark.parametrize("names", [("a", "b"), ("a", "b", "c")])
async def test_what_a_program_approved_alone_waits_for_somebody_else(house: House, names: tuple[str, ...]) -> None:
    session = await by_program(house, PanelWishes(seats=tuple(f"{name}=agent:ann" for name in names)), *names)
    assert session.verdict
    assert session.verdict.action == "proceed"
    assert not may_be_acted_on(session)
    await house.refuses(release(house.app, AGENT, session.id, ACTION), "verification", Refused)
    verified = Answers(verified="I have looked at it")
    await house.refuses(resolve(house.app, ANN, session.id, verified, session.verdict_hash), "someone else", Refused)
    done = await resolve(house.app, EVE, session.id, verified, session.verdict_hash)
    assert "verification" not in still_needed(done.session)


async def test_no_program_signs_off_for_people(house: House) -> None:
    asked = asking(panel=PanelWishes(protocol="approval"), edits=Edits(action=ACTION))
    with pytest.raises(DocumentError, match="people who are named sign off"):
        await open_deliberation(house.app, AGENT, asked._replace(document=asked.document._replace(value=dict(ALONE))))


async def test_what_people_approve_without_the_program_needs_nobody_else(house: House) -> None:
    session = await by_program(house, PanelWishes(seats=("a=agent:ann", "b=person:ben", "c=person:eve")), "a")
    session = await house.voted(await house.voted(session, "b", BEN, FOR), "c", EVE, FOR)
    assert may_be_acted_on(session)
