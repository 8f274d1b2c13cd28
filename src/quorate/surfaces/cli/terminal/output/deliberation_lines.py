"""How a deliberation stands, in a few lines for a person. Nothing of a ballot before the round is over."""

from quorate.core.panel import Seat
from quorate.core.question import Question
from quorate.core.text import with_hidden_signs
from quorate.deliberation.permission import may_be_acted_on
from quorate.deliberation.rounds.debate import arguments_for, is_debate
from quorate.deliberation.session import Session
from quorate.deliberation.summary import ACTIVE, state_of, status_of
from quorate.reports.content.deliberation.decision_state import decision_of, last_word
from quorate.reports.language import language
from quorate.reports.text import clean, escaped, verbatim, wrap
from quorate.surfaces.cli.terminal.phrases import Words


def state_lines(session: Session, words: Words) -> list[str]:
    """Its id, its state, and whether it may be acted on after all that people have answered."""
    status, say = status_of(session), language(words.lang)
    states = [words.word("state", state_of(session)), *([words.word("status", status)] if status != ACTIVE else [])]
    may = words("may") if may_be_acted_on(session) else last_word(session, say, decision_of(session, say))
    return [f"{session.id}  {', '.join(states)}", may]


def question_lines(question: Question, words: Words, width: int) -> list[str]:
    """The question with all that a voter has to know."""
    texts = [
        question.subject,
        *_facts(question, words, "domain", "urgency", "reversibility", "review_by", "action_for"),
    ]
    texts += [f"{words('constraint')}: {one}" for one in question.constraints]
    texts += [f"{words('option', id=option.id)}: {option.text}".rstrip(": ") for option in question.options]
    texts += _facts(question, words, "context")
    lines = [line for text in texts for line in wrap(clean(with_hidden_signs(text)), width, 2)]
    return [*lines, *action_lines(question, words, width)]


def action_lines(question: Question, words: Words, width: int) -> list[str]:
    """Every line of the action that a verdict would release, where there is one."""
    if not question.action:
        return []
    return [f"{words('action')}:", *verbatim(escaped(question.action.removesuffix("\n")), width)]


def news_lines(session: Session, seat: Seat, words: Words, width: int) -> list[str]:
    """What is new in this round: why it asks again, the evidence, or what the others have argued, without names."""
    round_ = session.round
    if not round_:
        return []
    told = (("news.reason", round_.reason), ("news.evidence", round_.evidence))
    texts = [words(key, text=text) for key, text in told if text.strip()]
    if is_debate(round_):
        arguments = arguments_for(session, seat.name, f"{round_.question} {round_.number} {seat.name}")
        texts += [words("news.argument", choice=one.choice, text=one.reason) for one in arguments]
    return [line for text in texts for line in wrap(clean(text), width, 2)]


def moment(stamp: str) -> str:
    """A moment of the record, to the second."""
    return f"{stamp[:10]} {stamp[11:19]}Z" if stamp else ""


def _facts(question: Question, words: Words, *names: str) -> list[str]:
    return [f"{words(name)}: {said}" for name in names if (said := getattr(question, name))]
