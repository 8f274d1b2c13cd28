"""What a ballot says beside its choice: texts, lists, concerns and evidence, in whatever shape a voter put them.

Nothing that speaks against a proposal is lost: what does not fit its place is kept as text.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from quorate.core.concern import KINDS
from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.deliberation.events import BallotNote

_NOTHING = frozenset({"", "none", "n/a", "na", "null", "nil", "-", "nothing", "なし", "無し", "特になし"})
_KIND_KEYS = ("kind", "type", "category")
_TEXT_KEYS = ("text", "concern", "description")
_TRUE = frozenset({"true", "yes", "1"})
_SCORE = lazy_pattern(r"[0-9]{1,2}(?:\.[0-9]{0,20})?")
_ITEM_TEXTS = ("id", "file", "address", "section", "type", "quote", "command", "answers")
_ITEM_NAMES = {"url": "address", "uri": "address", "link": "address", "path": "file"}


def text_of(value: Any) -> str:
    """Return any value as text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        pairs = ((key, text_of(inner)) for key, inner in value.items())
        return "; ".join(f"{key}: {text}" if text else str(key) for key, text in pairs)
    if isinstance(value, list):
        return "; ".join(filter(None, map(text_of, value)))
    return str(value).strip()


def is_nothing(value: Any) -> bool:
    """Return whether the value is null, an empty list, or a word for nothing."""
    if isinstance(value, str):
        return value.strip().rstrip(".").casefold() in _NOTHING
    return value is None or value in ([], {}) or (isinstance(value, list) and all(map(is_nothing, value)))


def texts(value: Any) -> list[str]:
    """Return a list of texts: a single text is a list of one."""
    return [text_of(item) for item in _items(value)]


def _items(value: Any) -> list[Any]:
    if is_nothing(value):
        return []
    listed = value if isinstance(value, list) else [value]
    return [item for item in listed if not is_nothing(item)]


def concerns(value: Any) -> list[Any]:
    """Return concerns as a tally document has them: texts, and mappings of kind and text."""
    listed = list[Any]()
    for item in _items(value):
        if isinstance(item, list):
            listed += concerns(item)
        elif isinstance(item, Mapping):
            listed += _concerns_in(item)
        else:
            listed.append(text_of(item))
    return listed


def _concerns_in(item: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return the concerns of a mapping: either of a kind and a text, or of kinds to texts."""
    values = {str(key).strip().casefold(): inner for key, inner in item.items()}
    text_key = next((key for key in _TEXT_KEYS if key in values), None)
    kind_key = next((key for key in _KIND_KEYS if key in values), None)
    if text_key is None and kind_key is None:
        if len(values) > 1 and not values.keys() <= set(KINDS):
            return [{"text": text_of(item)}]
        return [{"kind": str(key), "text": "; ".join(texts(inner))} for key, inner in item.items()]
    kind = text_of(values.pop(kind_key)) if kind_key else ""
    text = text_of(values.pop(text_key)) if text_key else ""
    text = "; ".join(filter(None, (text, text_of(values))))
    return [{"kind": kind, "text": text} if kind else {"text": text}]


def evidence(value: Any, note: Callable[[BallotNote], None]) -> list[dict[str, Any]]:
    """Return evidence items by their known keys; an item that is only a text is kept as its type."""
    return [_evidence_item(item, place, note) for place, item in enumerate(_items(value), 1)]


def _evidence_item(item: Any, place: int, note: Callable[[BallotNote], None]) -> dict[str, Any]:
    if not isinstance(item, Mapping):
        return {"type": text_of(item)}
    named = ((str(key).strip().casefold(), inner) for key, inner in item.items())
    values = {_ITEM_NAMES.get(key, key): inner for key, inner in named if not is_nothing(inner)}
    kept: dict[str, Any] = {key: text_of(values[key]) for key in _ITEM_TEXTS if text_of(values.get(key))}
    for key in ("reproducible", "counter"):
        if text_of(values.get(key)).casefold() in _TRUE:
            kept[key] = True
    line = text_of(values.get("line"))
    if line.isascii() and line.isdigit() and len(line) < 10:
        kept["line"] = int(line)
    if (kept.get("counter") or kept.get("answers")) and "id" not in kept:
        kept["id"] = f"evidence-{place}"
    for key in values.keys() - {*_ITEM_TEXTS, "reproducible", "counter", "line"}:
        note(BallotNote("unknown_evidence_key", {"key": key[:40]}))
    return kept


def priorities(value: Any, note: Callable[[BallotNote], None]) -> list[dict[str, Any]]:
    """Return items with scores from 0 to 10; an item without such a score is left out, with a note."""
    ranked: dict[str, dict[str, Any]] = {}
    for item in _items(value):
        values = item if isinstance(item, Mapping) else {}
        name, score = text_of(values.get("item")), _score(values.get("score"))
        urgency = _score(values.get("urgency"))
        if not name or score is None or name in ranked:
            note(BallotNote("priority_left_out", {"said": text_of(item)[:40]}))
            continue
        ranked[name] = {"item": name, "score": score, **({"urgency": urgency} if urgency is not None else {})}
    return list(ranked.values())


def _score(value: Any) -> Decimal | None:
    text = text_of(value)
    number = Decimal(text) if _SCORE.fullmatch(text) else None
    return number if number is not None and number <= 10 else None
