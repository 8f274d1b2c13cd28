"""Whether a verdict may be acted on: what it requires, what people have met, and what has ended it."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from quorate.core.ballot import Answer, Ballot, NonVote
from quorate.core.errors import Refused
from quorate.core.failure import ON_ABSENCE
from quorate.core.panel import SCORECARD
from quorate.core.question import Question
from quorate.core.text.names import are_same, look_alike
from quorate.core.verdict import ASK, BLOCK, COOLDOWN, PROCEED, Verdict, in_order
from quorate.core.voice import count, relies_on_shared, shared_voters
from quorate.deliberation.counting import answered_in, case_of
from quorate.deliberation.events import (
    VIA_MCP,
    Declined,
    Deferred,
    Overridden,
    Reframed,
    Released,
    Resolved,
    Revoked,
    Superseded,
)
from quorate.deliberation.moments import shown
from quorate.deliberation.rounds.earlier_warnings import silenced
from quorate.deliberation.rounds.stalemate import is_asked_again, is_deadlock
from quorate.deliberation.session import Ending, PersonAnswer, Round, Session
from quorate.deliberation.signatures import signatures_of
from quorate.protocols import protocol_named


def rests_on_own_ballot(session: Session, verdict: Verdict) -> bool:
    """True where an action or a gate waits, and a verdict to go ahead would not stand with the askers against it."""
    is_waited_for = bool(session.question.action) or session.policy.gated
    if not is_waited_for or verdict.action != PROCEED:
        return False
    own = askers_seats(session)
    return bool(own) and not stands_without(session, verdict, own)


def askers_seats(session: Session) -> tuple[str, ...]:
    """Return the seat of whoever brought a ballot along, and those for which a program voted in somebody's name.

    A scorecard votes by the scores in the question, so its seats are the voice of those who wrote the question, and so
    are the seats that they answered beside it.
    """
    own, latest, seats = session.opened.own_seat, _latest_closed(session), session.opened.seats
    scored = [seat.name for seat in seats if seat.voter_kind == SCORECARD]
    writers = _writers(session) if scored else ()

    def is_own(name: str) -> bool:
        if name == own or name in scored:
            return True
        answered = answered_in(session, latest, name) if latest else None
        if answered is None:
            return False
        return answered.proofs.get(name) == VIA_MCP or _is_among(answered.authors.get(name, ""), writers)

    return tuple(seat.name for seat in seats if is_own(seat.name))


def _writers(session: Session) -> set[str]:
    """Return the names of those who wrote the question: its opener and everybody who edited it."""
    return {session.opener.name, *(edit.author.name for edit in session.edits)}


def _is_among(name: str, names: Collection[str]) -> bool:
    return any(are_same(name, other) or look_alike(name, other) for other in names)


def stands_without(session: Session, verdict: Verdict, seats: Sequence[str]) -> bool:
    """True where the count of the latest closed round comes to the same with the ballots of these seats against it."""
    latest = _latest_closed(session)
    if latest is None:
        return True
    case = case_of(session, latest)
    # a failed seat is counted against a verdict by every protocol's own rule
    answers = [_without(one, seats) for one in case.answers]
    without = count(protocol_named(session.protocol), case._replace(answers=answers))
    return without.action == PROCEED and without.choice == verdict.choice and ON_ABSENCE not in without.flags


def _without(answer: Answer, seats: Sequence[str]) -> Answer:
    is_meant = isinstance(answer, Ballot) and answer.seat.name in seats
    return NonVote(answer.seat, "error") if is_meant else answer


def _latest_closed(session: Session) -> Round | None:
    return next((round_ for round_ in reversed(session.rounds) if not round_.is_open), None)


PERSON_MEETS = ("mitigation_plan", "human_choice", "verification")
HARD_LIMIT, FINAL = "hard_limit", "final"
OWN_BALLOT, SHARED = "own_ballot", "shared"
OVERRIDE_MEETS = frozenset({"risk_acceptance", "more_context", "challenge_round"})


def needed(session: Session, verdict: Verdict) -> frozenset[str]:
    """All that stands between the verdict and acting on it."""
    more = {ASK: {"human_choice"}, PROCEED: set[str]()}.get(verdict.action, {"risk_acceptance"})
    return required(session, verdict) | more


def required(session: Session, verdict: Verdict) -> frozenset[str]:
    """What the verdict requires, and what the deliberation's life adds to it.

    A person's choice in a deadlock; a verification if a lost engine changed the panel of a high-stakes question (else
    it is announced), if a seat has fallen silent, or if the ballot of whoever opened it carries an action; and what a
    choice needs that nobody but a policy has made.
    """
    is_held = bool(session.opened.lost) and is_grave(session) and verdict.action == PROCEED
    is_held = is_held or rests_on_own_ballot(session, verdict)
    held = {"verification"} if is_held else set()
    escalated = {"human_choice"} if is_deadlock(session, verdict) else set()
    return frozenset(verdict.requires) | held | escalated | _for_the_silenced(session, verdict) | _of_policy(session)


def _for_the_silenced(session: Session, verdict: Verdict) -> set[str]:
    """A seat that fails when it is asked again takes nothing back of what it warned of."""
    missing = silenced(session) if verdict.action in (PROCEED, ASK) else ()
    planned = {"mitigation_plan"} if any(one.raises_grave_concern for one in missing) else set()
    return planned | ({"verification"} if missing else set())


def _of_policy(session: Session) -> set[str]:
    """The most confident seat may be wrong: a person looks where ballots are missing, and warnings have to be met."""
    if not session.bound_at or not session.verdict or person_refused(session):
        return set()
    roster = session.verdict.receipt.roster
    in_doubt = any(one.inferred if isinstance(one, Ballot) else one.failed for one in roster)
    in_doubt = in_doubt or bool(shared_voters(session.verdict))
    is_grave = any(isinstance(one, Ballot) and one.raises_grave_concern for one in roster)
    return ({"mitigation_plan"} if is_grave else set()) | ({"verification"} if in_doubt else set())


def is_at_hard_limit(session: Session) -> bool:
    """True where going ahead would cross a limit that binds whoever agrees, by the verdict or by what a ballot asks."""
    if not session.verdict:
        return False
    crosses = protocol_named(session.protocol).crosses_limit
    return "HARD_LIMIT" in session.verdict.flags or (crosses is not None and crosses(session.verdict))


def override_bar(session: Session) -> str:
    """Why nobody may override the verdict, as a code; empty where a person may."""
    if is_at_hard_limit(session):
        return HARD_LIMIT
    is_final = protocol_named(session.protocol).is_final
    return FINAL if is_final and session.verdict and is_final(session.verdict) else ""


def is_grave(session: Session) -> bool:
    """True where an action or a gate waits for the verdict, or where what is decided cannot be undone."""
    question = session.question
    return bool(question.action) or question.is_hard_to_reverse or session.policy.gated


def is_awaited(session: Session, verdict: Verdict) -> bool:
    """True where a person is asked. A block and a cooldown are decisions: they can be overridden, but nobody waits."""
    is_decision = verdict.action in (BLOCK, COOLDOWN) and not is_deadlock(session, verdict)
    return bool(required(session, verdict)) and not is_decision


def still_needed(session: Session) -> tuple[str, ...]:
    """The requirements of the current verdict that nobody has met."""
    if not session.verdict:
        return ()
    met: set[str] = set()
    for said in session.said:
        if isinstance(said.answer, Resolved):
            met.add(said.answer.requirement)
        elif isinstance(said.answer, Overridden):
            met |= OVERRIDE_MEETS
    return in_order(needed(session, session.verdict) - met)


def needs_left(session: Session) -> tuple[str, ...]:
    """What a person can still give; nobody can accept the risk of a verdict that may not be overridden."""
    bar = override_bar(session)
    return tuple(need for need in still_needed(session) if not bar or need not in OVERRIDE_MEETS)


def person_refused(session: Session) -> bool:
    """True where a person decided not to go ahead."""
    return any(
        isinstance(said.answer, Declined | Deferred | Reframed)
        or (isinstance(said.answer, Resolved) and said.answer.requirement == "human_choice" and not said.answer.go)
        for said in session.said
    )


class VerifierBar(NamedTuple):
    """Why somebody may not verify a verdict, as a code, and by which seats; `voter` is who answered for several."""

    code: str
    seats: tuple[str, ...]
    voter: str = ""


def verifier_bar(session: Session, name: str) -> VerifierBar | None:
    """Whoever carries a verdict by their own ballot does not also confirm it."""
    if session.verdict and rests_on_own_ballot(session, session.verdict) and _is_own(session, name):
        return VerifierBar(OWN_BALLOT, tuple(askers_seats(session)))
    if not session.verdict or not (session.bound_at or relies_on_shared(session.verdict)):
        return None
    for voter in shared_voters(session.verdict):
        if are_same(name, voter.name) or look_alike(name, voter.name):
            return VerifierBar(SHARED, tuple(voter.seats), voter.name)
    return None


def verifier_refusal(session: Session, name: str) -> str:
    """The same as a sentence; empty where this person may verify it."""
    bar = verifier_bar(session, name)
    if bar is None:
        return ""
    seats = ", ".join(bar.seats)
    if bar.code == OWN_BALLOT:
        return f"the verdict rests on the ballot of {seats}; someone else must verify it"
    return f"{bar.voter} answered for {seats}, so someone else must verify it; you are {name}"


def _is_own(session: Session, name: str) -> bool:
    """True of whoever brought a ballot along, let a program vote or wrote scores, however the name is written."""
    own = askers_seats(session)
    names = {round_.authors[seat] for round_ in session.rounds for seat in own if seat in round_.authors}
    has_scores = any(seat.voter_kind == SCORECARD for seat in session.opened.seats)
    return _is_among(name, names | (_writers(session) if has_scores else set()))


def is_held_by_policy(session: Session) -> bool:
    """True where nobody decided not to go ahead but the most confident seat, by the policy for a deadlock."""
    last = session.said[-1].answer if session.said else None
    return bool(session.bound_at) and isinstance(last, Resolved) and person_refused(session)


def is_asking(session: Session) -> bool:
    """True while a person's answer is awaited."""
    awaited = session.asked and session.is_current and still_needed(session)
    return bool(awaited and not session.lapsed_at and not person_refused(session))


