"""What kind of concern a voter has: safety, security or other, as the ballot states it.

Nothing is read out of a concern's words. A kind that is on no list is never the mild one: it counts as safety, with a
note of the word.
"""

from collections.abc import Iterable, Iterator

from quorate.core.ballot import Answer, Ballot, Concern
from quorate.core.text.names import folded
from quorate.core.verdict import Note

SAFETY, SECURITY, OTHER = KINDS = ("safety", "security", "other")
MILD = frozenset(
    {
        *("other", "performance", "cost", "costs", "schedule", "usability", "maintainability", "style"),
        "legal form",
        *("documentation", "docs", "その他", "性能", "コスト", "費用", "スケジュール", "納期", "使いやすさ", "保守性"),
        *("スタイル", "文書"),
    }
)
"""The closed list of kinds that count as `other`."""
UNKNOWN_KIND, WITHOUT_KIND = "unknown_concern_kind", "concern_without_kind"
_NO_KIND = frozenset({"", "none", "n/a", "null", "なし"})
_AROUND = " *_`\"'[](){}<>【】「」:."
_LONGEST_SHOWN = 60


def concern_of(text: str, stated: str = "") -> Concern:
    """Return a concern of the kind that is stated; without one, a text such as `safety: it may burn` states its own."""
    if stated in (SAFETY, SECURITY):
        return Concern(text, stated)
    word = _plain(stated) if stated else ""
    if word in _NO_KIND:
        return _without_kind(text)
    kind = kind_of(stated)
    if kind is None:
        return Concern(_with_word(stated, text), SAFETY, stated.strip())
    return Concern(text if word in KINDS else _with_word(stated, text), kind)


def kind_of(stated: str) -> str | None:
    """Return the kind that a word names; None if it is on no list."""
    word = _plain(stated)
    return word if word in KINDS else OTHER if word in MILD else None


def notes_on_concerns(answers: Iterable[Answer]) -> Iterator[Note]:
    """Yield a note for each concern of an unknown kind, with the word, and for each without any."""
    for answer in answers:
        for concern in answer.concerns if isinstance(answer, Ballot) else ():
            if concern.stated:
                yield Note(UNKNOWN_KIND, answer.seat.name, concern.stated[:_LONGEST_SHOWN])
            elif concern.unstated:
                yield Note(WITHOUT_KIND, answer.seat.name, concern.text[:_LONGEST_SHOWN])


def _without_kind(text: str) -> Concern:
    word, colon, rest = text.replace("：", ":").partition(":")
    if _plain(word) in KINDS:
        return Concern(rest.strip() if colon else "", _plain(word))
    return Concern(text, unstated=True)


def _plain(word: str) -> str:
    return folded(word).strip(_AROUND)


def _with_word(stated: str, text: str) -> str:
    """The word is kept before the text, unless it is there already."""
    word = stated.strip()
    return text if text.startswith(word) else ": ".join(filter(None, (word, text)))
