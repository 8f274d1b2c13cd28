"""A deliberation whose voters say what a tally document says: the same verdict as its count, byte for byte."""

import json
from collections.abc import Mapping
from contextlib import AbstractContextManager
from shlex import quote
from typing import Any

from quorate.core.ballot import FAILURES
from quorate.deliberation.events import ANSWERED, Opened, Reply
from quorate.deliberation.moves import open_session
from quorate.documents.container import parsed
from quorate.documents.tally import Tally, read_tally
from quorate.surfaces.cli.desk import Desk, desk, desk_in_memory, without_password
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.terminal.live_rows import watching
from quorate.surfaces.cli.terminal.streams import complain, error_is_terminal
from quorate.surfaces.cli.terminal.verdict_output import show
from quorate.voters.scripted import Scripted

_SLOWLY, _AT_ONCE = 0.5, 0.005
_SEAT_KEYS = ("perspective", "engine", "seat")


def demonstrate(text: str, store: str | None, look: Look) -> None:
    """Opens, asks, counts, and shows the verdict."""
    document, tally = parsed(text)[0], read_tally(text)
    opening = _opening(document, tally)
    voter = Scripted(_told(document, tally), _delays(opening))
    with _desk(store) as at, watching(look, quiet=True) as watcher:
        voters = dict.fromkeys((seat.voter for seat in opening.seats), voter)
        session = at.carry(at.open(opening, None), voters, watcher)
    assert session.verdict
    show(session.question, session.verdict, look)
    if store is not None:
        complain(f"kept: quorate show {session.id} --store {quote(without_password(store))}")


def _desk(store: str | None) -> AbstractContextManager[Desk]:
    return desk_in_memory() if store is None else desk(store, new=True)


def _opening(document: Mapping[str, Any], tally: Tally) -> Opened:
    own = ("protocol", "question", "id", tally.protocol.vote_keys.votes)
    terms = {key: value for key, value in document.items() if key not in own}
    seats = [answer.seat for answer in tally.case.answers]
    return open_session(tally.protocol.name, document["question"], seats, terms=terms)


def _told(document: Mapping[str, Any], tally: Tally) -> dict[str, Reply]:
    """What each voter answers; one that failed in the document fails here."""
    keys = tally.protocol.vote_keys
    hidden = (*_SEAT_KEYS, keys.seat, keys.weight)
    votes = [{key: said for key, said in vote.items() if key not in hidden} for vote in document[keys.votes]]
    return {answer.seat.name: _reply(vote) for answer, vote in zip(tally.case.answers, votes, strict=True)}


def _reply(vote: Mapping[str, Any]) -> Reply:
    if (kind := vote.get("error")) in FAILURES:
        return Reply(kind, detail=vote.get("detail", ""))
    return Reply(ANSWERED, json.dumps(vote, ensure_ascii=False, default=float))


def _delays(opening: Opened) -> dict[str, float]:
    """The last seat answers first, so that in no example the outcome is settled before all have answered."""
    step = _SLOWLY if error_is_terminal() else _AT_ONCE
    return {seat.name: step * number for number, seat in enumerate(reversed(opening.seats), 1)}
