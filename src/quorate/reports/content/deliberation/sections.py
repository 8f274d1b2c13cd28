"""Parts of a report that only a whole deliberation has, as a terminal shows them: short, the last ones of many."""

from collections.abc import Callable, Mapping

from quorate.reports.content.authors import with_proof
from quorate.reports.content.deliberation.engine_calls import errors_section, usage_section
from quorate.reports.content.deliberation.register import left_section, register_section
from quorate.reports.content.rounds.round_blocks import changes_section, deadlock_section, history_section
from quorate.reports.document import Section, listing
from quorate.reports.language import Language
from quorate.reports.proceedings import AuditEntry, Proceedings
from quorate.reports.report_data import ReportData

LAST_EVENTS = 3
Maker = Callable[[ReportData, Proceedings], Section | None]


def _answers(proceedings: Proceedings) -> Section | None:
    return listing("answers", proceedings.answered_by, proceedings.answers) if proceedings.answers else None


def _earlier(data: ReportData, proceedings: Proceedings) -> Section | None:
    said = data.capped(proceedings.earlier)
    return listing("earlier", data.say("section.earlier"), said) if said else None


def _notes(data: ReportData, proceedings: Proceedings) -> Section | None:
    """What was found out in reading ballots, seat by seat."""
    notes = [(seat, data.say("ask.join").join(found)) for seat, found in proceedings.notes.items()]
    said = data.capped([data.say("item.reason", seat=seat, text=data.short(text)) for seat, text in notes])
    return listing("notes", data.say("section.notes"), said) if said else None


def _rounds(data: ReportData, proceedings: Proceedings) -> Section | None:
    return rounds_section(data.capped(proceedings.rounds), data.say)


def rounds_section(rounds: list[str], say: Language) -> Section | None:
    """A line per round."""
    return listing("rounds", say("section.rounds"), rounds) if rounds else None


def trail_section(proceedings: Proceedings, say: Language) -> Section | None:
    """The last few events; a document that is kept has them all."""
    entries = proceedings.trail[-LAST_EVENTS:]
    total = len(proceedings.trail)
    lead = say("trail.last", count=len(entries), n=total) if len(entries) < total else ""
    texts = [_event(entry, say) for entry in entries]
    return listing("trail", say("section.trail"), texts, lead=lead) if texts else None


def _event(entry: AuditEntry, say: Language) -> str:
    author = with_proof(say, entry.author, entry.proof)
    key = "trail.line.hash" if entry.hash else "trail.line"
    return say(key, position=entry.position, at=entry.at, author=author, what=entry.what, hash=entry.hash)


def _within(make: Maker) -> Callable[[ReportData], Section | None]:
    return lambda data: make(data, data.proceedings) if data.proceedings else None


MAKERS: Mapping[str, Callable[[ReportData], Section | None]] = {
    "deadlock": _within(deadlock_section),
    "answers": _within(lambda _, proceedings: _answers(proceedings)),
    "earlier": _within(_earlier),
    "notes": _within(_notes),
    "left": _within(left_section),
    "register": _within(register_section),
    "engine_errors": _within(lambda data, proceedings: errors_section(proceedings, data.say)),
    "usage": _within(lambda data, proceedings: usage_section(proceedings, data.say)),
    "history": _within(history_section),
    "changes": _within(changes_section),
    "rounds": _within(_rounds),
    "trail": _within(lambda data, proceedings: trail_section(proceedings, data.say)),
}
