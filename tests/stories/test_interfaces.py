"""Every story through each interface that offers all that is done in it.

Which interfaces those are follows from the operations, their fields and the people of a story: each interface has a
table of what it does not offer, with the reason.
"""

import asyncio
import os
from collections.abc import Collection, Mapping
from pathlib import Path

import pytest

from tests.stories import command_line, http, mcp
from tests.stories.command_line import CommandLine
from tests.stories.story import LATER, Story, all_stories
from tests.stories.telling import tell
from tests.stories.vocabulary import KINDS, OPERATIONS
from tests.stories.world import World
from tests.surfaces.program import path_without_engines

STORIES = all_stories()
TABLES = (command_line.LEFT_OUT, http.LEFT_OUT, mcp.LEFT_OUT)


def told_in(story: Story) -> set[str]:
    """What an interface has to offer for this story."""
    found = {f"person: {person.kind}" for person in story.people.values()}
    for step in story.steps:
        if step.operation != LATER:
            found.add(step.operation)
            found |= {f"{step.operation}.{name}" for name in step.fields}
            found |= {f"{step.operation}.{name}={value}" for name, value in step.fields.items()}
            found |= {f"{step.operation}.policy.{name}" for name in step.fields.get("policy", ())}
    return found


def offered(left_out: Mapping[str, str], elsewhere: Collection[str] = ()) -> list[Story]:
    """The stories of which an interface offers everything but what is done elsewhere meanwhile."""
    own = [story for story in STORIES if not story.operations.issubset(elsewhere)]
    return [story for story in own if told_in(story).isdisjoint(left_out)]


def _title(story: Story) -> str:
    return story.title


@pytest.mark.parametrize("story", offered(command_line.LEFT_OUT), ids=_title)
def test_at_the_command_line(
    story: Story, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in os.environ if name.startswith(("QUORATE_", "LC_", "LANG", "COLUMNS"))]:
        monkeypatch.delenv(name)
    world = World(story, tmp_path, str(tmp_path / "record.db"))
    for name, value in {"QUORATE_HOME": world.home, "XDG_CONFIG_HOME": tmp_path / "settings"}.items():
        monkeypatch.setenv(name, str(value))
    monkeypatch.setenv("PATH", path_without_engines())
    monkeypatch.setattr("quorate.config.clock", world.clock)
    monkeypatch.chdir(tmp_path)
    surface = CommandLine(world, capsys, monkeypatch)
    try:
        surface.goes_through(tell(story, world, surface))
    finally:
        asyncio.run(world.close())


@pytest.mark.parametrize("story", offered(http.LEFT_OUT, http.ELSEWHERE), ids=_title)
def test_over_http(story: Story, tmp_path: Path) -> None:
    async def told() -> None:
        world = World(story, tmp_path)
        try:
            async with http.serving(world) as surface:
                await tell(story, world, surface)
        finally:
            await world.close()

    asyncio.run(told())


@pytest.mark.parametrize("story", offered(mcp.LEFT_OUT, mcp.ELSEWHERE), ids=_title)
def test_over_mcp(story: Story, tmp_path: Path) -> None:
    async def told() -> None:
        world = World(story, tmp_path)
        try:
            async with mcp.connecting(world) as surface:
                await tell(story, world, surface)
        finally:
            await world.close()

    asyncio.run(told())


def test_what_an_interface_leaves_out_is_a_word_of_stories() -> None:
    known = {f"person: {kind}" for kind in KINDS} | set(OPERATIONS)
    known |= {f"{name}.{field}" for name, fields in OPERATIONS.items() for field in fields}
    for left_out in TABLES:
        assert {key.partition("=")[0].partition(".policy.")[0] for key in left_out} <= known
        assert all(left_out.values())
