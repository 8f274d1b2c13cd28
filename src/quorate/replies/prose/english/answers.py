"""What may be an answer at all. These are the sieves that free text goes through, whatever the protocol."""

import re

from quorate.replies.prose.choices.choice_words import AGAINST, ASIDE, ChoiceWords
from quorate.replies.prose.english.english_words import FOREIGN
from quorate.replies.prose.english.grammar import is_about_words, is_mixed, is_partial, plain
from quorate.replies.prose.lines import is_spoken_by_another
from quorate.replies.prose.program_output import is_program_message
from quorate.replies.prose.tokens import ASKED
from quorate.replies.prose.transcripts import is_transcript

_WORD = re.compile(r"\w+")


def refused(prose: str) -> str:
    """Why a text is nobody's answer, whatever it says; empty where it may be one."""
    lines = prose.splitlines()
    return "it is a program's own message" if is_program_message(lines) or is_transcript(lines) else ""


def is_of_others(sentence: str) -> bool:
    """True where a sentence is somebody else's, or in a language that is not read."""
    return is_spoken_by_another(sentence) or not FOREIGN.isdisjoint(_WORD.findall(sentence.casefold()))


def is_own(sentence: str) -> bool:
    """True where its writer says a sentence, and does not ask."""
    if sentence.rstrip().endswith(("?", "？")) and not ASKED.match(sentence):
        return False
    return not is_of_others(sentence)


def is_answer(sentence: str, names: ChoiceWords) -> bool:
    """True for a sentence that may state a choice: it is not about words, gives no example and weighs nothing."""
    text = _with_positions(sentence, names)
    return is_own(sentence) and not is_about_words(text) and not is_mixed(text)


def is_in_part(sentence: str, names: ChoiceWords) -> bool:
    """True where a side is taken in part: `resume the reads, but not the writes`."""
    return not names.options and is_partial(_with_positions(sentence, names))


def _with_positions(sentence: str, names: ChoiceWords) -> str:
    """Plain words in which each choice has the name of a position, so that one set of patterns knows them all."""
    return " ".join(_position(token, names) for token in plain(names.mark(sentence)).split())


def _position(token: str, names: ChoiceWords) -> str:
    marked = names.read(token) if token.startswith("zq") else None
    if marked is None:
        return token
    return "reject" if AGAINST in marked.keys else "abstain" if ASIDE in marked.keys else "approve"
