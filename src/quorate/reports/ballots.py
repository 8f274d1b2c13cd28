"""What a ballot gives besides its choice, in words: notes, conditions, concerns, risks, alternatives, evidence."""

from quorate.core.ballot import Ballot, Evidence
from quorate.reports.view import View


def besides(view: View, ballot: Ballot) -> list[tuple[str, str]]:
    """Labels and values; some values are empty."""
    say = view.say
    return [
        (say("field.abstained"), say.word("abstained", ballot.reason)),
        (say("field.dissent_note"), ballot.dissent_note),
        (say("section.conditions"), say.listed(ballot.conditions)),
        (say("field.concerns"), say.listed(concerns(view, ballot))),
        (say("section.risks"), say.listed(ballot.risks)),
        (say("section.alternatives"), say.listed(ballot.alternatives)),
    ]


def concerns(view: View, ballot: Ballot) -> list[str]:
    """Concerns, the grave ones with their kind."""
    kinds = {kind: view.say(f"concern.{kind}") for kind in ("safety", "security")}
    return [
        ": ".join(part for part in (kinds.get(one.kind, ""), one.text) if part) or view.say("concern.other")
        for one in ballot.concerns
    ]


def evidence(view: View, ballot: Ballot) -> str:
    """All that a ballot cites."""
    return view.say.listed((*(citation(view, item) for item in ballot.evidence), *ballot.key_evidence))


def citation(view: View, item: Evidence) -> str:
    """Where evidence stands, and what makes it more than a reference."""
    where = item.file or item.address or item.id
    where += f":{item.line}" if item.line else ""
    marks = [item.section, item.type, item.command if item.reproducible else ""]
    marks += [view.say("evidence.counter")] if item.counter else []
    marks += [view.say("evidence.answers", id=item.answers)] if item.answers else []
    said = view.say.listed(mark for mark in marks if mark)
    return f"{where} ({said})" if said else where
