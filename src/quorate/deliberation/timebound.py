"""A deadlock that was settled beforehand: at its deadline the surest seat's choice holds."""

from quorate.core.ballot import Ballot
from quorate.deliberation.counting import case_of
from quorate.deliberation.events import DeadlinePassed, Event, Resolved
from quorate.deliberation.moments import later
from quorate.deliberation.permission import goes_ahead, person_refused
from quorate.deliberation.rounds import is_deadlocked
from quorate.deliberation.session import Session

Events = tuple[Event, ...]
SUREST = "surest"


def timebound(session: Session, now: str) -> Events:
    """The surest seat's choice, where that was settled beforehand and the time is over."""
    if session.policy.deadlock != SUREST or not is_deadlocked(session) or _is_answered(session):
        return ()
    if later(session.verdict_at, session.policy.deadlock_minutes * 60) > now:
        return ()
    surest = surest_ballot(session)
    if surest is None:
        return ()
    go = bool(session.question.action) and goes_ahead(session, surest.choice)
    text = f"settled beforehand: in a deadlock the surest seat decides, which is {surest.seat.name}"
    return (DeadlinePassed("deadlock", SUREST), Resolved("human_choice", text, surest.choice, go))


def _is_answered(session: Session) -> bool:
    return person_refused(session) or any(
        isinstance(said.answer, Resolved) and said.answer.requirement == "human_choice" for said in session.said
    )


def surest_ballot(session: Session) -> Ballot | None:
    """The ballot with the highest confidence; None where several have it and do not agree."""
    stated = [one for one in ballots_of(session) if one.confidence is not None and one.choice.casefold() != "abstain"]
    if not stated:
        return None
    highest = max(one.confidence.percent for one in stated if one.confidence)
    surest = [one for one in stated if one.confidence and one.confidence.percent == highest]
    return surest[0] if len({(one.choice, one.option) for one in surest}) == 1 else None


def ballots_of(session: Session) -> list[Ballot]:
    """The ballots of the last count, those of seats included that were not asked again."""
    answers = case_of(session, session.rounds[-1]).answers if session.rounds else ()
    return [answer for answer in answers if isinstance(answer, Ballot)]
