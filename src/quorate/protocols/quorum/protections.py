"""Words that name a protection, and the closed list of phrases that take one away.

Both are searched for as they look, so that letters of another script and invisible characters hide nothing. Neither
understands a sentence: a negation, a quotation or another word for the same thing is not seen. The words are English
and Japanese, so nothing can be said of a text in other letters.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from quorate.core.text import without_escapes
from quorate.core.text.names import folded, looks_of, normal

# stems are found anywhere in a word, so that "unmonitored" and "unlimited" name what they are without
_STEMS = (
    "govern breaker monitor safe limit threshold risk check guard alert approv permission permit access audit "
    "ガバナンス 統治 統制 ブレーカ 遮断 監視 モニタ 安全 セーフティ 制限 上限 リミット 閾 しきい値 リスク 危険 "
    "確認 検査 チェック ガード 防護 保護 アラート 警報 警告 承認 許可 権限 アクセス 記録 監査"
)
# too short to be found inside other words, such as landscape, catalog and プログラム
_WHOLE_WORDS = "cap caps capped capping uncap uncapped log logs logged logging logger logfile logfiles unlogged"
_KATAKANA_WORDS = ("ログ", "キャップ")
# ASCII, kana and kanji, with their punctuation and a few signs of numbers; accents are taken off before
_LEGIBLE = re.compile("[\\s!-~\u3000-\u30ff\u3400-\u9fff\u2010-\u2027\u2030-\u203b°±·×÷§€→≈≠≤≥「」『』、。]*")


class Phrase(NamedTuple):
    """Verbs and what they may not be said of, whichever comes first, and the limit that this crosses."""

    limit: str
    verbs: str
    objects: tuple[str, ...]


PHRASES = (
    Phrase("governance", "disable disables disabled disabling remove removed removing", ("governance",)),
    Phrase(
        "breaker",
        "disable disables disabled disabling remove removed removing bypass bypassed bypassing",
        ("circuit breaker", "circuit breakers"),
    ),
    Phrase("monitoring", "remove removes removed removing disable disables disabled disabling", ("monitoring",)),
    Phrase("limits", "remove removes removed removing disable disables disabled disabling", ("limits", "limit")),
    Phrase("safety", "bypass bypasses bypassed bypassing", ("safety checks", "safety check", "safety")),
    Phrase("checks", "skip skips skipped skipping", ("safety checks", "safety check", "checks", "check", "safety")),
    Phrase("thresholds", "ignore ignores ignored ignoring", ("thresholds", "threshold")),
)
UNLIMITED = ("risk", "unlimited risk")
VAGUE = ("maybe", "perhaps", "try", "consider")
_DETERMINERS = ("the", "a", "an", "all", "any", "every", "its")
_BETWEEN = ("is", "are", "be", "was", "were")


def _look(text: str) -> str:
    """A text in small letters as it looks, without accents."""
    return _bare(looks_of(text)[1])


def _bare(look: str) -> str:
    composed = normal(re.sub("[\u0300-\u036f]", "", look))
    return re.sub("[\u3099\u309a]", "", composed)  # a voicing mark behind a letter that only looks like kana


def _looks(text: str) -> list[str]:
    """All ways in which a text may look, with one space for everything between words."""
    looks = [*looks_of(without_escapes(text))]
    if not text.isascii():
        from quorate.core.text.lookalikes import PROTOTYPES  # texts in ASCII do without

        # a capital of another script among ours: read as ours first, then in small letters
        ours = re.sub(r"[^\x00-\x7f]+", lambda others: others[0].translate(PROTOTYPES), normal(text))
        looks.append(looks_of(ours)[1])
    return [re.sub(r"[\W_]+", " ", _bare(look)).strip() for look in looks]


def _any(words: Iterable[str]) -> str:
    return "(?:" + "|".join(_look(word) for word in words) + ")"


@lru_cache(maxsize=1)
def _forbidden() -> list[tuple[str, re.Pattern[str]]]:
    patterns = [("vague", re.compile(rf"^{_any(VAGUE)}\b"))]
    patterns.append((UNLIMITED[0], re.compile(rf"\b{_look(UNLIMITED[1])}\b")))
    for limit, verbs, objects in PHRASES:
        verb, named = _any(verbs.split()), _any(objects)
        before = rf"{verb} (?:{_any(_DETERMINERS)} )*{named}"
        after = rf"{named} (?:{_any(_BETWEEN)} )?{verb}"
        patterns.append((limit, re.compile(rf"\b(?:{before}|{after})\b")))
    return patterns


@lru_cache(maxsize=1)
def _protections() -> re.Pattern[str]:
    anywhere, whole = _any(_STEMS.split()), _any(_WHOLE_WORDS.split())
    katakana = rf"(?<![\u30a0-\u30ff]){_any(_KATAKANA_WORDS)}"
    return re.compile(rf"{anywhere}|(?<![a-z0-9]){whole}(?![a-z0-9])|{katakana}")


@lru_cache(maxsize=2048)
def phrases_in(text: str) -> tuple[tuple[str, str], ...]:
    """Return the limits that forbidden phrases in a text cross, each with the phrase as it was found."""
    crossed: dict[str, str] = {}
    words = re.findall(r"[^\W_]+", folded(text))
    for look in _looks(text):
        for limit, pattern in _forbidden():
            if match := pattern.search(look):
                start = look[: match.start()].count(" ")
                is_alike = look.count(" ") + 1 == len(words)
                phrase = " ".join(words[start : start + match[0].count(" ") + 1]) if is_alike else match[0]
                crossed.setdefault(limit, phrase)
    return tuple(crossed.items())


def names_protection(text: str) -> bool:
    """Return True if any word of a text names a protection."""
    return any(_protections().search(look) for look in _looks(text))


def is_legible(text: str) -> bool:
    """Return True if a text is written in the letters of English and Japanese, whose words are searched for."""
    return all(_LEGIBLE.fullmatch(_bare(look)) for look in looks_of(without_escapes(text)))


def marked(text: str) -> str:
    """Return the text with the words that a person has to look at between « and »."""

    def mark(word: re.Match[str]) -> str:
        return f"«{word[0]}»" if names_protection(word[0]) or not is_legible(word[0]) else word[0]

    return re.sub(r"[^\W_]+", mark, text)