def is_overdue(session: Session, now: str) -> bool:
    """True where the time to answer is over and the policy then is not to go ahead."""
    asked = session.asked
    return bool(asked and asked.until and asked.until <= now and session.policy.at_answer_by == "decline")


def may_be_acted_on(session: Session) -> bool:
    """True where a release of the question's action would succeed."""
    return not refusal(session)


def would_be_acted_on(session: Session) -> bool:
    """The same, but for what only advises: true where it would be, had it been opened to decide."""
    return not _refusal_of_verdict(session)


def standing_refusal(session: Session) -> str:
    """Why nothing more can happen here; empty while the deliberation lives. What was released may be revoked since."""
    if not session.endings:
        return ""
    first, last = session.endings[0], session.endings[-1]
    before = f" (its action was released at {shown(first.at)})" if first is not last else ""
    return _ended(last) + before


class _How(NamedTuple):
    words: str
    what_now: str


def _ended(ending: Ending) -> str:
    match ending.event:
        case Released():
            how = _How("its action was released", "a verdict releases only once")
        case Revoked():
            how = _How(f"its verdict was revoked ({ending.event.reason})", "open a new deliberation")
        case Superseded():
            how = _How(f"it was superseded by {ending.event.by}", f"see {ending.event.by}")
    return f"this deliberation was closed at {shown(ending.at)}: {how.words}; {how.what_now}"


