"""A condition read for everything that it crosses."""

from quorate.limits import japanese, thresholds
from quorate.limits.clauses import sentence_of
from quorate.limits.english_text import sentences
from quorate.limits.numerals import kanji_folded
from quorate.limits.opening import is_vague
from quorate.limits.plain_text import plain_text
from quorate.limits.polarity import is_harmless
from quorate.limits.ties import ties


def crossed_by(condition: str) -> dict[str, str]:
    """The limits that a condition crosses, each with the words that do."""
    text = plain_text(condition)
    crossed = {"vague": text[:40].strip()} if is_vague(text) else {}
    if not text.isascii():
        text = kanji_folded(text)
        crossed |= japanese.crossed_by(text)
        text = thresholds.in_english(japanese.without_reports(text))
    for words in sentences(text):
        crossed = thresholds.crossed_by(words) | _english(words) | crossed
    return crossed


def _english(words: list[str]) -> dict[str, str]:
    sentence = sentence_of(words)
    crossed: dict[str, str] = {}
    for tie in ties(sentence):
        if tie.kind not in crossed and not is_harmless(tie, sentence):
            crossed[tie.kind] = " ".join(words[min(tie.start, tie.verb) : tie.stop])
    return crossed
