"""Notes of a resume that a person accepts or strikes, each by its name, in the answer that verifies the verdict."""

from collections.abc import Iterable, Mapping, Sequence

from quorate.core.verdict import Verdict
from quorate.deliberation.events import Resolved
from quorate.deliberation.session import GivenAnswer
from quorate.protocols.quorum.hard_limits import without_struck

NOTE = "note"
"""The reason of an escalation that asks for a note."""


def notes_in(verdict: Verdict | None, value: str = "condition") -> Mapping[str, str]:
    """Return the conditions that a person has to accept or strike by their notes' names, or their `marked` words."""
    asked = [one for one in verdict.escalations if one.reason == NOTE] if verdict else []
    return {str(one.values["note"]): str(one.values[value]) for one in asked}


def posted_conditions(verdict: Verdict, answers: Iterable[GivenAnswer]) -> tuple[str, ...]:
    """Return the conditions of a verdict without what people struck when they verified it."""
    notes, met = notes_in(verdict), [said.answer for said in answers if isinstance(said.answer, Resolved)]
    struck = [notes[name] for answer in met for name in answer.strike_notes]
    return without_struck(verdict.conditions, struck) if struck else verdict.conditions


def note_options(names: Iterable[str]) -> list[str]:
    """Return what an answer says of each note, as options of a command between which a person chooses."""
    return [f"--accept-note {name}|--strike-note {name}" for name in names]


def notes_problem(asked: Sequence[str], accepted: Sequence[str], struck: Sequence[str]) -> str:
    """Return what is wrong with an answer about notes; empty if each of them is named exactly once."""
    named = [*accepted, *struck]
    unknown = [name for name in dict.fromkeys(named) if name not in asked]
    if unknown:
        return f"no note called {', '.join(unknown)} waits for an answer; there are: {', '.join(asked) or 'none'}"
    twice = [name for name in dict.fromkeys(named) if named.count(name) > 1]
    if twice:
        return f"each note is accepted or struck once; named twice: {', '.join(twice)}"
    missing = [name for name in asked if name not in named]
    return f"each note has to be accepted or struck; missing: {', '.join(missing)}" if missing else ""
