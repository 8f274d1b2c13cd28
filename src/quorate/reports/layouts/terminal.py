"""The report for a terminal: said first what is missing, last whether it may be acted on."""

from quorate.core.verdict import BLOCK
from quorate.reports.content.card import card_of, outcome_of, tone_of_verdict
from quorate.reports.content.protocols import wording_of
from quorate.reports.content.sections import chosen, sections
from quorate.reports.content.statements import degraded, may_be_acted_on
from quorate.reports.content.tables import action_section, question_blocks
from quorate.reports.document import Alarm, Block, Document, Facts, Paragraph
from quorate.reports.report_data import ReportData

_IN_SHORT = ("needed", "notices", "deadlock", "ask", "answers", "conditions", "dissents")
_OF_A_BLOCK = ("reasons", "alternatives")


def layout(data: ReportData) -> Document:
    """Warnings, head, question, display and card, then every section."""
    return (*_warnings(data), *_above(data), card_of(data), *sections(data), _last(data, may_be_acted_on(data)))


def full_layout(data: ReportData) -> Document:
    """The same on a screen, where the last line repeats the outcome: the first one is out of sight."""
    return (*layout(data)[:-1], _last(data, _outcome_and_permission(data)))


def asked_layout(data: ReportData) -> Document:
    """The same before a person is asked: all that was asked, and who edited it. The question comes right below."""
    edited = data.say("head.edited")
    known = tuple(pair for pair in (data.proceedings.head if data.proceedings else ()) if pair[0] == edited)
    sections_shown = [one for one in chosen(data, _IN_SHORT) if one.key != "ask"]
    return (
        *_warnings(data),
        Paragraph(_with_id(data)),
        *([Facts(known)] if known else []),
        *question_blocks(data.question, data.say, data.short),
        _box(data),
        *sections_shown,
        _last(data, _outcome_and_permission(data)),
    )


def short_layout(data: ReportData) -> Document:
    """What fits on a screen: how it went, the box, dissents, what is needed, and the outcome once more."""
    return (
        *_warnings(data),
        Paragraph("\n".join(filter(None, (data.short(data.question.subject), _with_id(data))))),
        *(action_section(data.question, data.say) if data.verdict.requires else ()),
        _box(data),
        *chosen(data, (*_IN_SHORT, *(_OF_A_BLOCK if data.verdict.action == BLOCK else ()))),
        _last(data, _outcome_and_permission(data)),
    )


def _box(data: ReportData) -> Block:
    display = wording_of(data.verdict.protocol).display
    return display(data)._replace(tone=tone_of_verdict(data)) if display else card_of(data)


def _with_id(data: ReportData) -> str:
    head = data.proceedings.head if data.proceedings else ()
    return data.say("headline.of", id=head[0][1], outcome=outcome_of(data)) if head else outcome_of(data)


def _outcome_and_permission(data: ReportData) -> str:
    return data.say("headline.last", outcome=outcome_of(data), permission=may_be_acted_on(data))


def _last(data: ReportData, sentence: str) -> Paragraph:
    return Paragraph(sentence, tone=tone_of_verdict(data))


def _warnings(data: ReportData) -> list[Block]:
    found: list[Block] = []
    if data.proceedings and data.proceedings.notice:
        found.append(data.proceedings.notice)
    if said := degraded(data):
        found.append(Alarm(said[0], tuple(said[1:])))
    return found


def _above(data: ReportData) -> list[Block]:
    found: list[Block] = []
    if data.proceedings:
        found.append(Facts(data.proceedings.head))
        found += question_blocks(data.question, data.say, data.short)
    elif data.question.subject:
        found.append(Paragraph(data.question.subject))
    return [*found, _box(data)] if wording_of(data.verdict.protocol).display else found
