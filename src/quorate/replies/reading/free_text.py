"""A reply without a ballot: the one choice that its free text states, as advice."""

from collections.abc import Mapping
from typing import Any

from quorate.core.ballot import BESIDES
from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.deliberation.events import BallotNote
from quorate.protocols import protocol_named
from quorate.replies.choice import meanings, naming, own_word
from quorate.replies.prose import Conclusion, concluded, confidence_of
from quorate.replies.prose.choices.choice_words import AGAINST, ASIDE, choice_words
from quorate.replies.prose.english.answers import is_in_part, refused
from quorate.replies.prose.fitness import unfit
from quorate.replies.prose.withdrawal import takes_back
from quorate.replies.reading.expectation import Expected, ReadVote, choice_key, unreadable
from quorate.replies.reading.key_lines import values_in
from quorate.replies.reading.keys import keys_of, schema_of
from quorate.replies.reading.vote import NO_RATIONALE, OPTION, content_of, on_scale, reason_key

INFERRED, NO_CONDITIONS, _RATIONALE_CUT = map(BallotNote, ("inferred", "no_conditions", "rationale_cut"))
_LONGEST_RATIONALE = 2000
_LONGEST, _MOST_CHOICES, _A_LIST = 4_000, 12, 3
_SENTENCE = lazy_pattern(r"(?<=[.!?;。！？])\s*|\n")
_NONE = "no choice of its own is stated"


def read_free_text(prose: str, expected: Expected) -> ReadVote:
    """The vote that a reply's prose advises; it is marked as inferred."""
    words = protocol_named(expected.protocol).words
    reads_positions = words is not None and words.reads_positions
    if reads_positions:
        conclusion = concluded(prose, expected.prompt, expected.nonce)
    else:
        conclusion = _stated_choice(prose, expected)
    if not conclusion.position:
        return unreadable(conclusion.why, is_answer=conclusion.is_answer)
    if words and reads_positions:
        conclusion = conclusion._replace(position=own_word(conclusion.position, words))
    return inferred_vote(conclusion, _warnings(prose, expected), prose, expected)


def _warnings(prose: str, expected: Expected) -> dict[str, Any]:
    """What lines such as `Concerns:` and `Risks:` list, so that no warning is lost."""
    keys = keys_of(values_in(prose) or {}, expected)
    content, _ = content_of(keys, expected, choice_key(expected))
    return {name: content[name] for name in BESIDES if name in content}


def inferred_vote(conclusion: Conclusion, stated: Mapping[str, Any], prose: str, expected: Expected) -> ReadVote:
    """The vote that a conclusion comes to, with what else was stated and the prose as its reasons."""
    words = " ".join(prose.split())
    notes = [INFERRED]
    if len(words) > _LONGEST_RATIONALE:
        words = words[:_LONGEST_RATIONALE] + "…"
        notes.append(_RATIONALE_CUT)
    if conclusion.is_conditional:
        notes.append(NO_CONDITIONS)
    reason = {reason_key(expected): words or NO_RATIONALE}
    stated = {**reason, **stated, choice_key(expected): conclusion.position}
    vote = {**stated, **on_scale(conclusion.confidence, expected), "inferred": True}
    return ReadVote(vote, "", tuple(notes), inferred=True)


def _stated_choice(prose: str, expected: Expected) -> Conclusion:
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
