"""The verdict as an architecture decision record, for those who keep them."""

from quorate.core.question import Question
from quorate.core.verdict import BLOCK, Dissent
from quorate.reports.content.card import headline_of
from quorate.reports.content.protocols import wording_of
from quorate.reports.content.sections import chosen
from quorate.reports.content.statements import degraded, may_be_acted_on
from quorate.reports.content.tables import action_section, receipt_and_audit, risk_register, warnings
from quorate.reports.content.vote_words import (
    abstains,
    choice_word,
    listed_text,
    percent,
    risk_text,
    with_grave_concerns,
)
from quorate.reports.document import (
    Block,
    Document,
    Facts,
    FrontMatter,
    Paragraph,
    Section,
    Title,
    items,
    paragraph,
    quotation,
    section,
)
from quorate.reports.language import Language
from quorate.reports.layouts.decision_report import course
from quorate.reports.report_data import ReportData

FURTHER = (
    *("needed", "notices", "deadlock", "ask", "answers", "earlier", "dissents", "conflicts", "notes", "alternatives"),
    "ranking",
)


def layout(data: ReportData) -> Document:
    """Front matter, problem, options, outcome, consequences, confirmation, and the receipt."""
    say = data.say
    head: list[Block] = [Facts(data.proceedings.head)] if data.proceedings else []
    further = (*chosen(data, FURTHER), *risk_register(data), *course(data), *receipt_and_audit(data))
    return (
        _front_matter(data),
        *warnings(data),
        Title(data.question.subject or say("madr.untitled")),
        *head,
        *problem(data.question, say),
        section("options", say("madr.options"), items(_options(data))),
        _outcome(data),
        section("more", say("madr.more"), *further),
    )


def _front_matter(data: ReportData) -> FrontMatter:
    """Machines read the front matter first, so missing engines and a degraded panel are said there too."""
    notice = data.proceedings.notice if data.proceedings else None
    title = " - ".join((*((notice.title,) if notice else ()), *degraded(data)[:2]))
    return FrontMatter(_status(data), data.date, tuple(answer.seat.name for answer in data.roster), title)


def _status(data: ReportData) -> str:
    if data.proceedings:
        return data.proceedings.status
    if data.verdict.may_be_acted_on:
        return "accepted"
    return "rejected" if data.verdict.action == BLOCK else "proposed"


def problem(question: Question, say: Language) -> list[Section]:
    """What it is about, and what constrains it."""
    about = quotation(question.context) or paragraph(question.subject)
    found = [section("problem", say("madr.context"), about)]
    if question.constraints:
        found.append(section("drivers", say("madr.drivers"), items(question.constraints)))
    return [*found, *action_section(question, say)]


def _options(data: ReportData) -> list[str]:
    known = options_of(data.question, data.verdict.protocol, data.say)
    voted = [choice_word(data, choice) for choice in data.verdict.receipt.heads]
    return known or voted or [data.say("madr.go_ahead")]


def options_of(question: Question, protocol: str, say: Language) -> list[str]:
    """What could be chosen from the start: the question's options, or the protocol's own."""
    texts = ((one.id, one.text) for one in question.options)
    stated = [say("item.option", label=label, description=text) if text else label for label, text in texts]
    return stated or [say(f"madr.{key}") for key in wording_of(protocol).plain_options]


def _chosen(data: ReportData, choice: str) -> str:
    plain = dict(wording_of(data.verdict.protocol).plain_choices).get(choice)
    return data.say(f"madr.{plain}") if plain else choice_word(data, choice)


def _decision(data: ReportData) -> str:
    say, verdict = data.say, data.verdict
    share = verdict.receipt.share
    needed = percent(verdict.receipt.threshold.share)
    counted = say("madr.no_share") if share is None else say("madr.share", percent=percent(share), needed=needed)
    because = say("madr.because", protocol=verdict.protocol, result=headline_of(data), share=counted)
    sentence = say("madr.none", because=because)
    decision = data.proceedings.decision if data.proceedings else None
    if verdict.choice:
        sentence = say("madr.chosen", option=_chosen(data, verdict.choice), because=because)
    if decision:
        sentence = say(f"madr.by.{decision.how}", by=decision.by, choice=decision.choice, because=because)
    return sentence


def _outcome(data: ReportData) -> Section:
    say = data.say
    return section(
        "outcome",
        say("madr.outcome"),
        Paragraph(_decision(data)),
        Paragraph(may_be_acted_on(data)),
        section("consequences", say("madr.consequences"), items(_consequences(data))),
        section("confirmation", say("madr.confirmation"), items(_confirmation(data))),
    )


def _consequences(data: ReportData) -> list[str]:
    """The winners' reasons are good, dissents and risks bad; with no winner, reasons are neutral.

    They are neutral too where a person decided: against the panel, its reasons would stand on the wrong side.
    """
    say, verdict = data.say, data.verdict
    decided = data.proceedings is not None and data.proceedings.decision is not None
    overruled = {dissent.seat for dissent in verdict.dissents}
    voted = [b for b in data.ballots if b.rationale and not abstains(b) and b.seat.name not in overruled]
    key = "madr.good" if verdict.choice and not decided else "madr.neutral"
    against = "madr.neutral" if decided else "madr.bad"
    good = [
        say(key, text=data.say("madr.said", seat=ballot.seat.name, text=" ".join(ballot.rationale.split())))
        for ballot in voted
    ]
    bad = [
        say(against, text=say("madr.said", seat=one.seat, text=_concern(data, one) or say("item.no_concern")))
        for one in verdict.dissents
    ]
    stated = (risk for risk in verdict.risks if risk.kind in ("stated", "diversity", "override", "silenced"))
    risks = [say("madr.bad", text=risk_text(data, risk)) for risk in stated]
    return data.capped([*good, *bad, *risks]) or [say("madr.neutral", text=may_be_acted_on(data))]


def _concern(data: ReportData, dissent: Dissent) -> str:
    ballot = next((one for one in data.ballots if one.seat.name == dissent.seat), None)
    return with_grave_concerns(data, dissent.concern, ballot) if dissent.concern else ""


def _confirmation(data: ReportData) -> list[str]:
    say = data.say
    stated = [listed_text(data, "conditions", text) for text in data.verdict.conditions]
    conditions = [say("madr.confirm.condition", text=text) for text in stated]
    watched = [
        say("madr.confirm.dissent", seat=one.seat, text=one.monitor or _concern(data, one))
        for one in data.verdict.dissents
        if one.monitor or one.concern
    ]
    return data.capped([*conditions, *watched]) or [say("madr.confirm.nothing")]
