"""Whether a stored event is written as Quorate writes it, to the byte; the hashes see only what it means."""

from typing import Any

from quorate.core.errors import StoreError
from quorate.deliberation.redaction import in_place_of
from quorate.record.codec import ASKED_AS, ESSENCE, LEFT, REDACTED, encoded, event_of, parsed, text_of, without_own_keys
from quorate.record.rows import EventRow


def is_as_written(row: EventRow) -> bool:
    """True also where it cannot be read as an event, which is said elsewhere."""
    try:
        plain = parsed(row.body, tagged=True)
        if text_of(plain) != row.body or not _has_own_keys_last(plain):
            return False
        event = encoded(event_of(row.kind, row.body))
        return text_of(_read(without_own_keys(row.kind, plain))) == event
    except (ValueError, RecursionError):
        return False
    except StoreError:
        return True


def _has_own_keys_last(plain: Any) -> bool:
    """The record's own keys came last."""
    question = plain.get("question") if isinstance(plain, dict) else None
    return _is_last(plain, ESSENCE) and _is_last(question, ASKED_AS)


def _is_last(plain: Any, key: str) -> bool:
    return not isinstance(plain, dict) or key not in plain or [*plain][-1] == key


def _read(plain: Any) -> Any:
    """Plain values with what is read in the place of marks. Raises ValueError where a mark is not as it is made."""
    if isinstance(plain, list):
        return [_read(one) for one in plain]
    if not isinstance(plain, dict):
        return plain
    if REDACTED not in plain:
        return {key: _read(one) for key, one in plain.items()}
    if [*plain] not in ([REDACTED], [REDACTED, LEFT]):
        raise ValueError("no mark")
    return plain.get(LEFT, in_place_of(plain[REDACTED]))
