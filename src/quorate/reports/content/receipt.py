"""The receipt in a few lines: what was counted how, against which threshold, and who decided it."""

from collections.abc import Mapping

from quorate.core.ballot import Ballot, NonVote
from quorate.core.exact import Exact
from quorate.core.verdict import Receipt
from quorate.reports.content.statements import DECISIVE, note_text
from quorate.reports.content.vote_words import (
    abstains,
    choice_word,
    fraction,
    largest_first,
    number,
    percent,
    why_not_counted,
)
from quorate.reports.report_data import ReportData

SHARED_SOURCES = ("shared_model", "shared_vendor", "shared_program")
_OTHER = {"heads": "weight", "weight": "heads"}


def receipt_lines(data: ReportData) -> list[str]:
    """The receipt, a sentence each."""
    receipt = data.verdict.receipt
    lines = [_counted(data)]
    if receipt.share is not None:
        lines.append(_share(data, receipt.share))
    if heads_and_weight_differ(receipt):
        other = _OTHER.get(receipt.basis, "weight")
        lines.append(data.say(f"receipt.also.{other}", counts=_counts(data, other)))
    lines += _seats(data)
    elsewhere = DECISIVE + (SHARED_SOURCES if data.proceedings else ())
    return lines + data.capped([note_text(data, note) for note in receipt.notes if note.code not in elsewhere])


def _counted(data: ReportData) -> str:
    receipt = data.verdict.receipt
    counts, counted = _counts(data, receipt.basis), len(receipt.counted)
    return data.say(f"receipt.counted.{receipt.basis}", counts=counts, counted=counted, n=len(receipt.roster))


def _counts(data: ReportData, basis: str) -> str:
    receipt = data.verdict.receipt
    totals: Mapping[str, Exact] = receipt.heads if basis == "heads" else receipt.weight
    said = [
        data.say("receipt.count", choice=choice_word(data, choice), number=number(total))
        for choice, total in largest_first(data, totals)
        if receipt.heads[choice]
    ]
    return data.names(said) or data.say("receipt.nothing")


def _share(data: ReportData, share: Exact) -> str:
    receipt = data.verdict.receipt
    said = data.say(
        "receipt.share",
        share=fraction(share),
        percent=percent(share),
        rule=data.say.word("receipt.rule", receipt.threshold.rule),
        needed=fraction(receipt.threshold.share),
        needed_percent=percent(receipt.threshold.share),
    )
    if receipt.margin is None or receipt.margin == share:
        return said + data.say("receipt.end")
    return said + data.say("receipt.margin", margin=fraction(receipt.margin), percent=percent(receipt.margin))


def heads_and_weight_differ(receipt: Receipt) -> bool:
    """True when the two counts give different shares."""
    heads, weight = receipt.total_heads, receipt.total_weight
    return any(receipt.heads[choice] * weight != receipt.weight[choice] * heads for choice in receipt.heads)


def _seats(data: ReportData) -> list[str]:
    receipt = data.verdict.receipt
    left_out = [why_not_counted(data, one) for one in receipt.roster if isinstance(one, NonVote) or abstains(one)]
    inferred = [one.seat.name for one in receipt.roster if isinstance(one, Ballot) and one.inferred]
    lines = [data.say("receipt.left_out", names=data.names(left_out))] if left_out else []
    if inferred:
        lines.append(data.say("receipt.inferred", names=data.names(inferred)))
    again = [answer.seat.name for answer in receipt.roster if isinstance(answer, Ballot) and answer.second_request]
    if again:
        lines.append(data.say("receipt.second_request", names=data.names(again)))
    pivotal = data.say("receipt.pivotal", names=data.names(receipt.pivotal))
    return [*lines, pivotal if receipt.pivotal else data.say("receipt.not_pivotal")]
