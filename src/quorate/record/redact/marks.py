"""The marks that redaction leaves in stored events.

`{"$redacted": HASH}` stands for a text that is gone, with `"$left": TEXT` where only a part of it is; a question keeps
the hash that it was asked under as `$asked_as`. The chain sees through all three, so every mark has to be told of by a
later Redacted event, which the chain does cover.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from quorate.deliberation.events import Redacted
from quorate.deliberation.redaction import text_hash
from quorate.record.codec import ASKED_AS, ESSENCE, LEFT, REDACTED, parsed
from quorate.record.rows import EventRow

_SIGNS = (f'"{REDACTED}"', f'"{LEFT}"', f'"{ASKED_AS}"')


class Mark(NamedTuple):
    """A text that is gone: where it stood, its hash, and what stands there (None where nothing does)."""

    field: str
    hash: str
    text: str | None = None

    @property
    def left(self) -> str:
        """The hash of what stands there; empty where nothing does."""
        return "" if self.text is None else text_hash(self.text)


class RedactionMarks(NamedTuple):
    """All marks in one event; `question` is the hash that its question was asked under, `essence` that of a count."""

    texts: tuple[Mark, ...] = ()
    question: str = ""
    essence: str = ""


def may_be_marked(row: EventRow) -> bool:
    """True where a row tells of a redaction or may bear its marks."""
    body = row.body
    return row.kind == Redacted.__name__ or ('"$' in body and any(sign in body for sign in _SIGNS))


def marks_in(body: str) -> RedactionMarks:
    """The marks in a stored event."""
    plain = parsed(body, tagged=True)
    if not isinstance(plain, dict):
        return RedactionMarks()
    question = plain.get("question")
    asked_as = question.get(ASKED_AS, "") if isinstance(question, dict) else ""
    return RedactionMarks(tuple(_marks(plain, "")), str(asked_as), str(plain.get(ESSENCE, "")))


def _marks(plain: Any, path: str) -> Iterator[Mark]:
    if isinstance(plain, list):
        for number, one in enumerate(plain):
            yield from _marks(one, f"{path}[{number}]")
    elif isinstance(plain, dict) and REDACTED in plain:
        left = plain.get(LEFT)
        yield Mark(path, str(plain[REDACTED]), None if left is None else str(left))
    elif isinstance(plain, dict):
        for key, one in plain.items():
            yield from _marks(one, f"{path}.{key}" if path else key)
