"""Names that other programs already call, as thin functions over ours.

Numbers go in and out as floats, as such programs have them; in between they are exact.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal, Protocol

from quorate.compat.consensus_calls import (
    contribution_compute_consensus,
    contribution_create_synthesis,
    contribution_detect_conflicts,
    contribution_weighted_vote,
    skill_to_protocol,
    validate_consensus_protocol,
)
from quorate.core.errors import InputError, UnknownName
from quorate.core.exact import Exact, exact
from quorate.deliberation.moments import stamp
from quorate.documents.tally import tally
from quorate.fleet.agent import ACTIVE, Agent, tags_of
from quorate.fleet.authority import authority_of
from quorate.fleet.quorum_need import reasons_for_quorum
from quorate.fleet.reviewers import FEWEST_REVIEWERS, MOST_REVIEWERS, ReviewContext, choose_reviewers


class DialecticSession(Protocol):
    """Any session that says what is known of the paused agent, and what the dispute is about."""

    @property
    def paused_agent_state(self) -> Mapping[str, Any]: ...

    @property
    def dispute_type(self) -> str | None: ...


@dataclass
class QuorumVote:
    """A reviewer's vote. A dataclass, because programs that make and change such votes expect one."""

    agent_id: str
    vote: Literal["resume", "block", "cooldown"]
    authority_weight: float
    reasoning: str = ""
    conditions: list[str] = field(default_factory=list)


@dataclass
class QuorumResult:
    """What the votes come to; `margin` is the largest share of the weight."""

    action: str
    achieved: bool
    margin: float
    votes: list[QuorumVote] = field(default_factory=list)


def requires_quorum(session: DialecticSession) -> bool:
    """True for a risk score above 0.60, an active void, or a dispute about safety."""
    state = session.paused_agent_state or {}
    risk = _unit("risk_score", state.get("risk_score"))
    return bool(reasons_for_quorum(risk, bool(state.get("void_active")), session.dispute_type or ""))


def calculate_authority_score(agent_id: str, meta: object, paused: object = None, now: datetime | None = None) -> float:
    """A reviewer's authority over a paused agent, from 0 to 1, to four decimals.

    `meta` and `paused` have attributes or keys: risk_score, tags, reviews (or total_reviews), held_up (or
    successful_reviews) and last_update; what is missing is unknown, and an unknown key is refused. An ellipsis in the
    place of the paused agent says nothing of it. Without a moment nothing is fresh.
    """
    subject = None if paused is None or paused is ... else _agent("", paused, now)
    return float(authority_of(_agent(agent_id, meta, now), subject, _stamp(now)).score)


async def select_quorum_reviewers(
    paused_agent_id: str,
    metadata: Mapping[str, object],
    min_reviewers: int = FEWEST_REVIEWERS,
    max_reviewers: int = MOST_REVIEWERS,
    now: datetime | None = None,
) -> list[str]:
    """The reviewers by authority, highest first, ties by agent id.

    Those that there are, where they are fewer than `min_reviewers`: then the two-party dialectic has to decide.
    """
    if not 1 <= min_reviewers <= max_reviewers:
        stated = f"{min_reviewers} and {max_reviewers}"
        raise InputError(f"min_reviewers, max_reviewers: found {stated}; allowed: from 1 up, the smaller one first")
    agents = {name: _agent(name, meta, now) for name, meta in metadata.items()}
    subject = agents.get(paused_agent_id, Agent(paused_agent_id))
    found = choose_reviewers(agents.values(), ReviewContext(subject, _stamp(now)), max_reviewers)
    return [one.agent_id for one in found.chosen]


def tally_quorum_votes(votes: Sequence[QuorumVote]) -> QuorumResult:
    """Weighs the votes: two thirds of the weight decide; fewer than three votes, or no such majority, cool down.

    A resume on a condition that crosses a hard limit is a block. Raises DocumentError for votes that cannot be counted.
    """
    written = [{**vars(vote), "conditions": list(vote.conditions)} for vote in votes]
    verdict = tally({"question": "Resume the paused agent?", "votes": written}, "quorum")
    native = verdict.native
    return QuorumResult(native["action"], native["achieved"], float(verdict.receipt.share or 0), list(votes))


_REVIEWS, _HELD_UP = ("reviews", "total_reviews"), ("held_up", "successful_reviews")
_KEYS = ("agent_id", "status", "owner", "tags", "risk_score", "coherence", "void_active", "last_update")


