"""The Consensus Report of the evidence protocol."""

from collections.abc import Sequence
from itertools import chain

from quorate.core.ballot import Ballot, Evidence
from quorate.core.exact import ratio, rounded
from quorate.core.verdict import ASK, REDELIBERATE
from quorate.reports.content.ballots import citation, concerns
from quorate.reports.content.card import action_of, title_of
from quorate.reports.content.sections import chosen, conflict_items
from quorate.reports.content.statements import may_be_acted_on, needed, notices
from quorate.reports.content.tables import action_section, receipt_and_audit, risk_register
from quorate.reports.content.vote_words import abstains, choice_word, confidence, percent, position
from quorate.reports.document import (
    Block,
    Document,
    Facts,
    Paragraph,
    Rule,
    Section,
    Table,
    Title,
    facts,
    listing,
    quotation,
    section,
    strong,
)
from quorate.reports.layouts.decision_report import card, course
from quorate.reports.proceedings import PROPOSED
from quorate.reports.report_data import ReportData

FURTHER = ("deadlock", "ask", "answers", "earlier", "dissents", "notes", "conditions", "alternatives")
MOST_COLUMNS = 5


def layout(data: ReportData) -> Document:
    """Header, question, options, matrix, verdict, conflicts, next steps, then the receipt."""
    say, conflicts = data.say, conflict_items(data)
    subject = Paragraph(data.question.subject or say("heading.no_subject"))
    return (
        *_header(data),
        section("question", say("evidence.question"), subject, quotation(data.question.context)),
        *action_section(data.question, say),
        _options(data),
        section("matrix", say("evidence.matrix"), _matrix(data)),
        _verdict(data),
        *([listing("conflicts", say("section.conflicts"), conflicts)] if conflicts else []),
        _next_steps(data),
        *chosen(data, FURTHER),
        *risk_register(data),
        *course(data),
        *receipt_and_audit(data),
    )


def _header(data: ReportData) -> list[Block]:
    say = data.say
    title = say("evidence.title", subject=data.question.subject or say("heading.no_subject"))
    pairs = (
        (say("evidence.task"), data.question.id or "-"),
        (say("field.date"), data.date or "-"),
        (say("column.status"), say(f"evidence.status.{_status(data)}")),
        (say("evidence.agent_type"), "analysis"),
    )
    head: list[Block] = [Facts(data.proceedings.head)] if data.proceedings else []
    return [Title(title), card(data), Facts(pairs, is_header=True), *head, Rule()]


def _status(data: ReportData) -> str:
    """complete: settled; partial: somebody still has work to do; blocked: waiting for a person to choose."""
    proceedings = data.proceedings
    if proceedings and proceedings.status != PROPOSED:
        return "complete"
    if data.verdict.action == ASK and not (proceedings and proceedings.decision):
        return "blocked"
    return "partial" if data.verdict.action == REDELIBERATE or "verification" in data.verdict.requires else "complete"


def _names(data: ReportData) -> list[str]:
    return [option.id for option in data.question.options] or [""]


def _about(data: ReportData, option: str) -> list[Ballot]:
    return [ballot for ballot in data.ballots if ballot.option.casefold() == option.casefold() and not abstains(ballot)]


def _options(data: ReportData) -> Section:
    options = (_option(data, index, option) for index, option in enumerate(_names(data)))
    return section("options", data.say("evidence.options"), *options)


def _option(data: ReportData, index: int, option: str) -> Section:
    name = data.say("evidence.option", letter=chr(ord("A") + index) if index < 26 else str(index + 1), option=option)
    meaning = (Paragraph(one.text) for one in data.question.options if one.id == option and one.text)
    title = name if option else data.say("evidence.claim")
    ballots = _about(data, option)
    block = _positions(data, ballots) if ballots else _stated_position(data, option)
    return section("option", title, *meaning, block)


