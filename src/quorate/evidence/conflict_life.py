"""The life of a conflict: pending, proposed, accepted or rejected. Every step has an author, and none is taken back."""

import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, NamedTuple

from quorate.core.codec import shown
from quorate.core.codec.declaration import OPTIONAL, Key, OptionalText
from quorate.core.errors import InputError, Refused
from quorate.core.exact import Exact
from quorate.core.text import says_something
from quorate.core.text.names import are_same, look_alike
from quorate.deliberation.events import VIA_MCP
from quorate.evidence.contribution import RESOLUTIONS

CONFLICT_FILE = "CONFLICTS.jsonl"
PENDING, PROPOSED, ACCEPTED, REJECTED = "pending", "proposed", "accepted", "rejected"
STILL_OPEN = ("escalate",)
VOTES = ("accept", "reject", "abstain")


class ConflictVote(NamedTuple):
    """What one agent or person thinks of a proposal."""

    agent: str
    vote: str
    confidence: Exact | None = None
    reason: str = ""


class ConflictState(NamedTuple):
    """Where a conflict stands, who proposed what, who voted how, and what was decided by whom.

    `replaced` is the proposal that this one took the place of before it was decided. `is_new` is False in the answer to
    a request that was done before.
    """

    status: str = PENDING
    type: str = ""
    proposal: str = ""
    proposed_by: str = ""
    proposed_at: str = ""
    votes: tuple[ConflictVote, ...] = ()
    resolved_by: str = ""
    resolved_at: str = ""
    decision: str = ""
    replaced: str = ""
    is_new: bool = True

    @property
    def is_closed(self) -> bool:
        """Only what was accepted closes a conflict; to escalate it leaves it to a person."""
        return self.status == ACCEPTED and self.type not in STILL_OPEN


class ConflictStep(NamedTuple):
    """One line: what was done about a conflict, by whom, and when."""

    conflict: str
    epic: str
    step: str
    by: str
    at: str
    type: str = ""
    text: str = ""
    vote: str = ""
    confidence: Exact | None = None
    proof: str = ""
    key: str = ""
    request: str = ""


class ConflictFacts(NamedTuple):
    """What the rules ask of a conflict: how severe it is, and whose positions it is between."""

    severity: str = ""
    parties: frozenset[str] = frozenset()

    @property
    def is_critical(self) -> bool:
        """True where a person has to look at it at once."""
        return self.severity == "critical"


_NOTHING_KNOWN = ConflictFacts()


def step_plain(step: ConflictStep) -> dict[str, Any]:
    """The line as it is written."""
    plain = {key: value for key, value in step._asdict().items() if value not in ("", None)}
    return plain | ({"confidence": float(step.confidence)} if step.confidence is not None else {})


def read_step(line: bytes) -> ConflictStep | None:
    """A line as it was written; None for one that says nothing."""
    try:
        step = ConflictStep(**json.loads(line))
    except (ValueError, TypeError, RecursionError):
        return None
    texts = all(type(said) is str for key, said in step._asdict().items() if key != "confidence")
    return step if texts and (step.confidence is None or type(step.confidence) in (int, float)) else None


def states_of(
    steps: Iterable[ConflictStep | None], epic: str, facts: Mapping[str, ConflictFacts]
) -> dict[str, ConflictState]:
    """Where every conflict of an epic stands; a step that its life does not allow changes nothing.

    Whoever wrote a line, the rules for critical conflicts hold: the file is only as safe as the folder it is in.
    """
    found: dict[str, ConflictState] = {}
    for step in steps:
        if step and step.epic == epic:
            before = found.get(step.conflict, ConflictState())
            try:
                found[step.conflict] = after(before, step, facts.get(step.conflict, _NOTHING_KNOWN))
            except InputError:
                continue
    return found


