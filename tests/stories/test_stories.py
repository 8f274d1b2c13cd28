"""Every story through the use cases themselves."""

import asyncio
from pathlib import Path

import pytest

from tests.stories.library import Library
from tests.stories.story import Story, all_stories
from tests.stories.telling import tell
from tests.stories.world import World


@pytest.mark.parametrize("story", all_stories(), ids=lambda story: story.title)
def test_through_the_library(story: Story, tmp_path: Path) -> None:
    async def told() -> None:
        world = World(story, tmp_path)
        try:
            await tell(story, world, Library(world))
        finally:
            await world.close()

    asyncio.run(told())
