"""What a voter is shown: the question, how to look at it, and how to answer. Never another seat's ballot."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from quorate.core.panel import Seat
from quorate.core.protocol import Protocol
from quorate.core.question import Question
from quorate.deliberation.rounds.debate import CHALLENGE, CONVINCED, arguments_for, is_debate
from quorate.deliberation.session import Session
from quorate.documents.vote_form import choices_of, vote_schema
from quorate.prompts.templates import USUAL, Templates, filled, lens_text, prompt_template
from quorate.protocols import protocol_named

_NOT_ASKED_FOR = ("perspective", "engine", "seat", "error", "detail", "inferred", "repaired", "priorities")
_DEBATE_ANSWER = (
    f'{CHALLENGE}: "required: what is wrong or missing in the arguments of the others"',
    f'{CONVINCED}: "required if your choice is another one than before: what convinced you"',
)


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


def prompt_for(session: Session, seat: Seat, call: str = "", nonce: str = "", templates: Templates = USUAL) -> Prompt:
    """The prompt of a seat in the latest round."""
    return Prompt(
        session.id,
        session.rounds[-1].number if session.rounds else 1,
        seat,
        session.protocol,
        session.question,
        choices_of(session.protocol, session.question),
        session.opened.terms,
        _text(session, seat, nonce, templates),
        call,
        nonce,
        (CHALLENGE, CONVINCED) if session.round and is_debate(session.round) else (),
    )


def _text(session: Session, seat: Seat, nonce: str, templates: Templates) -> str:
    question = session.question
    decision, context = _decision(question), _context(question)
    decision = [*decision, *_since(session, seat, nonce)]
    values = {
        "seat": _in_one_line(seat.name),
        "seats": str(len(session.opened.seats)),
        "lens": lens_text(seat.lens, session.protocol, templates),
        "question": _quoted([*decision, *context], nonce),
        "decision": _quoted(decision, nonce),
        "context": _quoted(context or ["(none was given)"], nonce),
        "answer": _answer(session, nonce),
    }
    return filled(prompt_template(seat.voter_kind, templates), values)


def _in_one_line(name: str) -> str:
    """A name that stands beside our own words; it must not begin a line."""
    return " ".join(name.split())


def _quoted(lines: list[str], nonce: str) -> str:
    """Between markers that what stands there cannot know."""
    mark = f"quoted-{nonce}" if nonce else "quoted"
    return "\n".join([f"<<<{mark}", *lines, f"{mark}>>>"])


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


def _since(session: Session, seat: Seat, nonce: str) -> list[str]:
    """What is new in this round: evidence that asks for another look, or what the others have argued."""
    round_ = session.round
    if round_ is None:
        return []
    lines = []
    if round_.reason:
        lines.append(f"WHY IT IS ASKED AGAIN: {_in_one_line(round_.reason)}")
    if round_.evidence:
        lines += ["NEW EVIDENCE:", *_indented(round_.evidence)]
    if is_debate(round_):
        for number, one in enumerate(arguments_for(session, seat.name, nonce), 1):
            lines += [f"ARGUMENT {number}, FOR {_in_one_line(one.choice)}:", *_indented(one.reason)]
    return lines


def _indented(text: str) -> list[str]:
    """Somebody's words, none of which begins a line like ours, or steers a terminal."""
    plain = "".join(one if one.isprintable() or one in "\n\t" else " " for one in text)
    return [f"    {line}".rstrip() for line in plain.splitlines()]


def _answer(session: Session, nonce: str) -> str:
    """How to answer: one fenced block, and the nonce where there is one."""
    protocol = protocol_named(session.protocol)
    key, words = protocol.vote_keys.choice, protocol.form.choices or choices_of(session.protocol, session.question)
    choices = " | ".join(map(_in_one_line, words))
    keys = answer_lines(session.protocol, is_debate=bool(session.round and is_debate(session.round)))
    nonced = [f'nonce: "{nonce}"'] if nonce else []
    how = "Answer with one fenced block of YAML" + (", and copy its nonce as it stands:" if nonce else ":")
    return "\n".join([how, "", "```yaml", *nonced, f"{key}: {choices}", *keys, "```", ""])


def answer_lines(protocol: str, *, is_debate: bool = False) -> list[str]:
    """The keys of an answer besides the choice, with the texts that stand in the place of a voter's own."""
    found = protocol_named(protocol)
    keys = [*(found.form.answer or _more_keys(found))]
    return [*keys, *_DEBATE_ANSWER] if is_debate else keys


def _more_keys(protocol: Protocol) -> list[str]:
    """The other keys of a vote that a voter fills in, with what each means."""
    keys, schema = protocol.vote_keys, vote_schema(protocol)
    hidden = {keys.choice, keys.seat, keys.weight, *_NOT_ASKED_FOR}
    return [f"{name}: {shape.get('description', '')}".rstrip() for name, shape in schema.items() if name not in hidden]
