"""What the calls of a deliberation used and cost, as far as engines say it. Of an open round nothing is told."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Annotated, NamedTuple

from quorate.core.codec.declaration import Form, Key, or_null
from quorate.core.panel import Seat
from quorate.deliberation.engines.independence import NOT_ENGINES
from quorate.deliberation.events import Reply
from quorate.deliberation.session import Round, Session
from quorate.replies.envelopes import UNKNOWN_MODEL, Usage, letter_of

_SAY_NO_COST = (*NOT_ENGINES, "command")
_MONEY = Form(
    lambda cost: None if cost is None else format(cost, "f"),
    lambda text: None if text is None else Decimal(text),
    or_null({"type": "string"}),
)


class Spent(NamedTuple):
    """What calls have cost as far as engines say it, in US dollars, and which seats' cost is unknown."""

    known: Decimal
    unknown: tuple[str, ...]


class Spending(NamedTuple):
    """What the calls of a deliberation used, seat by seat, and what they cost as far as engines say it.

    `unknown` are the seats whose cost is not known, or not of every call; with `is_least` it was at least that much.
    """

    seats: Mapping[str, Usage]
    cost: Annotated[Decimal | None, Key("cost_usd"), _MONEY]
    unknown: Annotated[tuple[str, ...], Key("unknown_cost")]
    is_least: Annotated[bool, Key(is_hidden=True)] = False


def usages_in(session: Session, round_: Round) -> dict[str, list[Usage]]:
    """Return what the calls of a round used, by seat, a second request after the first."""
    usages = dict[str, list[Usage]]()
    for seat in session.opened.seats:
        first, latest = round_.first_requests.get(seat.name), round_.replies.get(seat.name)
        replies = [*([first.replied] if first else []), *([latest] if latest else [])]
        if replies:
            usages[seat.name] = [_usage(seat.voter_kind, replied.reply) for replied in replies]
    return usages


def _usage(kind: str, reply: Reply) -> Usage:
    usage = letter_of(kind, reply).usage
    return usage._replace(model=reply.model) if reply.model else usage


def spent(session: Session) -> Spent:
    """What all calls so far have cost, each as far as its last attempt says it."""
    costs = _costs(session)
    known = sum((Decimal(cost) for _, cost in costs if cost), Decimal(0))
    return Spent(known, tuple(dict.fromkeys(seat for seat, cost in costs if not cost)))


def _costs(session: Session) -> list[tuple[str, str]]:
    """Return the seat and the cost of every call so far; the cost is empty if the engine does not state it."""
    return [
        (seat, usage.cost)
        for round_ in session.rounds
        for seat, usages in usages_in(session, round_).items()
        for usage in usages
    ]


def is_over_budget(session: Session, most: Mapping[str, str], seat: Seat) -> bool:
    """True where the seat's call might cost more than is left; `most` is what a call of a seat may cost, if known.

    Calls that run already, and those that did not say what they cost, count with the most that they may cost.
    """
    budget, round_ = session.policy.max_cost, session.round
    if not budget or not round_:
        return False
    running = [name for name in round_.claims if name not in round_.replies and name not in round_.answers]
    costs = _costs(session)
    before = sum((Decimal(cost) for _, cost in costs if cost), Decimal(0))
    unknown = [name for name, cost in costs if not cost]
    ahead = sum((Decimal(most.get(name) or 0) for name in (*running, *unknown, seat.name)), Decimal(0))
    return before >= Decimal(budget) or before + ahead > Decimal(budget)


def spending_of(session: Session) -> Spending | None:
    """What all calls used; None while the round is open, and where nobody was called who could say it."""
    if not session.is_unsealed:
        return None
    used = [usages_in(session, round_) for round_ in session.rounds]
    left = {seat for round_ in session.rounds for seat in round_.claims if seat not in round_.replies}
    called = [seat for seat in session.opened.seats if seat.name in left or any(seat.name in one for one in used)]
    if not called or (not session.policy.max_cost and all(seat.voter_kind in _SAY_NO_COST for seat in called)):
        return None
    seats = {seat.name: _summed([usage for usages in used for usage in usages.get(seat.name, ())]) for seat in called}
    in_all = spent(session)
    unknown = tuple(name for name in seats if name in left or name in in_all.unknown)
    seats |= {name: seats[name]._replace(cost="") for name in unknown}
    is_known = any(usage.cost for usages in used for of_seat in usages.values() for usage in of_seat)
    return Spending(seats, in_all.known if is_known else None, unknown, bool(unknown) or _was_repeated(session))


def _summed(usages: Sequence[Usage]) -> Usage:
    """Of several rounds; the sum of something unknown is unknown."""
    taken, given = [one.input_tokens for one in usages], [one.output_tokens for one in usages]
    cost = sum((Decimal(one.cost or 0) for one in usages), Decimal(0))
    named = [one.model for one in usages if one.model]
    model = next((one for one in reversed(named) if one != UNKNOWN_MODEL), named[-1] if named else "")
    return Usage(
        None if None in taken or not taken else sum(filter(None, taken)),
        None if None in given or not given else sum(filter(None, given)),
        format(cost, "f") if usages and all(one.cost for one in usages) else "",
        model,
    )


def _was_repeated(session: Session) -> bool:
    """True where a seat was called more than once in a round: what the calls before cost nobody says."""
    return any(one.reply.attempts > 1 or one.fence > 1 for round_ in session.rounds for one in round_.replies.values())
