"""The report in Markdown."""

from quorate.core.ballot import Answer, Ballot
from quorate.core.question import Question
from quorate.reports.ballots import besides
from quorate.reports.lang import Language
from quorate.reports.markdown_engines import engine_parts
from quorate.reports.markdown_parts import (
    alarm,
    bullets,
    chosen,
    fields,
    inline,
    paragraph,
    quoted,
    receipt_and_audit,
    risk_register,
    table,
)
from quorate.reports.markdown_rounds import round_parts
from quorate.reports.statements import may_be_acted_on
from quorate.reports.verdict_box import action_of, reached, title_of
from quorate.reports.view import View
from quorate.reports.words import choice_word, confidence, detail_of, number, position_as_read, why_not_counted

OUTCOME = (
    "needed",
    "notices",
    "go_no_go",
    "deadlock",
    "ask",
    "answers",
    "earlier",
    "conditions",
    "alternatives",
    "ranking",
)


def report(view: View) -> str:
    """The report of the verdict's protocol."""
    return "\n\n".join([*alarm(view), *_body(view)]) + "\n"


def _body(view: View) -> list[str]:
    if view.verdict.protocol == "judges":
        from quorate.reports.judges_report import judges_report

        return judges_report(view)
    if view.verdict.protocol == "evidence":
        from quorate.reports.consensus_report import consensus_report

        return consensus_report(view)
    return decision_report(view)


def decision_report(view: View) -> list[str]:
    """Request, context, seats, votes, verdict, dissents, risks, receipt, audit trail."""
    return [
        *heading(view),
        *request(view.question, view.say),
        *(_sides(view) if view.is_large else _seats(view)),
        f"## {view.say('heading.votes')}",
        votes(view),
        *verdict(view),
        *chosen(view, ("dissents",)),
        *(chosen(view, ("notes",)) if view.is_large else []),
        *risk_register(view),
        *engine_parts(view.account, view.say),
        *round_parts(view.account, view.say),
        *receipt_and_audit(view),
    ]


def heading(view: View) -> list[str]:
    """Title, date, and whether the verdict may be acted on."""
    title = view.say("heading.report", subject=inline(view.question.subject) or view.say("heading.no_subject"))
    pairs = [(view.say("field.date"), view.date), (view.say("field.verdict"), title_of(view))]
    pairs += view.account.head if view.account else ()
    return [f"# {title}", fields(pairs), f"**{inline(may_be_acted_on(view))}**"]


def request(question: Question, say: Language) -> list[str]:
    """What was asked, and its context."""
    said = fields(request_pairs(question, say)) or say("heading.no_subject")
    context = [f"## {say('heading.context')}", quoted(question.context)] if question.context else []
    return [f"## {say('heading.request')}", said, *context]


def request_pairs(question: Question, say: Language) -> list[tuple[str, str]]:
    """The question with all that frames it, labels and values; some values are empty."""
    return [
        (say("field.subject"), question.subject),
        (say("field.domain"), question.domain),
        (say("field.urgency"), say.word("urgency", question.urgency)),
        (say("field.reversibility"), say.word("reversibility", question.reversibility)),
        (say("field.review_by"), question.review_by),
        (say("field.action"), question.action),
        (say("field.constraints"), say.listed(question.constraints)),
        (
            say("field.options"),
            say.listed(f"{one.id} ({one.text})" if one.text else one.id for one in question.options),
        ),
    ]


def _seats(view: View) -> list[str]:
    parts = [f"## {view.say('heading.seats')}"]
    for answer in view.roster:
        parts += [f"### {inline(answer.seat.name)}", *seat_parts(view, answer)]
    return parts


def seat_parts(view: View, answer: Answer) -> list[str]:
    """What one seat said."""
    if not isinstance(answer, Ballot):
        return [paragraph(why_not_counted(view, answer))]
    say = view.say
    notes = view.account.notes.get(answer.seat.name, ()) if view.account else ()
    vote = fields(
        [
            (say("column.vote"), position_as_read(view, answer)),
            (say("column.confidence"), confidence(view, answer.confidence)),
            *besides(view, answer),
            (say("column.notes"), say("ask.join").join(notes)),
        ]
    )
    return [vote, quoted(answer.rationale)] if answer.rationale else [vote]


def _sides(view: View) -> list[str]:
    """On a large panel, one section per choice: how many, and the first reasons."""
    parts = [f"## {view.say('heading.sides')}"]
    for choice, heads in view.verdict.receipt.heads.items():
        said = [
            view.say("item.reason", seat=ballot.seat.name, text=" ".join(ballot.rationale.split()))
            for ballot in view.ballots
            if ballot.choice == choice and ballot.rationale
        ]
        parts += [f"### {inline(choice_word(view, choice))} ({heads})", bullets(view.capped(said))] if heads else []
    return [part for part in parts if part]


def votes(view: View) -> str:
    """The vote table: every seat, whether it was counted or not."""
    counted = set(view.verdict.receipt.counted)
    head = [view.say(f"column.{column}") for column in ("seat", "vote", "confidence", "weight", "counted", "rationale")]
    rows = [
        (
            answer.seat.name,
            position_as_read(view, answer),
            confidence(view, answer.confidence) if isinstance(answer, Ballot) else "",
            number(answer.seat.weight),
            view.say("yes" if answer.seat.name in counted else "no"),
            answer.rationale if isinstance(answer, Ballot) else detail_of(view, answer),
        )
        for answer in view.roster
    ]
    return table(head, rows)


def verdict(view: View) -> list[str]:
    """The outcome with everything that follows from it."""
    lines = [*reached(view), view.say("box.action", what=action_of(view))]
    last = f"**{inline(may_be_acted_on(view))}**"
    title = f"**{inline(title_of(view))}**"
    return [f"## {view.say('heading.verdict')}", title, bullets(lines), last, *chosen(view, OUTCOME, "###")]
