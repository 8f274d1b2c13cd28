"""Parts of documents that are kept: the request, the votes, the risk register, the receipt and the audit trail."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from quorate.core.ballot import Ballot
from quorate.core.question import Question
from quorate.reports.content.receipt import receipt_lines
from quorate.reports.content.statements import degraded
from quorate.reports.content.vote_words import (
    choice_word,
    confidence,
    detail_of,
    number,
    position_as_read,
    risk_source,
    risk_text,
)
from quorate.reports.document import (
    CODE,
    Alarm,
    Block,
    Paragraph,
    Quotation,
    Section,
    Span,
    Table,
    Text,
    facts,
    items,
    paragraph,
    section,
)
from quorate.reports.language import Language
from quorate.reports.report_data import ReportData

if TYPE_CHECKING:
    from quorate.reports.content.deliberation.seat_states import PendingData

RISK = "R"
RISKS = ("number", "risk", "source", "severity", "mitigation", "monitor", "owner", "status")
VOTES = ("seat", "vote", "confidence", "weight", "counted", "rationale")
EVENTS = ("number", "time", "author", "proof", "event", "hash")


def warnings(data: ReportData) -> list[Block]:
    """Above everything: engines that were missing, then a degraded panel."""
    notice = data.proceedings.notice if data.proceedings else None
    found: list[Block] = [notice] if notice else []
    title, *sentences = degraded(data) or [""]
    return [*found, Alarm(title, tuple(sentences))] if title else found


def request(question: Question, say: Language) -> list[Section]:
    """What was asked, the action that it would release, line by line, and the context."""
    said = facts(request_pairs(question._replace(action=""), say)) or Paragraph(say("heading.no_subject"))
    found = [section("request", say("heading.request"), said), *action_section(question, say)]
    if question.context:
        found.append(section("context", say("heading.context"), Quotation(question.context)))
    return found


def question_blocks(question: Question, say: Language, short: Callable[[str], str]) -> list[Block]:
    """For a terminal: the subject, what frames it with the beginning of long texts, and every line of the action."""
    (_, subject), *framed = request_pairs(question._replace(action=""), say)
    framed.append((say("heading.context"), question.context))
    found = (paragraph(short(subject)), facts((label, short(value)) for label, value in framed))
    return [*(block for block in found if block is not None), *action_section(question, say)]


def action_section(question: Question, say: Language) -> list[Section]:
    """What the verdict would release, line by line, where there is something."""
    if not question.action:
        return []
    return [section("action", say("field.action"), Quotation(question.action, is_verbatim=True))]


def request_pairs(question: Question, say: Language) -> list[tuple[str, str]]:
    """The question with all that frames it, labels and values; some values are empty."""
    options = say.listed(f"{one.id} ({one.text})" if one.text else one.id for one in question.options)
    return [
        (say("field.subject"), question.subject),
        (say("field.domain"), question.domain),
        (say("field.urgency"), say.word("urgency", question.urgency)),
        (say("field.reversibility"), say.word("reversibility", question.reversibility)),
        (say("field.review_by"), question.review_by),
        (say("field.action"), question.action),
        (say("field.action_for"), question.action_for),
        (say("field.constraints"), say.listed(question.constraints)),
        (say("section.options"), options),
    ]


def _head(columns: tuple[str, ...], say: Language) -> tuple[str, ...]:
    return tuple(say(f"column.{column}") for column in columns)


def vote_table(data: ReportData) -> Table:
    """Every seat, whether it was counted or not."""
    counted = set(data.verdict.receipt.counted)
    rows = tuple(
        (
            answer.seat.name,
            position_as_read(data, answer),
            confidence(data, answer.confidence) if isinstance(answer, Ballot) else "",
            number(answer.seat.weight),
            data.say("yes" if answer.seat.name in counted else "no"),
            answer.rationale if isinstance(answer, Ballot) else detail_of(data, answer),
        )
        for answer in data.roster
    )
    return Table(_head(VOTES, data.say), rows)


def risk_register(data: ReportData) -> list[Section]:
    """The risk register, where there is one; with what people made of it, where they did."""
    if data.proceedings and data.proceedings.register:
        from quorate.reports.content.deliberation.register_tables import register_tables  # few have such a register

        return [register_tables(data.proceedings.register, data.say)]
    if not data.verdict.risks:
        return []
    numbers = data.proceedings.risk_numbers if data.proceedings else ()
    rows = tuple(
        (
            numbers[place] if place < len(numbers) else f"{RISK}{place + 1}",
            risk_text(data, risk),
            risk_source(data, risk),
            data.say.word("severity", risk.severity),
            risk.mitigation,
            risk.monitor,
            risk.owner,
            data.say.word("status", risk.status),
        )
        for place, risk in enumerate(data.verdict.risks)
    )
    return [section("risks", data.say("heading.risks"), Table(_head(RISKS, data.say), rows))]


def receipt_and_audit(data: ReportData) -> list[Section]:
    """The arithmetic, and what was counted by which rule."""
    further = rounds_and_events(data) if data.proceedings else []
    return [
        section("receipt", data.say("section.receipt"), items(receipt_lines(data))),
        section("audit", data.say("section.trail"), items(_audit(data)), *further),
    ]


def _audit(data: ReportData) -> list[Text]:
    verdict, receipt, say = data.verdict, data.verdict.receipt, data.say
    choice = choice_word(data, verdict.choice) if verdict.choice else "-"
    flags: list[Span] = []
    for flag in verdict.flags:
        flags += [Span(say("list.comma")), Span(flag, CODE)] if flags else [Span(flag, CODE)]
    return [
        _audited(say("field.subject"), Span(receipt.question, CODE)),
        _audited(say("head.protocol"), Span(verdict.protocol, CODE)),
        _audited(say("audit.result"), Span(verdict.result, CODE)),
        _audited(say("audit.choice"), Span(choice)),
        _audited(say("audit.action"), Span(verdict.action, CODE)),
        _audited(say("audit.flags"), *(flags or [Span("-")])),
        _audited(say("audit.counted"), Span(data.names(receipt.counted) or "-")),
    ]


def _audited(label: str, *spans: Span) -> tuple[Span, ...]:
    return (Span(f"{label}: "), *spans)


def rounds_and_events(data: "ReportData | PendingData") -> list[Section]:
    """What happened in a deliberation, from the first event to the last."""
    proceedings, say = data.proceedings, data.say
    if not proceedings:
        return []
    found = []
    if proceedings.rounds:
        found.append(section("rounds", say("section.rounds"), items(proceedings.rounds)))
    rows = tuple((one.position, one.at, one.author, one.proof, one.what, one.hash) for one in proceedings.trail)
    if rows:
        found.append(section("events", say("heading.events"), Table(_head(EVENTS, say), rows)))
    return found
