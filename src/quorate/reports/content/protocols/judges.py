"""Judges: a label for the confidence, and a report of their own."""

from quorate.reports.content.protocols import ProtocolWording
from quorate.reports.report_data import ReportData


def confidence_label(data: ReportData) -> str:
    """How confident the judges are together, in a word."""
    native = data.verdict.native.get("consensus_result", {})
    return data.say.word("label", str(native.get("confidence", "")))


def _reached(data: ReportData) -> list[str]:
    lines = [data.say("box.label", value=confidence_label(data))]
    if data.verdict.result == "INSUFFICIENT_DATA":
        lines.append(data.say("box.single" if data.verdict.receipt.counted else "box.nobody"))
    return lines


WORDING = ProtocolWording(
    reached=_reached,
    choices_are_options=True,
    report="quorate.reports.layouts.judges_report",
)
