"""What a voter's reply would come to as a ballot; nothing is stored."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from quorate.batch.json_lines import NumberedLine, Stream, lines_of
from quorate.batch.outcome import RefusedQuestion
from quorate.core.errors import DocumentError, Problem, UnknownName
from quorate.core.shape import FILLED, TEXT, Field, any_of, found, list_of, one_of, record, whole
from quorate.documents.container import decoded, parsed_json
from quorate.documents.findings import Findings
from quorate.protocols import DEFAULT, protocol_named
from quorate.replies.reply import ENGINES, ReplyReading, read_reply

_OPTION = any_of(
    record({"id": Field(FILLED, "What a ballot names.", required=True), "text": Field(TEXT, default="")}),
    FILLED,
    str,
)
REPLY = record(
    {
        "id": Field(any_of(FILLED, whole(0, 10**18), int), "Repeated in the answer.", required=True),
        "reply": Field(TEXT, "The reply.", required=True),
        "protocol": Field(TEXT, "The protocol (default: magi).", default=""),
        "options": Field(list_of(_OPTION), "What could be chosen.", default=()),
        "nonce": Field(TEXT, "The nonce of the call.", default=""),
        "engine": Field(one_of(*ENGINES), "The engine whose output format the reply is in.", default=""),
    }
)


class Answered(NamedTuple):
    """What one reply comes to, and the id that it is asked for by."""

    id: str | int
    heard: ReplyReading


def read_replies(stream: Stream, defaults: Mapping[str, Any]) -> Iterator[Answered | RefusedQuestion]:
    """One answer per line that is not empty, in the order of the lines; `defaults` hold where a line says nothing."""
    for line in lines_of(stream):
        if not line.data.isspace():
            yield _answer(line, defaults)


def _answer(line: NumberedLine, defaults: Mapping[str, Any]) -> Answered | RefusedQuestion:
    if not line.is_whole:
        return RefusedQuestion((line.too_long(),))
    problems = Findings()
    try:
        values = REPLY.read(parsed_json(decoded(line.data.rstrip())), (), problems)
        if problems:
            raise DocumentError(problems)
        return Answered(values["id"], _heard({**defaults, **{key: one for key, one in values.items() if one}}))
    except DocumentError as error:
        return RefusedQuestion(tuple(problem._replace(line=line.number) for problem in error.problems))
    except UnknownName as error:
        return RefusedQuestion(
            (Problem(("protocol",), found(values["protocol"]), ", ".join(error.known), line.number),)
        )


def _heard(said: Mapping[str, Any]) -> ReplyReading:
    options = [one if isinstance(one, str) else (one["id"], one["text"]) for one in said.get("options", ())]
    more = {key: said[key] for key in ("nonce", "engine") if said.get(key)}
    return read_reply(said.get("reply", ""), said.get("protocol") or DEFAULT, options=options, **more)


class ReplyTerms(NamedTuple):
    """What the voter was asked, as far as it is known; options as pairs of id and text."""

    protocol: str = DEFAULT
    options: tuple[tuple[str, str], ...] = ()
    nonce: str = ""
    engine: str = ""


def check_reply(reply: bytes, terms: ReplyTerms) -> ReplyReading:
    """What one reply comes to."""
    return read_reply(reply, terms.protocol, options=terms.options, nonce=terms.nonce, engine=terms.engine)


def check_replies(stream: Stream, terms: ReplyTerms) -> Iterator[Answered | RefusedQuestion]:
    """What many come to, a line each; `terms` hold where a line says nothing."""
    protocol_named(terms.protocol)
    options = [{"id": key, "text": text} for key, text in terms.options]
    yield from read_replies(stream, {**terms._asdict(), "options": options})
