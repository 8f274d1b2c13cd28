"""A record in memory, with the contract of the others: for tests, and for what need not be kept."""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence

from quorate.core.errors import AppendConflict, KeyReused, StoreError, UnknownDeliberation
from quorate.deliberation.events import Author
from quorate.deliberation.moments import stamp
from quorate.deliberation.summary import Rank, Summary
from quorate.record.chain import check_chain, moved_line, written
from quorate.record.codec import decoded, stored_of
from quorate.record.event_stream import Watchers
from quorate.record.port import (
    AgentPlace,
    Appended,
    Change,
    LogLine,
    LogPage,
    OpenLine,
    OpenPage,
    OutcomeIndex,
    OutcomeLine,
    RequestKey,
    Stored,
)
from quorate.record.rows import (
    HAS_REVIEW_DATE,
    Clock,
    EventRange,
    EventRow,
    KeyRow,
    LineRow,
    Request,
    Result,
    Row,
    check_looks,
    check_request,
    day_and_number,
    is_new,
    key_row,
    new_names,
    numbered,
    with_new_ids,
)
from quorate.record.search import check_limit, cursor, nearest, searched, words
from quorate.record.side_streams import is_side_stream


class Kept:
    """The rows: lines in the order of opening, events by deliberation, keys by name."""

    def __init__(self) -> None:
        self.lines: dict[str, LineRow] = {}
        self.events: dict[str, tuple[EventRow, ...]] = {}
        self.keys: dict[str, KeyRow] = {}

    def copied(self) -> "Kept":
        """The same rows, to be changed apart."""
        kept = Kept()
        kept.lines, kept.events, kept.keys = self.lines.copy(), self.events.copy(), self.keys.copy()
        return kept

    def next_of_day(self, prefix: str) -> str:
        """The next id with this prefix."""
        numbers = (number for day, number in map(day_and_number, self.lines) if day == prefix)
        return numbered(prefix, 1 + max(numbers, default=0))


