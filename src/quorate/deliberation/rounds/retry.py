"""A retry: engine seats that failed in the latest round are asked again, those alone, as they were asked there.

It is no re-deliberation: nothing is new. The failure stays on the record; a ballot that comes counts like any other.
"""

from collections.abc import Iterable

from quorate.core.errors import Refused
from quorate.core.panel import Seat
from quorate.core.wording import TerminalHint, Wording
from quorate.deliberation.counting import answered_in
from quorate.deliberation.engines.independence import NOT_ENGINES
from quorate.deliberation.events import Event, Failed, RoundOpened
from quorate.deliberation.permission import standing_refusal
from quorate.deliberation.session import Round, Session

RETRY = "retry"
MOST_RETRIES = 2
_MAY_GO_BETTER = ("timeout", "error", "unreadable")
_REFUSALS = {
    "answers_later": "{seat} is a person or an agent, who votes again in a re-deliberation only",
    "did_not_fail": "{seat} did not fail in round {round}",
    "not_an_engine": "{seat} ({kind}) is not asked again: only engines that failed are",
    "often_enough": f"{{seat}} was asked again {MOST_RETRIES} times already",
}


def open_retry(session: Session, seats: Iterable[str] = ()) -> tuple[Event, ...]:
    """Opens a round for the seats that are named, else for all that may be asked again. Raises Refused."""
    if why := standing_refusal(session):
        raise Refused(why)
    round_ = session.round
    if round_ is None or round_.is_open:
        how = TerminalHint(f" (`quorate resume {session.id}` asks the seats that have not replied)")
        raise Refused(Wording("a round is open; retry once it is counted", how))
    if not session.verdict or not session.is_current:
        raise Refused("there is no verdict on the question as it stands; nothing can be retried yet")
    asked = tuple(seat.name for seat in _wanted(session, round_, tuple(seats)))
    return (RoundOpened(round_.number + 1, asked, round_.question, RETRY, retries=round_.asks_like),)


def retryable_seats(session: Session) -> tuple[str, ...]:
    """The seats that a retry would ask."""
    round_ = session.round
    if round_ is None or round_.is_open or not session.is_current or session.endings:
        return ()
    return tuple(seat.name for seat in session.opened.seats if not retry_obstacle(session, round_, seat))


def _wanted(session: Session, round_: Round, named: tuple[str, ...]) -> list[Seat]:
    every = {seat.name.strip().casefold(): seat for seat in session.opened.seats}
    for name in named:
        if name.strip().casefold() not in every:
            raise Refused(f"{name!r} is not on the panel; seats: {', '.join(seat.name for seat in every.values())}")
    wanted = [every[name.strip().casefold()] for name in named] or list(every.values())
    refused = {seat.name: why for seat in wanted if (why := _why_not(session, round_, seat))}
    if named and refused:
        raise Refused("; ".join(refused.values()))
    asked = [seat for seat in wanted if seat.name not in refused]
    if not asked:
        failed = [why for seat, why in refused.items() if _failure(session, round_, seat)]
        raise Refused("; ".join(failed) or f"no engine failed in round {round_.number}; there is nothing to retry")
    return [seat for seat in session.opened.seats if seat in asked]


def _failure(session: Session, round_: Round, seat: str) -> Failed | None:
    """The failure that stands for a seat, where it was asked in this round or in one that this one retries."""
    answered = answered_in(session, round_, seat)
    if answered is None or answered.asks_like != round_.asks_like:
        return None
    answer = answered.answers[seat]
    return answer if isinstance(answer, Failed) else None


def _why_not(session: Session, round_: Round, seat: Seat) -> str:
    """Why a seat is not asked again, in a sentence; empty where it may be."""
    obstacle = retry_obstacle(session, round_, seat)
    if not obstacle:
        return ""
    failed = _failure(session, round_, seat.name)
    return _REFUSALS[obstacle].format(seat=seat.name, round=round_.number, kind=failed.kind if failed else "")


def retry_obstacle(session: Session, round_: Round, seat: Seat) -> str:
    """The code of what keeps a retry of this round from asking a seat; empty where nothing does."""
    failed = _failure(session, round_, seat.name)
    if seat.answers_later:
        return "answers_later"
    if failed is None:
        return "did_not_fail"
    if seat.voter_kind in NOT_ENGINES or failed.kind not in _MAY_GO_BETTER:
        return "not_an_engine"
    times = sum(bool(past.retries) and seat.name in past.seats for past in session.rounds)
    return "often_enough" if times >= MOST_RETRIES else ""
