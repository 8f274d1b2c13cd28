"""What a round after the first one is, what is new in it, and how the seat had voted before."""

from collections.abc import Iterator

from quorate.core.ballot import LISTS
from quorate.core.panel import Seat
from quorate.core.protocol.debate import CHALLENGE, DEBATE
from quorate.deliberation.events import Cast
from quorate.deliberation.rounds.debate import (
    arguments_for,
    fallen_items,
    is_debate,
    latest_ballot,
    position_in,
    reason_of,
)
from quorate.deliberation.rounds.stalemate import REDELIBERATION
from quorate.deliberation.session import Session
from quorate.prompts.quotation import in_one_line, indented
from quorate.protocols import protocol_named

_IN_A_DEBATE = (
    "Say under challenge what is wrong or missing in their arguments. Keep your choice unless one of them convinces"
    " you. If you change it, say under convinced_by what convinced you: a change without that does not count, and your"
    " earlier ballot stands."
)
_BRIEFS = {
    DEBATE: f"This is round {{round}}, a debate: the panel has not agreed. {{shown}} {_IN_A_DEBATE}",
    CHALLENGE: (
        f"This is round {{round}}, a challenge round: the evidence is contested. {{shown}} {_IN_A_DEBATE} Check their"
        " evidence as well as their reasons. To rebut a counter-proof, cite an item with answers: and its id."
    ),
    REDELIBERATION: (
        "This is round {round}: the question is asked again, for the reason that is quoted above. {shown} Judge the"
        " whole question anew with what is new. You may keep your choice or change it."
    ),
}
_OWN, _OTHERS = "your own ballot of round {before}", "the arguments of the other seats, without their names"


def round_brief(session: Session, seat: Seat) -> str:
    """What kind of round this is, in our own words; nothing in the first one."""
    round_ = session.round
    if round_ is None or round_.asks_as not in _BRIEFS:
        return ""
    earlier = latest_ballot(session, seat.name, round_.asks_like)
    shown = [_OWN.format(before=earlier.round)] if earlier else []
    shown += [_OTHERS] if is_debate(round_) and arguments_for(session, seat.name, "") else []
    quoted = f"Quoted above: {' and '.join(shown)}." if shown else ""
    return in_one_line(_BRIEFS[round_.asks_as].format(round=round_.asks_like, shown=quoted))


def round_news(session: Session, seat: Seat, nonce: str) -> Iterator[str]:
    """What is new in this round, as lines to be quoted: evidence, the seat's own ballot, what the others argue."""
    round_ = session.round
    if round_ is None:
        return
    if round_.reason:
        yield f"WHY IT IS ASKED AGAIN: {in_one_line(round_.reason)}"
    if round_.evidence:
        yield "NEW EVIDENCE:"
        yield from indented(round_.evidence)
    earlier = latest_ballot(session, seat.name, round_.asks_like) if round_.asks_as in _BRIEFS else None
    if earlier:
        yield from _own_ballot(session, earlier)
    if is_debate(round_):
        for number, one in enumerate(arguments_for(session, seat.name, nonce), 1):
            yield f"ARGUMENT {number}, FOR {in_one_line(one.choice)}:"
            yield from indented(one.reason)


def _own_ballot(session: Session, cast: Cast) -> Iterator[str]:
    """In sentences, so that a voter who stays with it does not seem to repeat its prompt."""
    keys, vote = protocol_named(session.protocol).vote_keys, cast.vote
    confidence = vote.get(keys.confidence)
    sure = f", with confidence {in_one_line(str(confidence))}" if confidence is not None else ""
    yield f"YOUR OWN BALLOT OF ROUND {cast.round}:"
    yield from indented(f"You chose {in_one_line(position_in(vote, keys.choice))}{sure}.")
    yield from indented(reason_of(vote, fallen_items(session, cast)))
    for name in LISTS:
        if said := [_in_words(one) for one in vote.get(name) or ()]:
            yield from indented(f"Your {name.replace('_', ' ')}: {'; '.join(said)}")


def _in_words(value: object) -> str:
    if isinstance(value, dict):
        return in_one_line(": ".join(str(one) for one in value.values() if one))
    return in_one_line(str(value))
