"""The views, on deliberations of every kind."""

from tests.reports import deliberating, engine_deliberations, round_stories

STORIES = {**deliberating.STORIES, **round_stories.STORIES, **engine_deliberations.STORIES}
