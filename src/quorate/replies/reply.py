"""What one reply comes to, whoever asks: a deliberation, or somebody who only wants to know how it would be read."""

from base64 import b64encode
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from quorate.core.ballot import Concern
from quorate.core.errors import MISSING, DocumentError, Problem, UnknownName
from quorate.core.question import Option, Question
from quorate.deliberation.counting import check_vote
from quorate.deliberation.engines.independence import NOT_ENGINES
from quorate.deliberation.events import ANSWERED, BallotNote, Reply
from quorate.documents.vote_form import choices_of, chooses_between_nothing
from quorate.protocols import DEFAULT, protocol_named
from quorate.replies.choice import meaning
from quorate.replies.envelopes import NOT_PARSED, Letter, letter_of
from quorate.replies.reading import Expected, read_text
from quorate.replies.reading.blocks import laid_out
from quorate.replies.reading.vote import OPTION

ENGINES = ("claude", "codex", "gemini", "openai", "api", "command")
_PRINT_JSON = ("claude", "codex", "gemini")
VOTE, UNREADABLE, ERROR = "vote", "unreadable", "error"


class ReplyReading(NamedTuple):
    """A vote in the words of the protocol's tally document, or None, a kind of non-vote, and why.

    `inferred` says that it was read from free text, `repaired` that its block was not valid and was read line by line;
    `notes` are what somebody who looks at the ballot should know, `also` has further keys that were asked for. `option`
    is what the choice is about, where a protocol has both. `concerns` are what a reply without a vote warns of; one
    that took its vote back or contradicted itself `is_answer`.
    """

    kind: str
    vote: dict[str, Any] | None = None
    why: str = ""
    notes: tuple[BallotNote, ...] = ()
    inferred: bool = False
    repaired: bool = False
    also: Mapping[str, str] = {}
    choice: str | None = None
    confidence: int | Decimal | str | None = None
    option: str = ""
    concerns: tuple[Concern, ...] = ()
    is_answer: bool = False


def read_letter(letter: Letter, expected: Expected) -> ReplyReading:
    """What the words in an opened envelope come to."""
    if letter.failure:
        return ReplyReading(UNREADABLE if letter.error_type == NOT_PARSED else ERROR, why=letter.failure)
    read = read_text(letter.text, expected, letter.structured)
    if read.vote is None:
        return ReplyReading(UNREADABLE, why=read.why, concerns=read.concerns, is_answer=read.is_answer)
    keys = protocol_named(expected.protocol).vote_keys
    word = read.vote[keys.choice]
    return ReplyReading(
        VOTE,
        read.vote,
        notes=read.notes,
        inferred=read.inferred,
        repaired=read.repaired,
        also=read.also,
        choice=meaning(word, expected.protocol),
        confidence=read.vote.get(keys.confidence),
        option="" if keys.choice == OPTION else read.vote.get(OPTION, ""),
    )


def prints_its_vote(voter_kind: str) -> bool:
    """True for voters that may print one mapping and nothing else, which then counts like a block."""
    return voter_kind in (*NOT_ENGINES, "command")


def read_reply(
    reply: str | bytes,
    protocol: str = DEFAULT,
    *,
    options: Iterable[str | tuple[str, str]] = (),
    nonce: str = "",
    prompt: str = "",
    engine: str = "",
) -> ReplyReading:
    """What a reply would come to. Whatever it holds, it is a vote or a non-vote with a reason.

    `options` are ids, or pairs of id and text. `nonce` and `prompt` are what the voter was given, where that is known.
    With `engine` the reply is what that program prints, envelope and all; without it the reply is the text itself, and
    so is one that is plainly not what the program prints, which a note says.
    """
    if engine and engine not in ENGINES:
        raise UnknownName("engine", engine, ENGINES)
    expected = _expected(protocol, options, nonce, prompt, engine)
    said = _as_reply(reply)
    letter = letter_of(engine, said)
    is_bare = letter.error_type == NOT_PARSED and engine in _PRINT_JSON and _is_text(said)
    heard = read_letter(letter_of("", said) if is_bare else letter, expected)
    why = _refused(expected, heard.vote) if heard.vote is not None else ""
    heard = ReplyReading(UNREADABLE, why=why) if why else heard
    note = BallotNote("no_envelope", {"engine": engine})
    return heard._replace(notes=(note, *heard.notes)) if is_bare else heard


def _is_text(reply: Reply) -> bool:
    """True where an answer was given without its envelope: outside of its blocks no line begins a JSON value."""
    layout = laid_out(reply.output)
    words = reply.output if layout.fault else layout.prose_from()
    is_json = any(line.lstrip(" \t\ufeff").startswith(("{", "[{")) for line in words.splitlines())
    return reply.encoding == "utf-8" and bool(reply.output.strip()) and not is_json


def _as_reply(reply: str | bytes) -> Reply:
    data = reply.encode(errors="surrogatepass") if isinstance(reply, str) else reply
    try:
        return Reply(ANSWERED, data.decode())
    except UnicodeDecodeError:
        return Reply(ANSWERED, b64encode(data).decode(), "base64")


def _expected(
    protocol: str, options: Iterable[str | tuple[str, str]], nonce: str, prompt: str, engine: str
) -> Expected:
    listed = [Option(one) if isinstance(one, str) else Option(*one) for one in options]
    name = protocol_named(protocol).name
    question = Question("?", options=tuple(listed))
    if len({option.id for option in listed}) != len(listed):
        raise DocumentError([Problem(("options",), "an id a second time", "each option once")])
    if chooses_between_nothing(name, question):
        raise DocumentError([Problem(("options",), MISSING, f"the options that {name} chooses from")])
    names = {option.id: option.text for option in listed}
    choices = choices_of(name, question)
    return Expected(name, choices, nonce, prompt, takes_bare=prints_its_vote(engine), names=names)


def _refused(expected: Expected, vote: Mapping[str, Any]) -> str:
    """Why the protocol would not read such a vote; empty where it would."""
    try:
        check_vote(expected.protocol, expected.names, vote)
    except DocumentError as error:
        # what an item of evidence answers may stand in another ballot, which is not here
        problems = [one for one in error.problems if one.path[-1:] != ("answers",)]
        return "; ".join(one.sentence() for one in problems)
    return ""
