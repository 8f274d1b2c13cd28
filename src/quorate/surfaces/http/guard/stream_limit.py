"""How many streams somebody may listen to at the same time."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from quorate.deliberation.principal import Principal
from quorate.surfaces.http.problems import HttpError


class StreamLimit:
    """So many for each caller."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[tuple[str, str]] = Counter()

    def open(self, who: Principal) -> None:
        """One more. Raises HttpError where there are too many; each is to be closed once."""
        caller = (who.proof, who.name)
        if self._open[caller] >= self._most:
            raise HttpError("too-many", f"at most {self._most} streams at the same time; close one first")
        self._open[caller] += 1

    def close(self, who: Principal) -> None:
        """One less."""
        caller = (who.proof, who.name)
        self._open[caller] -= 1
        if not self._open[caller]:
            del self._open[caller]

    @contextmanager
    def held(self, who: Principal) -> Iterator[None]:
        """One more while the block runs."""
        self.open(who)
        try:
            yield
        finally:
            self.close(who)
