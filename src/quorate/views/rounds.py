"""The course of a deliberation as plain values: rounds that asked again, debates, a deadlock, children."""

import json
from collections.abc import Mapping
from typing import Any

from quorate.core.codec import to_json
from quorate.core.exact import rounded
from quorate.core.verdict import Verdict
from quorate.deliberation.events import Cast
from quorate.deliberation.rounds.deadlock import proposals, recommendation
from quorate.deliberation.rounds.debate import changes, debates, is_debate
from quorate.deliberation.rounds.redeliberation import SeatMovement, SeatPosition, compared
from quorate.deliberation.rounds.stalemate import REDELIBERATION, is_deadlocked
from quorate.deliberation.session import GivenAnswer, Past, Round, Session

RECOMMENDED, CONTESTED = "RECOMMENDED", "CONTESTED"


def course_plain(session: Session) -> dict[str, Any]:
    """By key, and only what there is. While a round is open, nothing of it that depends on a ballot, of any round."""
    asked_again = any(one.purpose == REDELIBERATION or is_debate(one) for one in session.rounds)
    return {
        "rounds": _rounds(session) if asked_again else [],
        "debate": debate_plain(session),
        "deadlock": deadlock_plain(session) if is_deadlocked(session) else {},
        "children": list(session.broken_into),
    }


def _rounds(session: Session) -> list[dict[str, Any]]:
    verdicts = session.verdicts if _is_unsealed(session) else {}
    return [_round(session, round_, verdicts) for round_ in session.rounds]


def _is_unsealed(session: Session) -> bool:
    return session.round is not None and not session.round.is_open


def _round(session: Session, round_: Round, verdicts: Mapping[int, Verdict]) -> dict[str, Any]:
    why = {"trigger": round_.trigger, "reason": round_.reason, "evidence": round_.evidence}
    plain = {
        "round": round_.number,
        "purpose": round_.purpose,
        "seats": list(round_.seats),
        **({**why, "factual": round_.is_factual} if round_.purpose == REDELIBERATION else {}),
        "verdict": _outcome(verdicts.get(round_.number)),
    }
    if not _is_unsealed(session) or round_.is_open:
        return plain
    challenges = [
        {"seat": seat, "challenge": answer.challenge}
        for seat in round_.seats
        if isinstance(answer := round_.answers.get(seat), Cast) and answer.challenge
    ]
    return {
        **plain,
        **({"challenges": challenges} if is_debate(round_) else {}),
        "steps": [_step(step) for step in compared(session, round_)],
    }


def _outcome(verdict: Verdict | None) -> dict[str, Any] | None:
    if verdict is None:
        return None
    sure = None if verdict.confidence is None else float(rounded(verdict.confidence))
    return {"result": verdict.result, "choice": verdict.choice, "action": verdict.action, "confidence": sure}


def _step(step: SeatMovement) -> dict[str, Any]:
    return {
        "seat": step.seat,
        "asked": step.was_asked,
        "before": _stand(step.before),
        "after": _stand(step.after),
        "changed": step.has_changed,
        "moved_far": step.moved_far,
    }


def _stand(stand: SeatPosition) -> dict[str, Any]:
    sure = str(stand.confidence.percent) if stand.confidence else None
    why = {"detail": stand.detail} if stand.detail else {}
    return {"position": stand.position, "option": stand.option or None, "confidence": sure, **why}


def debate_plain(session: Session) -> dict[str, Any]:
    """How often it was debated, who changed and why, and the final word; nothing before the debate is over."""
    held, verdict = debates(session), session.verdict
    if not held or not _is_unsealed(session) or not verdict:
        return {}
    log = [
        {"seat": one.seat, "round": one.round, "from": one.before, "to": one.after, "reason": one.reason}
        for one in changes(session)
    ]
    return {"rounds": len(held), "final_word": RECOMMENDED if verdict.choice else CONTESTED, "changes": log}


def deadlock_plain(session: Session) -> dict[str, Any]:
    """Whether it is one, the smaller questions that follow from the ballots, and the choice that can be undone."""
    advice = recommendation(session)
    return {
        "is_deadlocked": is_deadlocked(session),
        "proposals": list(proposals(session)) if is_deadlocked(session) else [],
        "recommendation": {"choice": advice.choice, "monitor": list(advice.monitor)} if advice else None,
    }


def earlier_plain(session: Session) -> list[dict[str, Any]]:
    """Every count before the one that stands: what the seats that were asked gave, and what people made of it.

    While a round is open, only what people made of it: that was said openly, of a count that was over.
    """
    if _is_unsealed(session):
        return [_past(session, past) for past in session.earlier]
    return [{"round": past.round, **made} for past in session.earlier if (made := _made_of(past))]


def _past(session: Session, past: Past) -> dict[str, Any]:
    asked = session.rounds[past.round - 1].seats
    roster = json.loads(to_json(past.verdict))["receipt"]["roster"]
    ballots = [answer for answer in roster if answer["seat"] in asked]
    return {"round": past.round, "ballots": ballots, **_made_of(past)}


def _made_of(past: Past) -> dict[str, Any]:
    made = {
        "answers": [said_plain(said) for said in past.said],
        "no_answer_at": past.lapsed_at,
        "children": list(past.children),
    }
    return {key: value for key, value in made.items() if value}


def said_plain(said: GivenAnswer) -> dict[str, Any]:
    """What a person answered; what is newer than stored histories stands there only where it was said."""
    kind, answer = type(said.answer).__name__.lower(), said.answer._asdict()
    newer = ("verdict", "seat", "by_policy", *(("monitor",) if kind == "overridden" else ()))
    stated = {key: value for key, value in answer.items() if value or key not in newer}
    return {"kind": kind, **stated, "author": said.author._asdict(), "at": said.at}
