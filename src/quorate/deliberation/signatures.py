"""How many of the approvals that are needed were given, while they are still collected."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from quorate.core.ballot import Ballot
from quorate.core.codec.declaration import OPTIONAL
from quorate.core.errors import UnknownName
from quorate.core.protocol import Progress
from quorate.deliberation.counting import case_of
from quorate.deliberation.session import Session
from quorate.protocols import protocol_named


class Signatures(NamedTuple):
    """Approvals that were given in the open, and the people whose approval would help; by group if there are any."""

    given: int
    needed: int
    approved: tuple[str, ...]
    missing: tuple[str, ...]
    groups: Annotated[tuple[Progress, ...], OPTIONAL] = ()

    @property
    def each(self) -> "Sequence[Signatures | Progress]":
        """Group by group; all of them where there are no groups."""
        return self.groups or (self,)

    @property
    def text(self) -> str:
        """In English, for refusals."""
        if not self.groups:
            return f"{self.given} of {self.needed} approvals; missing: {self._names(self)}"
        return "; ".join(
            f"{one.group}: {one.given} of {one.needed}" + (f", missing: {self._names(one)}" if one.missing else "")
            for one in self.groups
        )

    @staticmethod
    def _names(one: "Signatures | Progress") -> str:
        return listed(one.missing, ", ", " and " if all_needed(one) else " or ")


def all_needed(one: Signatures | Progress) -> bool:
    """Return whether nobody who is missing can be done without."""
    return len(one.missing) <= one.needed - one.given


def listed(names: Sequence[str], comma: str, last: str) -> str:
    """Return names as people write them."""
    return last.join(filter(None, (comma.join(names[:-1]), *names[-1:])))


def signatures_of(session: Session) -> Signatures | None:
    """Return the approvals so far; None if the protocol seals its ballots, or nobody is asked any more."""
    try:
        round_, progress = session.round, protocol_named(session.protocol).progress
    except UnknownName:  # a deliberation may outlive the package that counts it
        return None
    if not progress or not round_ or not round_.is_open or session.endings:
        return None
    case = case_of(session, round_)
    approved = tuple(answer.seat.name for answer in case.answers if isinstance(answer, Ballot))
    groups = progress(case)
    given, needed = (sum(values) for values in zip(*((one.given, one.needed) for one in groups), strict=True))
    missing = tuple(dict.fromkeys(name for one in groups for name in one.missing))
    return Signatures(given, needed, approved, missing, groups if groups[0].group else ())
