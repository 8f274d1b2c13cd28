"""A condition read for everything that it crosses, sentence by sentence."""

import re
from collections.abc import Iterator

from quorate.limits import flags as f
from quorate.limits.english.antecedents import with_antecedents, without_first_state
from quorate.limits.english.clauses import sentence_of
from quorate.limits.english.plain_english import words_of
from quorate.limits.english.weakening import weakened
from quorate.limits.english.words import FLAGS
from quorate.limits.japanese import conditions as japanese
from quorate.limits.plain_text import plain_text
from quorate.limits.quotations import without_asides, without_titles
from quorate.limits.thresholds import thresholds
from quorate.limits.thresholds.numerals import kanji_folded
from quorate.limits.vagueness import is_vague

Crossed = dict[str, str]
_END = re.compile(r"[.!](?=\s|$)|[;。！？]|\?|(?:^|\s)\(?[0-9]{1,2}\)(?=\s)")
# a longer sentence is read in pieces that overlap, so that the time is linear in its length
_PIECE, _OVERLAP = 900, 300
SEPARATORS = str.maketrans("0134578@$|€", "oieastbasie", " -_./*#\\,~+'\"")
# what was so in the past, and shall be so again
_KEEPS_SO = re.compile(
    r"\s*(?:and |please |just |so )?(?:keep|leave|let) (?:it|them|that|this|things)(?: stay| be| remain)?"
    r"(?: so| that way| this way| like that| like this| as is| as it is| as they are| there| at that| unchanged)?\s*"
)
_PROTECTED = f.TARGET | f.WEAK | f.PROTECTS | f.BOUNDLESS | f.UNGUARDED
_WAS = re.compile(r"\b(?:had been|has been|have been|was|were)\b")
# something of every word that is protected is left in it, however it is disguised
TELLING = re.compile(
    "onit|itor|over|nanc|brea|reak|limi|imit|safe|afet|chec|heck|risk|cohe|here|thre|shold|cap|quot|ceil|thro|"
    "restr|stric|const|train|boun|supe|visi|audi|watc|atch|tele|obse|surv|aler|larm|guar|rail|fail|lock|gate|flig|"
    "loop|infi|"
    "endl|eye|tabs|after|onti|oring|budg|fett|regul|contro|ight|kill|emer|stop|dead"
)


def crossed_by(condition: str) -> Crossed:
    """The limits that a condition crosses, each with the words that do."""
    text = without_asides(plain_text(without_titles(condition)))
    crossed = {"vague": text[:40].strip()} if is_vague(text) else {}
    if not text.isascii():
        text = kanji_folded(text)
        crossed |= japanese.crossed_by(text)
        text = thresholds.in_english(text)
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
    words, next_topic = with_antecedents(without_first_state(words_of(sentence)), topic)
    if not words:
        return {}, topic
    words, topic = thresholds.continued(words, topic), next_topic
    return thresholds.crossed_by(words) | _taken_away(words), topic


def _taken_away(words: list[str]) -> Crossed:
    is_named = any(FLAGS.get(word, 0) & _PROTECTED for word in words)
    return weakened(sentence_of(words)) if is_named else {}
