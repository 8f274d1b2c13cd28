"""What came of engines' calls, in words: errors, tokens and cost, notes on ballots; nothing while a round is open."""

from collections.abc import Iterable
from decimal import Decimal

from quorate.deliberation.engines.engine_mode import engine_errors
from quorate.deliberation.events import BallotNote
from quorate.deliberation.session import Session
from quorate.replies.cost import Spending, spending_of
from quorate.replies.envelopes import UNKNOWN_MODEL, Usage
from quorate.reports.content.authors import name_of
from quorate.reports.content.deliberation.panel_notice import names_in_words
from quorate.reports.document import Entries, Section, Table, items, listing, section
from quorate.reports.language import Language
from quorate.reports.proceedings import Proceedings, Used
from quorate.reports.report_data import LARGEST_PANEL_SHOWN
from quorate.reports.text import one_line
from quorate.views.deliberation import notes_on

_CENTS = Decimal("0.0001")
ERROR = "engine_error"
COLUMNS = ("seat", "model", "taken", "given", "cost")
Pairs = tuple[tuple[str, str], ...]


def with_calls(proceedings: Proceedings, session: Session, say: Language) -> Proceedings:
    """The proceedings with what may be told of calls once the round is over."""
    if not session.is_unsealed:
        return proceedings
    spending = spending_of(session)
    return proceedings._replace(
        errors=_errors(session),
        usage=_usage(spending, say) if spending else (),
        spending=_spending(spending, session, say) if spending else (),
        notes=_notes(session, say),
    )


def _errors(session: Session) -> tuple[Pairs, ...]:
    errors = [one._asdict() for one in engine_errors(session)]
    return tuple(tuple((key, one_line(value)) for key, value in one.items()) for one in errors)


def _notes(session: Session, say: Language) -> dict[str, tuple[str, ...]]:
    told = {
        seat.name: tuple(ballot_note(note, say) for note in notes_on(seat.name, session.round))
        for seat in session.opened.seats
    }
    return {name_of(seat): notes for seat, notes in told.items() if notes}


def ballot_note(note: BallotNote, say: Language) -> str:
    """What was found out in reading a ballot, as a sentence; a code that nobody foresaw is shown as it is."""
    key = f"found.{note.code}"
    values = {name: one_line(value) for name, value in note.values.items()}
    return say(key, **values) if say.knows(key) else one_line(note.code)


def _usage(spending: Spending, say: Language) -> tuple[Used, ...]:
    lines = [
        Used(
            name_of(seat),
            say("usage.model.unknown") if usage.model == UNKNOWN_MODEL else one_line(usage.model),
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


def errors_section(proceedings: Proceedings, say: Language) -> Section | None:
    """Errors by the keys of their format, the first of many."""
    shown = proceedings.errors[:LARGEST_PANEL_SHOWN]
    more = len(proceedings.errors) - len(shown)
    if not shown:
        return None
    return section("engine_errors", say("section.engine_errors"), items(_more(more, say)), Entries(ERROR, shown))


def usage_section(proceedings: Proceedings, say: Language) -> Section | None:
    """What calls used, a line per seat, the first of many."""
    if not proceedings.usage:
        return None
    *seats, in_all = proceedings.usage
    lines = [_used(one, say) for one in seats[:LARGEST_PANEL_SHOWN]] + _more(len(seats) - LARGEST_PANEL_SHOWN, say)
    return listing("usage", say("section.usage"), [*lines, _used(in_all, say), *proceedings.spending])


def _used(used: Used, say: Language) -> str:
    return say("usage.line.model" if used.model else "usage.line", **used._asdict())


def _more(count: int, say: Language) -> list[str]:
    return [say("more.items", n=count)] if count > 0 else []


def shared_section(proceedings: Proceedings, say: Language) -> Section | None:
    """Which seats are not independent, for a report without a verdict."""
    return listing("notices", say("section.notices"), proceedings.shared) if proceedings.shared else None


def engine_blocks(proceedings: Proceedings | None, say: Language) -> list[Section]:
    """All errors, and what the calls used as a table, for a document that is kept."""
    found = []
    if proceedings and proceedings.errors:
        found.append(section("engine_errors", say("section.engine_errors"), Entries(ERROR, proceedings.errors)))
    if proceedings and proceedings.usage:
        used = Table(tuple(say(f"column.{column}") for column in COLUMNS), proceedings.usage)
        found.append(section("usage", say("section.usage"), used, items(proceedings.spending)))
    return found
