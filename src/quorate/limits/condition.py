"""A condition read for everything that it crosses, sentence by sentence."""

import re
from collections.abc import Iterator

from quorate.limits import flags as f
from quorate.limits.english.antecedents import with_antecedents
from quorate.limits.english.clauses import sentence_of
from quorate.limits.english.plain_english import words_of
from quorate.limits.english.weakening import weakened
from quorate.limits.english.words import FLAGS
from quorate.limits.japanese import conditions as japanese
from quorate.limits.opening import is_vague
from quorate.limits.plain_text import plain_text
from quorate.limits.thresholds import thresholds
from quorate.limits.thresholds.numerals import kanji_folded

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
_WAS = re.compile(r"\b(?:had been|has been|have been|was|were)\b")
# something of every word that is protected is left in it, however it is disguised
TELLING = re.compile(
    "onit|itor|over|nanc|brea|reak|limi|imit|safe|afet|chec|heck|risk|cohe|here|thre|shold|cap|quot|ceil|thro|"
    "restr|stric|"
    "const|train|boun|supe|visi|audi|watc|atch|tele|obse|surv|aler|larm|guar|rail|fail|lock|gate|flig|loop|infi|endl|"
    "eye|tabs|after|onti|oring|budg|fett|regul|contro|ight|kill|emer|stop|dead"
)


def crossed_by(condition: str) -> Crossed:
    """The limits that a condition crosses, each with the words that do."""
    text = _without_asides(plain_text(_CIRCLED.sub("; ", _without_titles(condition))))
    crossed = {"vague": text[:40].strip()} if is_vague(text) else {}
    if not text.isascii():
        text = kanji_folded(text)
        crossed |= japanese.crossed_by(text)
        text = thresholds.in_english(text)
    return _crossed_in_english(text) | crossed


_CIRCLED = re.compile("[①-⑳❶-❿⓵-⓾]")
_ASIDE = re.compile(r"\s*\(([^()]{4,200})\)")
_TITLED = (
    r"(?:page|section|chapter|ticket|issue|case|task|title|titled|called|named|entitled|button|menu|label|banner|flag|"
    r"headline|heading|item|incident|report|document|guide|runbook|article|post|slide|video|course|question|error|message|"
    r"warning|alert|rule|test|branch|commit|tab|ページ|章|節|票|件|課題|ボタン|名|題|題名|見出し|項目|記事|資料|手順書|チケット|バナー|"
    r"メニュー|フラグ|文書|動画|講座|メッセージ|警告|質問)"
)
_NAMED = r"(?:page|section|button|ticket|issue|flag|menu|label|banner|tab|ページ|章|節|票|件|課題|ボタン|名|題|項目|記事|手順書|チケット|フラグ|文書)"
_QUOTED = r"[\"“”„«「『]([^\"“”»」』]{2,120})[\"“”»」』]"
_TITLE = re.compile(rf"(?i)(?<=\b){_TITLED}(?:[ \w]{{0,12}}|の)?\s*\(?\s*{_QUOTED}\)?|{_QUOTED}\s*(?:という(?:名の?|題の?)?)?(?:の)?\s*{_NAMED}")
_USED = re.compile(
    r"(?i)\b(?:press|click|push|use|run|follow|apply|execute|enable|activate|set|choose|select|obey|start|carry out|tick|add the flag)\b|"
    r"押[すしせ]|使[うっい]|実行|従[うっい]|有効|適用|選[ぶんび]|クリック"
)


def _without_titles(condition: str) -> str:
    """The text without the titles of pages, tickets and buttons, unless it says to follow or press them."""
    found = _TITLE.search(condition)
    if found is None or _USED.search(_TITLE.sub(" ", condition)):
        return condition
    return _TITLE.sub(" item ", condition)


def _without_asides(text: str) -> str:
    """What stands in brackets, behind the sentence that it interrupts."""
    asides = [found for found in _ASIDE.findall(text) if " " in found.strip() or not found.isascii()]
    if not asides:
        return text
    return "; ".join([_ASIDE.sub(lambda found: "" if found[1] in asides else f" {found[1]}", text), *asides])


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


def _taken_away(words: list[str]) -> Crossed:
    is_named = any(FLAGS.get(word, 0) & _PROTECTED for word in words)
    return weakened(sentence_of(words)) if is_named else {}
