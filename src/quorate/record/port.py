"""What a record is to the rest of Quorate: append at an expected position, read, list, watch."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from quorate.deliberation.events import Author, Event
from quorate.deliberation.events import Stored as Stored
from quorate.deliberation.summary import Summary


class Change(NamedTuple):
    """Events for one deliberation, to be appended behind `expected`, and what its line in the log then says.

    A `deliberation` that ends in `-` (with 0 expected) is new: the record gives it the next number of the day. Where
    `head` is stated, the last event has to be the one with this hash: a database that was put back to an earlier state
    may have another one at the same position.
    """

    deliberation: str
    expected: int
    events: tuple[Event, ...]
    summary: Summary
    head: str = ""


FALL_BACK, REFRAMING, EXECUTION, REGISTRATION = "fall-back of ", "reframe of ", "execution of ", "agent called "
REFUSAL_DAY, CALL, IMPORT = "first refusal of ", "call with the hash ", "import of "
OWN_KEYS = (FALL_BACK, REFRAMING, EXECUTION, REGISTRATION, REFUSAL_DAY, CALL, IMPORT)
"""How the keys begin that Quorate gives to what it opens by itself; clients' keys do not."""


class RequestKey(NamedTuple):
    """A client's own name for one request, and the hash of what it asked for: the same key never acts twice.

    `name` is as the record keeps it, `stated` as the client wrote it, where that is something else. `content` is the
    hash of all that the client sent, from an interface that compares it. `also` are further keys that this request
    takes: where one of them was used for it before, it was done.
    """

    name: str
    request: str
    stated: str = ""
    content: str = ""
    also: "tuple[RequestKey, ...]" = ()

    @property
    def shown(self) -> str:
        """As whoever uses it knows it."""
        return self.stated or self.name

    @property
    def kept(self) -> str:
        """What the record keeps of the request."""
        return f"{self.request}+{self.content}" if self.content else self.request

    def stands_for(self, kept: str) -> bool:
        """True where this is what the record has kept; the content is compared where both have one."""
        if kept in (self.kept, self.request):
            return True
        return not self.content and kept.startswith(f"{self.request}+")


class Appended(NamedTuple):
    """What is on the record for a request; `is_new` is False where its key had been used for it before."""

    stored: tuple[Stored, ...]
    is_new: bool = True


class LogLine(NamedTuple):
    """One line of the log or the inbox."""

    deliberation: str
    opened_at: str
    changed_at: str
    position: int
    summary: Summary


class LogPage(NamedTuple):
    """Some lines, newest first, and where the next page begins (empty at the end)."""

    lines: tuple[LogLine, ...]
    after: str


class OpenLine(NamedTuple):
    """A deliberation that is not decided, and where it is: enough to see whether it has changed."""

    deliberation: str
    position: int


class OpenPage(NamedTuple):
    """Some of those, newest first, and where the next page begins (empty at the end)."""

    lines: tuple[OpenLine, ...]
    after: str


class AgentPlace(NamedTuple):
    """Where a page of ranked agents ended."""

    standing: int
    name: str


class OutcomeLine(NamedTuple):
    """A deliberation whose outcome is known; `head` is the hash of its last event, so it names all that it holds."""

    deliberation: str
    position: int
    head: str


class OutcomeIndex(NamedTuple):
    """Where outcomes are known, oldest deliberation first, and of how many that were decided."""

    lines: tuple[OutcomeLine, ...] = ()
    decided: int = 0


class Record(Protocol):
    """Everything that happened, in order, for good."""

    async def append(self, changes: Sequence[Change], author: Author, key: RequestKey | None = None) -> Appended:
        """All changes or none. Raises Conflict where a position is taken, KeyReused where a key means something else.

        Raises NameTaken for a new agent whose name looks like that of another, also of one that is appended just then.

        A key that was used for the same request gives what was stored then, and stores nothing.
        """

    async def answered(self, key: RequestKey) -> tuple[Stored, ...]:
        """What an earlier request with this key stored; empty where there was none. Raises KeyReused."""

    async def has_key(self, name: str) -> bool:
        """True where a request with a key of this name was done, whatever it asked for, and stored events or not."""

    async def read(self, deliberation: str, after: int = 0) -> tuple[Stored, ...]:
        """The events of a deliberation behind a position. Raises UnknownDeliberation with the nearest ids."""

    async def log(
        self,
        *,
        after: str = "",
        limit: int = 20,
        search: str = "",
        prefix: str | tuple[str, ...] = "",
        states: Sequence[str] = (),
    ) -> LogPage:
        """All deliberations, newest first; with a `prefix`, the streams whose ids begin with it, or one of several.

        With `states` only those in one of them, as their lines write it down: the first of all states is not.
        """

    async def inbox(self, *, who: str = "", kinds: Sequence[str] = (), after: str = "", limit: int = 20) -> LogPage:
        """Those that wait for a person or an agent: anybody, or somebody by name.

        By name, `kinds` are those of waits that are listed as well, whoever is awaited.
        """

    async def unfinished(self, *, after: str = "", limit: int = 20) -> OpenPage:
        """Those that are not decided yet, whoever is awaited. There may be very many: no summary is read."""

    async def positions(self, deliberations: Sequence[str]) -> Mapping[str, int]:
        """Where these deliberations are now; what is not there is left out."""

    async def known_outcomes(self, *, domain: str = "") -> OutcomeIndex:
        """Where it is known what was true: everywhere, or in the deliberations of a domain."""

    async def awaiting_review(self) -> Sequence[str]:
        """Those that are decided, have no outcome, and whose question had a review date once; oldest first."""

    async def agents(self, places: Sequence[str] = (), after: str = "", limit: int = 100) -> Sequence[LogLine]:
        """Agents of the fleet by name, behind one; those of some places, or all."""

    async def agent_cohorts(self, place: str) -> Sequence[str]:
        """The cohorts of a place."""

    async def ranked_agents(
        self, place: str, cohort: str, after: AgentPlace | None = None, limit: int = 100
    ) -> Sequence[LogLine]:
        """Agents of a cohort, the highest standing first, ties by name; behind one. No other agent is looked at."""

    async def agent_counts(self) -> Mapping[str, int]:
        """How many agents are in each place."""

    def watch(self, deliberation: str, after: int = 0) -> AsyncIterator[Stored]:
        """Events as they come, without end."""

    async def close(self) -> None:
        """Writes what is still to be written and lets go of the store."""


async def keep_key(record: Record, author: Author, key: RequestKey | None) -> None:
    """Keeps the key of a request that changes nothing. Raises KeyReused where it stands for another one."""
    if key:
        await record.append([], author, key)


async def was_done(record: Record, key: RequestKey | None) -> bool:
    """True where a request with this key was done before.

    Whoever is refused asks once more: another process may have done the very same request in between, and that is why.
    """
    return key is not None and bool(await record.answered(key))
