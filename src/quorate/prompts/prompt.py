"""What a voter is shown: the question, how to look at it, and how to answer. Never another seat's ballot."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from quorate.core.panel import Seat
from quorate.core.question import Question
from quorate.deliberation.rounds.debate import CHALLENGE, CONVINCED, is_debate
from quorate.deliberation.session import Session
from quorate.documents.vote_form import choices_of
from quorate.prompts.answer_form import Blank, answer_text
from quorate.prompts.quotation import in_one_line, quoted
from quorate.prompts.round_brief import round_brief, round_news
from quorate.prompts.templates import USUAL, Templates, filled, lens_text, prompt_template
from quorate.protocols import protocol_named


class Prompt(NamedTuple):
    """One seat's question in one round: `choices` are the words that may be chosen, `text` is all of it in words.

    `also` are the keys that an answer has in this round besides those of any ballot. `fence` is the number of the
    claim that the call was started under: above 1 it takes the place of one that was lost.
    """

    deliberation: str
    round: int
    seat: Seat
    protocol: str
    question: Question
    choices: tuple[str, ...]
    terms: Mapping[str, Any]
    text: str
    call: str = ""
    nonce: str = ""
    also: tuple[str, ...] = ()
    fence: int = 1


def prompt_for(
    session: Session,
    seat: Seat,
    call: str = "",
    nonce: str = "",
    templates: Templates = USUAL,
    options: Sequence[str] = (),
) -> Prompt:
    """The prompt of a seat in the latest round; `options` are the ids in the order that was drawn for it, if any."""
    question = _in_order(session.question, options)
    return Prompt(
        session.id,
        session.rounds[-1].number if session.rounds else 1,
        seat,
        session.protocol,
        session.question,
        choices_of(session.protocol, question),
        _shown_terms(session),
        _text(session, question, seat, nonce, templates),
        call,
        nonce,
        (CHALLENGE, CONVINCED) if _is_debate(session) else (),
    )


def _shown_terms(session: Session) -> Mapping[str, Any]:
    """The terms without what voters weigh: nobody votes by that."""
    learning = protocol_named(session.protocol).learning
    return {key: said for key, said in session.opened.terms.items() if learning is None or key != learning.key}


def _in_order(question: Question, ids: Sequence[str]) -> Question:
    """The question with its options in this order; what is not named there comes behind, as it is listed."""
    places = {one: place for place, one in enumerate(ids)}
    options = sorted(question.options, key=lambda option: places.get(option.id, len(places)))
    return question._replace(options=tuple(options))


def _is_debate(session: Session) -> bool:
    return session.round is not None and is_debate(session.round)


def _text(session: Session, question: Question, seat: Seat, nonce: str, templates: Templates) -> str:
    decision = [*_decision(question), *round_news(session, seat, nonce)]
    context = _context(question)
    values = {
        "seat": in_one_line(seat.name),
        "seats": str(len(session.opened.seats)),
        "lens": lens_text(seat.lens, session.protocol, templates),
        "question": quoted([*decision, *context], nonce),
        "decision": quoted(decision, nonce),
        "context": quoted(context or ["(none was given)"], nonce),
        "answer": _answer(session, question, seat, nonce),
    }
    return filled(prompt_template(seat.voter_kind, templates), values)


def _answer(session: Session, question: Question, seat: Seat, nonce: str) -> str:
    protocol, ids = protocol_named(session.protocol), [option.id for option in question.options]
    choices = protocol.form().choices or choices_of(session.protocol, question)
    form = answer_text(Blank(protocol, question, choices, ids, nonce, _is_debate(session)))
    brief = round_brief(session, seat)
    return f"{brief}\n\n{form}\n" if brief else f"{form}\n"


def _decision(question: Question) -> list[str]:
    lines = [f"DECISION: {question.subject}"]
    if kind := question.decision_type or question.domain:
        lines.append(f"TYPE: {kind}")
    for name in ("urgency", "reversibility", "action"):
        if said := getattr(question, name):
            lines.append(f"{name.upper()}: {said}")
    if question.options:
        lines += ["OPTIONS:", *(f"  {option.id}: {option.text}".rstrip(": ") for option in question.options)]
    return lines + [f"CONSTRAINT: {one}" for one in question.constraints]


def _context(question: Question) -> list[str]:
    return ["CONTEXT:", question.context] if question.context else []
