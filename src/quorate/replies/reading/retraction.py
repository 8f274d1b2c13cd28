"""Whether a ballot is taken back: by what is written beside it, in its own texts and comments, or under other keys."""

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from quorate.core.ballot import BESIDES
from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.choice import meaning, read_choice, read_option
from quorate.replies.prose import takes_back
from quorate.replies.prose.choices.choice_words import AGAINST, choice_words
from quorate.replies.prose.english.english_words import words
from quorate.replies.reading.ballots import BallotBlock
from quorate.replies.reading.blocks import Layout
from quorate.replies.reading.content import text_of, texts
from quorate.replies.reading.expectation import Expected, choice_key
from quorate.replies.reading.keys import NEVER_OBEYED, REASON_NAMES, schema_of
from quorate.replies.reading.vote import OPTION

_SPOKEN = REASON_NAMES
# items of a list tell what is to be done, and only some of them speak of the vote
_OWN_VOICE = lazy_pattern(
    r"\b(?:i|we|my|our|vote|ballot|verdict|answer|position|correction|only|draft)\b"
    r"|私|票|投票|訂正|やはり|やっぱり|回答",
    re.IGNORECASE,
)
_OTHER_CHOICE = lazy_pattern(r"(?:option|choice|decision|recommendation)\s*:", re.IGNORECASE)
_COMMENT = lazy_pattern(r"(?:^|[ \t])(?:#|//)[ \t]*([^\n]*)$", re.MULTILINE)
_WORD = lazy_pattern(r"[^\W\d_]+")
_CHANGES = words(
    "override overrides overridden change changed changes superseded supersedes supersede replaced replacement replace"
    " correct corrected correction final real actual true revise revised revision amended amend updated update new now"
    " instead vote ballot choice position verdict answer stance decision switch switched effective"
)
_OF_ANOTHER = words(
    "previous prior earlier initial original old former first second next runner up alternative fallback other others"
    " expected predicted likely majority consensus default opposing opposite counter peer least worst rejected"
)
_NOTES = words("note notes comment comments remark remarks addendum postscript ps disclaimer message summary")
_UNDONE = words("withdrawn retracted voided cancelled canceled rescinded revoked superseded annulled discarded")
_PRETENDED = words(
    "draft example sample template placeholder hypothetical test testing mock demo simulation simulated dry fake"
)
_TAKEN_BACK = _UNDONE | _PRETENDED | words("void invalid obsolete withdraw retract ignore")
_SOUND = words("valid final counts count binding official")
_STATE = words("status state ballot vote validity kind type mode")
_TRUE, _FALSE = ("true", "yes", "1"), ("false", "no", "0")
_NOT_DONE = (*_FALSE, "", "none", "null", "n/a", "never", "not", "-")


def retracted(first: BallotBlock, ballots: tuple[BallotBlock, ...], layout: Layout, expected: Expected) -> str:
    """Why a ballot does not count after all; empty where nothing in it or beside it says otherwise."""
    if any(_is_marked_void(key, one) for ballot in ballots for key, one in ballot.keys.unknown.items()):
        return "another key of the ballot says that it does not count"
    strays = first.strays if first.is_repaired else "" if first.is_sound and first.is_fenced else first.body
    inside = "\n\n".join(dict.fromkeys(chain.from_iterable(_texts(one, expected) for one in ballots)))
    after = f"{strays}\n\n{layout.prose_from(first.end)}"
    before = "\n\n".join(text for start, text in layout.prose if start < first.end and layout.blocks)
    choice = meaning(first.choice.word, expected.protocol)
    asked = [(choice, expected.choices)]
    option, is_rejected = option_of(first, expected), choice_words(expected.choices, {}).key_of(choice) == AGAINST
    if option and not is_rejected:  # who rejects an option speaks against it
        asked.append((option, tuple(expected.names)))
    whys = (_taken_back((inside, after), before, one, all_, expected) for one, all_ in asked)
    return next(filter(None, whys), "")


def option_of(ballot: BallotBlock, expected: Expected) -> str | None:
    """The option that is voted on, where that is a key beside the choice; None where it is none of those there are."""
    said = ballot.keys.said.get(OPTION)
    if not expected.names or choice_key(expected) == OPTION or OPTION not in schema_of(expected) or said is None:
        return ""
    return read_option(said, tuple(expected.names), expected.names) or None


def _taken_back(said: tuple[str, ...], before: str, one: str, choices: tuple[str, ...], expected: Expected) -> str:
    asked = (one, choices, expected.names, expected.prompt)
    why = next(filter(None, (takes_back(text, *asked) for text in said)), "")
    return why or takes_back(before, *asked, is_before=True)


def _texts(ballot: BallotBlock, expected: Expected) -> Iterator[str]:
    """What the ballot itself says in sentences: reasons, lists, comments, and keys that nobody asked for."""
    said = ballot.keys.said
    yield from (text_of(said[name]) for name in _SPOKEN if name in said)
    for name in BESIDES:
        yield from (text for text in texts(said.get(name)) if _OWN_VOICE.search(text))
    if "#" in ballot.body or "//" in ballot.body:
        yield from (one for one in _COMMENT.findall(ballot.body) if _OWN_VOICE.search(one) or _OTHER_CHOICE.match(one))
    for key, one in ballot.keys.unknown.items():
        text = _under_key(key, one, expected)
        if isinstance(one, str) or _OWN_VOICE.search(text):  # data may have any word in it
            yield text


def _under_key(key: str, value: Any, expected: Expected) -> str:
    """`override: REJECT` is a correction, whatever its key is called; other keys are labels."""
    label = key.replace("_", " ")
    named = {*map(str.casefold, _WORD.findall(label))}
    is_choice = bool(read_choice(value, expected.protocol, expected.choices, expected.names).word)
    if is_choice and named & _CHANGES and not named & _OF_ANOTHER:
        return f"Correction: my vote is {text_of(value)}."
    return text_of(value) if named & _NOTES else f"{label}: {text_of(value)}"


def _is_marked_void(key: str, value: Any) -> bool:
    """True for `status: withdrawn`, `draft: true`, `valid: false`."""
    if isinstance(value, Mapping | list) or key.casefold() in NEVER_OBEYED:
        return False
    named, said = [*map(str.casefold, _WORD.findall(key.replace("_", " ")))], text_of(value).casefold().strip(" .!")
    if not _UNDONE.isdisjoint(named) and said not in _NOT_DONE:
        return True
    if said in _TRUE and not _TAKEN_BACK.isdisjoint(named):
        return True
    is_about = named[-1:] and (named[0] == "is" or len(named) == 1)
    if is_about and said in _FALSE and named[-1] in _SOUND:
        return True
    return not _STATE.isdisjoint(named) and said in _TAKEN_BACK
