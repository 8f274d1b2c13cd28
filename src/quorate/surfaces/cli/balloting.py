"""A person's ballot: from options, from a document, or asked for at the terminal, in the words of the protocol."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from quorate.core.errors import DocumentError, InputError, Refused
from quorate.core.panel import Seat
from quorate.core.question import Question
from quorate.core.shape import some_of
from quorate.deliberation.rounds.debate import CHALLENGE, CONVINCED, arguments_for, changes_choice, is_debate
from quorate.deliberation.session import Session
from quorate.documents.container import Lines, decoded, parsed
from quorate.documents.values import plain_mapping
from quorate.documents.vote_form import choices_of, vote_schema
from quorate.protocols import protocol_named
from quorate.surfaces.cli.prompting import ask_choice, ask_filled, ask_line, ask_lines
from quorate.surfaces.cli.standing import news_lines, question_lines
from quorate.surfaces.cli.streams import complain, named, read_document, say
from quorate.surfaces.cli.wording import Words

_NUMBER = re.compile(r"[0-9]{1,20}(\.[0-9]{1,20})?")
Vote = dict[str, Any]


class Marks(NamedTuple):
    """What options say of a ballot."""

    choice: str | None = None
    confidence: str | None = None
    rationale: str | None = None
    option: str | None = None
    conditions: tuple[str, ...] = ()
    challenge: str | None = None
    convinced_by: str | None = None


class FilledBallot(NamedTuple):
    """A ballot in the words of the protocol, and where its parts stand."""

    vote: Vote
    line_of: Lines = lambda _: None
    source: str = ""

    def located(self, error: DocumentError) -> DocumentError:
        """The problems with their file and line."""
        return DocumentError((one._replace(line=self.line_of(one.path)) for one in error.problems), self.source)


def marked(marks: Marks, protocol: str, question: Question) -> FilledBallot:
    """The ballot that options describe."""
    found = protocol_named(protocol)
    keys, schema = found.vote_keys, vote_schema(found)
    said: dict[str, Any] = {
        "option": marks.option,
        "conditions": list(marks.conditions) or None,
        keys.confidence or "confidence": None if marks.confidence is None else number_or_word(marks.confidence),
        _reason_key(schema): marks.rationale,
        keys.choice: _known(marks.choice or "", choices_of(protocol, question)),
        CHALLENGE: marks.challenge,
        CONVINCED: marks.convinced_by,
    }
    return FilledBallot(plain_mapping({key: value for key, value in said.items() if value is not None}))


def _known(choice: str, words: Sequence[str]) -> str:
    """The word that is meant, in upper or lower case."""
    alike = [word for word in words if word.casefold() == choice.strip().casefold()]
    if choice not in words and len(alike) != 1:
        raise InputError(f"choice: found {choice!r}; allowed: {some_of(words)}")
    return choice if choice in words else alike[0]


def read_ballot(file: str) -> FilledBallot:
    """The ballot in a document: one mapping with the keys of a vote."""
    try:
        value, line_of = parsed(decoded(read_document(file)))
    except DocumentError as error:
        raise error.in_source(named(file)) from None
    if type(value) is not dict:
        raise Refused(f"{named(file)}: found no mapping; allowed: one mapping with the keys of a vote")
    return FilledBallot(value, line_of, named(file))


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
    vote: Vote = {keys.choice: ask_choice(words("ask.choice"), choices_of(session.protocol, question))}
    if keys.choice != "option" and "option" in schema and question.options:
        vote["option"] = ask_choice(words("ask.option"), [option.id for option in question.options])
    if keys.confidence and (sure := _ask_confidence(schema[keys.confidence], words)) is not None:
        vote[keys.confidence] = sure
    if why := ask_line(words("ask.rationale")):
        vote[_reason_key(schema)] = why
    if conditions := ask_lines(words("ask.condition")):
        vote["conditions"] = conditions
    return FilledBallot(plain_mapping({**vote, **_asked_in_debate(session, seat, vote, words)}))


def _asked_in_debate(session: Session, seat: Seat, vote: Vote, words: Words) -> Vote:
    """What a ballot of a debate says besides: what it challenges, and what convinced it where it has changed."""
    round_ = session.round
    if not round_ or not is_debate(round_) or not arguments_for(session, seat.name, ""):
        return {}
    said = {CHALLENGE: ask_filled(words("ask.challenge"))}
    if changes_choice(session, round_, seat.name, vote):
        said[CONVINCED] = ask_filled(words("ask.convinced"))
    return said


def number_or_word(text: str) -> int | Decimal | str:
    """A confidence as it is typed: a number where it is one, else a word such as HIGH."""
    if not _NUMBER.fullmatch(text.strip()):
        return text.strip()
    return Decimal(text.strip()) if "." in text else int(text)


def _reason_key(schema: Mapping[str, Any]) -> str:
    return "rationale" if "rationale" in schema else "reasoning"


def _ask_confidence(schema: Mapping[str, Any], words: Words) -> int | Decimal | str | None:
    if "enum" in schema:
        return ask_choice(words("ask.confidence.words"), schema["enum"])
    least, most = schema["minimum"], schema["maximum"]
    while True:
        said = number_or_word(ask_line(words("ask.confidence", least=least, most=most)))
        if not isinstance(said, str) and least <= said <= most:
            return said
        complain(f"found {said!r}; allowed: a number from {least} to {most}")
