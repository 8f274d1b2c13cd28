"""What the two parties of a dialectic may do, and what follows from it."""

from collections.abc import Sequence
from typing import NoReturn

from quorate.core.text import says_something
from quorate.deliberation.moments import later
from quorate.deliberation.notes import notes_problem
from quorate.deliberation.precondition import names
from quorate.fleet.dialectic.agreement import (
    AGREEMENT,
    BLOCK,
    BY_PERSON,
    COOLDOWN,
    RESUME,
    RETRY_SECONDS,
    agreement_of,
    conservative_end,
    notes_of,
    within_limits,
)
from quorate.fleet.dialectic.condition_match import stated
from quorate.fleet.dialectic.dialectic_events import (
    AntithesisFiled,
    DialecticEnded,
    DialecticEvent,
    DialecticVerified,
    ReviewerReassigned,
    SynthesisFiled,
    ThesisFiled,
)
from quorate.fleet.dialectic.dialectic_state import (
    ANTITHESIS,
    ESCALATED,
    MOST_ROUNDS,
    SYNTHESIS,
    THESIS,
    Dialectic,
    deadline_of,
    evolve_dialectic,
)
from quorate.fleet.refusal import FleetRefusal
from quorate.protocols.quorum.hard_limits import DROP, taken

Events = tuple[DialecticEvent, ...]


def file_thesis(session: Dialectic, who: str, thesis: ThesisFiled, now: str) -> Events:
    """The paused agent begins."""
    _check_turn(session, THESIS, who, (session.paused_agent,), now)
    if not says_something(thesis.root_cause):
        raise FleetRefusal("ROOT_CAUSE_MISSING", "root_cause: found nothing; allowed: what went wrong, in words")
    return (thesis._replace(conditions=stated(thesis.conditions)),)


def file_antithesis(session: Dialectic, who: str, antithesis: AntithesisFiled, now: str) -> Events:
    """The reviewer answers the thesis."""
    _check_turn(session, ANTITHESIS, who, (session.reviewer,), now)
    return (antithesis._replace(concerns=stated(antithesis.concerns)),)


def file_synthesis(session: Dialectic, who: str, synthesis: SynthesisFiled, now: str) -> Events:
    """Either party proposes or agrees; each of them once in a round.

    It ends with the agreement of both, or after the last round without one. Agreeing once more to what it ended with
    changes nothing.
    """
    if _is_repeated(session, who, synthesis):
        return ()
    awaited = tuple(one for one in session.parties if one not in session.spoke_in_round)
    _check_turn(session, SYNTHESIS, who, awaited, now)
    said = synthesis._replace(party=who, conditions=stated(synthesis.conditions), concerns=stated(synthesis.concerns))
    if said.concerns:  # whoever still has a concern has not agreed, whatever the flag says
        said = said._replace(agrees=False)
    if said.agrees and not _proposed(session, said):
        only = " that is more than a note" if session.opened.notes == DROP else ""
        raise FleetRefusal(
            "EMPTY_AGREEMENT",
            f"nobody has proposed a condition{only}; an agreement needs at least one in proposed_conditions",
        )
    after = evolve_dialectic(session, said, now)
    ended = agreement_of(after, now)
    if ended is None and after.round > MOST_ROUNDS:
        ended = conservative_end(after, f"no agreement after {MOST_ROUNDS} rounds", now)
    return (said,) if ended is None else (said, ended)


def reassign_reviewer(
    session: Dialectic, who: str, change: ReviewerReassigned, now: str, *, is_operator: bool
) -> Events:
    """Another reviewer, by an operator or by the present reviewer alone; objections stand."""
    _check_open(session, now)
    if not is_operator and who != session.reviewer:
        _refuse("MAY_NOT_REASSIGN", f"only an operator or {session.reviewer}, the present reviewer, may reassign it")
    if change.reviewer == session.paused_agent:
        _refuse("NOT_A_REVIEWER", f"{change.reviewer} is the agent under review; allowed: another agent")
    return () if change.reviewer == session.reviewer else (change,)


def lapse(session: Dialectic, now: str) -> Events:
    """What follows once the time for a move is over: the state is kept."""
    until = deadline_of(session)
    if not until or now <= until:
        return ()
    return (conservative_end(session, f"no {session.phase} by {until}", now),)


