"""Weighted: the seats as MAGI displays them, and the weight behind the verdict."""

from quorate.core.position import APPROVE, REJECT
from quorate.reports.content.protocols.magi import WORDING as POSITIONS
from quorate.reports.content.vote_words import number
from quorate.reports.report_data import ReportData


def _reached(data: ReportData) -> list[str]:
    weight, choice = data.verdict.receipt.weight, data.verdict.choice
    if choice is None:
        return [data.say("box.no_consensus")]
    return [data.say("box.weighed", weight=number(weight[choice]), total=number(weight[APPROVE] + weight[REJECT]))]


WORDING = POSITIONS._replace(title_code=lambda verdict: verdict.result, reached=_reached)
