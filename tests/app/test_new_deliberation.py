"""A question put to a panel: framed, checked, and opened once."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from quorate.app.app import App, open_app
from quorate.app.life.new_deliberation import open_deliberation, plan_deliberation
from quorate.app.question.draft import AskedQuestion, Edits, SourceDocument, source_of
from quorate.app.question.panel_choice import PanelWishes
from quorate.core.errors import DocumentError, InputError, KeyReused, Refused
from quorate.deliberation.events import Superseded
from quorate.deliberation.principal import Principal
from quorate.settings import Settings
from tests.app.house import ANN, BEN, EVE, FOR, House

PEOPLE = PanelWishes(seats=("a=person:ann", "b=person:ben"))


def asking(subject: str = "Adopt the queue?", **more: Any) -> AskedQuestion:
    """A question for two people."""
    return AskedQuestion(SourceDocument({"question": subject}), **{"panel": PEOPLE, **more})


async def test_a_question_is_opened_and_waits_for_its_people(house: House) -> None:
    found = await open_deliberation(house.app, ANN, asking())
    assert found.is_new
    assert found.history[0].author == ANN.author
    assert found.session.round
    assert found.session.round.missing == ("a", "b")


async def test_nobody_is_asked_and_nothing_paid_by_opening(house: House) -> None:
    voter = house.program("ask", FOR)
    found = await open_deliberation(house.app, ANN, asking(panel=PanelWishes(seats=(f"x={voter}", "y=person"))))
    assert found.session.opened.programs == {"x": str(house.folder / "ask")}
    assert house.times_asked() == 0


async def test_what_is_said_besides_is_part_of_the_question(house: House) -> None:
    edits = Edits(
        context="Twelve services", action="deploy 1.4\n", constraints=("No downtime",), options=("A=Redis", "B")
    )
    question = (await open_deliberation(house.app, ANN, asking(edits=edits))).session.question
    assert (question.context, question.action, question.constraints) == (
        "Twelve services",
        "deploy 1.4\n",
        ("No downtime",),
    )
    assert [(one.id, one.text) for one in question.options] == [("A", "Redis"), ("B", "")]


async def test_a_panel_of_the_settings_is_asked_where_it_is_named(house: House) -> None:
    panels = {"team": {"panel": [{"seat": "x", "voter": "person:ben"}]}}
    app = App(
        house.app.record, house.app.surroundings._replace(settings=lambda: Settings(panels=panels, max_cost="2.5"))
    )
    found = await open_deliberation(app, ANN, asking(panel=PanelWishes(panel="team")))
    assert [seat.voter for seat in found.session.opened.seats] == ["person:ben"]
    assert found.session.policy.max_cost == "2.5"
    await house.refuses(
        open_deliberation(app, ANN, asking(panel=PanelWishes(panel="none"))), "allowed: team", InputError
    )


@pytest.mark.parametrize(
    ("panel", "why"),
    [
        (PanelWishes(seats=("x=command:/no/such/program",)), "no executable called"),
        (PanelWishes(seats=("x=openai:m",)), "seat x"),
        (PanelWishes(seats=("x",)), "NAME=VOTER"),
        (PanelWishes(), "no engine"),
        (PEOPLE._replace(deadline="2020-01-01T00:00Z"), "which is in the past"),
        (PEOPLE._replace(max_cost="much"), "US dollars"),
        (PEOPLE._replace(protocol="dice"), "dice"),
        (PanelWishes(seats=("x=person:ann", "x=person:ben")), "found 'x' a second time"),
    ],
)
async def test_a_panel_that_cannot_be_asked_is_refused_before_anything_is_stored(
    house: House, panel: PanelWishes, why: str
) -> None:
    await house.refuses(open_deliberation(house.app, ANN, asking(panel=panel)), why, InputError)


async def test_problems_of_a_document_are_named_with_their_lines(house: House) -> None:
    text = b"question: Adopt?\nprotocol: magi\nfoo: 1\npolicy:\n  at_ballots_by: perhaps\n"
    asked = AskedQuestion(source_of(text, "question.yaml"), panel=PEOPLE)
    before = await house.rows()
    with pytest.raises(DocumentError) as caught:
        await open_deliberation(house.app, ANN, asked)
    assert [problem.line for problem in caught.value.problems] == [3, 5]
    assert await house.rows() == before


async def test_a_repeated_key_opens_one_deliberation_and_says_so(house: House) -> None:
    tried = await asyncio.gather(*(open_deliberation(house.app, ANN, asking(), "k") for _ in range(4)))
    assert len({one.session.id for one in tried}) == 1
    assert sorted(one.is_new for one in tried) == [False, False, False, True]
    bens = await open_deliberation(house.app, BEN, asking(), "k")
    assert (bens.is_new, bens.session.id in {one.session.id for one in tried}) == (True, False)
    await house.refuses(open_deliberation(house.app, ANN, asking("Other?"), "k"), "another request", KeyReused)


async def test_a_key_that_was_used_is_answered_also_where_the_question_would_be_refused_now(house: House) -> None:
    voter = house.program("ask", FOR)
    asked = asking(panel=PanelWishes(seats=(f"x={voter}", "y=person")))
    first = await open_deliberation(house.app, ANN, asked, "k")
    (house.folder / "ask").unlink()
    again = await open_deliberation(house.app, ANN, asked, "k")
    assert (again.session.id, again.is_new) == (first.session.id, False)


async def test_a_deliberation_takes_the_place_of_an_earlier_one(house: House) -> None:
    earlier = await house.decided()
    found = await open_deliberation(house.app, ANN, asking(supersedes=earlier.id))
    ending = (await house.app.load(earlier.id)).endings[-1]
    assert ending.event == Superseded(found.session.id)


async def test_only_whoever_manages_a_deliberation_may_supersede_it(house: House) -> None:
    earlier = await house.decided()
    asked = asking(supersedes=earlier.id)
    await house.refuses(open_deliberation(house.app, EVE, asked), "supersedes .*only ann", Refused)
    owner = Principal("eve", owns_store=True)
    assert (await open_deliberation(house.app, owner, asked)).is_new


async def test_a_plan_says_what_is_wrong_and_stores_nothing(house: House) -> None:
    before = await house.rows()
    wishes = PanelWishes(seats=(f"x={house.program('ask', FOR)}", "y=command:/no/such/program"), max_cost="0.5")
    plan = await plan_deliberation(house.app, ANN, asking(panel=wishes))
    assert [one.seat.name for one in plan.calls] == ["x", "y"]
    assert [one.partition(":")[0] for one in plan.problems] == ["seat y"]
    assert (plan.mode.name, str(plan.budget)) == ("engine", "0.5")
    assert await house.rows() == before
    assert house.times_asked() == 0


async def test_one_person_in_two_seats_is_noticed(house: House) -> None:
    twice = asking(panel=PanelWishes(seats=("a=person:ann", "b=person:ann")))
    found = await open_deliberation(house.app, ANN, twice)
    shared = [one for one in found.notices if one.code != "protocol.default"]  # which not every interface has as data
    assert [(one.code, one.values["seats"]) for one in shared] == [("voter", ("a", "b"))]
    assert found.session.opened.protocol_reason == "default"
    plan = await plan_deliberation(house.app, ANN, twice)
    assert plan.notices == found.notices


async def test_what_is_refused_makes_no_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUORATE_HOME", str(tmp_path / "home"))
    file = tmp_path / "record.db"
    async with open_app(str(file), print, may_make=True) as app:
        with pytest.raises(InputError, match="no executable"):
            await open_deliberation(app, ANN, asking(panel=PanelWishes(seats=("x=command:/no/such",))), "k")
        assert not file.exists()
        found = await open_deliberation(app, ANN, asking(), "k")
        assert file.exists()
    async with open_app(str(file), print) as app:
        assert (await app.load(found.session.id)).position == found.session.position
