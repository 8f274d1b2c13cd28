"""What a ballot gives besides its choice, in words: notes, conditions, concerns, risks, alternatives, evidence."""

from quorate.core.ballot import Ballot, Concern, Evidence
from quorate.core.verdict import Values
from quorate.reports.content.authors import name_of
from quorate.reports.language import Language
from quorate.reports.report_data import ReportData
from quorate.reports.text import one_line


def besides(data: ReportData, ballot: Ballot) -> list[tuple[str, str]]:
    """Labels and values; some values are empty."""
    say = data.say
    return [
        (say("field.abstained"), say.word("abstained", ballot.reason)),
        (say("field.dissent_note"), ballot.dissent_note),
        (say("section.conditions"), say.listed(ballot.conditions)),
        (say("field.concerns"), say.listed(concerns(data, ballot))),
        (say("section.risks"), say.listed(ballot.risks)),
        (say("section.alternatives"), say.listed(ballot.alternatives)),
    ]


def concerns(data: ReportData, ballot: Ballot) -> list[str]:
    """Concerns, the grave ones with their kind."""
    kinds = {kind: data.say(f"concern.{kind}") for kind in ("safety", "security")}
    return [
        ": ".join(part for part in (kinds.get(one.kind, ""), one.text) if part) or data.say("concern.other")
        for one in ballot.concerns
    ]


def grave_concern(concern: Concern, say: Language) -> str:
    """A grave concern with its kind."""
    return say("item.concern", kind=say.word("concern", concern.kind), text=one_line(concern.text))


def coded(key: str, values: Values, say: Language) -> str:
    """What a code and its values say; nothing where no phrase is known for it."""
    if not say.knows(key):
        return ""
    shown = {name: name_of(value) if isinstance(value, str) else value for name, value in values.items()}
    kind = {"kind": say.word("kind", str(shown["kind"]))} if "kind" in shown else {}
    return say(key, **{**shown, **kind})


def evidence(data: ReportData, ballot: Ballot) -> str:
    """All that a ballot cites."""
    return data.say.listed((*(citation(data, item) for item in ballot.evidence), *ballot.key_evidence))


def citation(data: ReportData, item: Evidence) -> str:
    """Where evidence stands, and what makes it more than a reference."""
    where = item.file or item.address or item.id
    where += f":{item.line}" if item.line else ""
    quoted = data.say("evidence.quote", text=one_line(item.quote)) if item.quote else ""
    marks = [item.section, item.type, quoted, item.command if item.reproducible else ""]
    marks += [data.say("evidence.counter")] if item.counter else []
    marks += [data.say("evidence.answers", id=item.answers)] if item.answers else []
    said = data.say.listed(mark for mark in marks if mark)
    return f"{where} ({said})" if said else where
