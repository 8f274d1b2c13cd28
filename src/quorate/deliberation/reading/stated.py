"""The one choice that free text states, under a protocol whose choices are its own words or the options' ids."""

import re

from quorate.deliberation.reading.choice import meanings, naming
from quorate.deliberation.reading.expected import Expected, choice_key
from quorate.deliberation.reading.keys import schema_of
from quorate.deliberation.reading.prose import Conclusion, confidence_of
from quorate.deliberation.reading.prose.fitness import unfit
from quorate.deliberation.reading.prose.programs import is_program_message
from quorate.deliberation.reading.prose.taken_back import takes_back
from quorate.deliberation.reading.vote import OPTION

_LONGEST, _MOST_CHOICES, _A_LIST = 4_000, 12, 3
_SENTENCE = re.compile(r"(?<=[.!?;。！？])\s*|\n")
_NONE = "it states no choice of its own"


def stated_choice(prose: str, expected: Expected) -> Conclusion:
    """The choice that would not be taken back by this text, where every other one would be: it says that, and once."""
    if why := unfit(prose, expected.nonce):
        return Conclusion(why=why)
    if not _may_state(prose, expected):
        return Conclusion(why=_NONE)
    asked = (expected.choices, expected.names, expected.paper)
    left = [one for one in expected.choices if not takes_back(prose, one, *asked)]
    if len(left) != 1 or is_program_message(prose.splitlines()):
        return Conclusion(why=_NONE)
    return Conclusion(left[0], confidence_of(prose))


def _may_state(prose: str, expected: Expected) -> bool:
    """False for what is too long, for a vote on an option beside a choice, and where a sentence lists the choices."""
    if len(prose) > _LONGEST or len(expected.choices) > _MOST_CHOICES or (expected.names and _has_option(expected)):
        return False
    names = naming(meanings(expected.protocol, expected.choices))
    named = [set(map(str.casefold, names.findall(sentence))) for sentence in _SENTENCE.split(prose)]
    return all(len(one) < max(_A_LIST, len(expected.choices) - 1) for one in named)


def _has_option(expected: Expected) -> bool:
    return choice_key(expected) != OPTION and OPTION in schema_of(expected)