class MemoryRecord:
    """Everything that happened, until the process ends."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._bell = Watchers()
        self._kept = Kept()
        self._is_closed = False

    async def append(self, changes: Sequence[Change], author: Author, key: RequestKey | None = None) -> Appended:
        """All changes or none."""
        request = Request(tuple(changes), author, key)
        check_request(request)
        self._check_open()
        known = [self._spans_of(one) for one in (*key.also, key)] if key else []
        if key and any(spans is not None for spans in known):
            return Appended(await self.answered(key), is_new=False)
        for name in new_names(request):
            check_looks(name, (line for line, _ in self._ranks()))
        kept = self._kept.copied()
        spans: list[EventRange] = []
        new_ids: dict[str, str] = {}
        for change in request.changes:
            span = _appended(kept, with_new_ids(change, new_ids), author, stamp(self._clock()))
            new_ids |= {change.deliberation: span.deliberation} if is_new(change) else {}
            spans.append(span)
        if key:
            kept.keys[key.name] = key_row(key, spans)
            kept.keys |= {one.name: key_row(one, []) for one in key.also}
        self._kept = kept
        self._bell.ring(span.deliberation for span in spans)
        return Appended(self._stored(spans))

    async def answered(self, key: RequestKey) -> tuple[Stored, ...]:
        """What an earlier request with this key stored."""
        self._check_open()
        return self._stored(self._spans_of(key) or ())

    async def has_key(self, name: str) -> bool:
        """True where a request with a key of this name was done."""
        self._check_open()
        return name in self._kept.keys

    async def read(self, deliberation: str, after: int = 0) -> tuple[Stored, ...]:
        """The events of a deliberation behind a position."""
        self._check_open()
        _line(self._kept, deliberation)
        return tuple(stored_of(row) for row in self._kept.events[deliberation][max(after, 0) :])

    async def log(
        self,
        *,
        after: str = "",
        limit: int = 20,
        search: str = "",
        prefix: str | tuple[str, ...] = "",
        states: Sequence[str] = (),
    ) -> LogPage:
        """All deliberations, newest first."""
        sought = searched(search)

        def belongs(line: LogLine) -> bool:
            name = line.deliberation
            is_wanted = name.startswith(prefix) if prefix else not is_side_stream(name)
            is_there = not states or line.summary.state in states
            return is_wanted and is_there and sought in words(name, line.summary)

        return self._page(after, limit, belongs)

    async def inbox(self, *, who: str = "", kinds: Sequence[str] = (), after: str = "", limit: int = 20) -> LogPage:
        """Those that wait for a person or an agent."""
        return self._page(after, limit, lambda line: _waits_for(line.summary, who, kinds))

    async def unfinished(self, *, after: str = "", limit: int = 20) -> OpenPage:
        """Those that are not decided yet."""
        page = self._page(
            after, limit, lambda line: not is_side_stream(line.deliberation) and not line.summary.is_decided
        )
        return OpenPage(tuple(OpenLine(line.deliberation, line.position) for line in page.lines), page.after)

    async def positions(self, deliberations: Sequence[str]) -> dict[str, int]:
        """Where these deliberations are now."""
        self._check_open()
        lines = self._kept.lines
        return {name: lines[name].position for name in deliberations if name in lines}

    async def known_outcomes(self, *, domain: str = "") -> OutcomeIndex:
        """Where it is known what was true."""
        self._check_open()
        known = [(row, decoded(Summary, row.summary)) for row in self._kept.lines.values()]
        wanted = [(row, summary) for row, summary in known if not domain or summary.domain == domain]
        lines = tuple(OutcomeLine(row.id, row.position, row.head) for row, summary in wanted if summary.outcome)
        return OutcomeIndex(lines, sum(summary.is_decided for _, summary in wanted))

    async def awaiting_review(self) -> Sequence[str]:
        """Those that are decided, have no outcome, and whose question had a review date once."""
        self._check_open()
        lines = [(row.id, decoded(Summary, row.summary)) for row in self._kept.lines.values()]
        open_ones = [name for name, summary in lines if summary.is_decided and not summary.outcome]
        return [name for name in open_ones if any(HAS_REVIEW_DATE in row.body for row in self._kept.events[name])]

    async def agents(self, places: Sequence[str] = (), after: str = "", limit: int = 100) -> Sequence[LogLine]:
        """Agents of the fleet by name, behind one; those of some places, or all."""
        wanted = (line for line, rank in self._ranks() if not places or rank.place in places)
        behind = (line for line in wanted if line.summary.subject > after)
        return sorted(behind, key=lambda line: line.summary.subject)[: check_limit(limit)]

    async def agent_cohorts(self, place: str) -> Sequence[str]:
        """The cohorts of a place."""
        return sorted({rank.cohort for _, rank in self._ranks() if rank.place == place})

    async def ranked_agents(
        self, place: str, cohort: str, after: AgentPlace | None = None, limit: int = 100
    ) -> Sequence[LogLine]:
        """Agents of a cohort, the highest standing first, ties by name; behind one."""
        begin = (-after.standing, after.name) if after else None
        found = [
            ((-rank.standing, line.summary.subject), line)
            for line, rank in self._ranks()
            if (rank.place, rank.cohort) == (place, cohort)
        ]
        behind = sorted(one for one in found if begin is None or one[0] > begin)
        return [line for _, line in behind[: check_limit(limit)]]

    async def agent_counts(self) -> Mapping[str, int]:
        """How many agents are in each place."""
        return Counter(rank.place for _, rank in self._ranks())

    def _ranks(self) -> Iterator[tuple[LogLine, Rank]]:
        self._check_open()
        for line in map(_shown, self._kept.lines.values()):
            if line.summary.rank:
                yield line, line.summary.rank

    def watch(self, deliberation: str, after: int = 0) -> AsyncIterator[Stored]:
        """Events as they come, without end."""
        return self._bell.watch(self.read, self.positions, deliberation, after)

    async def close(self) -> None:
        """Nothing can be read or written from here on."""
        self._is_closed = True

    async def export(self, take: Callable[[Iterator[Row]], Result], only: str = "") -> Result:
        """Gives all rows as they are now."""
        self._check_open()
        if only:
            return take(iter([_line(self._kept, only), *self._kept.events[only]]))
        return take(_rows(self._kept.copied()))

    async def fill(self, rows: Iterator[Row]) -> None:
        """Takes all rows or none."""
        self._check_open()
        if self._kept.lines:
            raise StoreError("the record in memory is not empty; restore into a new one")
        kept = Kept()
        for row in rows:
            match row:
                case KeyRow():
                    kept.keys[row.name] = row
                case LineRow():
                    kept.lines[row.id], kept.events[row.id] = row, ()
                case EventRow():
                    kept.events[row.deliberation] += (row,)
        if any(len({row.position for row in events}) < len(events) for events in kept.events.values()):
            raise StoreError("the rows contradict each other; restore a backup that is whole")
        self._kept = kept

    async def redact(
        self, change: Change, bodies: Mapping[int, str], author: Author, key: RequestKey | None = None
    ) -> Appended:
        """Other texts in the place of events' bodies, and the change behind them."""
        check_request(Request((change,), author, key))
        self._check_open()
        if key and self._spans_of(key) is not None:
            return Appended(await self.answered(key), is_new=False)
        kept, name = self._kept.copied(), change.deliberation
        span = _appended(kept, change, author, stamp(self._clock()))
        kept.events[name] = tuple(row._replace(body=bodies.get(row.position, row.body)) for row in kept.events[name])
        for problem in check_chain(kept.events[name]):
            raise StoreError(problem)
        if key:
            kept.keys[key.name] = key_row(key, [span])
        self._kept = kept
        self._bell.ring([name])
        return Appended(self._stored([span]))

    async def sweep(self) -> bool:
        """What is gone from memory is gone."""
        return True

    async def wrong_lookups(self) -> list[tuple[str, str]]:
        """Nothing is kept beside the rows."""
        return []

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreError("the record is closed; open it again")

    def _spans_of(self, key: RequestKey) -> tuple[EventRange, ...] | None:
        row = self._kept.keys.get(key.name)
        if row and not key.stands_for(row.request):
            raise KeyReused(key.shown)
        return row.stored if row else None

    def _stored(self, spans: Sequence[EventRange]) -> tuple[Stored, ...]:
        events = self._kept.events
        return tuple(stored_of(row) for span in spans for row in events[span.deliberation][span.first - 1 : span.last])

    def _page(self, after: str, limit: int, belongs: Callable[[LogLine], bool]) -> LogPage:
        self._check_open()
        begin, most = cursor(after), check_limit(limit)
        numbers = [one for one in range(len(self._kept.lines), 0, -1) if begin is None or one < begin]
        lines = list(self._kept.lines.values())
        found = [(one, line) for one in numbers if belongs(line := _shown(lines[one - 1]))][: most + 1]
        return LogPage(tuple(line for _, line in found[:most]), str(found[most - 1][0]) if len(found) > most else "")