def end_session(session: Dialectic, ending: DialecticEnded) -> Events:
    """Ends it as stated. Twice in the same way is harmless; in another way it is refused."""
    if session.ended is None:
        return (ending,)
    if (session.ended.action, session.ended.conditions) != (ending.action, ending.conditions):
        _refuse("ALREADY_ENDED", f"it ended with {session.ended.action} at {session.ended_at}, which stands")
    return ()


def verify_agreement(session: Dialectic, verified: DialecticVerified) -> Events:
    """A person says whether an agreement may be carried out; to say it once more changes nothing."""
    if session.verified is not None and session.verified == verified.approves:
        return ()
    if not session.ended or not session.ended.requires:
        _refuse("WRONG_PHASE", f"the session is in the phase {session.phase}, and no verification is awaited")
    if not says_something(verified.reason):
        _refuse("INVALID_ARGUMENT", "reason: found nothing; allowed: what was looked at")
    notes = notes_of(session)
    if not verified.approves:
        notes = ()
    elif (notes or verified.ended) and not (verified.ended and names(verified.ended, session.ended_hash)):
        _refuse(
            "OUTDATED",
            f"ended: found {verified.ended or 'nothing'}; allowed: the end that you have seen, {session.ended_hash}",
        )
    if problem := notes_problem([note.name for note in notes], verified.accept_notes, verified.strike_notes):
        _refuse("NOTES_UNANSWERED", problem)
    return (verified._replace(ended=session.ended_hash if verified.ended else ""),)


def decide_by_person(session: Dialectic, action: str, conditions: Sequence[str], reason: str, now: str) -> Events:
    """A person decides a review that is about the reviews themselves; the hard limits bind them as well."""
    if session.phase != ESCALATED and not session.ended:
        _refuse("WRONG_PHASE", f"the session is in the phase {session.phase}; only an escalated one is decided so")
    if action not in (RESUME, BLOCK, COOLDOWN):
        _refuse("INVALID_VOTE", f"action must be 'resume', 'block', or 'cooldown'; found {action!r}")
    if not says_something(reason):
        _refuse("INVALID_ARGUMENT", "reason: found nothing; allowed: why it is decided so")
    texts = tuple(condition.text for condition in taken(conditions, session.opened.notes))
    if action == RESUME and not texts:
        _refuse("EMPTY_AGREEMENT", "conditions: found none; a resume needs at least one")
    retry = later(now, RETRY_SECONDS) if action == COOLDOWN else ""
    ending = DialecticEnded(action, BY_PERSON, texts, retry_from=retry, reason=reason)
    return end_session(session, within_limits(ending, now))


def _is_repeated(session: Dialectic, who: str, said: SynthesisFiled) -> bool:
    """True where this very agreement of a party is a part of the one with which it ended."""
    last = session.latest(who)
    if session.ended is None or session.ended.kind != AGREEMENT or not last or not last.agrees:
        return False
    return said.agrees and not stated(said.concerns) and stated(said.conditions) == last.conditions


def _proposed(session: Dialectic, said: SynthesisFiled) -> bool:
    """True where anybody has proposed a condition by now."""
    earlier = (one.said for one in session.transcript if not isinstance(one.said, AntithesisFiled))
    return any(taken(one.conditions, session.opened.notes) for one in (*earlier, said))


def _check_turn(session: Dialectic, phase: str, who: str, awaited: Sequence[str], now: str) -> None:
    _check_open(session, now)
    if who not in session.parties:
        _refuse("NOT_A_PARTY", f"{who} is neither {session.paused_agent} nor its reviewer {session.reviewer}")
    if session.phase != phase:
        _refuse("WRONG_PHASE", f"the session is in the phase {session.phase}, which has no {phase}")
    if who not in awaited:
        others = " and ".join(awaited)
        _refuse("NOT_YOUR_MOVE", f"it is the move of {others}, until {deadline_of(session)}; nothing was kept")


def _check_open(session: Dialectic, now: str) -> None:
    if session.ended:
        _refuse("ALREADY_ENDED", f"it ended with {session.ended.action} at {session.ended_at}")
    if session.phase == ESCALATED:
        _refuse("NEEDS_A_PERSON", "this review is about the review system itself; a person decides it")
    if now > deadline_of(session):
        _refuse("WRONG_PHASE", f"the time for the {session.phase} was over at {deadline_of(session)}")


def _refuse(code: str, sentence: str) -> NoReturn:
    raise FleetRefusal(code, sentence)
