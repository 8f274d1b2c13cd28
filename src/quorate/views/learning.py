"""What outcomes teach, as JSON."""

from typing import Any

from quorate.analysis.learning.judgement import EffectiveVotes, Weighed
from quorate.analysis.learning.record_note import RecordNote


def weighed_plain(weighed: Weighed, *, episode: str | int | None, name: str | int) -> dict[str, Any]:
    """What a history says of one question."""
    return {
        "episode": episode,
        "id": name,
        "probabilities": weighed.probabilities,
        "choice": weighed.choice,
        "basis": weighed.basis,
        "outcomes": weighed.outcomes,
        **effective_plain(weighed.effective),
    }


def effective_plain(effective: EffectiveVotes | None) -> dict[str, Any]:
    """How many independent votes there are, and in which interval that may be; null while it is not known."""
    if effective is None:
        return {"effective_votes": None, "effective_votes_interval": None}
    return {"effective_votes": effective.votes, "effective_votes_interval": list(effective.interval)}


def record_plain(note: RecordNote | None) -> dict[str, Any]:
    """What the record says of a verdict; it stands beside the verdict, since it moves when outcomes arrive."""
    if note is None:
        return {}
    return {
        "option": note.option,
        "probability": note.probability,
        "outcomes": note.outcomes,
        "basis": note.basis,
        **effective_plain(note.effective),
        "disagrees": note.disagrees,
        "leading": note.leading or None,
        "domain": note.domain or None,
        "recorded_by": list(note.by),
    }
