"""The report on a decision: request, context, seats, votes, verdict, dissents, risks, receipt, audit trail."""

from collections.abc import Mapping

from quorate.core.ballot import Answer, Ballot
from quorate.core.exact import Exact, ratio
from quorate.reports.content.ballots import besides
from quorate.reports.content.card import action_of, card_of, headline_of, reached
from quorate.reports.content.protocols import report_of
from quorate.reports.content.sections import chosen
from quorate.reports.content.statements import may_be_acted_on, needed
from quorate.reports.content.tables import receipt_and_audit, request, risk_register, vote_table, warnings
from quorate.reports.content.vote_words import (
    choice_word,
    confidence,
    fraction,
    largest_first,
    number,
    percent,
    position_as_read,
    tone_of,
    why_not_counted,
)
from quorate.reports.document import (
    MUTED,
    Block,
    Card,
    Document,
    Paragraph,
    Section,
    Title,
    facts,
    items,
    listing,
    quotation,
    section,
    strong,
)
from quorate.reports.pictures import Bar, CountPicture
from quorate.reports.report_data import ReportData

WHOLE = 1000


def count_of(data: ReportData) -> CountPicture | None:
    """What every choice has, as counted, and where the threshold is; nothing where nothing was counted."""
    receipt = data.verdict.receipt
    totals: Mapping[str, Exact] = receipt.weight if receipt.basis == "weight" else receipt.heads
    shown = [(choice, total) for choice, total in largest_first(data, totals) if total > 0][: data.limit]
    voted = [total for choice, total in totals.items() if tone_of(choice) != MUTED]
    whole = sum(voted, start=ratio(0, 1))
    if not shown or not whole:
        return None
    head = data.say("audit.choice"), data.say(f"column.count.{receipt.basis}"), data.say("column.share")
    bars = tuple(_bar(data, choice, total, whole) for choice, total in shown)
    # the threshold is shown on the bar only where its share is one of the whole bar
    is_of_whole = receipt.share is not None and receipt.share == ratio(max(voted), whole)
    needed = round(receipt.threshold.share * WHOLE) if is_of_whole else None
    return CountPicture(head, bars, needed, _needed(data) if is_of_whole else "")


def _bar(data: ReportData, choice: str, total: Exact, whole: Exact) -> Bar:
    """A choice with its share; who abstains has none."""
    label, value, tone = choice_word(data, choice), number(total), tone_of(choice)
    if tone == MUTED:
        return Bar(label, value, "", 0, tone)
    share = ratio(total, whole)
    return Bar(label, value, percent(share), round(share * WHOLE), tone)


def _needed(data: ReportData) -> str:
    threshold = data.verdict.receipt.threshold
    rule = data.say.word("receipt.rule", threshold.rule)
    return data.say("heading.needed", rule=rule, needed=fraction(threshold.share), percent=percent(threshold.share))


OUTCOME = (
    *("notices", "go_no_go", "deadlock", "ask", "answers", "earlier", "conditions", "alternatives"),
    "ranking",
)


def layout(data: ReportData) -> Document:
    """The report of the verdict's protocol, below what must not be overlooked."""
    body = report_of(data.verdict.protocol) or _decision_report
    return (*warnings(data), *body(data))


def _decision_report(data: ReportData) -> Document:
    notes = chosen(data, ("notes",)) if data.is_large else []
    return (
        *heading(data),
        *request(data.question, data.say),
        _sides(data)
        if data.is_large
        else section("seats", data.say("heading.seats"), *(_seat(data, answer) for answer in data.roster)),
        section("votes", data.say("heading.votes"), vote_table(data)),
        _verdict(data),
        *chosen(data, ("dissents",)),
        *notes,
        *risk_register(data),
        next_steps(data),
        *course(data),
        *receipt_and_audit(data),
    )


def heading(data: ReportData) -> list[Block]:
    """Title, and the card with the date and whether the verdict may be acted on."""
    say = data.say
    title = say("heading.report", subject=data.question.subject or say("heading.no_subject"))
    pairs = [(say("field.date"), data.date), (say("heading.verdict"), headline_of(data))]
    pairs += data.proceedings.head if data.proceedings else ()
    return [Title(title), card(data, tuple(pair for pair in pairs if pair[1]), may_be_acted_on(data))]


def next_steps(data: ReportData) -> Section:
    """What to do now: what is required, else the last word on whether it may be acted on."""
    say = data.say
    is_free = data.proceedings.state == "free" if data.proceedings else data.verdict.may_be_acted_on
    steps = needed(data) or [say("evidence.proceed") if is_free else may_be_acted_on(data)]
    if data.proceedings and data.proceedings.again:
        steps = [data.proceedings.again, *steps]
    return listing("next", say("evidence.next"), steps, numbered=True)


def card(data: ReportData, pairs: tuple[tuple[str, str], ...] = (), sentence: str = "") -> Card:
    """The card with the count as a picture; no box is drawn around it, so its title is a sentence."""
    return card_of(data, pairs, sentence)._replace(title=headline_of(data), picture=count_of(data))


def course(data: ReportData) -> list[Section]:
    """How it came to this: calls of engines, and earlier rounds."""
    if not data.proceedings:
        return []
    from quorate.reports.content.deliberation.engine_calls import engine_blocks  # a verdict alone has none of it
    from quorate.reports.content.rounds.round_blocks import history_blocks

    return [*engine_blocks(data.proceedings, data.say), *history_blocks(data.proceedings, data.say)]


def _seat(data: ReportData, answer: Answer) -> Section:
    """What one seat said."""
    if not isinstance(answer, Ballot):
        return section("seat", answer.seat.name, Paragraph(why_not_counted(data, answer)), tone=MUTED)
    say = data.say
    notes = data.proceedings.notes.get(answer.seat.name, ()) if data.proceedings else ()
    vote = facts(
        [
            (say("column.vote"), position_as_read(data, answer)),
            (say("column.confidence"), confidence(data, answer.confidence)),
            *besides(data, answer),
            (say("column.notes"), say("ask.join").join(notes)),
        ]
    )
    return section("seat", answer.seat.name, vote, quotation(answer.rationale), tone=tone_of(answer.choice))


def _sides(data: ReportData) -> Section:
    """On a large panel, one section per choice: how many, and the first reasons."""
    heads = data.verdict.receipt.heads
    sides = (_side(data, choice, count) for choice, count in heads.items() if count)
    return section("sides", data.say("heading.sides"), *sides)


def _side(data: ReportData, choice: str, heads: int) -> Section:
    said = [
        data.say("item.reason", seat=ballot.seat.name, text=" ".join(ballot.rationale.split()))
        for ballot in data.ballots
        if ballot.choice == choice and ballot.rationale
    ]
    title = f"{choice_word(data, choice)} ({heads})"
    return section("side", title, items(data.capped(said)), tone=tone_of(choice))


def _verdict(data: ReportData) -> Section:
    """The outcome with everything that follows from it."""
    lines = [*reached(data), data.say("box.action", what=action_of(data))]
    return section(
        "verdict",
        data.say("heading.verdict"),
        strong(headline_of(data)),
        items(lines),
        strong(may_be_acted_on(data)),
        *chosen(data, OUTCOME),
    )
