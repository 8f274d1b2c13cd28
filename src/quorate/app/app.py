"""An open record with what comes in from outside: what every use case works on. Who acts is not part of it."""

from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from quorate import config
from quorate.app.life.notices import Notice
from quorate.commit import Changed, Outside, Rule, change, folded, loaded, loaded_with_history, news_of
from quorate.core.errors import InputError, StoreError
from quorate.core.span import Spans, no_span
from quorate.deliberation.events import Opened, Stored
from quorate.deliberation.moments import stamp
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session
from quorate.prompts.templates import Templates
from quorate.record.port import LogLine, Record, RequestKey, was_done

if TYPE_CHECKING:
    from quorate.views.deliberation_line import DeliberationLine

_MOST, _LARGEST = 256, 256 * 1024
"""Deliberations at most, and characters of each; a larger one is read whole every time."""


@dataclass(slots=True)
class _Recent:
    session: Session
    history: tuple[Stored, ...]
    size: int
    is_at_rest: bool = False
    line: "DeliberationLine | None" = None


class RecentSessions:
    """The latest of them, each as it was when it was last read."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, _Recent] = OrderedDict()

    async def read(self, record: Record, deliberation: str) -> tuple[Session, tuple[Stored, ...]]:
        """A deliberation as it stands now, and its history."""
        known = self._kept.get(deliberation)
        news = await news_of(record, known.session) if known else None
        if known is None or news is None:
            self.forget(deliberation)
            session, history = await loaded_with_history(record, deliberation)
            found = _Recent(session, history, _size(history))
        else:
            session = folded(known.session, news) if news else known.session
            found = _Recent(session, known.history + news, known.size + _size(news))
        self._keep(deliberation, found)
        return found.session, found.history

    def add(self, changed: Changed) -> None:
        """What this process has just put behind what is kept. Where something else is kept it is read next time."""
        session, stored = changed.session, changed.stored
        known = self._kept.get(session.id)
        if known and stored and changed.behind == known.session.head:
            self._keep(session.id, _Recent(session, known.history + stored, known.size + _size(stored)))

    def latest(self, deliberation: str) -> Session | None:
        """What is kept; others may have moved it since."""
        known = self._kept.get(deliberation)
        return known.session if known else None

    def rest(self, deliberation: str, head: str) -> None:
        """Where this is the last event of what is kept: nothing follows from it by the rules, until a deadline."""
        known = self._kept.get(deliberation)
        if known and known.session.head == head:
            known.is_at_rest = True

    def at_rest(self, deliberation: str) -> Session | None:
        """What is kept, where nothing follows from it."""
        known = self._kept.get(deliberation)
        return known.session if known and known.is_at_rest else None

    def line(self, deliberation: str) -> "DeliberationLine | None":
        """What was last written of what is kept; None where it is not kept."""
        from quorate.views.deliberation_line import DeliberationLine  # who changes nothing does without it

        known = self._kept.get(deliberation)
        if known and not known.line:
            known.line = DeliberationLine()
        return known.line if known else None

    def forget(self, deliberation: str) -> None:
        """Keeps nothing of it."""
        self._kept.pop(deliberation, None)

    def at(self, deliberation: str, head: str) -> tuple[Session, tuple[Stored, ...]] | None:
        """What is kept, where its last event has this hash, which names the whole history."""
        known = self._kept.get(deliberation)
        return (known.session, known.history) if known and known.session.head == head else None

    def _keep(self, deliberation: str, found: _Recent) -> None:
        before = self._kept.pop(deliberation, None)
        if before and before.session.position > found.session.position:
            found = before  # somebody else has read it since
        if before:
            found.line = before.line
        if found.size <= _LARGEST:
            self._kept[deliberation] = found
        if len(self._kept) > _MOST:
            self._kept.popitem(last=False)


def _size(history: tuple[Stored, ...]) -> int:
    return sum(len(tuple.__repr__(one.event)) for one in history)


if TYPE_CHECKING:
    from quorate.analysis.track_record.record_note import RecordNote
    from quorate.decide import Watcher
    from quorate.record.rows import Store
    from quorate.seat_calls import Voters
    from quorate.settings import Settings
    from quorate.views.deliberation_line import DeliberationLine
    from quorate.voters.calls.call_folders import Calls
    from quorate.voters.programs.discovery import FoundEngine


_MOST_QUIET = 10_000


class Deliberation(NamedTuple):
    """A deliberation as it stands, and how it came about.

    `is_new` is False where its request was done before; `notices` are what has to be said besides, and `record` is what
    earlier outcomes say of its verdict. `line` is what was last written of it here, where it was changed lately.
    """

    session: Session
    history: tuple[Stored, ...]
    is_new: bool = True
    notices: tuple[Notice, ...] = ()
    record: "RecordNote | None" = None
    line: "DeliberationLine | None" = None


class Surroundings(NamedTuple):
    """What comes in from outside: the time, names that nobody else has, settings, engines and their calls."""

    clock: Callable[[], datetime]
    fresh: Callable[[], str]
    templates: Templates
    settings: "Callable[[], Settings]"
    calls: "Callable[[], Calls]"
    engines: "Callable[[], Sequence[FoundEngine]]"
    make_home: Callable[[], object]
    secret: Callable[[], str] = config.fresh_secret
    spans: Spans = no_span


class App:
    """A record that is open, and its surroundings.

    `is_ours` is true where the record's file belongs to the system's user who runs this. `make` makes the record
    where there is none yet, which `missing` names.
    """

    def __init__(
        self,
        record: "Store",
        surroundings: Surroundings,
        *,
        is_ours: bool = False,
        missing: str = "",
        make: "Callable[[], Store] | None" = None,
        kept_at: Path | None = None,
    ) -> None:
        self.record, self.surroundings = record, surroundings
        self.is_ours, self.missing, self._make = is_ours, missing, make
        self.kept_at = kept_at
        self._quiet: tuple[str, set[object]] = ("", set())
        self._recent = RecentSessions()

    def outside(self, who: Principal) -> Outside:
        """What comes in from outside while this one acts."""
        known = self.surroundings
        return Outside(known.clock, known.fresh, who, known.templates, known.spans)

    @property
    def now(self) -> str:
        """The time as the record writes it."""
        return stamp(self.surroundings.clock())

    def is_quiet(self, day: str, what: object) -> bool:
        """True where nothing more is said of this on that day."""
        return self._quiet[0] == day and what in self._quiet[1]

    def be_quiet(self, day: str, what: object) -> None:
        """Nothing more is said of this on that day."""
        if self._quiet[0] != day or len(self._quiet[1]) >= _MOST_QUIET:
            self._quiet = (day, set())
        self._quiet[1].add(what)

    async def make_record(self) -> None:
        """Makes the record that is missing; whoever was refused before this leaves no trace."""
        if self._make:
            self.record, self._make, self.missing = self._make(), None, ""

    async def lines(self, prefix: str | tuple[str, ...], limit: int = 1000) -> AsyncIterator[LogLine]:
        """Yield the lines of all streams whose ids begin like this, newest first, page by page."""
        after = ""
        while True:
            page = await self.record.log(prefix=prefix, after=after, limit=limit)
            for line in page.lines:
                yield line
            after = page.after
            if not after:
                return

    async def load(self, deliberation: str) -> Session:
        """A deliberation as it stands."""
        self._check_is_there(deliberation)
        return await loaded(self.record, deliberation)

    def _check_is_there(self, deliberation: str) -> None:
        if self.missing:
            raise InputError(f"no deliberation called {deliberation!r}: there is no record at {self.missing} yet")

    async def whole(self, deliberation: str, *, is_new: bool = True, has_note: bool = True) -> Deliberation:
        """The same with its history, both as of one moment, and what earlier outcomes say of its verdict."""
        self._check_is_there(deliberation)
        session, history = await loaded_with_history(self.record, deliberation)
        note = await self._record_note(session) if has_note else None
        return Deliberation(session, history, is_new, record=note)

    def recent(self, deliberation: str, position: int | None = None) -> Session | None:
        """A deliberation as it was when it was last read or changed here, or at a position; None where it is not kept.

        Others may have moved it since. How it was opened stays as it is.
        """
        known = self._recent.latest(deliberation)
        return known if known and position in (None, known.position) else None

    def forget(self, deliberation: str) -> None:
        """Keeps nothing of it in memory."""
        self._recent.forget(deliberation)

    async def whole_after(self, changed: Changed) -> Deliberation:
        """A deliberation right after an opening or a ballot, carried on as far as the rules go, with its history.

        Of what was read lately only what is new is read.
        """
        deliberation, head = changed.session.id, changed.session.head
        known = self._recent.at(deliberation, head)
        session, history = known or await self._recent.read(self.record, deliberation)
        self._recent.rest(deliberation, head)
        line, note = self._recent.line(deliberation), await self._record_note(session)
        return Deliberation(session, history, changed.is_new, record=note, line=line)

    async def _record_note(self, session: Session) -> "RecordNote | None":
        from quorate.app.learning.learned import note_on_verdict  # what shows no verdict does without it

        return await note_on_verdict(self.record, session, self.kept_at) if session.is_current else None

    async def moved(self, deliberation: str, who: Principal) -> Session:
        """A deliberation, moved as far as the rules carry it alone."""
        return await self.carry(await self.load(deliberation), who)

    async def open(
        self, opening: Opened, who: Principal, key: RequestKey | None = None, then: Rule | None = None
    ) -> Changed:
        """A new deliberation, moved as far as the rules carry it alone; with a used key, the one that it opened.

        What `then` says of it is stored with it, or neither is.
        """
        from quorate.decide import decide  # whoever only looks does without it: it brings the readers of replies

        return await decide(opening, {}, self.record, self.outside(who), key, then=then)

    async def change(self, deliberation: str, rule: Rule, who: Principal, key: RequestKey | None = None) -> Changed:
        """What the rule says, put on the record, and what follows by the rules alone, before it and after it."""
        return await self._changed(await self.load(deliberation), rule, who, key)

    async def cast(self, deliberation: str, rule: Rule, who: Principal, key: RequestKey | None = None) -> Changed:
        """The same for a ballot, on a deliberation that may have been read lately.

        What is kept of it may be outdated, but not such that its round is complete and only not closed yet. A ballot
        that is taken by it goes behind it on the record, or is decided again; one that is refused by it is judged by
        what the record holds now, and by what follows from that.
        """
        self._check_is_there(deliberation)
        if kept := self._recent.at_rest(deliberation):
            try:
                changed = await change(self.record, kept, rule, self.outside(who), key)
            except InputError:
                pass
            else:
                return await self._carried(changed, who)
        session, _ = await self._recent.read(self.record, deliberation)
        return await self._changed(session, rule, who, key)

    async def _changed(self, session: Session, rule: Rule, who: Principal, key: RequestKey | None) -> Changed:
        before = await self.carry(session, who)
        return await self._carried(await change(self.record, before, rule, self.outside(who), key), who)

    async def _carried(self, changed: Changed, who: Principal) -> Changed:
        """What follows from a change that is on the record."""
        self._recent.add(changed)
        try:
            return changed._replace(session=await self.carry(changed.session, who))
        except StoreError as error:
            what = f"{changed.session.id}: the change is stored, but its consequences are not: {error}"
            raise StoreError(what) from error

    async def carry(
        self, session: Session, who: Principal, voters: "Voters | None" = None, watcher: "Watcher | None" = None
    ) -> Session:
        """Goes on with a deliberation until only people or agents are awaited."""
        from quorate.decide import carry

        return await carry(session, voters or {}, self.record, self.outside(who), watcher)

    async def was_done(self, key: RequestKey | None) -> bool:
        """True where a request with this key was done before."""
        return await was_done(self.record, key)


@asynccontextmanager
async def open_app(
    store: str | None, warn: Callable[[str], None], *, may_make: bool = False, is_planned: bool = False
) -> AsyncIterator[App]:
    """The app on the record that is meant. Whoever only looks makes no record where there is none.

    One that was named and does not exist is an error, unless it may be made, or is planned to be.
    """
    app = _app_at(store, warn, may_make=may_make, is_planned=is_planned)
    try:
        yield app
    finally:
        await app.record.close()


@asynccontextmanager
async def open_app_in_memory() -> AsyncIterator[App]:
    """The app on a record that is gone afterwards."""
    from quorate.record.memory import MemoryRecord

    known = surroundings()
    app = App(MemoryRecord(known.clock), known, is_ours=True)
    try:
        yield app
    finally:
        await app.record.close()


def surroundings() -> Surroundings:
    """As this machine, its environment and its settings have them."""
    return Surroundings(
        config.clock,
        config.fresh_name,
        config.templates(),
        config.settings,
        cache(config.calls),  # whoever starts calls is the one who can end them
        config.engines,
        config.make_home,
    )


def _app_at(store: str | None, warn: Callable[[str], None], *, may_make: bool, is_planned: bool) -> App:
    address, known = config.store(store), surroundings()
    file = config.store_file(address)
    missing = file if file and not file.exists() else None

    def make() -> "Store":
        from quorate.record import open_record

        if missing and missing.parent == config.home():
            config.make_home()
        return open_record(address, known.clock, is_named=config.is_named_by_user(store), warn=warn)

    if not missing:
        return App(make(), known, is_ours=config.owns_store(address), kept_at=config.learning_file(address))
    if not may_make and not is_planned and config.stated_store(store):
        raise StoreError(f"there is no record at {missing}; `quorate decide` creates one, or name another with --store")
    from quorate.record.memory import MemoryRecord

    empty = MemoryRecord(known.clock)
    return App(empty, known, is_ours=True, missing=str(missing), make=make if may_make else None)
