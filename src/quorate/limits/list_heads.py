"""What the head of a list says of its items, over the lines of a condition and over several conditions.

"Disable the following:" crosses no limit alone, and neither does "monitoring" below it.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from quorate.limits import flags as f
from quorate.limits.condition import SEPARATORS, TELLING
from quorate.limits.english.plain_english import words_of
from quorate.limits.english.words import FLAGS
from quorate.limits.japanese.conditions import PROTECTION
from quorate.limits.plain_text import plain_text

_LONGEST_HEAD, _LONGEST_ITEM, _LONGEST_VERB, _MOST_WORDS = 120, 60, 16, 6
# items are read together, so that a long list costs no more than its length
_TOGETHER = 20
_BULLET = re.compile(r"[\s\-*+•◦‣・]*(?:[0-9]{1,3}[.)])?\s*")
_ITEMS = r"(?: (?:\w+ )?(?:items?|ones?|things?|points?|lines?|entries|protections?))?"
_NAMED = re.compile(
    rf"(?P<before>[^:：]*?)\b(?:(?:all of )?the (?:following|next){_ITEMS}|what follows|as follows|"
    r"these(?=\s*(?:$|[:.]|off|down|out|are|until|for)))(?P<after>[^:：.]*)(?:[:：.].*)?"
)
_NAMED_IN_JAPANESE = re.compile(
    r"(?P<before>[^:：]*?)(?:次|以下|下記)(?:の(?:もの|項目|機能))?(?P<after>[をはが][^:：。]+)[:：。]?\s*"
)
_STATE = re.compile(
    r"(?P<state>off|disabled|suspended|inactive|deactivated|paused|skipped)\b(?P<when>[^:：]*)[:：](?P<items>.*)"
)
_MAY_BE_HEAD = re.compile("[:：]|following|follows|next|these|次|以下|下記")
_VOIDS = re.compile(
    r"\b(?:ignore|disregard|skip|drop|cancel|strike|void|waive|discard)\b|"
    r"\b(?:not|doesn.?t|don.?t) (?:apply|hold|count)|"
    r"\bopposite of|\bin reverse|無視|適用しな|守らなく|無効"
)
_CONDITIONS = re.compile(
    r"\b(?:next|following|above|previous|preceding|other|last|first|second|third) (?:\w+ )?"
    r"(?:condition|item|requirement)|"
    r"\b(?:condition|item|requirement)s? [0-9]{1,3}(?![0-9]| (?:of|in|from|on) )|"
    r"\bwhat follows|\bwhat comes next|(?:次|以下|上記|前|他)の(?:条件|項目)"
)
# "Item 4: skip the warm-up" is the fourth of a list, and speaks of no other
_LABEL = re.compile(r"\A\s*(?:condition|item|requirement|point) [0-9]{1,3}\s{0,3}[:.)-]")
_KEPT = re.compile(
    r"\b(?:never|nobody|no one|not (?:ignore|disregard|skip|drop|cancel|strike|void|waive|discard))\b|しない|ならない"
)
_HAS_VERB = f.AUX | f.COPULA | f.NOT | f.COLON
_DOES_SO = (
    f.OFF | f.OFF_DONE | f.OFF_NOUN | f.OFF_STATE | f.FREES | f.NOT | f.NO | f.WITHOUT | f.EXCEPT | f.FORBIDS
    | f.ADVISORY | f.LOWERS | f.ZERO
)  # fmt: skip
_ON = ("on", "active", "enabled")


class ListHead(NamedTuple):
    """What stands before and behind the items."""

    before: str
    after: str = ""

    def with_items(self, items: Sequence[str]) -> str:
        """The sentence that the head and its items make."""
        return f"{self.before} {', '.join(items)} {self.after}".strip()


def carried(conditions: Sequence[str]) -> list[str]:
    """For each condition, the sentences that it makes together with the head of a list above it."""
    readings: list[list[str]] = [[] for _ in conditions]
    head: ListHead | None = None
    for number, condition in enumerate(conditions):
        items: list[str] = []
        for line in condition.splitlines():
            item = _BULLET.sub("", line, count=1).strip()
            if head is not None and _is_item(item):
                items += [item.rstrip(".;,。、")] if item else []
                continue
            readings[number] += _together(head, items)
            head, items = _head(item), []
            readings[number] += _stated(item)
        readings[number] += _together(head, items)
    voiding = [number for number, condition in enumerate(conditions) if _voids_others(condition)]
    protections = _all_protections(conditions) if voiding and len(conditions) > 1 else []
    for number in voiding:
        readings[number] += protections
    return ["; ".join(dict.fromkeys(sentences)) for sentences in readings]


def _together(head: ListHead | None, items: list[str]) -> Iterator[str]:
    if head is None or not any(map(_may_be_protected, items)) or not _takes_away(head):
        return
    for start in range(0, len(items), _TOGETHER):
        yield head.with_items(items[start : start + _TOGETHER])


def _may_be_protected(item: str) -> bool:
    return not item.isascii() or TELLING.search(item.casefold().translate(SEPARATORS)) is not None


@lru_cache(maxsize=1024)
def _takes_away(head: ListHead) -> bool:
    """False for "keep:", so that most lists are not read twice."""
    text = plain_text(head.before + head.after)
    return not text.isascii() or any(FLAGS.get(word, 0) & _DOES_SO for word in words_of(text))


def _is_item(line: str) -> bool:
    """Whether a line only names something; a blank one ends no list."""
    if len(line) > _LONGEST_ITEM or line.endswith((":", "：")):
        return False
    words = line.casefold().rstrip(".;,").split()
    if not words:
        return True
    flags = [FLAGS.get(word, 0) for word in words]
    if len(words) > _MOST_WORDS or words[-1] in _ON or any(flag & _HAS_VERB for flag in flags):
        return False
    return len(words) == 1 or not flags[0] & f.VERB or bool(flags[0] & f.TARGET)


@lru_cache(maxsize=1024)
def _head(line: str) -> ListHead | None:
    if not line or len(line) > _LONGEST_HEAD or not (_MAY_BE_HEAD.search(line) or len(line) < _LONGEST_VERB):
        return None
    text = line.casefold()
    state = _STATE.fullmatch(text)
    if state is not None:
        return ListHead("", f": {state['state']} {state['when']}")
    named = _NAMED.fullmatch(text) or _NAMED_IN_JAPANESE.fullmatch(text)
    if named is not None:
        return ListHead(named["before"], named["after"])
    return _bare_head(text)


def _bare_head(text: str) -> ListHead | None:
    """The head of "Turn off:", "Switched off:" and of a line that is only "Turn off"."""
    is_open = text.endswith((":", "："))
    if not is_open and len(text) >= _LONGEST_VERB:
        return None
    words = [*words_of(plain_text(text))]
    flags = [FLAGS.get(word, 0) for word in words]
    if not is_open:
        return ListHead(text) if len(words) == 1 and flags[0] & f.OFF and text[-1].isalpha() else None
    if flags and flags[0] & f.OFF_DONE and not flags[0] & f.OFF:
        return ListHead("", f": {text[:-1]}")
    takes_away = any(flag & (f.OFF | f.NO | f.NOT | f.WITHOUT) for flag in flags[:3])
    return ListHead(text[:-1] if takes_away else text)


def _stated(line: str) -> Iterator[str]:
    """ "Off until Friday: monitoring, limits" with the items in front."""
    if len(line) > 2 * _LONGEST_HEAD:
        return
    state = _STATE.fullmatch(line.casefold())
    if state is not None and state["items"].strip():
        yield f"{state['items']} : {state['state']} {state['when']}"


def _voids_others(condition: str) -> bool:
    """True for a condition that only says that others do not count."""
    text = _LABEL.sub("", condition[: _LONGEST_HEAD + 1].casefold(), count=1)
    if len(condition) > _LONGEST_HEAD or not _VOIDS.search(text):
        return False
    return _CONDITIONS.search(text) is not None and not _KEPT.search(text)


def _all_protections(conditions: Sequence[str]) -> list[str]:
    """What is taken away where conditions do not count, each protection once."""
    found: dict[str, None] = {}
    for condition in conditions:
        found |= dict.fromkeys(_protections(plain_text(condition[: 4 * _LONGEST_HEAD])))
    return [*found]


def _protections(text: str) -> Iterator[str]:
    found = None if text.isascii() else PROTECTION.search(text)
    if found is not None:
        yield f"{found[0]}を無効にする"
    for word in words_of(text):
        if FLAGS.get(word, 0) & f.TARGET:
            yield f"disable the {'safety check' if word == 'safetycheck' else word}"
            return
