"""How often somebody may call: a bucket of tokens for each caller, which fills again as time goes by."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil

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


_MOST_CALLERS = 10_000


class RateLimit:
    """So many requests a second for each caller, and as many at once as `burst` says."""

    def __init__(self, per_second: float, burst: int, time: Callable[[], float]) -> None:
        self._per_second, self._burst, self._time = per_second, burst, time
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def check(self, caller: str) -> None:
        """Takes a token. Raises HttpError where there is none."""
        if not self._per_second:
            return
        tokens = self._tokens(caller)
        if tokens < 1:
            wait = ceil((1 - tokens) / self._per_second)
            raise HttpError("too-many", f"try again in {wait} s", {"Retry-After": str(wait)})
        self._buckets.pop(caller, None)
        self._buckets[caller] = (tokens - 1, self._time())
        if len(self._buckets) > _MOST_CALLERS:
            self._buckets.popitem(last=False)

    def _tokens(self, caller: str) -> float:
        now = self._time()
        tokens, since = self._buckets.get(caller, (float(self._burst), now))
        return min(float(self._burst), tokens + (now - since) * self._per_second)
