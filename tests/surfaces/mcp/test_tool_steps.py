"""Next steps over MCP: tools with arguments that can be sent as they are, or what a person does at a terminal."""

import json
from typing import Any

from quorate.surfaces.mcp.mcp_server import SET_NAMES
from tests.surfaces.mcp.connection import Connection, Station
from tests.surfaces.program import quorate

YES = {"choice": "APPROVE", "confidence": 80, "rationale": "It was measured"}
NO = {"choice": "REJECT", "confidence": 70, "rationale": "It was not"}
SEATS = ["a=agent:ann", "b=agent:ben"]


def calls_in(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The tools that a text names, each with its arguments."""
    lines = [line.partition(" {") for line in text.splitlines()]
    return [(before.split()[-1], json.JSONDecoder().raw_decode("{" + rest)[0]) for before, sign, rest in lines if sign]


async def opened(one: Connection, **said: Any) -> Any:
    return await one.call("open_deliberation", question="Adopt it?", action="make it", wait=0, **said)


def key_of(station: Station, name: str) -> str:
    scopes = [word for scope in ("open", "read", "vote", "resolve") for word in ("--scope", scope)]
    made = quorate("keys", "create", name, *scopes, "--json", variables=station.variables)
    return str(json.loads(made.out)["key"])


async def test_the_steps_of_a_deliberation_are_tools_that_can_be_called_as_they_are_named(one_era: Station) -> None:
    async with one_era.connected(user="ann") as ann, one_era.connected(user="ben") as ben:
        said = await opened(ann, seats=SEATS)
        assert "quorate " not in said.text
        for who in (ann, ben):
            tool, arguments = next(call for call in calls_in(said.text))
            said = await who.call(tool, **{**arguments, **YES})
        async with one_era.connected(key=key_of(one_era, "eve")) as eve:
            ((tool, arguments),) = calls_in((await eve.call("wait_for_deliberation", id=arguments["id"])).text)
            assert (tool, arguments["verified"]) == ("resolve_deliberation", "...")
            said = await eve.call(tool, **{**arguments, "verified": "The logs"})
        ((tool, arguments),) = calls_in(said.text)
        released = await ann.call(tool, **{**arguments, "action": "make it"})
        assert (tool, released.values["state"]) == ("release_action", "released")


async def test_a_program_is_told_that_a_person_votes_at_a_terminal(one_era: Station) -> None:
    async with one_era.connected(user="ann") as ann:
        said = await opened(ann, seats=["a=person:ann", "b=agent:ben"])
        first, second = said.text.splitlines()[-2:]
        assert first.startswith("a is waiting for ann: quorate vote ")
        assert first.endswith(" (at a terminal)")
        assert calls_in(second)[0][1]["seat"] == "b"


async def test_an_answer_is_a_tool_for_whoever_has_a_key_and_a_command_for_others(one_era: Station) -> None:
    async with one_era.connected(user="ann") as ann, one_era.connected(user="ben") as ben:
        found = (await opened(ann, seats=SEATS)).values
        seen = {"id": found["id"], "question": found["question_hash"]}
        await ann.call("cast_ballot", **seen, seat="a", **YES)
        split = await ben.call("cast_ballot", **seen, seat="b", **NO)
    assert "A person must answer: quorate resolve " in split.text
    assert calls_in(split.text) == []
    async with one_era.connected(key=key_of(one_era, "eve")) as eve:
        calls = calls_in((await eve.call("show_deliberation", id=found["id"])).text)
        assert [(tool, arguments["go"]) for tool, arguments in calls] == [
            ("resolve_deliberation", True),
            ("resolve_deliberation", False),
        ]
        answered = await eve.call(calls[1][0], **calls[1][1])
        assert answered.values["decision"] == "declined by a person"


async def test_every_tool_that_a_step_names_takes_its_arguments(one_era: Station) -> None:
    async with one_era.connected(*SET_NAMES) as ann:
        tools = {one.name: one.input_schema["properties"] for one in (await ann.client.list_tools()).tools}
        said = await opened(ann, seats=SEATS)
        for tool, arguments in calls_in(said.text):
            assert arguments.keys() <= tools[tool].keys()
