"""The count as a picture: a bar per choice, and where the threshold is."""

from collections.abc import Mapping

from quorate.core.exact import Exact, ratio
from quorate.reports.content.vote_words import choice_word, fraction, largest_first, number, percent, tone_of
from quorate.reports.document import MUTED
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
