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

_LONGEST, _A_LIST, _OTHERS, _MOST_LOOKED_AT = 2_000, 3, 2, 6
_SENTENCE = re.compile(r"(?<=[.!?;。！？])\s*|\n")
# what takes a ballot back may be in doubt; what makes one is not: such a sentence states nothing
_QUALIFIED = re.compile(
    r"\b(?:neither|nor|not|never|cannot|no|without|unless|until|if|when|would|could|might|may|should|either|or)\b|n['’]t\b"
    r"|ない|ません|ませ|ずに|もし|なら|場合|たら",
    re.IGNORECASE,
)
_NONE = "it states no choice of its own"


def stated_choice(prose: str, expected: Expected) -> Conclusion:
    """The choice that would not be taken back by this text, where every other one would be: it says that, and once."""
    if why := unfit(prose, expected.nonce):
        return Conclusion(why=why)
    if not _may_state(prose, expected):
        return Conclusion(why=_NONE)
    said = " ".join(prose.split()).casefold()
    named = [one for one in expected.choices if _is_named(one, said, prose, expected)]
    left = _left(prose, named, expected)
    if len(left) != 1 or (named and left[0] not in named) or is_program_message(prose.splitlines()):
        return Conclusion(why=_NONE)
    return Conclusion(left[0], confidence_of(prose))


def _left(prose: str, named: list[str], expected: Expected) -> list[str]:
    """What is not taken back of the choices that the text names and of a few that it does not name; else of all."""
    others = [one for one in expected.choices if one not in named]
    looked_at = [*named, *others[:_OTHERS]] if named else others
    if len(looked_at) > _MOST_LOOKED_AT:
        return []
    asked = (expected.choices, expected.names, expected.paper)
    return [one for one in looked_at if not takes_back(prose, one, *asked)]


def _is_named(choice: str, said: str, prose: str, expected: Expected) -> bool:
    text = " ".join(expected.names.get(choice, "").split()).casefold()
    return bool(naming([choice]).search(prose) or (text and text in said))


def _may_state(prose: str, expected: Expected) -> bool:
    """False for a long text, a vote on an option beside a choice, and where a sentence on choices is not plain.

    A plain one has no negation, no condition and no doubt in it, and is no list of choices.
    """
    if len(prose) > _LONGEST or (expected.names and _has_option(expected)):
        return False
    names = naming(meanings(expected.protocol, expected.choices))
    about = [one for one in _SENTENCE.split(prose) if names.search(one)]
    listed = [set(map(str.casefold, names.findall(one))) for one in about]
    return not any(map(_QUALIFIED.search, about)) and all(len(one) < _A_LIST for one in listed)


def _has_option(expected: Expected) -> bool:
    return choice_key(expected) != OPTION and OPTION in schema_of(expected)
