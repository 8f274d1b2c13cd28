"""A condition read for everything that it crosses, sentence by sentence."""

import re
from collections.abc import Iterator

from quorate.limits import flags as f
from quorate.limits.antecedents import with_antecedents
from quorate.limits.clauses import sentence_of
from quorate.limits.complements import COMPLEMENTS
from quorate.limits.english.plain_english import words_of
from quorate.limits.english.words import FLAGS
from quorate.limits.japanese import conditions as japanese
from quorate.limits.plain_text import plain_text
from quorate.limits.polarity import is_harmless
from quorate.limits.thresholds import thresholds
from quorate.limits.thresholds.numerals import kanji_folded
from quorate.limits.ties import ties
from quorate.limits.vagueness import is_vague

Crossed = dict[str, str]
_END = re.compile(r"[.!](?=\s|$)|[;。！？]|\?")
# a longer sentence is read in pieces that overlap, so that the time is linear in its length
_PIECE, _OVERLAP = 900, 300
SEPARATORS = str.maketrans("0134578@$|€", "oieastbasie", " -_./*#\\,~+'\"")
# what was so in the past, and shall be so again
_KEEPS_SO = re.compile(
    r"\s*(?:and |please |just |so )?(?:keep|leave|let) (?:it|them|that|this|things)(?: stay| be| remain)?"
    r"(?: so| that way| this way| like that| like this| as is| as it is| as they are| there| at that| unchanged)?\s*"
)
_WAS = re.compile(r"\b(?:had been|has been|have been|was|were)\b")
# something of every word that is protected is left in it, however it is disguised
TELLING = re.compile(
    "onit|itor|over|nanc|brea|reak|limi|imit|safe|afet|chec|heck|risk|cohe|here|thre|shold|cap|quot|ceil|thro|"
    "restr|stric|"
    "const|train|boun|supe|visi|audi|watc|atch|tele|obse|surv|aler|larm|guar|rail|fail|lock|gate|flig|loop|infi|endl|"
    "fett|regul|contro|ight|kill|emer|stop|dead"
)


def crossed_by(condition: str) -> Crossed:
    """The limits that a condition crosses, each with the words that do."""
    text = plain_text(condition)
    crossed = {"vague": text[:40].strip()} if is_vague(text) else {}
    if not text.isascii():
        text = kanji_folded(text)
        crossed |= japanese.crossed_by(text)
        text = thresholds.in_english(japanese.without_reports(text))
    return _crossed_in_english(text) | crossed


def _crossed_in_english(text: str) -> Crossed:
    crossed: Crossed = {}
    read: dict[tuple[str, str], tuple[Crossed, str]] = {}
    topic = before = ""
    for sentence in _sentences(text):
        if before and _KEEPS_SO.fullmatch(sentence):
            crossed = _read(_WAS.sub("is", before), "")[0] | crossed
        before = sentence
        if (sentence, topic) not in read:
            read[sentence, topic] = _read(sentence, topic)
        found, topic = read[sentence, topic]
        crossed = found | crossed
    return crossed


def _sentences(text: str) -> Iterator[str]:
    start = 0
    for end in _END.finditer(text):
        if end[0] == "?" and len(text[start : end.start()].split()) < 4:
            continue
        yield from _pieces(text[start : end.start()])
        start = end.end()
    yield from _pieces(text[start:])


def _pieces(sentence: str) -> Iterator[str]:
    start = 0
    while len(sentence) - start > _PIECE:
        cut = sentence.rfind(" ", start + 2 * _OVERLAP, start + _PIECE)
        stop = start + _PIECE if cut < 0 else cut
        yield sentence[start:stop]
        again = sentence.find(" ", stop - _OVERLAP, stop)
        start = stop - _OVERLAP if again < 0 else again
    yield sentence[start:]


def _read(sentence: str, topic: str) -> tuple[Crossed, str]:
    """What a sentence crosses, and what a pronoun of the next one may mean."""
    if not topic and not TELLING.search(sentence.translate(SEPARATORS)):
        return {}, ""
    words, next_topic = with_antecedents(words_of(sentence), topic)
    if not words:
        return {}, topic
    words, topic = thresholds.continued(words, topic), next_topic
    return thresholds.crossed_by(words) | _taken_away(words), topic


_PROTECTED = f.TARGET | f.WEAK | f.PROTECTS | f.BOUNDLESS | f.UNGUARDED
_TAKES_AWAY = (
    f.OFF | f.OFF_DONE | f.OFF_NOUN | f.OFF_STATE | f.FREES | f.NOT | f.NO | f.WITHOUT | f.ZERO | f.EXCEPT | f.BOUNDLESS
    | f.UNGUARDED | f.OVERSTEPS | f.ADVISORY | f.LOWERS
)  # fmt: skip
# these alone make a tie of something that is kept: "all but one", "whatever it says", "before the check"
_TURNS = COMPLEMENTS | {
    "but",
    "before",
    "whatever",
    "whether",
    "refrain",
    "refrains",
    "abstain",
    "abstains",
    "desist",
    "delay",
    "delays",
    "defer",
    "defers",
}


def _may_take_away(words: list[str]) -> bool:
    """Whether there is both something protected and something that could be done to it; most sentences lack one."""
    flags = 0
    for word in words:
        flags |= FLAGS.get(word, 0)
    return bool(flags & _PROTECTED) and (bool(flags & _TAKES_AWAY) or not _TURNS.isdisjoint(words))


def _taken_away(words: list[str]) -> Crossed:
    if not _may_take_away(words):
        return {}
    sentence = sentence_of(words)
    crossed: Crossed = {}
    for tie in ties(sentence):
        if tie.kind not in crossed and not is_harmless(tie, sentence):
            crossed[tie.kind] = " ".join(words[min(tie.start, tie.verb) : tie.stop])
    return crossed
