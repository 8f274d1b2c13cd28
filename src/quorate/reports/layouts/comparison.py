"""Two counts of the same ballots, side by side."""

from collections.abc import Callable, Sequence

from quorate.analysis.retally import Retally
from quorate.core.verdict import Verdict
from quorate.reports.content.statements import needs
from quorate.reports.content.vote_words import choice_word, fraction, percent, points, result_word
from quorate.reports.document import Block, Document, Paragraph, Table, paragraph
from quorate.reports.language import Language, language
from quorate.reports.report_data import ReportData, ReportOptions, report_data_of
from quorate.reports.writers.text import write


def render_retally(retally: Retally, *, lang: str = "en", ascii_only: bool = False, width: int = 80) -> str:
    """Both verdicts as plain text for a terminal of any width."""
    say, options = language(lang), ReportOptions("text", lang, ascii_only, width)
    pair = [report_data_of(retally.question, verdict, say, options) for verdict in (retally.original, retally.other)]
    return write(_layout(pair, retally.assumed, say), options)


def _layout(pair: list[ReportData], assumed: Sequence[str], say: Language) -> Document:
    first = pair[0]
    rows = tuple((say(key), *map(cell, pair)) for key, cell in _rows(first))
    names = first.names(assumed)
    found: list[Block | None] = [
        paragraph(first.question.subject),
        Table((), rows),
        Paragraph(say("compare.assumed", names=names)) if assumed else None,
        Paragraph("\n".join((_conclusion(*pair), say("compare.stays")))),
    ]
    return tuple(block for block in found if block)


def _rows(original: ReportData) -> list[tuple[str, Callable[[ReportData], str]]]:
    return [
        ("compare.protocol", lambda data: _title(data, "original" if data is original else "other")),
        ("audit.result", lambda data: result_word(data, data.verdict.result)),
        ("audit.choice", lambda data: _choice(data)),
        ("audit.action", lambda data: data.say.word("action", data.verdict.action)),
        ("compare.requires", lambda data: needs(data) or data.say("compare.nothing")),
        ("column.confidence", lambda data: _confidence(data)),
        ("audit.flags", lambda data: data.say.listed(data.verdict.flags) or data.say("compare.nothing")),
        ("compare.threshold", lambda data: _threshold(data)),
        ("compare.share", lambda data: _share(data.verdict) or data.say("compare.nothing")),
        ("compare.pivotal", lambda data: data.names(data.verdict.receipt.pivotal) or data.say("compare.nothing")),
        ("compare.may", lambda data: data.say("compare.yes" if data.verdict.may_be_acted_on else "compare.no")),
    ]


def _title(data: ReportData, which: str) -> str:
    return data.say(f"compare.{which}", protocol=data.verdict.protocol)


def _choice(data: ReportData) -> str:
    choice = data.verdict.choice
    return choice_word(data, choice) if choice else data.say("compare.nothing")


def _confidence(data: ReportData) -> str:
    confidence = data.verdict.confidence
    return data.say("compare.nothing") if confidence is None else points(confidence)


def _threshold(data: ReportData) -> str:
    receipt = data.verdict.receipt
    rule = data.say.word("receipt.rule", receipt.threshold.rule)
    basis = data.say.word("compare.basis", receipt.basis)
    return data.say("compare.threshold.of", rule=rule, needed=fraction(receipt.threshold.share), basis=basis)


def _share(verdict: Verdict) -> str:
    share = verdict.receipt.share
    return "" if share is None else f"{fraction(share)} ({percent(share)}%)"


def _conclusion(original: ReportData, other: ReportData) -> str:
    one, two = (data.say.word("action", data.verdict.action) for data in (original, other))
    if original.verdict.action != other.verdict.action:
        is_same = original.verdict.protocol == other.verdict.protocol
        key = "compare.differ.settings" if is_same else "compare.differ"
        return original.say(key, original=one, other=two, protocol=other.verdict.protocol)
    free = [data for data in (original, other) if data.verdict.may_be_acted_on]
    if len(free) == 1:
        which = _title(free[0], "original" if free[0] is original else "other")
        return original.say("compare.same_but", action=one, protocol=which)
    return original.say("compare.same", action=one)
