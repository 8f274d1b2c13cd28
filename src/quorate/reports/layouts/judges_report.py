"""The judges' two reports: a recommendation, or a contested decision."""

from quorate.core.ballot import Ballot
from quorate.reports.content.protocols import ProtocolWording
from quorate.reports.content.sections import chosen
from quorate.reports.content.tables import action_section, receipt_and_audit, risk_register
from quorate.reports.content.vote_words import abstains
from quorate.reports.document import Block, Document, Items, Paragraph, Section, Table, Text, section, spans
from quorate.reports.layouts.decision_report import course, heading
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


FURTHER = (
    *("options", "needed", "notices", "deadlock", "answers", "earlier", "dissents", "notes", "conditions"),
    "alternatives",
)


def layout(data: ReportData) -> Document:
    """The report that fits the result, then the receipt."""
    body = _recommendation(data) if data.verdict.choice else _contested(data)
    further = (*chosen(data, FURTHER), *risk_register(data), *course(data), *receipt_and_audit(data))
    return (*heading(data), body, *action_section(data.question, data.say), *further)


def _voted(data: ReportData) -> list[Ballot]:
    return [ballot for ballot in data.ballots if not abstains(ballot)]


def _judge(data: ReportData, ballot: Ballot) -> str:
    name = ballot.seat.name
    return data.say("judge.name", name=name, title=_capitalised(name))


def _capitalised(name: str) -> str:
    return name[:1].upper() + name[1:]


def _recommendation(data: ReportData) -> Section:
    say, choice, voted = data.say, data.verdict.choice or "", _voted(data)
    agreed = [ballot for ballot in voted if ballot.choice == choice]
    others = [ballot for ballot in voted if ballot.choice != choice]
    lines: list[Text] = [f"{data.glyphs.yes} {_said(data, ballot)}" for ballot in agreed]
    lines += [f"{data.glyphs.no} {_said(data, ballot)}{say('judge.dissent')}" for ballot in others]
    return section(
        "recommendation",
        say("judge.recommendation"),
        Paragraph(spans(say.phrase("judge.recommended"), {"choice": choice})),
        Paragraph(say("judge.agreed", count=len(agreed), total=len(voted))),
        Items(tuple(lines)),
        Paragraph(spans(say.phrase("judge.confidence"), {"value": confidence_label(data)})),
    )


def _said(data: ReportData, ballot: Ballot) -> str:
    reason = " ".join(ballot.rationale.split()) or data.say("judge.for", choice=ballot.choice)
    return data.say("item.reason", seat=_judge(data, ballot), text=reason)


def _contested(data: ReportData) -> Section:
    say, voted = data.say, sorted(_voted(data), key=lambda ballot: ballot.choice)
    key = "judge.few" if data.verdict.result == "INSUFFICIENT_DATA" else "judge.contested"
    asks = not data.proceedings or bool(data.proceedings.asking)
    parts: list[Block] = [Paragraph(say(f"{key}.text" if asks else f"{key}.closed"))]
    if voted:
        head = say("column.option"), say("column.judge"), say("column.reasoning")
        parts.append(Table(head, tuple((one.choice, _capitalised(one.seat.name), one.rationale) for one in voted)))
    if voted and asks:
        named = dict.fromkeys(ballot.choice for ballot in voted)
        parts.append(Paragraph(say("judge.select", options=" ".join(f"[{option}]" for option in named))))
    return section("contested", f"{data.glyphs.warning} {say(key)}", *parts)
