"""The receipt in a few lines: what was counted how, against which threshold, and who decided it."""

from collections.abc import Mapping

from quorate.core.ballot import Ballot, NonVote
from quorate.core.exact import Exact
from quorate.core.verdict import Receipt
from quorate.reports.statements import DECISIVE, note_text
from quorate.reports.view import View
from quorate.reports.words import (
    abstains,
    choice_word,
    fraction,
    largest_first,
    number,
    percent,
    why_not_counted,
)

SHARED_SOURCES = ("shared_model", "shared_vendor", "shared_program")
_OTHER = {"heads": "weight", "weight": "heads"}


def receipt_lines(view: View) -> list[str]:
    """The receipt, a sentence each."""
    receipt = view.verdict.receipt
    lines = [_counted(view)]
    if receipt.share is not None:
        lines.append(_share(view, receipt.share))
    if heads_and_weight_differ(receipt):
        other = _OTHER.get(receipt.basis, "weight")
        lines.append(view.say(f"receipt.also.{other}", counts=_counts(view, other)))
    lines += _seats(view)
    elsewhere = DECISIVE + (SHARED_SOURCES if view.account else ())
    return lines + view.capped([note_text(view, note) for note in receipt.notes if note.code not in elsewhere])


def _counted(view: View) -> str:
    receipt = view.verdict.receipt
    counts, counted = _counts(view, receipt.basis), len(receipt.counted)
    return view.say(f"receipt.counted.{receipt.basis}", counts=counts, counted=counted, n=len(receipt.roster))


def _counts(view: View, basis: str) -> str:
    receipt = view.verdict.receipt
    totals: Mapping[str, Exact] = receipt.heads if basis == "heads" else receipt.weight
    said = [
        view.say("receipt.count", choice=choice_word(view, choice), number=number(total))
        for choice, total in largest_first(view, totals)
        if receipt.heads[choice]
    ]
    return view.names(said) or view.say("receipt.nothing")


def _share(view: View, share: Exact) -> str:
    receipt = view.verdict.receipt
    said = view.say(
        "receipt.share",
        share=fraction(share),
        percent=percent(share),
        rule=view.say.word("receipt.rule", receipt.threshold.rule),
        needed=fraction(receipt.threshold.share),
        needed_percent=percent(receipt.threshold.share),
    )
    if receipt.margin is None or receipt.margin == share:
        return said + view.say("receipt.end")
    return said + view.say("receipt.margin", margin=fraction(receipt.margin), percent=percent(receipt.margin))


def heads_and_weight_differ(receipt: Receipt) -> bool:
    """True when the two counts give different shares."""
    heads, weight = receipt.total_heads, receipt.total_weight
    return any(receipt.heads[choice] * weight != receipt.weight[choice] * heads for choice in receipt.heads)


def _seats(view: View) -> list[str]:
    receipt = view.verdict.receipt
    left_out = [why_not_counted(view, one) for one in receipt.roster if isinstance(one, NonVote) or abstains(one)]
    inferred = [one.seat.name for one in receipt.roster if isinstance(one, Ballot) and one.inferred]
    lines = [view.say("receipt.left_out", names=view.names(left_out))] if left_out else []
    if inferred:
        lines.append(view.say("receipt.inferred", names=view.names(inferred)))
    repaired = [one.seat.name for one in receipt.roster if isinstance(one, Ballot) and one.repaired]
    if repaired:
        lines.append(view.say("receipt.repaired", names=view.names(repaired)))
    pivotal = view.say("receipt.pivotal", names=view.names(receipt.pivotal))
    return [*lines, pivotal if receipt.pivotal else view.say("receipt.not_pivotal")]
