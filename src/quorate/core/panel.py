"""The roster of seats, frozen when counting begins."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, NamedTuple

from quorate.core.codec.declaration import Key
from quorate.core.exact import Exact

MOST_SEATS = 1000
ANSWER_LATER = ("person", "agent")
SCORECARD = "scorecard"
_LONGEST_HINT = 60


def as_person(voter: object) -> str:
    """The voter that is meant where only a name is given: `person:ben` for `ben`; empty where it is no mere name."""
    name = voter.strip() if isinstance(voter, str) else ""
    is_name = name.replace(" ", "").replace("-", "").isalpha() and len(name) <= _LONGEST_HINT
    return f"person:{name}" if is_name else ""


class Seat(NamedTuple):
    """One place on the panel: a name, how it is asked to look, who answers, and a weight."""

    name: Annotated[str, Key("seat", {"minLength": 1})]
    lens: str = ""
    voter: str = ""
    weight: Exact = 1

    @property
    def voter_kind(self) -> str:
        """What stands before the colon: scorecard, command, person and so on."""
        return self.voter.partition(":")[0]

    @property
    def holder(self) -> str:
        """Who alone may answer for a seat of a person or an agent; empty where anybody may."""
        kind, _, holder = self.voter.partition(":")
        return holder if kind in ANSWER_LATER else ""

    @property
    def answers_later(self) -> bool:
        """True for people and agents: nobody calls them, they come."""
        return self.voter.partition(":")[0] in ANSWER_LATER  # asked of every seat at every step

    @property
    def is_engine(self) -> bool:
        """True for a neutral seat that an engine holds, without a lens of its own."""
        return bool(self.voter) and not self.lens and not self.answers_later


@lru_cache(256)  # asked at every step, and a panel never changes
def holders_of(seats: tuple[Seat, ...]) -> Mapping[str, str]:
    """Who answers for each seat of a person or an agent, in the order of the panel; empty where anybody may."""
    return MappingProxyType({seat.name: seat.holder for seat in seats if seat.answers_later})
