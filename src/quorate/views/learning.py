"""What outcomes teach, as JSON."""

from typing import Any

from quorate.analysis.learning.judgement import EffectiveVotes, Weighed


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
