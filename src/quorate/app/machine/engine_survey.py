"""Which engines can be asked here, what is missing of the others, and how to get it."""

import os
from collections.abc import Mapping
from typing import NamedTuple

from quorate import config
from quorate.voters.programs.discovery import FoundEngine, hints


class EngineSurvey(NamedTuple):
    """The engines, and what else can be done to have more of them."""

    engines: tuple[FoundEngine, ...]
    hints: tuple[str, ...]


async def survey_engines(environment: Mapping[str, str] = os.environ, *, refresh: bool = False) -> EngineSurvey:
    """Looks for them; what was found is kept for some minutes. No model is asked, and nothing is spent."""
    if refresh:
        config.forget_engines(environment)
    return EngineSurvey(tuple(config.engines(environment)), tuple(hints(config.calls(environment).environment)))
