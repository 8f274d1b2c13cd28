"""Answers that only a person gives: in a form where the program shows forms, else at the terminal, or with a key."""

import json
from typing import Any

import pytest
from mcp.client.session import ElicitationFnT
from mcp_types import ElicitRequestFormParams, ElicitResult

from quorate.core.errors import StoreError
from quorate.surfaces.mcp import answer_tool
from tests.surfaces.mcp.connection import Connection, Station
from tests.surfaces.mcp.test_decide_tools import NO, YES, opened
from tests.surfaces.program import quorate


class Person:
    """Whoever sits before the program and sees its forms."""

    def __init__(self, *answers: ElicitResult) -> None:
        self.answers, self.seen = list(answers), list[ElicitRequestFormParams]()

    @property
    def form(self) -> ElicitationFnT:
        """How a client asks them."""

        async def asked(context: Any, params: Any) -> ElicitResult:  # noqa: ARG001
            assert isinstance(params, ElicitRequestFormParams)
            self.seen.append(params)
            return self.answers.pop(0)

        return asked


def accepting(**content: str | int | float | bool | list[str] | None) -> ElicitResult:
    return ElicitResult(action="accept", content=content)


async def split(ann: Connection, ben: Connection, **more: Any) -> dict[str, Any]:
    """Ann was for it and ben against it, so that a person has to choose."""
    found = await opened(ann, **more)
    seen = {"id": found["id"], "question": found["question_hash"]}
    await ann.call("cast_ballot", **seen, **YES)
    said = await ben.call("cast_ballot", **seen, **NO)
    return {"id": found["id"], "verdict": said.values["verdict_hash"]}


def shown(station: Station, deliberation: str) -> Any:
    """The deliberation as the terminal has it."""
    return json.loads(quorate("show", deliberation, "--json", variables=station.variables).out)


async def test_a_person_answers_in_a_form_and_the_record_says_that_it_was_one(programs: Station) -> None:
    station = programs
    person = Person(accepting(decision="go ahead", choice="a: APPROVE", reason="The numbers are good"))
    async with station.connected(form=person.form) as ann, station.connected(user="ben") as ben:
        asked = await split(ann, ben)
        said = await ann.call("resolve_deliberation", **asked)
        assert (said.values["decision"], said.values["may_be_acted_on"]) == ("a: APPROVE", True)
    answer = shown(station, asked["id"])["answers"][0]
    assert answer["author"] == {"name": "ann", "proof": "elicited"}
    assert answer["choice"] == "a: APPROVE"


async def test_the_form_shows_the_question_and_what_each_seat_said(station: Station) -> None:
    person = Person(ElicitResult(action="decline"))
    async with station.connected(form=person.form) as ann, station.connected(user="ben") as ben:
        await ann.call("resolve_deliberation", **await split(ann, ben))
    (form,) = person.seen
    for part in ("Adopt the queue?", "APPROVE", "REJECT", "It was not measured"):
        assert part in form.message
    assert form.requested_schema["properties"]["choice"]["enum"]


@pytest.mark.parametrize("action", ["decline", "cancel"])
async def test_a_form_that_is_declined_or_closed_is_no_answer(station: Station, action: Any) -> None:
    person = Person(ElicitResult(action=action))
    async with station.connected(form=person.form) as ann, station.connected(user="ben") as ben:
        asked = await split(ann, ben)
        said = await ann.call("resolve_deliberation", **asked, decline="I say so")
        assert said.text.startswith("The person did not answer")
        assert "quorate resolve" in said.text
        assert said.values["notices"][-1]["values"]["said"] in said.text
    assert shown(station, asked["id"])["answers"] == []


async def test_what_the_program_would_answer_is_not_what_is_stored(station: Station) -> None:
    person = Person(accepting(decision="do not go ahead", choice="b: REJECT", reason="Not this year"))
    async with station.connected(form=person.form) as ann, station.connected(user="ben") as ben:
        asked = await split(ann, ben)
        said = await ann.call("resolve_deliberation", **asked, choose="APPROVE", go=True, reason="Mine")
        assert said.values["decision"] == "declined by a person"


async def test_a_person_who_declines_gives_a_reason(station: Station) -> None:
    person = Person(accepting(decision="do not go ahead", choice="b: REJECT", reason="\u200b"))
    async with station.connected(form=person.form) as ann, station.connected(user="ben") as ben:
        asked = await split(ann, ben)
        assert "needs a reason" in await ann.refused("resolve_deliberation", **asked)
    assert shown(station, asked["id"])["answers"] == []


async def test_without_forms_the_person_answers_at_the_terminal(station: Station) -> None:
    async with station.connected() as ann, station.connected(user="ben") as ben:
        asked = await split(ann, ben)
        said = await ann.call("resolve_deliberation", **asked, choose="APPROVE", go=True)
        command = f"quorate resolve {asked['id']} --verdict {asked['verdict'][7:23]}"
        assert command in said.text
        (notice,) = said.values["notices"]
        assert (notice["code"], command in notice["values"]["steps"][0]) == ("unanswered", True)
    assert shown(station, asked["id"])["answers"] == []


