"""The Consensus Report of the evidence protocol."""

from collections.abc import Sequence

from quorate.core.ballot import Ballot
from quorate.core.exact import ratio, rounded
from quorate.core.verdict import ASK, REDELIBERATE
from quorate.reports.account import PROPOSED
from quorate.reports.ballots import citation, concerns
from quorate.reports.markdown_engines import engine_parts
from quorate.reports.markdown_parts import (
    bullets,
    chosen,
    fields,
    head,
    inline,
    paragraph,
    quoted,
    receipt_and_audit,
    risk_register,
    table,
)
from quorate.reports.markdown_rounds import round_parts
from quorate.reports.sections import conflict_items
from quorate.reports.statements import may_be_acted_on, needed, notices
from quorate.reports.verdict_box import action_of, title_of
from quorate.reports.view import View
from quorate.reports.words import abstains, choice_word, confidence, percent, position

FURTHER = ("deadlock", "ask", "answers", "earlier", "dissents", "notes", "conditions", "alternatives")
MOST_COLUMNS = 5


def consensus_report(view: View) -> list[str]:
    """Header, question, options, matrix, verdict, conflicts, next steps, then the receipt."""
    conflicts = conflict_items(view)
    return [
        *_header(view),
        f"## {view.say('evidence.question')}",
        paragraph(view.question.subject) or view.say("heading.no_subject"),
        *([quoted(view.question.context)] if view.question.context else []),
        *_options(view),
        *_matrix(view),
        *_verdict(view),
        *([f"## {view.say('section.conflicts')}", bullets(conflicts)] if conflicts else []),
        *_next_steps(view),
        *chosen(view, FURTHER),
        *risk_register(view),
        *engine_parts(view.account, view.say),
        *round_parts(view.account, view.say),
        *receipt_and_audit(view),
    ]


def _header(view: View) -> list[str]:
    say = view.say
    title = say("evidence.title", subject=inline(view.question.subject) or say("heading.no_subject"))
    pairs = [
        ("evidence.task", view.question.id or "-"),
        ("field.date", view.date or "-"),
        ("column.status", say(f"evidence.status.{_status(view)}")),
        ("evidence.agent_type", "analysis"),
    ]
    lines = "  \n".join(f"**{say(key)}**: {inline(value)}" for key, value in pairs)
    return [f"# {title}", lines, *head(view), "---"]


def _status(view: View) -> str:
    """complete: settled; partial: somebody still has work to do; blocked: waiting for a person to choose."""
    account = view.account
    if account and account.status != PROPOSED:
        return "complete"
    if view.verdict.action == ASK and not (account and account.decision):
        return "blocked"
    return "partial" if view.verdict.action == REDELIBERATE or "verification" in view.verdict.requires else "complete"


def _names(view: View) -> list[str]:
    return [option.id for option in view.question.options] or [""]


def _about(view: View, option: str) -> list[Ballot]:
    return [ballot for ballot in view.ballots if ballot.option.casefold() == option.casefold() and not abstains(ballot)]


def _options(view: View) -> list[str]:
    parts = [f"## {view.say('evidence.options')}"]
    for index, option in enumerate(_names(view)):
        name = view.say("evidence.option", letter=_letter(index), option=inline(option))
        parts += [f"### {name if option else view.say('evidence.claim')}", *_meaning(view, option)]
        parts.append(_option(view, _about(view, option)))
    return parts


def _meaning(view: View, option: str) -> list[str]:
    return [paragraph(one.text) for one in view.question.options if one.id == option and one.text]


def _letter(index: int) -> str:
    return chr(ord("A") + index) if index < 26 else str(index + 1)


def _option(view: View, ballots: Sequence[Ballot]) -> str:
    say = view.say
    accepting = sorted((b for b in ballots if b.choice == "accept"), key=lambda b: (-_sure(b), b.seat.name))
    rejecting = [b for b in ballots if b.choice != "accept"]
    against = [*_reasons(view, rejecting), *(text for b in ballots for text in (*concerns(view, b), *b.risks))]
    pairs = [
        (say("column.confidence"), _weighted(accepting)),
        (say("column.rationale"), say.listed(_reasons(view, accepting[:1]))),
        (say("evidence.evidence"), say.listed(dict.fromkeys(citation(view, i) for b in ballots for i in b.evidence))),
        (say("evidence.pros"), say.listed(_reasons(view, accepting[1:]))),
        (say("evidence.cons"), say.listed(against)),
    ]
    return fields(pairs) or say("evidence.nobody")


def _sure(ballot: Ballot) -> int:
    return round(ballot.confidence.percent * 1000) if ballot.confidence else 50_000


def _weighted(ballots: Sequence[Ballot]) -> str:
    """The weighted vote's own confidence in an option, from 0 to 1."""
    sure = [ballot.confidence.percent if ballot.confidence else 50 for ballot in ballots]
    return str(rounded(ratio(sum(c * c for c in sure), 100 * sum(sure)), 2)) if ballots else ""


def _reasons(view: View, ballots: Sequence[Ballot]) -> list[str]:
    return [
        view.say("item.reason", seat=ballot.seat.name, text=" ".join(ballot.rationale.split()))
        for ballot in ballots
        if ballot.rationale
    ]


def _matrix(view: View) -> list[str]:
    say, names = view.say, _names(view)
    wide = len(names) <= MOST_COLUMNS
    columns = names if wide and names != [""] else [say("column.vote")]
    head = [say("column.agent"), *columns, say("column.confidence"), say("column.notes")]
    rows = []
    for answer in view.roster:
        ballot = answer if isinstance(answer, Ballot) else None
        sure = confidence(view, ballot.confidence) if ballot else ""
        notes = ballot.rationale if ballot else position(view, answer)
        votes = [_vote(view, ballot, name) for name in columns] if wide and names != [""] else [position(view, answer)]
        rows.append((answer.seat.name, *votes, sure, notes))
    return [f"## {say('evidence.matrix')}", table(head, rows)]


def _vote(view: View, ballot: Ballot | None, option: str) -> str:
    if ballot is None or (ballot.option.casefold() != option.casefold() and not abstains(ballot)):
        return "-"
    return choice_word(view, ballot.choice)


def _verdict(view: View) -> list[str]:
    verdict, say = view.verdict, view.say
    share = _agreement(view)
    pairs = [
        (say("audit.result"), title_of(view)),
        (say("audit.choice"), choice_word(view, verdict.choice) if verdict.choice else ""),
        (say("evidence.consensus"), share),
        (say("judge.recommendation"), action_of(view)),
    ]
    return [f"## {say('heading.verdict')}", fields(pairs), f"**{inline(may_be_acted_on(view))}**"]


def _agreement(view: View) -> str:
    receipt = view.verdict.receipt
    share = receipt.share
    return "" if share is None else view.say(f"evidence.agreement.{receipt.basis}", percent=percent(share))


def _next_steps(view: View) -> list[str]:
    first = needed(view) or ([view.account.last_word] if view.account else [])
    steps = [*first, *notices(view)] or [view.say("evidence.proceed")]
    return [f"## {view.say('evidence.next')}", bullets(steps, numbered=True)]
