"""Demonstrations: a question that the scorecard votes on, and panels that say what a tally document says.

The second kind has the same verdict as the count of its document, byte for byte.
"""

import asyncio
import json
from collections.abc import Mapping
from pkgutil import get_data
from typing import Any

from quorate.app.access.operation import operation
from quorate.app.app import App, Deliberation
from quorate.core.ballot import FAILURES
from quorate.decide import Watcher, decide
from quorate.deliberation.events import ANSWERED, Opened, Reply
from quorate.deliberation.framing import read_opening
from quorate.deliberation.moves import open_session
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session
from quorate.documents.container import parsed
from quorate.documents.tally import Tally, read_tally
from quorate.documents.values import plain_mapping
from quorate.prompts.prompt import Prompt
from quorate.voters.scorecard import Scorecard, Scripted

QUESTION = "question"
_SEAT_KEYS = ("perspective", "engine", "seat")


def example(protocol: str) -> str:
    """The tally document that comes with the package and shows a protocol."""
    return (get_data("quorate", f"examples/{protocol}.yaml") or b"").decode()


@operation
async def demonstrate_question(
    app: App, who: Principal, pause: float = 0.0, watcher: Watcher | None = None
) -> Deliberation:
    """The question that comes with the package, put to the scorecard in three seats: nothing in it is made up."""
    opening = read_opening(plain_mapping(parsed(example(QUESTION))[0]))
    voter = _Paced(_delays(opening, pause))
    await app.make_record()
    session = (
        await decide(
            opening, {seat.voter: voter for seat in opening.seats}, app.record, app.outside(who), watcher=watcher
        )
    ).session
    return await app.whole(session.id)


class _Paced:
    """The scorecard, which would answer at once, at a pace that people can watch."""

    def __init__(self, delays: Mapping[str, float]) -> None:
        self._delays, self._scorecard = delays, Scorecard()

    async def answer(self, prompt: Prompt) -> Reply:
        """The vote of the prompt's seat."""
        await asyncio.sleep(self._delays[prompt.seat.name])
        return await self._scorecard.answer(prompt)


@operation
async def demonstrate(
    app: App, who: Principal, text: str, pause: float = 0.0, watcher: Watcher | None = None
) -> Session:
    """Opens, asks and counts; each voter takes that many seconds longer than the one behind it."""
    document, tally = parsed(text)[0], read_tally(text)
    own = ("protocol", "question", "id", tally.protocol.vote_keys.votes)
    terms = {key: value for key, value in document.items() if key not in own}
    seats = [answer.seat for answer in tally.case.answers]
    opening = open_session(tally.protocol.name, document["question"], seats, terms=terms)
    voter = Scripted(_told(document, tally), _delays(opening, pause))
    voters = dict.fromkeys((seat.voter for seat in opening.seats), voter)
    await app.make_record()
    return (await decide(opening, voters, app.record, app.outside(who), watcher=watcher)).session


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


def _delays(opening: Opened, pause: float) -> dict[str, float]:
    """The last seat answers first, so that in no example the outcome is settled before all have answered."""
    return {seat.name: pause * number for number, seat in enumerate(reversed(opening.seats), 1)}
