"""Judges: a label for the confidence, and the option of the only one who recommended anything."""

from quorate.core.verdict import AskOption
from quorate.reports.content.protocols import ProtocolWording
from quorate.reports.content.vote_words import abstains
from quorate.reports.report_data import ReportData
from quorate.reports.text import one_line


def confidence_label(data: ReportData) -> str:
    """How confident the judges are together, in a word."""
    native = data.verdict.native.get("consensus_result", {})
    return data.say.word("label", str(native.get("confidence", "")))


def _reached(data: ReportData) -> list[str]:
    lines = [data.say("box.label", value=confidence_label(data))]
    if data.verdict.result == "INSUFFICIENT_DATA":
        lines.append(data.say("box.single" if data.verdict.receipt.counted else "box.nobody"))
    return lines


def _option(data: ReportData, option: AskOption) -> AskOption:
    """Where too few recommended anything, the option of the only one who did is told from that ballot."""
    alone = [one for one in data.ballots if one.choice == option.label and not abstains(one)]
    if data.verdict.result != "INSUFFICIENT_DATA" or not alone:
        return AskOption(data.say.again(option.label), data.say.again(option.description))
    seat, text = alone[0].seat.name, one_line(alone[0].rationale)
    said = data.say("ask.said", seat=seat, text=text) if text else seat
    return AskOption(option.label, data.say("ask.single", said=said))


WORDING = ProtocolWording(
    reached=_reached,
    option=_option,
    choices_are_options=True,
    report="quorate.reports.layouts.judges_report",
)
