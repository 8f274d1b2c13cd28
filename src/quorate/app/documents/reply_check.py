"""What a voter's reply would come to as a ballot; nothing is stored."""

from collections.abc import Iterator
from typing import NamedTuple

from quorate.batch.lines import Stream
from quorate.batch.outcome import RefusedQuestion
from quorate.batch.replies import Answered, read_replies
from quorate.protocols import DEFAULT, protocol_named
from quorate.replies.reply import ReplyReading, read_reply


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
