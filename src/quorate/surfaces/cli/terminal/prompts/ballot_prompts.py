"""A person's ballot, asked for at the terminal in the words of the protocol."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from quorate.app.life.ballots import FilledBallot, looks_like_fraction, number_or_word, percent_of, reason_key
from quorate.core.panel import Seat
from quorate.core.protocol import Protocol
from quorate.core.question import Question
from quorate.deliberation.rounds.debate import CHALLENGE, CONVINCED, arguments_for, changes_choice, is_debate
from quorate.deliberation.session import Session
from quorate.documents.values import plain_mapping
from quorate.documents.vote_form import choices_of, shown_choices, vote_schema
from quorate.protocols import protocol_named
from quorate.surfaces.cli.terminal.output.deliberation_lines import news_lines, question_lines
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.prompts.typed_lines import ask_choice, ask_filled, ask_line, ask_lines, confirmed
from quorate.surfaces.cli.terminal.streams import complain, say

Vote = dict[str, Any]


def ask_ballot(session: Session, seat: Seat, words: Words, width: int) -> FilledBallot:
    """Shows the question and asks for what a ballot needs."""
    question, protocol = session.question, protocol_named(session.protocol)
    keys, schema = protocol.vote_keys, vote_schema(protocol)
    say(
        "\n".join(
            ["", session.id, *question_lines(question, words, width), *news_lines(session, seat, words, width), ""]
        )
    )
    complain(words("ask.seat", seat=seat.name))
    if seat.lens:
        complain(words("ask.lens", lens=seat.lens))
    shown, known = shown_choices(session.protocol, question), choices_of(session.protocol, question)
    vote: Vote = {keys.choice: _ask_option(words("ask.choice"), shown, question, known)}
    if keys.choice != "option" and "option" in schema and question.options:
        vote["option"] = _ask_option(words("ask.option"), [option.id for option in question.options], question)
    if keys.confidence:
        vote[keys.confidence] = _ask_confidence(protocol, words)
    if why := ask_line(words("ask.rationale")):
        vote[reason_key(schema)] = why
    if conditions := ask_lines(words("ask.condition")):
        vote["conditions"] = conditions
    return FilledBallot(plain_mapping({**vote, **_asked_in_debate(session, seat, vote, words)}))


def _ask_option(label: str, choices: Sequence[str], question: Question, known: Sequence[str] = ()) -> str:
    """One of the choices; an option is listed with its text. `known` are taken too where they are typed."""
    texts = {option.id: option.text for option in question.options}
    unlisted = [word for word in known if word not in choices]
    return ask_choice(label, choices, [texts.get(choice, "") for choice in choices], unlisted)


def _asked_in_debate(session: Session, seat: Seat, vote: Vote, words: Words) -> Vote:
    """What a ballot of a debate says besides: what it challenges, and what convinced it where it has changed."""
    round_ = session.round
    if not round_ or not is_debate(round_) or not arguments_for(session, seat.name, ""):
        return {}
    said = {CHALLENGE: ask_filled(words("ask.challenge"))}
    if changes_choice(session, round_, seat.name, vote):
        said[CONVINCED] = ask_filled(words("ask.convinced"))
    return said


def _ask_confidence(protocol: Protocol, words: Words) -> int | Decimal | str:
    schema = vote_schema(protocol)[protocol.vote_keys.confidence]
    if "enum" in schema:
        return ask_choice(words("ask.confidence.words"), schema["enum"])
    least, most = schema["minimum"], schema["maximum"]
    while True:
        said = number_or_word(ask_line(words("ask.confidence", least=least, most=most)))
        if looks_like_fraction(said, protocol) and confirmed(words("ask.fraction", meant=percent_of(said), most=most)):
            return number_or_word(percent_of(said))
        if not isinstance(said, str) and least <= said <= most:
            return said
        complain(f"found {said!r}; allowed: a number from {least} to {most}")
