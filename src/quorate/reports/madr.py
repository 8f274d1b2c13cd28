"""The verdict as an architecture decision record, for those who keep them."""

from collections.abc import Sequence

from quorate.core.ballot import Ballot
from quorate.core.question import Question
from quorate.core.verdict import BLOCK, Dissent
from quorate.reports.lang import Language
from quorate.reports.markdown_engines import engine_parts, quoted_text
from quorate.reports.markdown_parts import (
    alarm,
    bullets,
    chosen,
    head,
    inline,
    lowered,
    paragraph,
    quoted,
    receipt_and_audit,
    risk_register,
)
from quorate.reports.markdown_rounds import round_parts
from quorate.reports.statements import degraded, may_be_acted_on
from quorate.reports.verdict_box import title_of
from quorate.reports.view import View
from quorate.reports.words import abstains, choice_word, listed_text, percent, risk_text, with_grave_concerns

FURTHER = (
    "needed",
    "notices",
    "deadlock",
    "ask",
    "answers",
    "earlier",
    "dissents",
    "conflicts",
    "notes",
    "alternatives",
    "ranking",
)
PLAIN_OPTIONS = {"magi": ("go_ahead", "leave"), "quorum": ("resume", "block", "cooldown")}
PLAIN_CHOICES = {"APPROVE": "go_ahead", "REJECT": "leave", "resume": "resume", "block": "block", "cooldown": "cooldown"}


def report(view: View) -> str:
    """Front matter, problem, options, outcome, consequences, confirmation, and the receipt."""
    say = view.say
    parts = [
        _front_matter(view),
        *alarm(view),
        f"# {inline(view.question.subject) or say('madr.untitled')}",
        *head(view),
        *problem(view.question, say),
        f"## {say('madr.options')}",
        bullets(_options(view)),
        f"## {say('madr.outcome')}",
        *_outcome(view),
        f"### {say('madr.consequences')}",
        bullets(_consequences(view)),
        f"### {say('madr.confirmation')}",
        bullets(_confirmation(view)),
        f"## {say('madr.more')}",
        *chosen(view, FURTHER, "###"),
        *map(
            lowered,
            (
                *risk_register(view),
                *engine_parts(view.account, say),
                *round_parts(view.account, say),
                *receipt_and_audit(view),
            ),
        ),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _front_matter(view: View) -> str:
    """Machines read the front matter first, so missing engines and a degraded panel are said there too."""
    notice = view.account.notice if view.account else None
    title = " - ".join((*((notice.title,) if notice else ()), *degraded(view)[:2]))
    seats = [answer.seat.name for answer in view.roster]
    return front_matter(_status(view), view.date, seats, inline(title))


def front_matter(status: str, date: str, seats: Sequence[str], notice: str = "") -> str:
    """Status, date and seats in YAML, below a comment where there is something to notice."""
    lines = ["---", *([f"# {notice}"] if notice else []), f"status: {quoted_text(status)}"]
    lines += [f"date: {quoted_text(date)}"] if date else []
    return "\n".join([*lines, f"decision-makers: {quoted_text(list(seats))}", "---"])


def _status(view: View) -> str:
    if view.account:
        return view.account.status
    if view.verdict.may_be_acted_on:
        return "accepted"
    return "rejected" if view.verdict.action == BLOCK else "proposed"


def problem(question: Question, say: Language) -> list[str]:
    """What it is about, and what constrains it."""
    parts = [f"## {say('madr.context')}", quoted(question.context) or paragraph(question.subject)]
    if question.constraints:
        parts += [f"## {say('madr.drivers')}", bullets(question.constraints)]
    return parts


def _options(view: View) -> list[str]:
    known = options_of(view.question, view.verdict.protocol, view.say)
    voted = [choice_word(view, choice) for choice in view.verdict.receipt.heads]
    return known or voted or [view.say("madr.go_ahead")]


def options_of(question: Question, protocol: str, say: Language) -> list[str]:
    """What could be chosen from the start: the question's options, or the protocol's own."""
    texts = ((one.id, one.text) for one in question.options)
    stated = [say("item.option", label=label, description=text) if text else label for label, text in texts]
    return stated or [say(f"madr.{key}") for key in PLAIN_OPTIONS.get(protocol, ())]


def _chosen(view: View, choice: str) -> str:
    plain = PLAIN_CHOICES.get(choice) if view.verdict.protocol in PLAIN_OPTIONS else None
    return view.say(f"madr.{plain}") if plain else choice_word(view, choice)


def _outcome(view: View) -> list[str]:
    say, verdict = view.say, view.verdict
    share = verdict.receipt.share
    needed = percent(verdict.receipt.threshold.share)
    counted = say("madr.no_share") if share is None else say("madr.share", percent=percent(share), needed=needed)
    because = say("madr.because", protocol=verdict.protocol, result=title_of(view), share=counted)
    sentence = say("madr.none", because=because)
    decision = view.account.decision if view.account else None
    if verdict.choice:
        sentence = say("madr.chosen", option=_chosen(view, verdict.choice), because=because)
    if decision:
        sentence = say(f"madr.by.{decision.how}", by=decision.by, choice=decision.choice, because=because)
    return [paragraph(sentence), inline(may_be_acted_on(view))]


def _said(view: View, ballot: Ballot) -> str:
    return view.say("madr.said", seat=ballot.seat.name, text=" ".join(ballot.rationale.split()))


def _consequences(view: View) -> list[str]:
    """The winners' reasons are good, dissents and risks bad; with no winner, reasons are neutral.

    They are neutral too where a person decided: against the panel, its reasons would stand on the wrong side.
    """
    say, verdict = view.say, view.verdict
    decided = view.account is not None and view.account.decision is not None
    overruled = {dissent.seat for dissent in verdict.dissents}
    voted = [b for b in view.ballots if b.rationale and not abstains(b) and b.seat.name not in overruled]
    key = "madr.good" if verdict.choice and not decided else "madr.neutral"
    against = "madr.neutral" if decided else "madr.bad"
    good = [say(key, text=_said(view, ballot)) for ballot in voted]
    bad = [
        say(against, text=say("madr.said", seat=one.seat, text=_concern(view, one) or say("item.no_concern")))
        for one in verdict.dissents
    ]
    stated = (risk for risk in verdict.risks if risk.kind in ("stated", "diversity", "override", "silenced"))
    risks = [say("madr.bad", text=risk_text(view, risk)) for risk in stated]
    return view.capped([*good, *bad, *risks]) or [say("madr.neutral", text=may_be_acted_on(view))]


def _concern(view: View, dissent: Dissent) -> str:
    ballot = next((one for one in view.ballots if one.seat.name == dissent.seat), None)
    return with_grave_concerns(view, dissent.concern, ballot) if dissent.concern else ""


def _confirmation(view: View) -> list[str]:
    say = view.say
    conditions = [
        say("madr.confirm.condition", text=listed_text(view, "conditions", text)) for text in view.verdict.conditions
    ]
    watched = [
        say("madr.confirm.dissent", seat=one.seat, text=one.monitor or _concern(view, one))
        for one in view.verdict.dissents
        if one.monitor or one.concern
    ]
    return view.capped([*conditions, *watched]) or [say("madr.confirm.nothing")]
