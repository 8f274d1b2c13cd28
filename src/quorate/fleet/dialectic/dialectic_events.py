"""What can happen in a dialectic. The record stamps the time, the place and the author."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Provenance(NamedTuple):
    """Who reviewed by what: the agent itself, a consulted model, or an engine of ours; `degraded`: by a fall-back."""

    reviewer_kind: str = "agent_submitted"
    backend: str = ""
    model_used: str = ""
    consult_source: str = ""
    degraded: bool = False


class Objection(NamedTuple):
    """What a reviewer objected to and has not withdrawn."""

    reviewer: str
    concerns: tuple[str, ...] = ()


class DialecticOpened(NamedTuple):
    """A paused agent is to be reviewed by one other agent.

    `quorum_required` are the reasons for which a quorum should have decided, where there were too few reviewers for it;
    `objections` are those that stand from earlier reviews of the same agent. With `for_person` a person decides it.
    `fell_back`: a quorum was asked for or required, and there were too few reviewers. `without_agreement` is the
    policy when it was opened: `quorum` where one decides if the two do not agree. `notes` is the policy for notes.
    """

    paused_agent: str
    reviewer: str
    topic: str = ""
    dispute_type: str = ""
    session_type: str = "recovery"
    paused_agent_state: Mapping[str, Any] = {}
    quorum_required: tuple[str, ...] = ()
    objections: tuple[Objection, ...] = ()
    for_person: bool = False
    fell_back: bool = False
    without_agreement: str = ""
    notes: str = "protections"


class ThesisFiled(NamedTuple):
    """The paused agent said what went wrong, and what it would do."""

    root_cause: str
    conditions: tuple[str, ...] = ()
    reasoning: str = ""


class AntithesisFiled(NamedTuple):
    """The reviewer said what it observed, and what concerns it."""

    metrics: Mapping[str, Any] = {}
    concerns: tuple[str, ...] = ()
    reasoning: str = ""
    provenance: Provenance = Provenance()


class SynthesisFiled(NamedTuple):
    """One of the two proposed conditions, and may have agreed."""

    party: str
    conditions: tuple[str, ...] = ()
    agrees: bool = False
    root_cause: str = ""
    reasoning: str = ""
    concerns: tuple[str, ...] = ()
    provenance: Provenance = Provenance()


class ReviewerReassigned(NamedTuple):
    """Another agent reviews from here on; what was objected before stands."""

    reviewer: str
    reason: str = ""


class DialecticEnded(NamedTuple):
    """How it ended: `action` is resume, block, cooldown or quorum, `kind` the reason for it.

    `limits` are the hard limits that a condition crosses, as texts; `requires` is what a person still has to give;
    `retry_from` is the moment from which a new review may be asked for; `quorum_review` is the review by a quorum that
    follows.
    """

    action: str
    kind: str
    conditions: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    root_cause: str = ""
    limits: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    retry_from: str = ""
    reason: str = ""
    quorum_review: str = ""


class DialecticVerified(NamedTuple):
    """A person verified the agreement, or did not: then the agent stays paused.

    `accept_notes` and `strike_notes` are the notes by their names; `ended` is the hash of the event that was seen.
    """

    approves: bool
    reason: str
    accept_notes: tuple[str, ...] = ()
    strike_notes: tuple[str, ...] = ()
    ended: str = ""


class ImportedStatement(NamedTuple):
    """What somebody said in a session of another review system."""

    phase: str
    party: str
    at: str = ""
    root_cause: str = ""
    conditions: tuple[str, ...] = ()
    concerns: tuple[str, ...] = ()
    reasoning: str = ""
    agrees: bool = False
    metrics: Mapping[str, Any] = {}


class SessionImported(NamedTuple):
    """A session of another review system was taken over as history; it decides nothing here.

    `phase` is the one that it was in there; `created_at` is a stamp, empty where it was not known.
    """

    session_id: str
    paused_agent: str
    reviewer: str = ""
    phase: str = "failed"
    created_at: str = ""
    topic: str = ""
    dispute_type: str = ""
    session_type: str = "recovery"
    paused_agent_state: Mapping[str, Any] = {}
    transcript: tuple[ImportedStatement, ...] = ()
    resolution: Mapping[str, Any] = {}


DialecticEvent = (
    DialecticOpened
    | ThesisFiled
    | AntithesisFiled
    | SynthesisFiled
    | ReviewerReassigned
    | DialecticEnded
    | DialecticVerified
    | SessionImported
)
