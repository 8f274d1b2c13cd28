"""What may follow a choice without making it the choice of something else: `I reject this`, not `I reject spam`."""

from collections.abc import Iterator

from quorate.replies.prose.choices import ballot_words as known
from quorate.replies.prose.english.english_words import words

_PRONOUNS = words("this it that them so")
_ARTICLES = words("the this that these your our of")
_SUCH = words("whose that which with without where lacking")
_GRUDGING = words("lightly easily blindly gladly happily")
_AFTER_DENIAL = words("yet now today anymore at after here outright anyway any longer either zqis not but vote ballot")
_NOUNS = known.VERDICTS | words("thing course way")
_AS_SUCH = frozenset({"as a", "as an"})
_ELSEWHERE = words("before after to for from on in with if at by under until")
_TIMES = words("minute minutes hour hours day days week weeks month while bit night weekend")
_PAIRS = frozenset({"for me", "full stop", "down as", "as my", "for now", "for this", "with conditions", "on this"})
_IN_THIS = frozenset({"in the", "in my", "in this", "in that", "in its"})
_UNQUALIFIED = frozenset({"with me", "by me", "for me", "for this", "to do", "to take", "i can"})


def is_closed(tail: list[str], *, is_denied: bool) -> bool:
    """True where nothing behind a choice narrows it, the proposal itself as its object left aside."""
    return (is_denied and _is_such(tail)) or any(_is_end(tail[at:], is_denied) for at in _behind_objects(tail))


def _is_such(tail: list[str]) -> bool:
    """True for `a claim whose only source is a screenshot`: what is voted on, by what is wrong with it."""
    return tail[:1] in (["a"], ["an"], ["any"]) and not _SUCH.isdisjoint(tail[2:3]) and tail[1] in known.ITS_OBJECTS


def is_unqualified(tail: list[str]) -> bool:
    """True for `the right call here`, not for `the right call for small teams`."""
    left = tail
    for _ in range(2):
        left = left[1:] if left and left[0] in _NOUNS else left
    return not left or left[0] in known.CLOSING or " ".join(left[:2]) in _UNQUALIFIED


def _behind_objects(tail: list[str]) -> Iterator[int]:
    """Where the object may end: `this`, `the plan`, `of this proposal`; or nowhere."""
    yield 0
    if tail and tail[0] in _PRONOUNS:
        yield 1
    if tail and tail[0] in _ARTICLES:
        near = tail[:5]
        end = next((at for at, token in enumerate(near) if at and token in _ELSEWHERE), len(near))
        yield from (at + 1 for at, token in enumerate(near[:end]) if at and token in known.ITS_OBJECTS)


def _is_end(tail: list[str], is_denied: bool) -> bool:
    if not tail:
        return True
    first, two = tail[0], " ".join(tail[:2])
    if first.endswith("ly") and first != "only":
        return not (is_denied and first in _GRUDGING)
    if two in _AS_SUCH:
        return False
    if first == "for" and not _TIMES.isdisjoint(tail[1:4]):
        return True
    if is_denied:
        return first in _AFTER_DENIAL or first in known.REASONS
    return first in known.CLOSING or two in _PAIRS or two in _IN_THIS
