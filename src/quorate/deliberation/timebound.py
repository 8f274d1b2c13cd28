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
WHO_DECIDES = "settled beforehand: in a deadlock the surest seat decides, which is "


def timebound(session: Session, now: str) -> Events:
    """The surest seat's choice, where that was settled beforehand and the time is over."""
    surest = surest_ballot(session) if will_be_bound(session) and due_at(session) <= now else None
    if surest is None:
        return ()
    go = goes_ahead(session, surest.choice)
    text = f"{WHO_DECIDES}{surest.seat.name}"
    return (DeadlinePassed("deadlock", SUREST), Resolved("human_choice", text, surest.choice, go))


def due_at(session: Session) -> str:
    """When the surest seat's choice holds, where that was settled beforehand."""
    return later(session.verdict_at, session.policy.deadlock_minutes * 60)


def will_be_bound(session: Session) -> bool:
    """True where in a deadlock that nobody has answered the surest seat's choice will hold."""
    is_open = session.policy.deadlock == SUREST and is_deadlocked(session) and not _is_answered(session)
    return is_open and surest_ballot(session) is not None


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
