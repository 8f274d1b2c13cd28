"""How a dialectic ends: with conditions that both agreed on, or with the state kept as it is."""

from collections.abc import Mapping, Sequence
from typing import Any

from quorate.core.text import says_something
from quorate.deliberation.moments import later, shown
from quorate.fleet.dialectic.condition_match import has_converged, merged
from quorate.fleet.dialectic.dialectic_events import AntithesisFiled, DialecticEnded, SynthesisFiled, ThesisFiled
from quorate.fleet.dialectic.dialectic_state import CONSERVATIVE_DEFAULT, IMPORTED, QUORUM_REQUIRED, Dialectic
from quorate.fleet.quorum_need import ASK_QUORUM
from quorate.protocols.quorum.hard_limits import AskedNote, Violation, asked_notes, violations

RESUME, BLOCK, COOLDOWN, TO_QUORUM = "resume", "block", "cooldown", "quorum"
AGREEMENT, HARD_LIMIT, BY_PERSON = "agreement", "hard_limit", "by_person"
RETRY_SECONDS = 3600
VERIFICATION = "verification"


def agreement_of(session: Dialectic, now: str) -> DialecticEnded | None:
    """The end that both have agreed on; None while they have not.

    Both have to agree in their latest syntheses, with at least half of the conditions alike. An agreement in which
    somebody names no condition accepts those of the other. A person has to verify what a quorum should have decided,
    what overrules somebody who has gone, and notes that name a protection.
    """
    ours, theirs = (session.latest(party) for party in session.parties)
    if not (ours and theirs and ours.agrees and theirs.agrees):
        return None
    cause = root_cause_of(session)
    paused, reviewer = _conditions(session, ours, theirs)
    policy = session.opened.notes
    if not cause or not has_converged(paused, reviewer, policy):
        return None
    together = merged(paused, reviewer, policy)
    asks_person = bool(asked_notes(together.agreed, policy))
    required = (VERIFICATION,) if session.opened.quorum_required or session.objections or asks_person else ()
    ending = DialecticEnded(RESUME, AGREEMENT, together.agreed, together.dropped, cause, requires=required)
    return within_limits(ending, now, (*paused, *reviewer))


def notes_of(session: Dialectic) -> tuple[AskedNote, ...]:
    """Return the notes of an agreement that a person has to accept or strike; none unless it waits for a person."""
    ended = session.ended
    if ended is None or ended.action != RESUME or ended.kind != AGREEMENT or not ended.requires:
        return ()
    return asked_notes(ended.conditions, session.opened.notes)


def within_limits(ending: DialecticEnded, now: str, proposed: Sequence[str] = ()) -> DialecticEnded:
    """A resume becomes a block if a condition that was agreed on or `proposed` with it crosses a hard limit.

    The block keeps that condition and says which limit it is, whoever agreed to it.
    """
    if ending.action != RESUME:
        return ending
    every = tuple(dict.fromkeys((*ending.conditions, *proposed)))
    crossed = violations(every)
    if not crossed:
        return ending
    kept = tuple(dict.fromkeys((*ending.conditions, *(one.condition for one in crossed))))
    limits = tuple(f"{one.condition}: {one.rule}" for one in crossed)
    retry = later(now, RETRY_SECONDS)
    return ending._replace(action=BLOCK, kind=HARD_LIMIT, conditions=kept, limits=limits, requires=(), retry_from=retry)


def crossed_by_party(session: Dialectic, party: str) -> tuple[Violation, ...]:
    """The hard limits that the conditions cross which this party named last."""
    for one in reversed(session.transcript):
        if one.party == party:
            return () if isinstance(one.said, AntithesisFiled) else violations(one.said.conditions)
    return ()


def _conditions(session: Dialectic, ours: SynthesisFiled, theirs: SynthesisFiled) -> tuple[tuple[str, ...], ...]:
    paused = ours.conditions or theirs.conditions or _earlier_conditions(session)
    return paused, theirs.conditions or paused


def _earlier_conditions(session: Dialectic) -> tuple[str, ...]:
    """The last conditions that anybody named, where both have agreed without naming any."""
    for one in reversed(session.transcript):
        if isinstance(one.said, ThesisFiled | SynthesisFiled) and one.said.conditions:
            return one.said.conditions
    return ()


