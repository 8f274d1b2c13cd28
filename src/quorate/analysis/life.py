"""What a deliberation's life requires beyond its verdict, each with its reason."""

from collections.abc import Iterable, Iterator

from quorate.analysis.meanings import Remark
from quorate.core.ballot import Answer, Ballot
from quorate.core.protocol.explainer import Value
from quorate.core.verdict import Verdict, in_order
from quorate.deliberation.permission import is_grave, required
from quorate.deliberation.rounds.earlier_warnings import warned_now
from quorate.deliberation.rounds.stalemate import is_deadlock
from quorate.deliberation.session import Session

_CHOICE, _PLAN, _VERIFICATION = "human_choice", "mitigation_plan", "verification"


def requirements_in_life(session: Session, verdict: Verdict, stated: Iterable[Remark]) -> Iterator[Remark]:
    """The requirements of the verdict, then those that came with lost engines, silent seats, or a deadlock."""
    is_bound = bool(session.bound_at)
    yield from (Remark(f"{_CHOICE}.bound") if is_bound and one.code == _CHOICE else one for one in stated)
    held = required(session, verdict)
    reasons = [one for one in _reasons(session, verdict) if _of(one) in held]
    yield from reasons
    unexplained = held - set(verdict.requires) - {_of(one) for one in reasons}
    yield from (Remark(f"{one}.other" if one == _VERIFICATION else one) for one in in_order(unexplained))


def _of(remark: Remark) -> str:
    return remark.code.partition(".")[0]


def _reasons(session: Session, verdict: Verdict) -> Iterator[Remark]:
    if session.opened.lost and is_grave(session):
        yield Remark(f"{_VERIFICATION}.lost", {"lost": session.opened.lost})
    if is_deadlock(session, verdict) and _CHOICE not in verdict.requires:
        yield Remark(f"{_CHOICE}.{'bound' if session.bound_at else 'deadlock'}")
    yield from _of_the_silenced(session)
    if session.bound_at:
        yield from _of_the_policy(verdict.receipt.roster)


def _of_the_silenced(session: Session) -> Iterator[Remark]:
    gone = [one.ballot for one in warned_now(session)]
    if values := _graves(gone):
        yield Remark(f"{_PLAN}.silenced", values)
    if gone:
        yield Remark(f"{_VERIFICATION}.silenced", {"seats": tuple(one.seat.name for one in gone)})


def _of_the_policy(roster: Iterable[Answer]) -> Iterator[Remark]:
    answers = list(roster)
    if values := _graves([one for one in answers if isinstance(one, Ballot)]):
        yield Remark(f"{_PLAN}.bound", values)
    in_doubt = [one for one in answers if (one.inferred if isinstance(one, Ballot) else one.failed)]
    if in_doubt:
        yield Remark(f"{_VERIFICATION}.bound", {"seats": tuple(one.seat.name for one in in_doubt)})


def _graves(ballots: Iterable[Ballot]) -> dict[str, Value]:
    """Who warned of safety or security, and of what; nothing where nobody did."""
    graves = [one for one in ballots if one.raises_grave_concern]
    texts = dict.fromkeys(concern.text for one in graves for concern in one.concerns if concern.is_grave)
    return {"seats": tuple(one.seat.name for one in graves), "concerns": tuple(texts)} if graves else {}