def after(state: ConflictState, step: ConflictStep, facts: ConflictFacts = _NOTHING_KNOWN) -> ConflictState:
    """The state after one more step. Raises InputError or Refused where its life does not allow it."""
    if not says_something(step.by):
        raise InputError("a step needs an author")
    if state.status == ACCEPTED:
        raise Refused(f"{step.conflict} is accepted, which is final")
    if step.step == "propose":
        undecided = state.proposal if state.status == PROPOSED else ""
        return _proposed(step, facts)._replace(replaced=undecided)
    if state.status != PROPOSED:
        raise Refused(f"{step.conflict} is {state.status}; propose a resolution first")
    if step.step == "vote":
        if step.vote not in VOTES:
            raise InputError(f"vote: found {step.vote!r}; allowed: {', '.join(VOTES)}")
        if step.confidence is not None and not 0 <= step.confidence <= 1:
            raise InputError(f"confidence: found {step.confidence}; allowed: a number from 0 to 1")
        others = tuple(one for one in state.votes if not are_same(one.agent, step.by))
        return state._replace(votes=(*others, ConflictVote(step.by, step.vote, step.confidence, step.text)))
    if step.step not in ("accept", "reject"):
        raise InputError(f"step: found {step.step!r}; allowed: propose, vote, accept, reject")
    if step.step == "accept" and facts.is_critical:
        _check_may_accept(state, step, facts)
    status = ACCEPTED if step.step == "accept" else REJECTED
    decision = step.text or (state.proposal if status == ACCEPTED else "")
    return state._replace(status=status, resolved_by=step.by, resolved_at=step.at, decision=decision)


def check_turn(state: ConflictState, step: ConflictStep) -> None:
    """Raises Refused for a proposal in place of somebody else's that is not decided yet.

    It is asked before a line is written, and not of lines that others have put into the file.
    """
    is_replacing = step.step == "propose" and state.status == PROPOSED
    if is_replacing and not are_same(step.by, state.proposed_by):
        raise Refused(
            f"{step.conflict} has a proposal of {state.proposed_by} that is not decided: {state.proposal}; "
            "it can be followed by another once it is rejected"
        )


def _proposed(step: ConflictStep, facts: ConflictFacts) -> ConflictState:
    if step.type not in RESOLUTIONS:
        raise InputError(f"resolution: found {step.type!r}; allowed: {', '.join(RESOLUTIONS)}")
    if step.type == "defer" and facts.is_critical:
        raise Refused(f"{step.conflict} is critical and cannot be deferred; escalate it to a person")
    if not says_something(step.text):
        raise InputError("the proposal is missing; expected what should hold")
    return ConflictState(PROPOSED, step.type, step.text, step.by, step.at)


def _check_may_accept(state: ConflictState, step: ConflictStep, facts: ConflictFacts) -> None:
    """What is critical is accepted by a person: not by who proposed it, not by a side of it, not by a program."""
    if are_same(step.by, state.proposed_by) or look_alike(step.by, state.proposed_by):
        raise Refused(f"{step.conflict} is critical, and {step.by} proposed this; somebody else has to accept it")
    if any(are_same(step.by, party) for party in facts.parties):
        raise Refused(f"{step.conflict} is critical, and {step.by} is one of its sides; somebody else has to accept it")
    if step.proof == VIA_MCP:
        raise Refused(f"{step.conflict} is critical; a person has to accept it, and not a program for them")


class ShownVote(NamedTuple):
    """A vote on a proposal, as contributions write it."""

    agent: Annotated[str, Key("agentId")]
    vote: str
    confidence: float | None
    reason: str


class ShownResolution(NamedTuple):
    """The resolution of a conflict, as contributions write it."""

    status: str
    type: Annotated[str, Key("resolutionType", optional=True)] = ""
    proposed_by: Annotated[str, Key("proposedBy", optional=True)] = ""
    proposed_at: Annotated[str, Key("proposedAt", optional=True)] = ""
    proposal: OptionalText = ""
    votes: Annotated[tuple[ShownVote, ...], OPTIONAL] = ()
    resolved_by: Annotated[str, Key("resolvedBy", optional=True)] = ""
    resolved_at: Annotated[str, Key("resolvedAt", optional=True)] = ""
    decision: Annotated[str, Key("finalDecision", optional=True)] = ""


def shown_resolution(state: ConflictState) -> ShownResolution:
    """Where a conflict stands; what nobody has said is left out."""
    return ShownResolution(
        state.status,
        state.type,
        state.proposed_by,
        state.proposed_at,
        state.proposal,
        tuple(_shown_vote(one) for one in state.votes),
        state.resolved_by,
        state.resolved_at,
        state.decision,
    )


def state_plain(state: ConflictState) -> dict[str, Any]:
    """The same as plain values."""
    return shown(shown_resolution(state))


def _shown_vote(one: ConflictVote) -> ShownVote:
    sure = None if one.confidence is None else float(one.confidence)
    return ShownVote(one.agent, one.vote, sure, one.reason)