async def test_where_no_answer_is_required_nobody_is_sent_to_the_terminal(one_era: Station) -> None:
    async with one_era.connected() as ann, one_era.connected(user="ben") as ben:
        found = await opened(ann)
        seen = {"id": found["id"], "question": found["question_hash"]}
        asked = {"id": found["id"], "verdict": "0" * 16}
        early = await ann.call("resolve_deliberation", **asked, decline="No")
        await ann.call("cast_ballot", **seen, **YES)
        await ben.call("cast_ballot", **seen, **YES)
        late = await ann.call("resolve_deliberation", **asked, decline="No")
    for said in (early, late):
        assert said.text.startswith("No answer is required now. Nothing was stored.\n")
        assert said.values["notices"][-1]["values"]["said"] == "No answer is required now. Nothing was stored."


async def test_a_gate_takes_no_form_of_a_program(station: Station) -> None:
    person = Person()
    async with station.connected(form=person.form) as ann, station.connected(user="ben") as ben:
        asked = await split(ann, ben, document={"policy": {"gated": True}})
        said = await ann.refused("resolve_deliberation", **asked, choose="APPROVE", go=True)
        assert "a form of a program is not enough" in said
    assert person.seen == []
    assert shown(station, asked["id"])["answers"] == []


async def test_where_asking_the_person_fails_the_program_does_not_answer_for_them(
    one_era: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(*_: Any) -> Any:
        raise StoreError("the record is busy")

    monkeypatch.setattr(answer_tool, "answerable", failing)
    person = Person()
    async with one_era.connected(form=person.form) as ann, one_era.connected(user="ben") as ben:
        asked = await split(ann, ben)
        said = await ann.refused("resolve_deliberation", **asked, choose="a: APPROVE", go=True, reason="Mine")
        assert "the record is busy" in said
    assert person.seen == []
    assert shown(one_era, asked["id"])["answers"] == []


async def test_an_older_verdict_is_not_even_shown(station: Station) -> None:
    person = Person()
    async with station.connected(form=person.form) as ann, station.connected(user="ben") as ben:
        asked = await split(ann, ben)
        said = await ann.refused("resolve_deliberation", id=asked["id"], verdict="0" * 16, decline="No")
        assert "which is not a hash of a verdict of this deliberation" in said
    assert person.seen == []


async def test_only_the_people_who_are_named_are_shown_a_form(station: Station) -> None:
    person = Person()
    async with station.connected(form=person.form) as ann, station.connected(user="ben") as ben:
        asked = await split(ann, ben, document={"policy": {"people": ["eve"]}})
        assert "only eve may answer" in await ann.refused("resolve_deliberation", **asked, decline="No")
    assert person.seen == []


def issued(station: Station, name: str, *scopes: str) -> str:
    """A new key for somebody."""
    wanted = [part for scope in scopes for part in ("--scope", scope)]
    ended = quorate("keys", "create", name, *wanted, "--json", variables=station.variables)
    assert ended.status == 0, ended.err
    return str(json.loads(ended.out)["key"])


async def test_a_key_answers_for_whom_it_belongs_to_and_for_nobody_else(one_era: Station) -> None:
    station = one_era
    async with station.connected() as ann, station.connected(user="ben") as ben:
        asked = await split(ann, ben, document={"policy": {"people": ["eve"]}})
        eve, mallory = issued(station, "eve", "read", "resolve"), issued(station, "mallory", "read", "resolve")
        async with station.connected(user="eve", key=mallory) as other:
            assert "only eve may answer" in await other.refused("resolve_deliberation", **asked, decline="No")
        async with station.connected(key=eve) as person:
            said = await person.call("resolve_deliberation", **asked, choose="a: APPROVE", go=True, reason="Good")
            assert said.values["decision"] == "a: APPROVE"
    assert shown(station, asked["id"])["answers"][0]["author"] == {"name": "eve", "proof": "authenticated"}


@pytest.mark.parametrize("policy", ["gated", "keys_only"])
async def test_a_key_that_a_program_holds_answers_for_no_gate(one_era: Station, policy: str) -> None:
    station = one_era
    async with station.connected() as ann:
        found = await opened(ann, document={"policy": {policy: True}})
    ben = issued(station, "ben", "read", "vote", "resolve")
    async with station.connected(key=ben) as program:
        seen = {"id": found["id"], "question": found["question_hash"]}
        assert "no program acts on it with the key of ben" in await program.refused("cast_ballot", **seen, **YES)


async def test_a_key_without_the_scope_is_refused_and_so_is_one_that_is_not_valid(one_era: Station) -> None:
    station = one_era
    async with station.connected() as ann, station.connected(user="ben") as ben:
        asked = await split(ann, ben)
        reader = issued(station, "eve", "read")
        async with station.connected(key=reader) as eve:
            assert "scope resolve" in await eve.refused("resolve_deliberation", **asked, decline="No")
            assert "scope open" in await eve.refused("open_deliberation", question="Adopt?", seats=["a=person"])
        async with station.connected(key=reader + "x") as nobody:
            said = await nobody.refused("show_deliberation", id=asked["id"])
            assert "not valid" in said
            assert reader not in said
