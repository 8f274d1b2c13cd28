"""What came of engines' calls, in words: errors, tokens and cost, notes on ballots; nothing while a round is open."""

from collections.abc import Iterable
from decimal import Decimal

from quorate.deliberation.engines.engine_mode import engine_errors
from quorate.deliberation.events import BallotNote
from quorate.deliberation.session import Session
from quorate.replies.envelopes import Usage
from quorate.replies.spending import Spending, is_unsealed, spending_of
from quorate.reports.account import Account, Used
from quorate.reports.lang import Language
from quorate.reports.notice import names_in_words
from quorate.reports.old_sentences import note_of
from quorate.reports.text import one_line
from quorate.reports.who_and_when import name_of
from quorate.views.deliberation import notes_on

_CENTS = Decimal("0.0001")
Pairs = tuple[tuple[str, str], ...]


def with_calls(account: Account, session: Session, say: Language) -> Account:
    """The account with what may be told of calls once the round is over."""
    if not is_unsealed(session):
        return account
    spending = spending_of(session)
    return account._replace(
        errors=_errors(session),
        usage=_usage(spending, say) if spending else (),
        spending=_spending(spending, session, say) if spending else (),
        notes=_notes(session, say),
    )


def _errors(session: Session) -> tuple[Pairs, ...]:
    errors = [one._asdict() for one in engine_errors(session)]
    return tuple(tuple((key, one_line(value)) for key, value in one.items()) for one in errors)


def _notes(session: Session, say: Language) -> dict[str, tuple[str, ...]]:
    told = {seat.name: _notes_on(seat.name, session, say) for seat in session.opened.seats}
    return {name_of(seat): notes for seat, notes in told.items() if notes}


def _notes_on(seat: str, session: Session, say: Language) -> tuple[str, ...]:
    read = notes_on(seat, session.round)
    found = [*map(note_of, read.notes), *read.found]
    return tuple(ballot_note(one, say) for one in found)


def ballot_note(note: BallotNote, say: Language) -> str:
    """What was found out in reading a ballot, as a sentence; a code that nobody foresaw is shown as it is."""
    key = f"found.{note.code}"
    values = {name: one_line(value) for name, value in note.values.items()}
    return say(key, **values) if say.knows(key) else one_line(note.code)


def _usage(spending: Spending, say: Language) -> tuple[Used, ...]:
    lines = [
        Used(
            name_of(seat),
            one_line(usage.model),
            _tokens(usage.input_tokens, say),
            _tokens(usage.output_tokens, say),
            _cost(Decimal(usage.cost) if usage.cost else None, say),
        )
        for seat, usage in spending.seats.items()
    ]
    return (*lines, _in_all(spending, say))


def _in_all(spending: Spending, say: Language) -> Used:
    usages: Iterable[Usage] = spending.seats.values()
    cost = _cost(spending.cost, say)
    return Used(
        say("usage.all"),
        "",
        _sum([usage.input_tokens for usage in usages], say),
        _sum([usage.output_tokens for usage in usages], say),
        say("usage.least", value=cost) if spending.is_least and spending.cost is not None else cost,
    )


def _tokens(count: int | None, say: Language) -> str:
    return say("usage.unknown") if count is None else f"{count:,}"


def _sum(counts: list[int | None], say: Language) -> str:
    known = [count for count in counts if count is not None]
    total = _tokens(sum(known) if known else None, say)
    return say("usage.least", value=total) if known and len(known) < len(counts) else total


def _cost(cost: Decimal | None, say: Language) -> str:
    """In dollars; what is almost nothing is not shown as nothing."""
    if cost is None:
        return say("usage.unknown")
    if 0 < cost < _CENTS:
        return say("usage.below", value=f"${_CENTS}")
    return f"${cost:.4f}"


def _spending(spending: Spending, session: Session, say: Language) -> tuple[str, ...]:
    """What is not known of the cost, and the budget where one was set."""
    said = []
    if spending.unknown:
        said.append(say("usage.unknown.of", names=names_in_words([name_of(seat) for seat in spending.unknown], say)))
    elif spending.is_least:
        said.append(say("usage.repeated"))
    if budget := one_line(session.policy.max_cost):
        said.append(say("usage.budget", cost=f"${budget}"))
    return tuple(said)
