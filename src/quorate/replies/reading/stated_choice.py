"""The one choice that free text states, under a protocol whose choices are its own words or the options' ids."""

import re

from quorate.replies.prose import Conclusion, confidence_of
from quorate.replies.prose.choices.choice_words import AGAINST, ASIDE, choice_words
from quorate.replies.prose.english.answers import is_in_part, refused
from quorate.replies.prose.fitness import unfit
from quorate.replies.prose.withdrawal import takes_back
from quorate.replies.reading.choice import meanings, naming
from quorate.replies.reading.expectation import Expected, choice_key
from quorate.replies.reading.keys import schema_of
from quorate.replies.reading.vote import OPTION

_LONGEST, _MOST_CHOICES, _A_LIST = 4_000, 12, 3
_SENTENCE = re.compile(r"(?<=[.!?;。！？])\s*|\n")
_NONE = "no choice of its own is stated"


def stated_choice(prose: str, expected: Expected) -> Conclusion:
    """The choice that would not be taken back by this text, where every other one would be: it says that, and once."""
    if why := unfit(prose, expected.nonce):
        return Conclusion(why=why)
    if not _may_state(prose, expected):
        return Conclusion(why=_NONE)
    asked = (expected.choices, expected.names, expected.prompt)
    left = _meant([one for one in expected.choices if not takes_back(prose, one, *asked, is_alone=True)], expected)
    if len(left) != 1:
        return Conclusion(why=_NONE)
    why = refused(prose)
    return Conclusion(why=why) if why else Conclusion(left[0], confidence_of(prose))


def _meant(left: list[str], expected: Expected) -> list[str]:
    """Who will not accept a claim rejects it: abstaining is left over too, but is not what was said."""
    names = choice_words(expected.choices, expected.names)
    sides = {names.key_of(one): one for one in left}
    return [sides[AGAINST]] if sides.keys() == {AGAINST, ASIDE} else left


def _may_state(prose: str, expected: Expected) -> bool:
    """False for what is too long, for a vote on an option beside a choice, a list of the choices, and one in part."""
    if len(prose) > _LONGEST or len(expected.choices) > _MOST_CHOICES or (expected.names and _has_option(expected)):
        return False
    names = naming(meanings(expected.protocol, expected.choices))
    sentences = _SENTENCE.split(prose)
    named = [set(map(str.casefold, names.findall(sentence))) for sentence in sentences]
    if any(len(one) >= max(_A_LIST, len(expected.choices) - 1) for one in named):
        return False
    known = choice_words(expected.choices, expected.names)
    return not any(is_in_part(sentence, known) for sentence in sentences if known.may_name(sentence))


def _has_option(expected: Expected) -> bool:
    return choice_key(expected) != OPTION and OPTION in schema_of(expected)
