"""Words that are written so that a reader knows them and a program does not: digits for letters, gaps, slips."""

import re
from functools import lru_cache

from quorate.limits.english.words import FLAGS, vocabulary

_LEET = str.maketrans("0134578@$!|€+", "oieastbasilet")
_LEET_L = str.maketrans("0134578@$!|€+", "oleastbasllet")
# words that are worth finding again when a letter is missing, doubled or in the wrong place
_CORE = vocabulary(
    "disable disabled disables disabling deactivate deactivated deactivating bypass bypassed bypassing circumvent "
    "suspend suspended suspending override overridden remove removed removing ignore ignored ignoring monitoring "
    "governance breaker circuit oversight supervision guardrails safety threshold unlimited coherence without "
    "observability alerting limits switch switched switching skipped bypasses shutdown exempted waived unmonitored "
    "unsupervised safeguards thresholds limitless restrictions supervised"
)
_PIECES = vocabulary(
    "the a all any no not for and or off on out down up in of to my our circuit safety check checks kill switch rate "
    "risk max min turn shut switch threshold score without with enable enabled allow mode true false please must be is "
    "are do now level coherence un"
)
_LONGEST = 64
_LONG = 8
# what a name without gaps has to hold to be worth taking apart
_TELLING = re.compile(
    "disab|bypass|skip|ignor|overrid|monitor|govern|breaker|limit|safety|risk|cohere|oversight|guardrail|alert|kill"
)


def _slips() -> dict[str, str]:
    slips = {}
    for word in _CORE:
        for place in range(1, len(word)):
            slips[word[:place] + word[place + 1 :]] = word
            slips[word[: place - 1] + word[place] + word[place - 1] + word[place + 1 :]] = word
    return {slip: word for slip, word in slips.items() if len(slip) > 5 and slip not in FLAGS}


def _replaced() -> dict[str, str]:
    """The longer words with a gap for each letter; in shorter ones another letter makes another word."""
    gaps = {}
    for word in _CORE:
        for place in range(1, len(word) if len(word) >= _LONG else 0):
            gaps[f"{word[:place]}?{word[place + 1 :]}"] = word
    return gaps


_SLIPS = _slips()
_REPLACED = _replaced()
_DOUBLED = re.compile(r"(.)\1+")
_SINGLED = {_DOUBLED.sub(r"\1", core): core for core in _CORE}
_BY_SHAPE: dict[tuple[int, str, str], list[str]] = {}
for _word in FLAGS:
    if _word.isalpha() and len(_word) > 4:
        _BY_SHAPE.setdefault((len(_word), _word[0], _word[-1]), []).append(_word)


@lru_cache(maxsize=4096)
def undisguised(word: str) -> tuple[str, ...]:
    """The known word or words that a written one disguises; itself if it is none."""
    if word in FLAGS or len(word) < 4 or len(word) > _LONGEST:
        return (word,)
    for known in _candidates(word):
        if known in FLAGS:
            return (known,)
    return _slip(word) or _split(word) or (word,)


def _candidates(word: str) -> list[str]:
    if word.isalpha():
        return []
    if "*" in word or "#" in word:
        return [*_unmasked(word), re.sub("[^a-z]", "", word)]
    return [word.translate(_LEET), word.translate(_LEET_L)]


def _unmasked(word: str) -> list[str]:
    return [known for known in _BY_SHAPE.get((len(word), word[0], word[-1]), []) if _is_masked(known, word)]


def _is_masked(known: str, word: str) -> bool:
    return all(_may_be(sign, letter) for letter, sign in zip(known, word, strict=True))


def _may_be(sign: str, letter: str) -> bool:
    return not sign.isalnum() or letter in (sign, sign.translate(_LEET), sign.translate(_LEET_L))


def _slip(word: str) -> tuple[str, ...]:
    if not word.isalpha():
        return ()
    single = _DOUBLED.sub(r"\1", word)
    for known in (word, single):
        if known in _SLIPS:
            return (_SLIPS[known],)
    if single != word and single in _SINGLED:
        return (_SINGLED[single],)
    meant = _meant(word)
    return (meant,) if meant else ()


def _meant(word: str) -> str:
    """The longer word that this one is but for a letter that is wrong, or one too many."""
    for place in range(1, len(word) if len(word) >= _LONG else 0):
        found = _REPLACED.get(f"{word[:place]}?{word[place + 1 :]}", "")
        shorter = word[:place] + word[place + 1 :]
        found = found or (shorter if shorter in _CORE and len(shorter) >= _LONG else "")
        if found:
            return found
    return ""


def _split(word: str) -> tuple[str, ...]:
    """The words of a name without gaps, such as `disablemonitoring`; nothing unless all of it is known."""
    if len(word) < 8 or not word.isalpha() or not _TELLING.search(word):
        return ()
    best: list[tuple[str, ...] | None] = [()] + [None] * len(word)
    for end in range(1, len(word) + 1):
        for start in range(end):
            piece, before = word[start:end], best[start]
            if before is None or not (piece in _PIECES or (len(piece) > 3 and piece in FLAGS)):
                continue
            shorter = best[end]
            if shorter is None or len(before) + 1 < len(shorter):
                best[end] = (*before, piece)
    return best[-1] or ()