def refusal(session: Session) -> str:
    """Why the verdict may not be acted on; empty where it may."""
    advice = "it was opened for advice only, so its action is never released" if session.policy.advice else ""
    return _refusal_of_verdict(session) or advice


def _refusal_of_verdict(session: Session) -> str:
    if standing := standing_refusal(session):
        return standing
    if not session.verdict or not session.is_current:
        if signatures := signatures_of(session):
            return signatures.text
        if not session.verdict:
            return "there is no verdict yet"
        if is_asked_again(session):
            return "it is being deliberated again"
        return f"the verdict is for an earlier revision; the question is now at revision {session.question.revision}"
    if is_held_by_policy(session):
        return "by the deadlock policy, the most confident seat's choice applies: do not go ahead"
    if person_refused(session):
        return "a person decided not to go ahead"
    if session.lapsed_at and session.asked:
        return f"nobody answered by {shown(session.asked.until)}; by policy, it does not go ahead"
    if chosen := chosen_instead(session):
        return f"the action is for {session.question.action_for}, and the panel chose {chosen}"
    if still_needed(session):
        missing = ", ".join(needs_left(session))
        what = f"still requires: {missing}" if missing else "cannot be overridden"
        return f"the verdict ({session.verdict.result}, {session.verdict.action}) {what}"
    return ""


def chosen_instead(session: Session) -> str:
    """The option that the panel chose, where the action carries out another one and no person has decided since."""
    verdict, decided = session.verdict, any(_decides(said.answer) for said in session.said)
    if not verdict or verdict.action != PROCEED or decided or is_for(session.question, verdict.choice or ""):
        return ""
    return verdict.choice or "none"


def _decides(answer: PersonAnswer) -> bool:
    return isinstance(answer, Overridden) or (isinstance(answer, Resolved) and answer.requirement == "human_choice")


def is_for(question: Question, choice: str) -> bool:
    """True where the action carries out what was chosen, or no option in particular."""
    return not question.action_for or are_same(question.action_for, choice)


def check(session: Session) -> None:
    """Raises Refused where the verdict may not be acted on."""
    if why := refusal(session):
        raise Refused(why)


def goes_ahead(session: Session, choice: str) -> bool:
    """True where choosing this can mean to take the action; the protocol knows its own options."""
    if not is_for(session.question, choice):
        return False
    judge = protocol_named(session.protocol).goes_ahead
    return not session.verdict or judge is None or judge(session.verdict, choice)
