"""The marks that redaction leaves in stored events, and whether events that say so stand behind them.

`{"$redacted": HASH}` stands for a text that is gone, with `"$left": TEXT` where only a part of it is; a question keeps
the hash that it was asked under as `$asked_as`. The chain sees through all three, so every mark has to be told of by a
later Redacted event, which the chain does cover.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from quorate.core.errors import StoreError
from quorate.deliberation.events import Redacted
from quorate.deliberation.redaction import text_hash
from quorate.record.codec import ASKED_AS, LEFT, REDACTED, event_of, parsed
from quorate.record.rows import EventRow

_SIGNS = (f'"{REDACTED}"', f'"{LEFT}"', f'"{ASKED_AS}"')


class Mark(NamedTuple):
    """A text that is gone: where it stood, its hash, and the hash of what stands there (empty where nothing does)."""

    field: str
    hash: str
    left: str = ""


class Marks(NamedTuple):
    """All marks in one event; `question` is the hash that its question was asked under."""

    texts: tuple[Mark, ...] = ()
    question: str = ""


def may_be_marked(row: EventRow) -> bool:
    """True where a row tells of a redaction or may bear its marks."""
    body = row.body
    return row.kind == Redacted.__name__ or ('"$' in body and any(sign in body for sign in _SIGNS))


def marks_in(body: str) -> Marks:
    """The marks in a stored event."""
    plain = parsed(body, tagged=True)
    question = plain.get("question") if isinstance(plain, dict) else None
    asked_as = question.get(ASKED_AS, "") if isinstance(question, dict) else ""
    return Marks(tuple(_marks(plain, "")), asked_as if isinstance(asked_as, str) else "?")


def _marks(plain: Any, path: str) -> Iterator[Mark]:
    if isinstance(plain, list):
        for number, one in enumerate(plain):
            yield from _marks(one, f"{path}[{number}]")
    elif isinstance(plain, dict) and REDACTED in plain:
        left = plain.get(LEFT)
        yield Mark(path, str(plain[REDACTED]), "" if left is None else text_hash(str(left)))
    elif isinstance(plain, dict):
        for key, one in plain.items():
            yield from _marks(one, f"{path}.{key}" if path else key)


def told_of(rows: Sequence[EventRow]) -> dict[tuple[int, str], tuple[int, Redacted]]:
    """By event and field: the last event that tells of a redaction there, with its position."""
    told: dict[tuple[int, str], tuple[int, Redacted]] = {}
    for row in rows:
        if row.kind == Redacted.__name__:
            event = event_of(row.kind, row.body)
            assert isinstance(event, Redacted)
            told[event.event, event.field] = row.position, event
    return told


def check_marks(rows: Sequence[EventRow]) -> Iterator[tuple[int, str]]:
    """What was taken out and nobody tells of, and the other way round: the position, and what is wrong there."""
    try:
        told = told_of(rows)
        found = {row.position: marks_in(row.body) for row in rows}
    except StoreError as error:
        yield 0, str(error)
        return
    for position, marks in found.items():
        yield from ((position, wrong) for mark in marks.texts if (wrong := _wrong(told, position, mark)))
        if marks.question != _question_of(told, position):
            yield position, "the hash that its question was asked under is not the one that the redaction tells of"
    standing = {(position, mark.field) for position, marks in found.items() for mark in marks.texts}
    for (position, field), (teller, _) in told.items():
        if (position, field) not in standing:
            yield position, f"{field} is there, although event {teller} says that it was redacted"


def _wrong(told: Mapping[tuple[int, str], tuple[int, Redacted]], position: int, mark: Mark) -> str:
    if (position, mark.field) not in told:
        return f"{mark.field} was taken out, and no event says so"
    teller, event = told[position, mark.field]
    if (event.hash, event.left) != (mark.hash, mark.left) or teller <= position:
        return f"what stands in the place of {mark.field} is not what event {teller} says"
    return ""


def _question_of(told: Mapping[tuple[int, str], tuple[int, Redacted]], position: int) -> str:
    asked = [event.question for (at, _), (_, event) in told.items() if at == position and event.question]
    return asked[-1] if asked else ""
