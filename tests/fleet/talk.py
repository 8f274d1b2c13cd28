"""A dialectic between p, who is paused, and its reviewer r, with a clock that only moves when it is told to."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from quorate.deliberation.moments import stamp
from quorate.fleet.dialectic.dialectic_events import (
    AntithesisFiled,
    DialecticEnded,
    DialecticOpened,
    Provenance,
    ReviewerReassigned,
    SynthesisFiled,
    ThesisFiled,
)
from quorate.fleet.dialectic.dialectic_moves import (
    Events,
    file_antithesis,
    file_synthesis,
    file_thesis,
    reassign_reviewer,
)
from quorate.fleet.dialectic.dialectic_state import Dialectic, evolve_dialectic
from quorate.fleet.refusal import FleetRefusal

CAUSE, MONITOR, REPORT = "The queue overflowed", "monitor everything for 24h", "Report errors hourly"


class Talk:
    """A dialectic and the moment at which the next thing happens."""

    def __init__(self, **more: Any) -> None:
        self._moment = datetime(2026, 11, 16, 12, tzinfo=UTC)
        self.now: Dialectic = evolve_dialectic(None, DialecticOpened("p", "r", **more), self.clock)

    @property
    def clock(self) -> str:
        return stamp(self._moment)

    def wait(self, **span: int) -> None:
        self._moment += timedelta(**span)

    def at(self, **span: int) -> str:
        """So much later than now."""
        return stamp(self._moment + timedelta(**span))

    def take(self, events: Events) -> None:
        for event in events:
            self.now = evolve_dialectic(self.now, event, self.clock)

    def thesis(self, conditions: Sequence[str] = (MONITOR,), cause: str = CAUSE, who: str = "p") -> None:
        self.take(file_thesis(self.now, who, ThesisFiled(cause, tuple(conditions)), self.clock))

    def antithesis(self, concerns: Sequence[str] = (), who: str = "") -> None:
        said = AntithesisFiled({"errors": 3}, tuple(concerns))
        self.take(file_antithesis(self.now, who or self.now.reviewer, said, self.clock))

    def synthesis(
        self,
        who: str,
        conditions: Sequence[str] = (),
        agrees: bool = False,
        concerns: Sequence[str] = (),
        provenance: Provenance | None = None,
    ) -> None:
        by = provenance or Provenance()
        said = SynthesisFiled("", tuple(conditions), agrees, concerns=tuple(concerns), provenance=by)
        self.take(file_synthesis(self.now, who, said, self.clock))

    def reassign(self, who: str, to: str, *, is_operator: bool = False) -> None:
        self.take(reassign_reviewer(self.now, who, ReviewerReassigned(to), self.clock, is_operator=is_operator))

    def in_synthesis(self, concerns: Sequence[str] = ()) -> "Talk":
        self.thesis()
        self.antithesis(concerns)
        return self

    def agreed(self) -> "Talk":
        self.synthesis("p", agrees=True)
        self.synthesis(self.now.reviewer, agrees=True)
        return self

    def end(self) -> DialecticEnded:
        assert self.now.ended
        return self.now.ended

    def refuses(self, code: str, move: Callable[[], None]) -> None:
        """It is refused with this code, and leaves no trace."""
        before = self.now
        with pytest.raises(FleetRefusal) as refused:
            move()
        assert (refused.value.code, self.now) == (code, before)
