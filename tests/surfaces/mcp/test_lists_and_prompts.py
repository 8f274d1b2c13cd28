"""What a server lists: few tools and short, resources that can be read, prompts for people."""

import json
import logging

import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import TextContent, TextResourceContents

from quorate.surfaces.mcp.mcp_server import SET_NAMES
from tests.surfaces.mcp.connection import Connection, Station
from tests.surfaces.mcp.test_decide_tools import opened

MOST_TOOLS, MOST_BYTES = 10, 6_000


@pytest.mark.parametrize("name", SET_NAMES)
async def test_a_set_has_few_tools_and_its_list_is_short(one_era: Station, name: str) -> None:
    async with one_era.connected(name) as client:
        tools = (await client.client.list_tools()).tools
    listed = [one.model_dump(by_alias=True, exclude_none=True, mode="json") for one in tools]
    for one in listed:
        del one["outputSchema"]
    assert len(tools) <= MOST_TOOLS
    assert len(json.dumps(listed, separators=(",", ":")).encode()) <= MOST_BYTES


async def test_every_tool_says_what_it_is_for_and_what_it_may_change(station: Station) -> None:
    async with station.connected(*SET_NAMES) as client:
        tools = (await client.client.list_tools()).tools
    for one in tools:
        assert one.title
        assert one.description
        assert one.output_schema
        assert one.output_schema["type"] == "object"
        assert one.annotations
        hints = one.annotations.model_dump(exclude={"title"})
        assert None not in hints.values()
    assert {one.name for one in tools if one.annotations and one.annotations.destructive_hint} == {"release_action"}


async def read(client: Connection, uri: str) -> str:
    (content,) = (await client.client.read_resource(uri)).contents
    assert isinstance(content, TextResourceContents)
    return content.text


async def test_reports_the_log_the_inbox_and_schemas_are_resources(station: Station) -> None:
    async with station.connected() as ann:
        found = await opened(ann)
        assert "Adopt the queue?" in await read(ann, f"quorate://report/{found['id']}")
        for name in ("log", "inbox"):
            lines = json.loads(await read(ann, f"quorate://list/{name}"))["lines"]
            assert [one["id"] for one in lines] == [found["id"]]
        assert json.loads(await read(ann, "quorate://schema/deliberation"))["title"] == "Deliberation"
        for uri in ("quorate://report/MAGI-2020-0101-001", "quorate://list/secrets", "quorate://schema/nothing"):
            with pytest.raises(MCPError):
                await read(ann, uri)


async def test_a_prompt_puts_a_question_to_a_panel_by_its_protocol(station: Station) -> None:
    async with station.connected() as ann:
        prompts = {one.name for one in (await ann.client.list_prompts()).prompts}
        assert {"magi", "judges"} <= prompts
        said = (await ann.client.get_prompt("magi", {"question": "Adopt it?"})).messages[0].content
        assert isinstance(said, TextContent)
        assert "protocol magi: Adopt it?" in said.text


@pytest.mark.parametrize(
    ("name", "arguments", "sentence"),
    [
        ("nothing", {"question": "Adopt it?"}, "name: found 'nothing'; allowed: .*magi"),
        ("magi", {}, "arguments: found nothing; expected: question"),
        ("magi", {"question": "Adopt it?", "x": "y"}, "arguments: found 'question', 'x'; expected: question"),
    ],
)
async def test_a_wrong_request_for_a_prompt_is_answered_and_not_logged(
    one_era: Station, monkeypatch: pytest.MonkeyPatch, name: str, arguments: dict[str, str], sentence: str
) -> None:
    logged: list[str] = []
    monkeypatch.setattr(logging.Logger, "callHandlers", lambda _, entry: logged.append(entry.getMessage()))
    async with one_era.connected() as ann:
        with pytest.raises(MCPError, match=sentence):
            await ann.client.get_prompt(name, arguments)
    assert logged == []
