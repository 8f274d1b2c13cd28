"""Whether what was taken out of a deliberation could be taken out: by events that say so, and by the rules.

Whoever can write to a store can put marks anywhere, and append the events that tell of them. So each of those is
held against the session as it stood then: nothing that a rule looks at, no action that could still be released. A
verdict keeps what it comes to, and a question the hash under which it was asked.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from quorate.core.errors import StoreError
from quorate.core.question import Question
from quorate.deliberation.events import Counted, Opened, Redacted, Released, Revised, RoundOpened, Stored
from quorate.deliberation.redaction import ACTION, IN_PLACE, VERDICT, hash_in_place, text_hash, why_not
from quorate.deliberation.session import Session, evolve
from quorate.record.codec import ASKED_AS, ESSENCE, LEFT, REDACTED, parsed, stored_of
from quorate.record.rows import EventRow
from quorate.record.verify.recount import essence

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


Wrong = Iterator[tuple[int, str]]
_Told = Mapping[tuple[int, str], Sequence[tuple[int, Redacted]]]
_NOTHING = text_hash("")
NOT_A_STORY = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def wrong_marks(rows: Sequence[EventRow], changed: Collection[int]) -> Wrong:
    """What is wrong with redactions: the position, and why. Of events that were changed nothing more is said."""
    marked = [row for row in rows if row.position not in changed and may_be_marked(row)]
    if not marked or any(row.kind == Redacted.__name__ and row.position in changed for row in rows):
        return
    try:
        found = {row.position: marks_in(row.body) for row in marked}
        told = _told_of(marked)
    except StoreError as error:
        yield 0, str(error)
        return
    yield from _against_tellers(found, told)
    yield from _not_standing(found, told, changed)
    if not changed:
        yield from _against_rules(rows, found)


def _told_of(rows: Sequence[EventRow]) -> _Told:
    """By event and field: the events that tell of a redaction there, with their positions."""
    told: dict[tuple[int, str], list[tuple[int, Redacted]]] = {}
    for row in rows:
        if row.kind == Redacted.__name__ and isinstance(event := stored_of(row).event, Redacted):
            told.setdefault((event.event, event.field), []).append((row.position, event))
    return told


def _against_tellers(found: Mapping[int, RedactionMarks], told: _Told) -> Wrong:
    for position, marks in found.items():
        for mark in marks.texts:
            if wrong := _wrong_mark(told.get((position, mark.field), ()), position, mark) or _wrong_left(mark, marks):
                yield position, wrong
        if _asked_as(told, position) != {marks.question} - {""}:
            yield position, "the hash of its question is not the one that the redaction states"


def _wrong_mark(told: Sequence[tuple[int, Redacted]], position: int, mark: Mark) -> str:
    if mark.hash == _NOTHING:
        return f"{mark.field} was empty, so nothing can have been removed from it"
    if not told:
        return f"{mark.field} was removed, but no event says so"
    teller, last = told[-1]
    of_another = any(event.hash != mark.hash for _, event in told)
    if of_another or last.left != mark.left or told[0][0] <= position:
        return f"what replaced {mark.field} is not what event {teller} says"
    return ""


def _wrong_left(mark: Mark, marks: RedactionMarks) -> str:
    """What is left of a text shows where something is gone; what is left of a verdict comes to the same."""
    if mark.field == VERDICT:
        if essence(mark.text or "") != marks.essence:
            return "the verdict that replaced the redacted one has a different outcome"
    elif mark.text is not None and not IN_PLACE.search(mark.text):
        return f"what replaced {mark.field} does not show that anything was removed"
    return ""


def _asked_as(told: _Told, position: int) -> set[str]:
    """The hashes under which the question was asked, as redactions tell; there is only one."""
    events = (event for (at, _), some in told.items() if at == position for _, event in some)
    return {event.question for event in events} - {""}


def _not_standing(found: Mapping[int, RedactionMarks], told: _Told, changed: Collection[int]) -> Wrong:
    standing = {(position, mark.field) for position, marks in found.items() for mark in marks.texts}
    for (position, field), events in told.items():
        if (position, field) not in standing and position not in changed:
            yield position, f"{field} is still there, although event {events[-1][0]} says that it was redacted"


def _against_rules(rows: Sequence[EventRow], found: Mapping[int, RedactionMarks]) -> Wrong:
    """Follows the events, and asks at each redaction whether it was allowed then."""
    session: Session | None = None
    history: list[Stored] = []
    is_action = {position for position, marks in found.items() if ACTION in {mark.field for mark in marks.texts}}
    asked_at = 1
    try:
        for row in rows:
            stored = stored_of(row)
            if isinstance(stored.event, Opened | Revised):
                asked_at = row.position
            if session and (wrong := _against_session(session, history, stored, asked_at in is_action)):
                yield row.position, wrong
            session = evolve(session, stored)
            history.append(stored)
    except (StoreError, *NOT_A_STORY) as error:
        yield 0, str(error) if isinstance(error, StoreError) else "its events contradict each other"


def _against_session(session: Session, history: Sequence[Stored], stored: Stored, is_action_gone: bool) -> str:
    match stored.event:
        case Redacted() as event:
            return _not_allowed(session, history, event)
        case Revised(question=Question(asked_as=asked)) if asked and asked in {one.question for one in session.rounds}:
            return "its question claims the hash of an earlier one"
        case RoundOpened(question=asked) if asked != session.question_hash:
            return "it asks a different question than the current one"
        case Released(action=action) if is_action_gone:
            stands = hash_in_place(session.question.action)
            return "it released a different action than the current one" if stands not in ("", action) else ""
    return ""


def _not_allowed(session: Session, history: Sequence[Stored], event: Redacted) -> str:
    if not 1 <= event.event <= len(history):
        return f"it refers to event {event.event}, which did not exist then"
    stored = history[event.event - 1]
    if isinstance(stored.event, Counted) and event.field == VERDICT:
        return ""  # held against its essence, and counted again
    if why := why_not(session, stored, event.field):
        return f"it says that {event.field} of event {event.event} was redacted, which was not allowed: {why}"
    return ""
