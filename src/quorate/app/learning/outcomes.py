"""People say what turned out to be true: of one deliberation, or of many in a file."""

from collections.abc import AsyncIterator, Iterable
from typing import NamedTuple

from quorate.app.access.operation import operation, stream_operation
from quorate.app.app import App, Deliberation
from quorate.app.life.management import managed
from quorate.app.life.notices import Notice
from quorate.batch.outcome_rows import OutcomeRow, RefusedRow
from quorate.commit import Changed
from quorate.core.errors import InputError
from quorate.deliberation.events import Event, OutcomeKnown
from quorate.deliberation.principal import Principal
from quorate.deliberation.register.known_outcome import tell_outcome
from quorate.deliberation.session import Session
from quorate.deliberation.summary import decision_of

ALREADY_KNOWN = "outcome.known"


class ToldOutcome(NamedTuple):
    """A deliberation whose outcome is on the record; the `truth` is empty where only one option is ruled out."""

    deliberation: str
    was: str
    truth: str
    is_new: bool


class DueOutcome(NamedTuple):
    """A decided deliberation whose review date has come, and of which nobody has said what turned out."""

    id: str
    subject: str
    decision: str
    review_by: str


@operation
async def due_outcomes(app: App, who: Principal) -> tuple[DueOutcome, ...]:
    """The deliberations to look at again, the longest overdue first."""
    sessions = [await app.load(name) for name in await app.record.awaiting_review()]
    found = [
        DueOutcome(one.id, one.question.subject, decision_of(one), one.question.review_by)
        for one in sessions
        if one.question.review_by and one.question.review_by <= app.now[:10]
    ]
    return tuple(sorted(found, key=lambda one: (one.review_by, one.id)))


@operation
async def record_outcome(
    app: App, who: Principal, deliberation: str, was: str, note: str = "", on: str = "", key: str | None = None
) -> Deliberation:
    """Puts on the record what was true: `right` or `wrong` (of the verdict's choice), or an option.

    A notice says where the record knew it already. What all outcomes teach is learned anew when somebody looks at it,
    not here.
    """
    before = await app.load(deliberation)
    changed = await _told(app, who, deliberation, OutcomeKnown(was, "", note, on), key)
    found = await app.whole(deliberation, is_new=changed.is_new, has_note=False)
    is_known = found.session.outcome == before.outcome
    return found._replace(notices=(Notice(ALREADY_KNOWN, {}),) if is_known else ())


async def _told(app: App, who: Principal, deliberation: str, said: OutcomeKnown, key: str | None = None) -> Changed:

    def rule(session: Session) -> tuple[Event, ...]:
        return tell_outcome(session, said, app.now)

    stated = {"was": said.was, "note": said.note, "on": said.on}
    return await managed(app, who, "outcome", deliberation, rule, key, **stated)


@stream_operation
async def record_outcomes(
    app: App, who: Principal, rows: Iterable[OutcomeRow | RefusedRow]
) -> AsyncIterator[ToldOutcome | RefusedRow]:
    """The same for many; a row that is refused does not stop the rest."""
    for row in rows:
        yield row if isinstance(row, RefusedRow) else await _recorded(app, who, row)


async def _recorded(app: App, who: Principal, row: OutcomeRow) -> ToldOutcome | RefusedRow:
    try:
        before = await app.load(row.id)
        found = await _told(app, who, row.id, OutcomeKnown(row.was, "", row.note, row.on))
    except InputError as error:
        return RefusedRow(row.line, f"{row.id}: {error}")
    told = found.session.outcome
    assert told is not None
    return ToldOutcome(row.id, told.event.was, told.event.truth, told != before.outcome)
