"""What outcomes teach, as JSON."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from quorate.analysis.learning.judgement import EffectiveVotes, Weighed
from quorate.analysis.learning.model_choice import FROM_LEAN
from quorate.analysis.track_record.record_note import RecordNote
from quorate.core.codec.declaration import TextOrNull

if TYPE_CHECKING:  # a verdict is shown without them
    from quorate.analysis.learning.reliability import Bin, Reliability
    from quorate.analysis.track_record.voter_table import PanelTable, VoterRow


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


class RecordView(NamedTuple):
    """What the record says of a verdict; it stands beside the verdict, since it moves when outcomes arrive."""

    option: str
    probability: float
    outcomes: int
    basis: str
    effective_votes: float | None
    effective_votes_interval: tuple[float, ...] | None
    disagrees: bool
    leading: TextOrNull
    domain: TextOrNull
    recorded_by: tuple[str, ...]


def record_view(note: RecordNote) -> RecordView:
    """A note as it is shown."""
    effective = note.effective
    return RecordView(
        note.option,
        note.probability,
        note.outcomes,
        note.basis,
        effective.votes if effective else None,
        tuple(effective.interval) if effective else None,
        note.disagrees,
        note.leading,
        note.domain,
        note.by,
    )


def voters_plain(tables: "Sequence[PanelTable]") -> dict[str, Any]:
    """What is known of voters, a panel for each set of options."""
    return {"panels": [_panel(one) for one in tables]}


def _panel(table: "PanelTable") -> dict[str, Any]:
    return {
        "protocol": table.protocol,
        "options": list(table.options),
        "domain": table.domain or None,
        "outcomes": table.outcomes,
        "open_truths": table.open_truths,
        "decided": table.decided,
        "since": table.since or None,
        "basis": table.basis,
        "given_up": table.given_up,
        **effective_plain(table.effective),
        "mean_votes": table.mean_votes,
        "majority": table.majority._asdict(),
        "learned": table.learned._asdict() if table.learned else None,
        "voters": [_voter(row) for row in table.rows],
        "wrong_together": [one._asdict() for one in table.together],
        "people": {"asked": table.people.asked, "changed": table.people.right},
        "only_choice": table.only_choice or None,
        "reliability": _bins(table.verdicts) if table.verdicts.size >= FROM_LEAN else None,
        "calibration_error": table.verdicts.error if table.may_be_called_calibrated else None,
        "recorded_by": list(table.recorded_by),
    }


def _voter(row: "VoterRow") -> dict[str, Any]:
    right, known = row.record
    return {
        "voter": row.voter,
        "asked": row.asked,
        "answered": known,
        "right": right,
        "accuracy": right / known if known else None,
        "interval": list(row.interval) if known else None,
        "says": row.says,
        "stated": row.stated.size,
        "weight": row.weight,
        "failures": row.failures,
        "since": row.since or None,
        "until": row.until or None,
        "pivotal": {"times": row.pivotal.asked, "right": row.pivotal.right},
        "vindicated": list(row.vindicated),
        "reliability": _bins(row.stated) if row.stated.size >= FROM_LEAN else None,
    }


def _bins(said: "Reliability") -> list[dict[str, Any]]:
    return [_bin(one) for one in said.bins()]


def _bin(one: "Bin") -> dict[str, Any]:
    return {"stated": one.stated, "came_true": one.came_true, "of": one.size, "interval": list(one.interval)}