def _stated_position(data: ReportData, option: str) -> Block:
    """Return what a voting structure of one agent states on an option beside its ballot."""
    say = data.say
    for entry in data.verdict.native.get("options", ()):
        if entry["option"] == option and entry.get("vote"):
            cited = (citation(data, Evidence(**item)) for item in entry["evidence"])
            return Facts(
                (
                    (say("column.vote"), choice_word(data, entry["vote"])),
                    (say("column.confidence"), str(entry["confidence"])),
                    (say("column.rationale"), entry["rationale"]),
                    (say("evidence.evidence"), say.listed(cited)),
                )
            )
    return Paragraph(say("evidence.nobody"))


def _positions(data: ReportData, ballots: Sequence[Ballot]) -> Block:
    say = data.say
    accepting = sorted((b for b in ballots if b.choice == "accept"), key=lambda b: (-_sure(b), b.seat.name))
    rejecting = [b for b in ballots if b.choice != "accept"]
    warnings = chain.from_iterable((*concerns(data, b), *b.risks) for b in ballots)
    cited = chain.from_iterable(b.evidence for b in ballots)
    pairs = [
        (say("column.confidence"), _weighted(accepting)),
        (say("column.rationale"), say.listed(_reasons(data, accepting[:1]))),
        (say("evidence.evidence"), say.listed(dict.fromkeys(citation(data, item) for item in cited))),
        (say("evidence.pros"), say.listed(_reasons(data, accepting[1:]))),
        (say("evidence.cons"), say.listed((*_reasons(data, rejecting), *warnings))),
    ]
    return facts(pairs) or Paragraph(say.listed(position(data, ballot) for ballot in ballots))


def _sure(ballot: Ballot) -> int:
    return round(ballot.confidence.percent * 1000) if ballot.confidence else 50_000


def _weighted(ballots: Sequence[Ballot]) -> str:
    """The weighted vote's own confidence in an option, from 0 to 1."""
    sure = [ballot.confidence.percent if ballot.confidence else 50 for ballot in ballots]
    return str(rounded(ratio(sum(c * c for c in sure), 100 * sum(sure)), 2)) if ballots else ""


def _reasons(data: ReportData, ballots: Sequence[Ballot]) -> list[str]:
    return [
        data.say("item.reason", seat=ballot.seat.name, text=" ".join(ballot.rationale.split()))
        for ballot in ballots
        if ballot.rationale
    ]


def _matrix(data: ReportData) -> Table:
    say, names = data.say, _names(data)
    wide = len(names) <= MOST_COLUMNS
    columns = names if wide and names != [""] else [say("column.vote")]
    head = (say("column.agent"), *columns, say("column.confidence"), say("column.notes"))
    rows: list[tuple[str, ...]] = []
    for answer in data.roster:
        ballot = answer if isinstance(answer, Ballot) else None
        sure = confidence(data, ballot.confidence) if ballot else ""
        notes = ballot.rationale if ballot else position(data, answer)
        votes = [_vote(data, ballot, name) for name in columns] if wide and names != [""] else [position(data, answer)]
        rows.append((answer.seat.name, *votes, sure, notes))
    return Table(head, tuple(rows))


def _vote(data: ReportData, ballot: Ballot | None, option: str) -> str:
    if ballot is None or (ballot.option.casefold() != option.casefold() and not abstains(ballot)):
        return "-"
    return choice_word(data, ballot.choice)


def _verdict(data: ReportData) -> Section:
    verdict, say = data.verdict, data.say
    share = _agreement(data)
    pairs = [
        (say("audit.result"), title_of(data)),
        (say("audit.choice"), choice_word(data, verdict.choice) if verdict.choice else ""),
        (say("evidence.consensus"), share),
        (say("judge.recommendation"), action_of(data)),
    ]
    return section("verdict", say("heading.verdict"), facts(pairs), strong(may_be_acted_on(data)))


def _agreement(data: ReportData) -> str:
    receipt = data.verdict.receipt
    share = receipt.share
    return "" if share is None else data.say(f"evidence.agreement.{receipt.basis}", percent=percent(share))


def _next_steps(data: ReportData) -> Section:
    first = needed(data) or ([data.proceedings.last_word] if data.proceedings else [])
    steps = [*first, *notices(data)] or [data.say("evidence.proceed")]
    return listing("next", data.say("evidence.next"), steps, numbered=True)