def _appended(kept: Kept, change: Change, author: Author, now: str) -> EventRange:
    line = LineRow(kept.next_of_day(change.deliberation)) if is_new(change) else _line(kept, change.deliberation)
    if line.position != change.expected or (change.head and line.head != change.head):
        raise AppendConflict(change.deliberation, change.expected, line.position)
    rows, _ = written(change, line, author, max(now, line.changed_at))
    kept.lines[line.id] = moved_line(line, change, rows)
    kept.events[line.id] = kept.events.get(line.id, ()) + tuple(rows)
    return EventRange(line.id, line.position + 1, line.position + len(rows))


def _line(kept: Kept, deliberation: str) -> LineRow:
    if deliberation not in kept.lines:
        raise UnknownDeliberation(deliberation, nearest(deliberation, kept.lines))
    return kept.lines[deliberation]


def _shown(row: LineRow) -> LogLine:
    return LogLine(row.id, row.opened_at, row.changed_at, row.position, decoded(Summary, row.summary))


def _waits_for(summary: Summary, who: str, kinds: Sequence[str]) -> bool:
    return any(not who or wait.who in ("", who) or wait.kind in kinds for wait in summary.waits)


def _rows(kept: Kept) -> Iterator[Row]:
    yield from kept.keys.values()
    for line in kept.lines.values():
        yield line
        yield from kept.events[line.id]
