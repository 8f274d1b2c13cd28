"""What a ballot says beside its choice: texts, lists, concerns and evidence, in whatever shape a voter put them.

Nothing that speaks against a proposal is lost: what does not fit its place is kept as text.
"""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

_NOTHING = frozenset({"", "none", "n/a", "na", "null", "nil", "-", "none.", "nothing", "なし", "無し", "特になし"})
_KINDS = ("safety", "security", "other")
_KIND_END = r"(?:[\])*_`\"']*[ \t]*[:：\])]|[ \t]+[-–—]+[ \t]|$)"
_BEGINS_WITH_KIND = re.compile(
    rf"[\[(*_`\"']*(safety|security|other)(?: (?:concern|issue|risk))?{_KIND_END}[*_ \t]*(.*)",
    re.IGNORECASE | re.DOTALL,
)
_KIND_KEYS, _TEXT_KEYS = ("kind", "type", "category"), ("text", "concern", "description", "detail", "issue", "message")
_TRUE = frozenset({"true", "yes", "1"})
_SCORE = re.compile(r"[0-9]{1,2}(?:\.[0-9]{0,20})?")
_ITEM_TEXTS = ("id", "file", "address", "section", "type", "command", "answers")


def text_of(value: Any) -> str:
    """Any value as text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {text_of(one)}" if text_of(one) else str(key) for key, one in value.items())
    if isinstance(value, list):
        return "; ".join(filter(None, map(text_of, value)))
    return str(value).strip()


def is_nothing(value: Any) -> bool:
    """True for null, an empty list, and the words for nothing."""
    if isinstance(value, str):
        return value.strip().casefold() in _NOTHING
    return value is None or value in ([], {}) or (isinstance(value, list) and all(map(is_nothing, value)))


def texts(value: Any) -> list[str]:
    """A list of texts: one text is a list of one, a mapping a list of what it says."""
    return [text_of(one) for one in _items(value)]


def concerns(value: Any) -> list[dict[str, str]]:
    """Concerns with their kinds: `safety: text`, a mapping of kind and text, or of kinds to texts."""
    found: list[dict[str, str]] = []
    for one in _items(value):
        found += _concern(one) if isinstance(one, Mapping) else [_kinded(text_of(one))]
    return found


def _items(value: Any) -> list[Any]:
    if is_nothing(value):
        return []
    listed = value if isinstance(value, list) else [value]
    return [one for one in listed if not is_nothing(one)]


def _concern(stated: Mapping[str, Any]) -> list[dict[str, str]]:
    said = {str(key).strip().casefold(): one for key, one in stated.items()}
    text_key = next((key for key in _TEXT_KEYS if key in said), None)
    kind_key = next((key for key in _KIND_KEYS if key in said), None)
    if text_key is None and kind_key is None:
        return [_of_kind(str(key), "; ".join(texts(one))) for key, one in stated.items()]
    rest = {key: one for key, one in said.items() if key not in (text_key, kind_key)}
    text = "; ".join(filter(None, (text_of(said.get(text_key or "")), text_of(rest))))
    return [_of_kind(text_of(said[kind_key]), text) if kind_key else _kinded(text)]


def _kinded(text: str) -> dict[str, str]:
    """A text that may begin with its kind."""
    found = _BEGINS_WITH_KIND.fullmatch(text.strip())
    if found:
        return {"kind": found[1].casefold(), "text": found[2].strip() or text.strip()}
    return {"kind": "other", "text": text}


def _of_kind(kind: str, text: str) -> dict[str, str]:
    plain = _plain(kind)
    if plain in _KINDS:
        return {"kind": plain, "text": text}
    known = next((one for one in ("safety", "security") if one in plain and "|" not in plain), "")
    return {"kind": known or "other", "text": ": ".join(filter(None, (kind.strip(), text)))}


def _plain(word: str) -> str:
    return word.strip(" \t*_`\"'[]()").casefold()


def evidence(value: Any, note: Callable[[str], None]) -> list[dict[str, Any]]:
    """Evidence items by their known keys; an item that is a mere text is kept as its type."""
    return [_item(one, place, note) for place, one in enumerate(_items(value), 1)]


def _item(one: Any, place: int, note: Callable[[str], None]) -> dict[str, Any]:
    if not isinstance(one, Mapping):
        return {"type": text_of(one)}
    said = {str(key).strip().casefold(): value for key, value in one.items()}
    item: dict[str, Any] = {key: text_of(said[key]) for key in _ITEM_TEXTS if text_of(said.get(key))}
    for key in ("reproducible", "counter"):
        if text_of(said.get(key)).casefold() in _TRUE:
            item[key] = True
    line = text_of(said.get("line"))
    if line.isascii() and line.isdigit() and len(line) < 10:
        item["line"] = int(line)
    if (item.get("counter") or item.get("answers")) and "id" not in item:
        item["id"] = f"evidence-{place}"
    for key in said.keys() - {*_ITEM_TEXTS, "reproducible", "counter", "line"}:
        note(f"the key {key[:40]!r} of an item of evidence was left out")
    return item


def priorities(value: Any, note: Callable[[str], None]) -> list[dict[str, Any]]:
    """Items with scores from 0 to 10; one that has no such score is left out, with a note."""
    found: dict[str, dict[str, Any]] = {}
    for one in _items(value):
        said = one if isinstance(one, Mapping) else {}
        name, score, urgency = text_of(said.get("item")), _to_ten(said.get("score")), _to_ten(said.get("urgency"))
        if not name or score is None or name in found:
            note(f"the priority {text_of(one)[:40]!r} was left out: item once, and score from 0 to 10")
            continue
        found[name] = {"item": name, "score": score, **({"urgency": urgency} if urgency is not None else {})}
    return list(found.values())


def _to_ten(value: Any) -> Decimal | None:
    text = text_of(value)
    number = Decimal(text) if _SCORE.fullmatch(text) else None
    return number if number is not None and number <= 10 else None
