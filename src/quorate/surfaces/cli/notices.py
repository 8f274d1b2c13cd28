"""What has to be known before anybody is asked: engines that are not there, seats that are not independent."""

from collections.abc import Iterator, Sequence

from quorate.deliberation.engines.engine_mode import engine_name
from quorate.deliberation.engines.independence import not_independent, shared_holders
from quorate.deliberation.events import Opened
from quorate.deliberation.framing import DEFAULT_VOTER, ENGINE, ENGINES
from quorate.surfaces.cli.streams import complain
from quorate.surfaces.cli.wording import Words

_SHARED = {
    "model": "notice.model",
    "vendor": "notice.vendor",
    "program": "notice.program",
    "voter": "notice.voter",
}
_FEWEST_VOTES = {"magi": 2, "judges": 2, "quorum": 3, "evidence": 2}


def notices(opening: Opened, words: Words, *, was_named: bool = True) -> list[str]:
    """A sentence each; `was_named` is False where nobody said who should answer."""
    return [
        *_lost(opening, words),
        *([] if was_named or opening.lost else _unasked_for(opening, words)),
        *_too_few(opening, words),
        *_dependent(opening, words),
    ]


def announce(sentences: Sequence[str], words: Words) -> None:
    """Says them on standard error, loudly."""
    for sentence in sentences:
        complain(words("notice", what=sentence))


def engine_names(engines: Sequence[str], words: Words) -> str:
    """Engines as people write them."""
    return words.named([engine.capitalize() for engine in engines])


def _lost(opening: Opened, words: Words) -> Iterator[str]:
    if not opening.lost:
        return
    lost, seats = engine_names(opening.lost, words), opening.seats
    if opening.parent and opening.parent == opening.supersedes:
        yield words("notice.lost", lost=lost, parent=opening.parent)
    elif opening.mode == ENGINE:
        yield words("notice.fewer", lost=lost, n=len(seats))
    elif seats[0].voter_kind == DEFAULT_VOTER:
        yield words("notice.no.engine", lost=lost)
    else:
        yield words("notice.fallback", lost=lost, engine=engine_name(seats[0]))
    if opening.question.action or opening.question.is_hard_to_reverse or opening.policy.gated:
        yield words("notice.held")


def _unasked_for(opening: Opened, words: Words) -> Iterator[str]:
    """Who answers for all because the preferred engine cannot."""
    voters = {seat.voter_kind for seat in opening.seats}
    if voters == {DEFAULT_VOTER}:
        yield words("notice.scorecard")
    elif len(voters) == 1 and voters <= set(ENGINES[1:]):
        yield words("notice.instead", lost=ENGINES[0].capitalize(), engine=engine_name(opening.seats[0]))


def _too_few(opening: Opened, words: Words) -> Iterator[str]:
    needed = _FEWEST_VOTES.get(opening.protocol, 0)
    if len(opening.seats) < needed:
        yield words("notice.too.few", protocol=opening.protocol, n=len(opening.seats), needed=needed)


def _dependent(opening: Opened, words: Words) -> Iterator[str]:
    for shared in (*not_independent(opening), *shared_holders(opening)):
        yield words(_SHARED[shared.what], seats=words.named(shared.seats), name=shared.name)
