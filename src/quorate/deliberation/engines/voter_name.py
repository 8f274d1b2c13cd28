"""Who a voter is: engine, model and lens. A new version of a model is a new voter."""

from collections.abc import Sequence
from typing import NamedTuple

from quorate.core.panel import Seat
from quorate.deliberation.engines.independence import NOT_ENGINES
from quorate.deliberation.session import Round

NOT_NAMED = "?"
_MODEL_IN_NAME = ("openai", "api")
_UNKNOWN = ("", "unknown")


class VoterName(NamedTuple):
    """The parts of a voter's name; people and what has no model have none."""

    engine: str = ""
    model: str = ""
    lens: str = ""

    @property
    def text(self) -> str:
        """As it is shown. A model's name may hold the stroke too, so nothing is read back out of this."""
        return "/".join(part for part in self if part)


def voter_name(seat: Seat, rounds: Sequence[Round]) -> VoterName:
    """The voter of a seat after these rounds; a model that nobody named is a question mark."""
    kind, _, words = seat.voter.partition(":")
    if seat.answers_later:
        engine, model = f"{kind}:{seat.holder or _author(seat.name, rounds)}", ""
    elif kind in _MODEL_IN_NAME:
        engine, model = kind, words.partition("@")[0]
    elif kind == "command":  # its arguments are nobody's business
        engine, model = f"{kind}:{words.split(' ', 1)[0].rpartition('/')[2]}", NOT_NAMED
    else:
        engine, model = seat.voter or seat.name, "" if kind in (*NOT_ENGINES, "") else _model(seat, rounds)
    return VoterName(engine, model, seat.lens)


def _author(seat: str, rounds: Sequence[Round]) -> str:
    names = (round_.authors[seat] for round_ in reversed(rounds) if seat in round_.authors)
    return next(names, "")


def _model(seat: Seat, rounds: Sequence[Round]) -> str:
    """The model that answered last."""
    for round_ in reversed(rounds):
        if seat.name in round_.replies:
            model = round_.replies[seat.name].reply.model
            return NOT_NAMED if model in _UNKNOWN else model
    return NOT_NAMED
