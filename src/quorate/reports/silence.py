"""Seats that had voted and have no ballot any more: how they had voted, and what stands of what they said."""

from quorate.core.ballot import Ballot
from quorate.deliberation.rounds.earlier_warnings import Warned, warned_now
from quorate.deliberation.session import Session
from quorate.reports.text import one_line
from quorate.reports.view import View, cleaned
from quorate.reports.words import confidence, position_as_read


def silenced_lines(view: View, session: Session) -> tuple[str, ...]:
    """A sentence for each of them."""
    return tuple(view.capped([_line(view, one) for one in warned_now(session)]))


def _line(view: View, warned: Warned) -> str:
    say, ballot = view.say, cleaned(warned.ballot)
    position, sure = position_as_read(view, ballot), confidence(view, ballot.confidence)
    stand = say("history.stand", position=position, more=sure) if sure else position
    texts = [view.short(one_line(text)) for text in warned.texts]
    return say(_key(ballot, texts), seat=ballot.seat.name, stand=stand, text=say("ask.join").join(texts))


def _key(ballot: Ballot, texts: list[str]) -> str:
    if not texts:
        return "silenced"
    return "silenced.warned" if ballot.concerns or ballot.dissent_note else "silenced.reason"
