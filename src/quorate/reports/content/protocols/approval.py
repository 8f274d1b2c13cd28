"""Approval: how many of the approvals that are needed were given, and who has not answered."""

from quorate.reports.content.protocols import ProtocolWording
from quorate.reports.report_data import ReportData
from quorate.reports.text import one_line


def _reached(data: ReportData) -> list[str]:
    native, say = data.verdict.native, data.say
    needed = native["needed"]
    total = needed if isinstance(needed, int) else sum(needed.values())
    names = say("list.or").join(map(one_line, native["missing"]))
    waits = names and data.verdict.result == "TOO_FEW"
    key = "need.signatures" if waits else "need.signatures.all"
    return [say(key, given=native["approvals"], needed=total, names=names)]


WORDING = ProtocolWording(
    reached=_reached,
    plain_options=("go_ahead", "leave"),
    plain_choices=(("approve", "go_ahead"), ("reject", "leave")),
)
