"""The roster of seats, frozen when counting begins."""

from typing import NamedTuple

from quorate.core.exact import Exact

MOST_SEATS = 1000


class Seat(NamedTuple):
    """One place on the panel: a name, how it is asked to look, who answers, and a weight."""

    name: str
    lens: str = ""
    voter: str = ""
    weight: Exact = 1
