"""What turned out, and what the record says of a verdict: lines below the report that change nothing in it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from quorate.reports.content.authors import moment, name_of
from quorate.reports.document import Block, Paragraph
from quorate.reports.language import Language
from quorate.reports.text import one_line

if TYPE_CHECKING:
    from quorate.analysis.track_record.record_note import RecordNote
    from quorate.deliberation.session import Session


def record_blocks(session: "Session", record: "RecordNote | None", say: Language) -> list[Block]:
    """What turned out, where that is known, and what the record says."""
    lines = [*outcome_lines(session, say), *(note_lines(record, say) if record else ())]
    return [Paragraph("\n".join(lines))] if lines else []


def outcome_lines(session: "Session", say: Language) -> Iterator[str]:
    """What turned out, and who said so."""
    if session.outcome is None:
        return
    event = session.outcome.event
    kind = event.was if event.was in ("right", "wrong") and event.was != event.truth else "true"
    key = f"outcome.{kind}" if event.truth else "outcome.wrong.open"
    at = one_line(event.on) or moment(session.outcome.at)
    yield say(key, truth=one_line(event.truth), by=name_of(session.outcome.author.name), at=at)
    if event.note:
        yield say("outcome.note", note=one_line(event.note))


def note_lines(note: "RecordNote", say: Language) -> Iterator[str]:
    """One line that changes nothing; a second one where the record would have chosen otherwise."""
    yield f"{_probability(note, say)}{say('record.join')}{_effective(note, say)}"
    if note.disagrees:
        yield say("record.disagrees", option=one_line(note.leading), percent=percent_of(note.leading_probability))


def _probability(note: "RecordNote", say: Language) -> str:
    percent = percent_of(note.probability)
    key = "record.says.domain" if note.domain else "record.says"
    return say(key, percent=percent, n=note.outcomes, domain=one_line(note.domain))


def _effective(note: "RecordNote", say: Language) -> str:
    if note.effective is None:
        return say("record.votes.unknown", usual=f"{note.usual:.1f}")
    low, high = (f"{end:.1f}" for end in note.effective.interval)
    return say("record.votes", votes=note.votes, effective=f"{note.effective.votes:.1f}", low=low, high=high)


def percent_of(share: float) -> str:
    """A share in whole percent; nothing that is only probable is shown as certain."""
    return str(min(99, max(1, round(share * 100))))


def interval_of(interval: tuple[float, float], say: Language) -> str:
    """An interval in whole percent: its ends may be nothing and all, since it says of neither that it is so."""
    low, high = (str(round(end * 100)) for end in interval)
    return say("voters.between", low=low, high=high)