def _agent(agent_id: str, meta: object, now: datetime | None) -> Agent:
    if isinstance(meta, Mapping):
        for key in meta:
            if key not in (known := (*_KEYS, *_REVIEWS, *_HELD_UP)):
                raise UnknownName(f"key in the metadata of {agent_id or 'the agent'}", str(key), known)
    return Agent(
        agent_id,
        str(_known(meta, "status", ACTIVE)),
        str(_known(meta, "owner", "")),
        tags_of(_texts(_known(meta, "tags", ()))),
        _unit("risk_score", _known(meta, "risk_score", None)),
        updated_at=_last_update(_known(meta, "last_update", None)) if now else "",
        reviews=_count(meta, _REVIEWS),
        held_up=_count(meta, _HELD_UP),
    )


def _count(meta: object, names: tuple[str, ...]) -> int:
    """Return the count under either of its two names."""
    counts = {int(count) for name in names if (count := _known(meta, name, None)) is not None}
    if len(counts) > 1:
        raise InputError(f"{' and '.join(names)}: found {' and '.join(map(str, sorted(counts)))}; allowed: one count")
    return counts.pop() if counts else 0


def _known(meta: object, name: str, unknown: Any) -> Any:
    value = meta.get(name) if isinstance(meta, Mapping) else getattr(meta, name, None)
    return unknown if value is None else value


def _texts(tags: Iterable[object]) -> list[str]:
    return [tags] if isinstance(tags, str) else [str(tag) for tag in tags]


def _unit(name: str, value: object) -> Exact | None:
    number = exact(value)
    if value is not None and (number is None or not 0 <= number <= 1):
        raise InputError(f"{name}: found {value!r}; allowed: a number from 0 to 1, or none")
    return number


def _last_update(value: object) -> str:
    moment = datetime.fromisoformat(value) if isinstance(value, str) else value
    return _stamp(moment) if isinstance(moment, datetime) else ""


def _stamp(moment: datetime | None) -> str:
    """A moment without a time zone is in UTC."""
    if moment is None:
        return ""
    return stamp(moment if moment.tzinfo else moment.replace(tzinfo=UTC))


@dataclass
class ConsensusResult:
    """What the recommendations come to. `distribution` says who is for what where nothing was agreed."""

    consensus: bool
    type: str
    option: str | None = None
    voters: list[str] = field(default_factory=list)
    confidence: str = "REQUIRES_INPUT"
    dissent: list[dict[str, Any]] = field(default_factory=list)
    distribution: dict[str, list[str]] = field(default_factory=dict)


def check_consensus(recommendations: Sequence[Mapping[str, Any]], threshold: float = 0.67) -> ConsensusResult:
    """Each recommendation has `judge` and `option`, and may have `confidence` and `reasoning`.

    An option of ABSTAIN, or none, is left out. A share of at least the threshold decides; 0.67 means two thirds.
    Raises InputError for a threshold that is none, and DocumentError for recommendations that cannot be counted.
    """
    share = exact(threshold)
    if share is None or not 0 < share <= 1:
        raise InputError(f"threshold: found {threshold!r}; allowed: a number above 0 up to 1")
    if not recommendations:
        return ConsensusResult(False, "INSUFFICIENT_DATA", confidence="LOW")
    said = [{key: value for key, value in one.items() if value is not None} for one in recommendations]
    verdict = tally({"question": "Do the judges agree?", "threshold": share, "recommendations": said}, "judges")
    native = verdict.native["consensus_result"]
    by_judge = {str(one["judge"]): dict(one) for one in recommendations}

    def in_order(names: Iterable[str]) -> list[str]:
        among = set(names)
        return [judge for judge in by_judge if judge in among]

    return ConsensusResult(
        native["consensus"],
        native["type"],
        native.get("majority_option"),
        in_order(native.get("majority_judges", ())),
        native["confidence"],
        [by_judge[judge] for judge in in_order(one["judge"] for one in native.get("dissent", ()))],
        {option: in_order(who["judges"]) for option, who in native.get("distribution", {}).items()},
    )


__all__ = [
    "ConsensusResult",
    "DialecticSession",
    "QuorumResult",
    "QuorumVote",
    "calculate_authority_score",
    "check_consensus",
    "contribution_compute_consensus",
    "contribution_create_synthesis",
    "contribution_detect_conflicts",
    "contribution_weighted_vote",
    "requires_quorum",
    "select_quorum_reviewers",
    "skill_to_protocol",
    "tally_quorum_votes",
    "validate_consensus_protocol",
]
