"""What one reply comes to, for a deliberation or for somebody who only wants to know how it would be read."""

from base64 import b64encode
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from quorate.core.errors import MISSING, DocumentError, Problem, UnknownName
from quorate.core.question import Option, Question
from quorate.deliberation.counting import check_vote
from quorate.deliberation.engines.independence import NOT_ENGINES
from quorate.deliberation.events import ANSWERED, BallotNote, Reply
from quorate.documents.vote_form import choices_of, chooses_between_nothing
from quorate.protocols import DEFAULT, protocol_named
from quorate.replies.ballot import OPTION, Expected, ReadVote
from quorate.replies.choice import meaning
from quorate.replies.envelopes import NOT_PARSED, Letter, letter_of
from quorate.replies.reading import infer_from, read_text

ENGINES = ("claude", "codex", "gemini", "agy", "openai", "api", "command")
_PRINT_JSON = ("claude", "codex", "gemini", "agy")
_ANSWER_BY_SCHEMA = ("codex", "openai", "text")
PYTHON = "python"
VOTE, UNREADABLE, ERROR = "vote", "unreadable", "error"


class ReplyReading(NamedTuple):
    """A vote in the words of the protocol's tally document, or None, a kind of non-vote, and why.

    `why` is the reason why the reply has no ballot, also of one that was `inferred` all the same; `failure` is what the
    program said in place of a reply. `also` has further keys that were asked for. `option` is what the choice is about,
    if a protocol has both. `is_bare`: the reply is one mapping and nothing else, as programs print it.
    """

    kind: str
    vote: dict[str, Any] | None = None
    why: BallotNote | None = None
    failure: str = ""
    notes: tuple[BallotNote, ...] = ()
    inferred: bool = False
    also: Mapping[str, str] = {}
    choice: str | None = None
    confidence: int | Decimal | str | None = None
    option: str = ""
    is_bare: bool = False


def read_letter(letter: Letter, expected: Expected) -> ReplyReading:
    """Read the words in an opened envelope as a ballot; nothing is inferred here."""
    if letter.failure:
        return ReplyReading(UNREADABLE if letter.error_type == NOT_PARSED else ERROR, failure=letter.failure)
    return _reading(read_text(letter.text, expected, letter.structured), expected)


def infer_from_letter(letter: Letter, expected: Expected) -> ReplyReading | None:
    """Return the advice of the keyword table on a reply without a ballot; None if there is none."""
    inferred = None if letter.failure else infer_from(letter.text, expected)
    return _reading(inferred, expected) if inferred else None


def _reading(read: ReadVote, expected: Expected) -> ReplyReading:
    if read.vote is None:
        return ReplyReading(UNREADABLE, why=read.why, is_bare=read.is_bare)
    keys = protocol_named(expected.protocol).vote_keys
    return ReplyReading(
        VOTE,
        read.vote,
        notes=read.notes,
        inferred=read.inferred,
        also=read.also,
        choice=meaning(read.vote[keys.choice], expected.protocol),
        confidence=read.vote.get(keys.confidence),
        option="" if keys.choice == OPTION else read.vote.get(OPTION, ""),
        is_bare=read.is_bare,
    )


def expected_of(voter_kind: str, expected: Expected) -> Expected:
    """Return what is expected of a kind of voter: programs may print a mapping, some engines are given a schema."""
    takes_bare = voter_kind in (*NOT_ENGINES, "command", PYTHON)
    takes_object = voter_kind in _ANSWER_BY_SCHEMA
    return expected._replace(takes_bare=takes_bare, takes_object=takes_object, takes_word=voter_kind == PYTHON)


def read_reply(
    reply: str | bytes,
    protocol: str = DEFAULT,
    *,
    options: Iterable[str | tuple[str, str]] = (),
    nonce: str = "",
    engine: str = "",
) -> ReplyReading:
    """Return what a reply would come to. Whatever it holds, it is a vote or a non-vote with a reason.

    `options` are ids, or pairs of id and text. `nonce` is that of the call, if it is known. With `engine` the reply is
    what that program prints, envelope and all; without it the reply is the text itself, and so is one that is plainly
    not what the program prints, which a note says. A vote that is `inferred` has in `why` the reason for which the
    engine would be asked once more first.
    """
    if engine and engine not in ENGINES:
        raise UnknownName("engine", engine, ENGINES)
    listed = [Option(option) if isinstance(option, str) else Option(*option) for option in options]
    name = protocol_named(protocol).name
    question = Question("?", options=tuple(listed))
    if len({option.id for option in listed}) != len(listed):
        raise DocumentError([Problem(("options",), "an id a second time", "each option once")])
    if chooses_between_nothing(name, question):
        raise DocumentError([Problem(("options",), MISSING, f"the options that {name} chooses from")])
    names = {option.id: option.text for option in listed}
    expected = expected_of(engine, Expected(name, choices_of(name, question), nonce, names=names))
    came = _as_reply(reply)
    letter = letter_of(engine, came)
    is_bare = letter.error_type == NOT_PARSED and engine in _PRINT_JSON and _is_text(came)
    letter = letter_of("", came) if is_bare else letter
    reading = read_letter(letter, expected)
    if reading.vote is None and (inferred := infer_from_letter(letter, expected)):
        reading = inferred._replace(why=reading.why)
    if reading.vote is not None and (problems := _refused(expected, reading.vote)):
        reading = ReplyReading(UNREADABLE, why=BallotNote("refused", {"problems": problems}))
    note = BallotNote("no_envelope", {"engine": engine})
    return reading._replace(notes=(note, *reading.notes)) if is_bare else reading


def _is_text(reply: Reply) -> bool:
    """Return whether the reply came without its envelope: no line of it begins a JSON value."""
    is_json = any(line.lstrip(" \t\ufeff").startswith(("{", "[{")) for line in reply.output.splitlines())
    return reply.encoding == "utf-8" and bool(reply.output.strip()) and not is_json


def _as_reply(reply: str | bytes) -> Reply:
    data = reply.encode(errors="surrogatepass") if isinstance(reply, str) else reply
    try:
        return Reply(ANSWERED, data.decode())
    except UnicodeDecodeError:
        return Reply(ANSWERED, b64encode(data).decode(), "base64")


def _refused(expected: Expected, vote: Mapping[str, Any]) -> str:
    """Return why the protocol would not read such a vote; empty if it would."""
    try:
        check_vote(expected.protocol, expected.names, vote)
    except DocumentError as error:
        # what an item of evidence answers may be in another ballot, which is not here
        problems = [problem for problem in error.problems if problem.path[-1:] != ("answers",)]
        return "; ".join(problem.sentence() for problem in problems)
    return ""
