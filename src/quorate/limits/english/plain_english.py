"""A sentence of plain text as words, numbers and signs, with one word for fixed phrases."""

import re
from collections.abc import Iterator
from functools import lru_cache

from quorate.limits import flags as f
from quorate.limits.english.disguises import undisguised
from quorate.limits.english.phrases import LENGTHS, PARTICLE_VERBS, PARTICLES, PHRASES
from quorate.limits.english.words import FLAGS, vocabulary
from quorate.limits.thresholds.numerals import number_at

_UNITS = (
    "h|hr|hrs|hours?|m|min|mins|minutes?|s|sec|secs|ms|d|days?|x|st|nd|rd|th|am|pm|k|kb|mb|gb|usd|eur|jpy|bps|"
    "pct|pc|percent"
)
_DATE_TIME_OR_VERSION = (
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}/[0-9]{1,2}/[0-9]{2,4}|[0-9]{1,2}:[0-9]{2}(?![0-9])|[0-9]+(?:\.[0-9]+){2,}"
)
_NUMBER = (
    r"-?(?:[0-9]{1,6}/[0-9]{1,6}|[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9])|(?:[0-9]+(?:[.,][0-9]+)?|\.[0-9]+)"
    r"(?:e-?[0-9]{1,3}(?![a-z0-9]))?)(?:\s{0,3}[%‰])?"
)
_TOKEN = re.compile(
    r"(?P<word>[a-z]+(?![a-z0-9@$!|*#€_/.&+\\-]))"
    rf"|(?<![a-z0-9.])(?P<date>{_DATE_TIME_OR_VERSION})"
    rf"|(?P<amount>[$€£¥][1-9][0-9.,]*)"
    rf"|(?<![a-z0-9.])(?P<number>{_NUMBER})(?:(?![a-z0-9@$])|(?=(?:{_UNITS})(?![a-z0-9])))"
    r"|(?P<arrow>-*>(?=[^0-9=]|\s)|=+>|:=|==)|(?P<range>\.{2,}|〜|~)|(?P<dash>--+|-(?=\s)|(?<=\s)-(?=[a-z]))"
    r"|(?P<end>[.!?](?=\s|$)|[;。！？]|[.!?]{2,})|(?P<sign>[,、:=<>≤≥])"
    r"|(?P<foreign>[^\x00-\x7f\s、。！？≤≥]+)|(?P<chunk>[a-z0-9@$!|*#€_/.&+\\'-]+)"
)
_SEPARATOR = re.compile(r"[-_/.&+\\|]+")
# agent-7 is a name, threshold-7 is not
_NAME = re.compile("(?!(?:.*-)?(?:threshold|risk|limit|score|coherence|max|min)-)[a-z]+(?:-[a-z]+)*-[0-9]+[a-z]?")
_PREFIXES = vocabulary("dis de by un over non re circum sus with off out mon moni")
_REACH = 16


def words_of(sentence: str) -> list[str]:
    """The words, numbers and signs of a sentence, phrases folded."""
    words = [*_tokens(sentence)]
    return _folded(words) if words else []


_SIGNS = {"arrow": ":", "range": "to", "dash": ",", "amount": "amount"}


def _tokens(text: str) -> Iterator[str]:
    for found in _TOKEN.finditer(text):
        kind, token = str(found.lastgroup), found[0]
        if kind == "word" and token in FLAGS:
            yield token
        elif kind in ("word", "chunk"):
            yield from _pieces(token)
        elif kind in _SIGNS:
            yield _SIGNS[kind]
        elif kind == "number":
            yield "".join(token.split())
        elif kind != "end":
            yield token
        elif token == "?":
            yield ":"


@lru_cache(maxsize=8192)
def _pieces(chunk: str) -> tuple[str, ...]:
    if chunk.isalpha():
        return undisguised(chunk)
    bare = chunk.rstrip(".!?")
    known = undisguised(bare)
    if len(known) > 1 or known[0] in FLAGS:
        return known
    return tuple(_parts(bare))


def _parts(chunk: str) -> Iterator[str]:
    """The words of "dis-able", "circuit_breaker", "and/or", "agent-7"."""
    closed = _SEPARATOR.sub("", chunk)
    parts = [part for part in _SEPARATOR.split(chunk) if part]
    if closed in FLAGS and not all(part in FLAGS and part not in _PREFIXES for part in parts):
        yield closed
        return
    if chunk == "w/o":
        yield "without"
        return
    if _NAME.fullmatch(chunk):
        yield closed
        return
    for place, part in enumerate(parts):
        if place and "/" in chunk and part.isalpha():
            yield "or"
        if place and "&" in chunk:
            yield "and"
        yield from undisguised(part.strip("*#!|@$")) if part.strip("*#!|@$") else ()


