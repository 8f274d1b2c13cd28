"""A sentence as plain words in which each name of a choice is one marked word."""

import re
from functools import lru_cache

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.prose.choices.choice_words import ChoiceWords
from quorate.replies.prose.english.grammar import plain

LABEL = lazy_pattern(r"\s*(?:[:：=|→⇒]|[-=]+>)\s*")
_DASHED = lazy_pattern(
    r"\b(vote|verdict|position|decision|answer|choice|recommendation|ballot|conclusion|final|correction|update|edit)"
    r"\s+[-–—]+\s+",
    re.IGNORECASE,
)
_SEAT = lazy_pattern(r"\b(?:this|my) (?:seat|reviewer|voter|judge)\b(?!['’])", re.IGNORECASE)
_ASIDE = lazy_pattern(r"\s*\([^()]{1,60}\)\s*(?=[:：])")
ASKED = lazy_pattern(r"^(?:can|could|would|will) you (?:please )?", re.IGNORECASE)
_POLITE = lazy_pattern(
    r"\bif (?:it is |it's |that is |that's |still |at all )*(?:not too late|possible|you can|allowed|ok|okay|fine)\b,?"
    r"|\bif i may(?: \w+){0,3}|\bif (?:i am|i'm) (?:being )?honest\b|\bif you ask me\b",
    re.IGNORECASE,
)
# what leads into a plain statement, and is no condition of it
_IDIOM = lazy_pattern(
    r"\bat the end of the day\b"
    r"|\b(?:to be|in all) (?:\w+ )?(?:honest(?:y)?|frank|clear|fair|blunt|plain|precise|sure)\b"
    r"|\bwhen all is said and done\b|\ball things considered\b|\btruth be told\b|\bfor what it(?:'s| is) worth\b"
    r"|\bas far as i(?:'m| am) concerned\b",
    re.IGNORECASE,
)
_COME_ROUND = lazy_pattern(r"\b(?:come|came|coming) (?:a?round|over) to\b", re.IGNORECASE)
_ONCE_MORE = lazy_pattern(r"\bonce (?:more|again)\b", re.IGNORECASE)
_ANYTHING_BUT = lazy_pattern(r"\banything (?:but|except|other than)\b", re.IGNORECASE)


def tokens_of(sentence: str, names: ChoiceWords) -> list[str]:
    """Plain words with choices marked; what stands behind a label is what the label is."""
    return list(_tokens(sentence, names))


@lru_cache(maxsize=2_048)  # the same sentences are held against each choice
def _tokens(sentence: str, names: ChoiceWords) -> tuple[str, ...]:
    spoken = _SEAT.sub("I", _ASIDE.sub("", _POLITE.sub("", ASKED.sub("please ", sentence))))
    spoken = _ONCE_MORE.sub("again", spoken)
    text = names.mark(_ANYTHING_BUT.sub("not", _IDIOM.sub("honestly", _COME_ROUND.sub("settle on", spoken))))
    return tuple(plain(LABEL.sub(" zqis ", _DASHED.sub(r"\1 zqis ", text))).split())
