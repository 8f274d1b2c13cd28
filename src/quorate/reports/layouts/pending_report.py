"""Reports on a deliberation that has no verdict yet."""

from collections.abc import Callable, Mapping

from quorate.reports.content.deliberation.engine_calls import (
    engine_blocks,
    errors_section,
    shared_section,
    usage_section,
)
from quorate.reports.content.deliberation.seat_states import PendingData, seat_states, seat_table
from quorate.reports.content.deliberation.sections import rounds_section, trail_section
from quorate.reports.content.rounds.round_blocks import topic_section
from quorate.reports.content.tables import question_blocks, request, rounds_and_events
from quorate.reports.document import (
    WARNING,
    Block,
    Card,
    Document,
    Facts,
    FrontMatter,
    Paragraph,
    Section,
    Title,
    items,
    section,
)
from quorate.reports.layouts.decision_record import options_of, problem


def short_layout(pending: PendingData) -> Document:
    """On a screen: what is asked, which seats are there, and that there is no verdict yet."""
    say, proceedings = pending.say, pending.proceedings
    head = proceedings.head[0][1]
    found: list[Block | None] = [
        proceedings.notice,
        Paragraph(f"{head}\n{pending.short(pending.question.subject)}"),
        section("seats", say("section.seats"), Facts(seat_states(pending))),
        topic_section(proceedings._replace(round_topic=tuple(map(pending.short, proceedings.round_topic))), say),
        shared_section(proceedings, say),
        Paragraph(proceedings.last_word, tone=WARNING),
    ]
    return tuple(block for block in found if block is not None)


def _terminal(pending: PendingData) -> Document:
    say, proceedings = pending.say, pending.proceedings
    topic = proceedings._replace(round_topic=tuple(map(pending.short, proceedings.round_topic)))
    found: list[Block | None] = [
        proceedings.notice,
        Facts(proceedings.head),
        *question_blocks(pending.question, say, pending.short),
        section("seats", say("section.seats"), Facts(seat_states(pending))),
        topic_section(topic, say),
        shared_section(proceedings, say),
        errors_section(proceedings, say),
        usage_section(proceedings, say),
        rounds_section(list(proceedings.rounds), say),
        trail_section(proceedings, say),
        Paragraph(proceedings.last_word, tone=WARNING),
    ]
    return tuple(block for block in found if block is not None)


def _document(pending: PendingData) -> Document:
    say, proceedings, question = pending.say, pending.proceedings, pending.question
    title = say("heading.report", subject=question.subject or say("heading.no_subject"))
    date = [(say("field.date"), pending.date)] if pending.date else []
    stage = dict(proceedings.head).get(say("head.state"), "")
    card = Card(stage, facts=(*date, *proceedings.head), sentence=proceedings.last_word)
    return (*_notice(pending), Title(title), card, *request(question, say), *_rest(pending))


def _decision_record(pending: PendingData) -> Document:
    say, proceedings, question = pending.say, pending.proceedings, pending.question
    options = options_of(question, pending.protocol, say) or [say("madr.go_ahead")]
    notice = proceedings.notice.title if proceedings.notice else ""
    seats = tuple(seat.name for seat in pending.seats)
    undecided = Paragraph(say("madr.undecided")), Paragraph(proceedings.last_word)
    return (
        FrontMatter(proceedings.status, pending.date, seats, notice),
        *_notice(pending),
        Title(question.subject or say("madr.untitled")),
        Facts(proceedings.head),
        *problem(question, say),
        section("options", say("madr.options"), items(options)),
        section("outcome", say("madr.outcome"), *undecided),
        section("more", say("madr.more"), *_rest(pending)),
    )


def _notice(pending: PendingData) -> list[Block]:
    return [pending.proceedings.notice] if pending.proceedings.notice else []


def _rest(pending: PendingData) -> list[Section]:
    """Seats; what is new here; seats that are not independent; what came of earlier calls; what happened."""
    say, proceedings = pending.say, pending.proceedings
    said = topic_section(proceedings, say), shared_section(proceedings, say)
    events = rounds_and_events(pending)
    return [
        section("seats", say("section.seats"), seat_table(pending)),
        *(one for one in said if one),
        *engine_blocks(proceedings, say),
        *([section("audit", say("section.trail"), *events)] if events else []),
    ]


PENDING_LAYOUTS: Mapping[str, Callable[[PendingData], Document]] = {
    "text": _terminal,
    "markdown": _document,
    "html": _document,
    "madr": _decision_record,
}
