"""Approval: how many of the approvals that are needed were given, and who has not answered."""

from quorate.core.protocol import Progress
from quorate.reports.content.deliberation.decision_state import signatures_in_words
from quorate.reports.content.protocols import ProtocolWording
from quorate.reports.report_data import ReportData


def _reached(data: ReportData) -> list[str]:
    native, waits = data.verdict.native, data.verdict.result == "TOO_FEW"
    whole = {"group": "", "given": native["approvals"], "needed": native["needed"], "missing": native["missing"]}
    groups = [Progress(**one) for one in native.get("groups") or [whole]]
    return [signatures_in_words(data.say, groups if waits else [one._replace(missing=()) for one in groups])]


WORDING = ProtocolWording(
    reached=_reached,
    plain_options=("go_ahead", "leave"),
    plain_choices=(("approve", "go_ahead"), ("reject", "leave")),
)
