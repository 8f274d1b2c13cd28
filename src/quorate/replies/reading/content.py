"""What a ballot says beside its choice: texts, lists, concerns and evidence, in whatever shape a voter put them.

Nothing that speaks against a proposal is lost: what does not fit its place is kept as text.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from quorate.core.concern import SAFETY, SECURITY, concern_of, kind_of
from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.deliberation.events import BallotNote

_NOTHING = frozenset({"", "none", "n/a", "na", "null", "nil", "-", "nothing", "なし", "無し", "特になし"})
_KIND_KEYS = ("kind", "type", "category", "種類", "種別", "分類")
_TEXT_KEYS = ("text", "concern", "description", "detail", "issue", "message", "内容", "説明")
_LABELLED = lazy_pattern(r"\W{0,4}([^\W\d][^:：\n]{0,40})[:：]\s*\S")
_FEW_WORDS = 3
_TRUE = frozenset({"true", "yes", "1"})
_SCORE = lazy_pattern(r"[0-9]{1,2}(?:\.[0-9]{0,20})?")
_ITEM_TEXTS = ("id", "file", "address", "section", "type", "quote", "command", "answers")
_ITEM_NAMES = {"url": "address", "uri": "address", "link": "address", "path": "file"}


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
        return value.strip().rstrip(".").casefold() in _NOTHING
    return value is None or value in ([], {}) or (isinstance(value, list) and all(map(is_nothing, value)))


def texts(value: Any) -> list[str]:
    """A list of texts: one text is a list of one, a mapping a list of what it says."""
    return [text_of(one) for one in _items(value)]


def concerns(value: Any) -> list[dict[str, str]]:
    """Concerns with their kinds: `safety: text`, a mapping of kind and text, or of kinds to texts."""
    found: list[dict[str, str]] = []
    for one in _items(value):
        found += _concern(one)
    return found


def labelled_warnings(value: Any) -> list[dict[str, str]]:
    """The texts that say themselves that they warn of safety or security: `SAFETY: the valve may stick`."""
    found = ((text, _LABELLED.match(text)) for text in texts(value))
    return [_of_kind(text) for text, label in found if label and _is_grave(label[1])]


def _is_grave(label: str) -> bool:
    return len(label.split()) <= _FEW_WORDS and kind_of(label) in (SAFETY, SECURITY)


def _items(value: Any) -> list[Any]:
    if is_nothing(value):
        return []
    listed = value if isinstance(value, list) else [value]
    return [one for one in listed if not is_nothing(one)]


def _concern(one: Any) -> list[dict[str, str]]:
    """One item, or what is nested in it: a list may be a pair of kind and text, or concerns once more."""
    if isinstance(one, Mapping):
        return _mapped(one)
    if not isinstance(one, list):
        return [_of_kind(text_of(one))]
    is_pair = len(one) > 1 and isinstance(one[0], str) and kind_of(one[0]) is not None
    if is_pair and not any(isinstance(part, Mapping | list) for part in one):
        return [_of_kind("; ".join(texts(one[1:])), one[0])]
    if any(isinstance(part, Mapping | list) for part in one):
        return concerns(one)
    return [_of_kind(text_of(one))]


def _mapped(stated: Mapping[str, Any]) -> list[dict[str, str]]:
    said = {str(key).strip().casefold(): one for key, one in stated.items()}
    text_key = next((key for key in _TEXT_KEYS if key in said), None)
    kind_key = next((key for key in _KIND_KEYS if key in said), None)
    if text_key is None and kind_key is None:
        return _by_kind(stated)
    rest = {key: one for key, one in said.items() if key not in (text_key, kind_key)}
    text = "; ".join(filter(None, (text_of(said.get(text_key or "")), text_of(rest))))
    return [_of_kind(text, text_of(said[kind_key]) if kind_key else "")]


def _by_kind(stated: Mapping[str, Any]) -> list[dict[str, str]]:
    """A mapping of kinds to texts; one key that is no known kind is a kind all the same, several are a text."""
    kinds = [key for key in stated if len(stated) == 1 or kind_of(str(key))]
    found = [_of_kind("; ".join(texts(stated[key])), str(key)) for key in kinds]
    rest = {key: one for key, one in stated.items() if key not in kinds}
    return [*found, _of_kind(text_of(rest))] if rest else found


def _of_kind(text: str, kind: str = "") -> dict[str, str]:
    """A concern as a ballot keeps it; the word for a kind that is on no list stays, for whoever counts it."""
    concern = concern_of(text, kind)
    if concern.unstated:
        return {"text": text}
    return {"kind": concern.stated or concern.kind, "text": concern.text or text}


def evidence(value: Any, note: Callable[[BallotNote], None]) -> list[dict[str, Any]]:
    """Evidence items by their known keys; an item that is a mere text is kept as its type."""
    return [_item(one, place, note) for place, one in enumerate(_items(value), 1)]


def _item(one: Any, place: int, note: Callable[[BallotNote], None]) -> dict[str, Any]:
    if not isinstance(one, Mapping):
        return {"type": text_of(one)}
    named = ((str(key).strip().casefold(), value) for key, value in one.items())
    said = {_ITEM_NAMES.get(key, key): value for key, value in named if not is_nothing(value)}
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
        note(BallotNote("unknown_evidence_key", {"key": key[:40]}))
    return item


def priorities(value: Any, note: Callable[[BallotNote], None]) -> list[dict[str, Any]]:
    """Items with scores from 0 to 10; one that has no such score is left out, with a note."""
    found: dict[str, dict[str, Any]] = {}
    for one in _items(value):
        said = one if isinstance(one, Mapping) else {}
        name, score, urgency = text_of(said.get("item")), _to_ten(said.get("score")), _to_ten(said.get("urgency"))
        if not name or score is None or name in found:
            note(BallotNote("priority_left_out", {"said": text_of(one)[:40]}))
            continue
        found[name] = {"item": name, "score": score, **({"urgency": urgency} if urgency is not None else {})}
    return list(found.values())


def _to_ten(value: Any) -> Decimal | None:
    text = text_of(value)
    number = Decimal(text) if _SCORE.fullmatch(text) else None
    return number if number is not None and number <= 10 else None
