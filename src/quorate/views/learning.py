"""What outcomes teach, as JSON."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from quorate.analysis.learning.judgement import EffectiveVotes, Weighed
from quorate.analysis.learning.model_choice import FROM_LEAN
from quorate.analysis.track_record.record_note import RecordNote
from quorate.core.codec import shown
from quorate.core.codec.declaration import TextOrNull

if TYPE_CHECKING:  # a verdict is shown without them
    from quorate.analysis.learning.reliability import Reliability
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


class ShownBin(NamedTuple):
    """Statements of about the same probability, and how many of them came true."""

    stated: float
    came_true: int
    of: int
    interval: tuple[float, ...]


class ShownRule(NamedTuple):
    """How often a rule was right of how many."""

    right: float
    of: int


class ShownPair(NamedTuple):
    """Two voters who were wrong together more often than by chance."""

    first: str
    second: str
    asked: int
    wrong: int
    by_chance: float


class ShownPeople(NamedTuple):
    """How often people were asked, and changed the verdict."""

    asked: int
    changed: int


class ShownPivot(NamedTuple):
    """How often the verdict hung on a voter, and the voter was right."""

    times: int
    right: int


class ShownVoter(NamedTuple):
    """One voter, with what is known of it."""

    voter: str
    asked: int
    answered: int
    right: int
    accuracy: float | None
    interval: tuple[float, ...] | None
    says: float | None
    stated: int
    weight: float | None
    failures: int
    since: TextOrNull
    until: TextOrNull
    pivotal: ShownPivot
    vindicated: tuple[str, ...]
    reliability: tuple[ShownBin, ...] | None


class ShownPanel(NamedTuple):
    """Voters on the same options, and what is known of them together."""

    protocol: str
    options: tuple[str, ...]
    domain: TextOrNull
    outcomes: int
    open_truths: int
    decided: int
    since: TextOrNull
    basis: str
    given_up: bool
    effective_votes: float | None
    effective_votes_interval: tuple[float, ...] | None
    mean_votes: float
    majority: ShownRule
    learned: ShownRule | None
    voters: tuple[ShownVoter, ...]
    wrong_together: tuple[ShownPair, ...]
    people: ShownPeople
    only_choice: TextOrNull
    reliability: tuple[ShownBin, ...] | None
    calibration_error: float | None
    recorded_by: tuple[str, ...]


class ShownVoters(NamedTuple):
    """What is known of voters, a panel for each set of options."""

    panels: tuple[ShownPanel, ...]


def voters_plain(tables: "Sequence[PanelTable]") -> dict[str, Any]:
    """What is known of voters, as plain values."""
    return shown(ShownVoters(tuple(map(_panel, tables))))


def _panel(table: "PanelTable") -> ShownPanel:
    effective = table.effective
    return ShownPanel(
        table.protocol,
        table.options,
        table.domain,
        table.outcomes,
        table.open_truths,
        table.decided,
        table.since,
        table.basis,
        table.given_up,
        effective.votes if effective else None,
        tuple(effective.interval) if effective else None,
        table.mean_votes,
        ShownRule(*table.majority),
        ShownRule(*table.learned) if table.learned else None,
        tuple(map(_voter, table.rows)),
        tuple(ShownPair(*one) for one in table.together),
        ShownPeople(table.people.asked, table.people.right),
        table.only_choice,
        _bins(table.verdicts),
        table.verdicts.error if table.may_be_called_calibrated else None,
        table.recorded_by,
    )


def _voter(row: "VoterRow") -> ShownVoter:
    right, known = row.record
    return ShownVoter(
        row.voter,
        row.asked,
        known,
        right,
        right / known if known else None,
        tuple(row.interval) if known else None,
        row.says,
        row.stated.size,
        row.weight,
        row.failures,
        row.since,
        row.until,
        ShownPivot(row.pivotal.asked, row.pivotal.right),
        row.vindicated,
        _bins(row.stated),
    )


def _bins(said: "Reliability") -> tuple[ShownBin, ...] | None:
    """Few statements say nothing."""
    if said.size < FROM_LEAN:
        return None
    return tuple(ShownBin(one.stated, one.came_true, one.size, tuple(one.interval)) for one in said.bins())