def root_cause_of(session: Dialectic) -> str:
    """The root cause in its latest words."""
    for one in reversed(session.transcript):
        if isinstance(one.said, ThesisFiled | SynthesisFiled) and says_something(one.said.root_cause):
            return one.said.root_cause
    return ""


def conservative_end(session: Dialectic, reason: str, now: str) -> DialecticEnded:
    """Without an agreement nothing changes, and a new review may be asked for in an hour."""
    retry = later(now, RETRY_SECONDS)
    return DialecticEnded(
        COOLDOWN, CONSERVATIVE_DEFAULT, root_cause=root_cause_of(session), retry_from=retry, reason=reason
    )


def wants_quorum(session: Dialectic, ended: DialecticEnded) -> bool:
    """True where it ends without agreement, and the policy that it was opened under then asks for a quorum."""
    return ended.kind == CONSERVATIVE_DEFAULT and session.opened.without_agreement == ASK_QUORUM


def quorum_end(ended: DialecticEnded, review: str) -> DialecticEnded:
    """The end without agreement where a quorum decides instead; the cooldown is for it to say."""
    return ended._replace(action=TO_QUORUM, kind=QUORUM_REQUIRED, retry_from="", quorum_review=review)


def too_few_end(ended: DialecticEnded, number: int) -> DialecticEnded:
    """The end without agreement where too few may review for the quorum that the policy asks for."""
    return ended._replace(reason=f"{ended.reason}; a quorum is required, and only {number} may review")


def quorum_reason(session: Dialectic) -> str:
    """What reviewers of a quorum are told of the dialectic before it: the latest words of both."""
    told = [session.opened.topic, f"{session.paused_agent} and {session.reviewer} did not agree."]
    if cause := root_cause_of(session):
        told.append(f"Root cause: {cause}")
    for party in session.parties:
        latest = session.latest(party)
        told += [f"Condition proposed by {party}: {one}" for one in (latest.conditions if latest else ())]
    for objection in session.objections:
        told += [f"Concern of {objection.reviewer}: {one}" for one in objection.concerns]
    return "\n".join(one for one in told if says_something(one))


def next_step_code(ended: DialecticEnded) -> str:
    """What happens next, as a code: imported, verified, resumed, quorum or kept."""
    if ended.kind == IMPORTED:
        return IMPORTED
    if ended.action == RESUME:
        return "verified" if ended.requires else "resumed"
    return "quorum" if ended.action == TO_QUORUM else "kept"


def next_step_of(ended: DialecticEnded, paused_agent: str) -> str:
    """The same in words, for programs; people read it in their own language."""
    until = f"; a new review may be asked for from {shown(ended.retry_from)} on" if ended.retry_from else ""
    why = f" ({ended.reason})" if ended.reason else ""
    sentences = {
        "imported": f"Imported as history{why}: it decides nothing about {paused_agent} here.",
        "verified": f"A person verifies the agreement; until then {paused_agent} stays paused.",
        "resumed": f"{paused_agent} is resumed under the conditions.",
        "quorum": f"{paused_agent} stays paused, and a quorum decides{why}: {ended.quorum_review}.",
        "kept": f"The present state is kept: {paused_agent} stays paused{why}{until}.",
    }
    return sentences[next_step_code(ended)]


def resolution_plain(ended: DialecticEnded, paused_agent: str) -> dict[str, Any]:
    """An end as programs read it."""
    plain: dict[str, Any] = {
        "action": ended.action,
        "resolution_type": ended.kind,
        "autonomous_resolution": ended.kind == CONSERVATIVE_DEFAULT,
        "conditions": list(ended.conditions),
        "root_cause": ended.root_cause,
        "next_step": next_step_of(ended, paused_agent),
    }
    more: Mapping[str, Any] = {
        "dropped_conditions": list(ended.dropped),
        "hard_limits": list(ended.limits),
        "requires": list(ended.requires),
        "retry_from": ended.retry_from,
        "reason": ended.reason,
        "quorum_review": ended.quorum_review,
    }
    return plain | {key: value for key, value in more.items() if value}
