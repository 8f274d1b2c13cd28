"""What the record has taught when a question is opened, frozen into the opening: later ones change nothing."""

from collections.abc import Iterator

from quorate.analysis.track_record.decided_votes import DecidedVotes
from quorate.analysis.track_record.decisive_weights import decisive_weights
from quorate.analysis.track_record.relevance import relevant_to
from quorate.app.app import App
from quorate.app.learning.learned import teaching_of, votes_in
from quorate.core.errors import DocumentError, Problem
from quorate.core.protocol.learning import Learning
from quorate.deliberation.events import Opened
from quorate.documents.vote_form import words_of
from quorate.protocols import protocol_named


async def with_weights(app: App, opening: Opened) -> Opened:
    """The opening with what outcomes teach, where its protocol counts by that; nobody else may state it.

    What decides is read from the record itself: a kept file is in nobody's history, so whoever changed one would have
    changed a verdict.
    """
    learning = protocol_named(opening.protocol).learning
    if learning is None:
        return opening
    if problems := list(_stated(opening, learning)):
        raise DocumentError(problems)
    words = words_of(opening.protocol)
    asked = DecidedVotes("", opening.protocol, opening.question.domain, (words.approval, words.rejection), ())
    index = await app.record.known_outcomes()
    used = relevant_to(await votes_in(app.record, index.lines, None), asked)
    learned = decisive_weights(used, teaching_of(used, None, may_decide=True))
    return opening._replace(terms={**opening.terms, learning.key: learning.frozen(learned)})


def _stated(opening: Opened, learning: Learning) -> Iterator[Problem]:
    """Weights that somebody wants to set: only the record does."""
    if learning.key in opening.terms:
        yield Problem((learning.key,), "weights of your own", "nothing here: the record sets them")
    for index, seat in enumerate(opening.seats):
        if seat.weight != 1:
            yield Problem(("panel", index, "weight"), str(seat.weight), "nothing here: the record sets weights")