def _folded(words: list[str]) -> list[str]:
    # "should the breaker be off, stop" is a condition
    if words[0] in ("should", "were", "had") and FLAGS.get((words[1:2] or [""])[0], 0) & (
        f.DET | f.PRONOUN | f.TARGET | f.MODIFIER
    ):
        words[0] = "ifever"
    for place in range(1, len(words) - 2):
        if (
            words[place] == "should"
            and FLAGS.get(words[place + 1], 0) & (f.DET | f.TARGET)
            and not FLAGS.get(words[place + 1], 0) & f.ADVERB
        ):
            words[place] = "ifever"
    return _objects_joined(_particles_joined(_phrases_folded(words)))


def _phrases_folded(words: list[str]) -> list[str]:
    folded: list[str] = []
    place, count = 0, len(words)
    while place < count:
        length, means = _phrase_at(words, place)
        if not length and place + 1 < count and _is_torn(words[place], words[place + 1]):
            length, means = 2, (words[place] + words[place + 1],)
        if length:
            folded += means
        else:
            folded.append(words[place])
        place += length or 1
    return folded


def _phrase_at(words: list[str], place: int) -> tuple[int, tuple[str, ...]]:
    for length in LENGTHS.get(words[place], ()):
        means = PHRASES.get(tuple(words[place : place + length]))
        if means is not None:
            return length, means
    return 0, ()


def _is_torn(first: str, second: str) -> bool:
    """True for "dis able" and "moni toring", not for "limit less"."""
    if len(first) + len(second) < 6 or first + second not in FLAGS:
        return False
    return first in _PREFIXES or not (first in FLAGS or second in FLAGS)


def _particles_joined(words: list[str]) -> list[str]:
    """ "turn the monitoring off" as "disable the monitoring"."""
    joined = list(words)
    for place, word in enumerate(words):
        # the switch of "flip the switch to off" is a noun
        if word not in PARTICLES or words[place - 2 : place] == ["switch", "to"]:
            continue
        for before in range(place - 1, max(-1, place - _REACH), -1):
            if words[before] in PARTICLE_VERBS and word in PARTICLE_VERBS[words[before]][0]:
                is_lowered = word == "down" and _is_lowered(words, before, place)
                joined[before] = (
                    _LOWERING.get(words[before], "lower") if is_lowered else _disabling(words, before, word)
                )
                joined[place] = ""
                break
            if words[before] in _STOPS or FLAGS.get(words[before], 0) & (f.AUX | f.COPULA):
                break
    return [word for word in joined if word]


def _objects_joined(words: list[str]) -> list[str]:
    """ "skip, for once, the check" as "skip the check, for once": a verb before a comma has its object behind."""
    for verb in range(len(words) - 4):
        flag, ahead = FLAGS.get(words[verb], 0), FLAGS.get(words[verb + 2], 0)
        if words[verb + 1] != "," or not flag & f.OFF or not ahead & f.PREPOSITION:
            continue
        stop = next((place for place in range(verb + 3, min(len(words) - 1, verb + _REACH)) if words[place] == ","), 0)
        if stop and FLAGS.get(words[stop + 1], 0) & (f.DET | f.TARGET | f.MODIFIER):
            return [*words[: verb + 1], *words[stop + 1 :], *words[verb + 1 : stop]]
    return words


def _is_lowered(words: list[str], verb: int, particle: int) -> bool:
    """True for "bring the limit down to 5" and "turn down the rate limit", false for "bring the limits down"."""
    after = particle + 1
    if words[verb] not in _LOWERING and _QUANTITIES.isdisjoint(words[verb + 1 : particle]):
        return False
    if words[after : after + 1] in (["to"], ["by"], ["from"]) and after + 1 < len(words):
        number = number_at(words, after + 1)
        rest = words[after + 1 + number.length :] if number else []
        return number is not None and number.value != 0 and rest[:1] not in (["am"], ["pm"], ["oclock"])
    return not _QUANTITIES.isdisjoint(words[verb + 1 : particle] or words[after : after + 5])


def _disabling(words: list[str], place: int, particle: str) -> str:
    """ "is shut down" says disabled, where "shut down" says disable."""
    verb = PARTICLE_VERBS[words[place]][1]
    if particle == "back" and words[place] in ("cut", "cuts", "cutting"):
        return "reduce"
    if particle == "back":
        return "restore" if verb != "disabled" else "restored"
    if verb != "disable" or words[place] not in ("shut", "cut", "put", "set"):
        return verb
    before = next((word for word in reversed(words[max(0, place - 3) : place]) if not word.endswith("ly")), "")
    return "disabled" if FLAGS.get(before, 0) & (f.AUX | f.TARGET | f.WEAK) and before not in _HELPING else verb


_HELPING = vocabulary("do does must shall should will would may can could might let lets")
_LOWERING = {
    form: lowering
    for forms, lowering in (
        ("bring turn dial wind", "lower"),
        ("brings turns dials winds", "lowers"),
        ("bringing turning dialing winding", "lowering"),
        ("brought turned dialed wound", "lowered"),
    )
    for form in forms.split()
}
# of these less is more protection
_QUANTITIES = vocabulary("limit cap quota ceiling threshold ratelimit budget")
_STOPS = vocabulary("and but then if when while unless : that")
