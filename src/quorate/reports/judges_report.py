"""The judges' two reports: a recommendation, or a contested decision."""

from quorate.core.ballot import Ballot
from quorate.reports.markdown import heading
from quorate.reports.markdown_engines import engine_parts
from quorate.reports.markdown_parts import chosen, inline, receipt_and_audit, risk_register, table
from quorate.reports.markdown_rounds import round_parts
from quorate.reports.view import View
from quorate.reports.words import abstains

FURTHER = (
    "options",
    "needed",
    "notices",
    "deadlock",
    "answers",
    "earlier",
    "dissents",
    "notes",
    "conditions",
    "alternatives",
)


def judges_report(view: View) -> list[str]:
    """The report that fits the result, then the receipt."""
    body = _recommendation(view) if view.verdict.choice else _contested(view)
    course = [*engine_parts(view.account, view.say), *round_parts(view.account, view.say)]
    return [*heading(view), *body, *chosen(view, FURTHER), *risk_register(view), *course, *receipt_and_audit(view)]


def _voted(view: View) -> list[Ballot]:
    return [ballot for ballot in view.ballots if not abstains(ballot)]


def _judge(view: View, ballot: Ballot) -> str:
    name = ballot.seat.name
    return view.say("judge.name", name=name, title=name[:1].upper() + name[1:])


def _label(view: View) -> str:
    native = view.verdict.native.get("consensus_result", {})
    return view.say.word("label", str(native.get("confidence", "")))


def _recommendation(view: View) -> list[str]:
    say, choice, voted = view.say, view.verdict.choice or "", _voted(view)
    agreed = [ballot for ballot in voted if ballot.choice == choice]
    others = [ballot for ballot in voted if ballot.choice != choice]
    lines = [f"- {view.glyphs.yes} {_said(view, ballot)}" for ballot in agreed]
    lines += [f"- {view.glyphs.no} {_said(view, ballot)}{say('judge.dissent')}" for ballot in others]
    return [
        f"## {say('judge.recommendation')}",
        say("judge.recommended", choice=inline(choice)),
        say("judge.agreed", count=len(agreed), total=len(voted)) + "\n\n" + "\n".join(lines),
        say("judge.confidence", value=_label(view)),
    ]


def _said(view: View, ballot: Ballot) -> str:
    reason = " ".join(ballot.rationale.split()) or view.say("judge.for", choice=ballot.choice)
    return view.say("item.reason", seat=inline(_judge(view, ballot)), text=inline(reason))


def _contested(view: View) -> list[str]:
    say, voted = view.say, sorted(_voted(view), key=lambda ballot: ballot.choice)
    key = "judge.few" if view.verdict.result == "INSUFFICIENT_DATA" else "judge.contested"
    asks = not view.account or bool(view.account.asking)
    parts = [f"## {view.glyphs.warning} {say(key)}", say(f"{key}.text" if asks else f"{key}.closed")]
    if voted:
        head = [say("column.option"), say("column.judge"), say("column.reasoning")]
        parts.append(table(head, [(ballot.choice, ballot.seat.name, ballot.rationale) for ballot in voted]))
    if voted and asks:
        named = dict.fromkeys(ballot.choice for ballot in voted)
        parts.append(say("judge.select", options=" ".join(f"[{inline(option)}]" for option in named)))
    return parts
