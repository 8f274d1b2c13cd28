"""Quorum: the margin against what is needed."""

from quorate.reports.content.condition_words import condition_in_words
from quorate.reports.content.protocols import ProtocolWording
from quorate.reports.content.vote_words import held_against
from quorate.reports.report_data import ReportData


def _reached(data: ReportData) -> list[str]:
    return held_against(data, "box.margin")


WORDING = ProtocolWording(
    title_code=lambda verdict: "BLOCKED" if "HARD_LIMIT" in verdict.flags else verdict.result,
    reached=_reached,
    condition=condition_in_words,
    plain_options=("resume", "block", "cooldown"),
    plain_choices=(("resume", "resume"), ("block", "block"), ("cooldown", "cooldown")),
)
