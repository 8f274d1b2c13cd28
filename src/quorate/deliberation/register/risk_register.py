"""The register: the risks, dissents and conditions that verdicts leave behind, and what people made of them since.

Everything in it follows from the events. Its items are numbered in the order in which they came up, so that an item
keeps its number when the panel is asked again: what a later verdict names once more is the same item, and what it no
longer names stays only where people have changed it. What a person brought stays: the risk of an override, and the
step with which something was deferred. So does what seats had warned of that have no ballot any more.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from quorate.core.ballot import Ballot, Concern
from quorate.core.codec.declaration import OPTIONAL, Key, OptionalText, OptionalTexts
from quorate.core.verdict import Dissent, Risk, Verdict
from quorate.deliberation.events import Author, Deferred, Overridden, Resolved, Tracked, Vindicated
from quorate.deliberation.notes import posted_conditions
from quorate.deliberation.rounds.earlier_warnings import Warned, warned_at, warned_now
from quorate.deliberation.session import GivenAnswer, Noted, Session

OPEN, MITIGATED, ACCEPTED, CLOSED, VINDICATED = "open", "mitigated", "accepted", "closed", "vindicated"
STATUSES = (OPEN, MITIGATED, ACCEPTED, CLOSED, VINDICATED)
UNSETTLED = (OPEN, VINDICATED)
RISK, DISSENT, CONDITION, STEP = "R", "D", "C", "S"
LETTERS = (RISK, DISSENT, CONDITION, STEP)
OVERRIDE, CONDITIONAL, DEFERRAL, SILENCED = "override", "condition", "deferral", "silenced"
PLANNED = ("dissent", SILENCED)
"""What a mitigation plan is about."""
CHANGED = ("status", "owner", "mitigation", "monitor", "due")


class Item(NamedTuple):
    """A line of the register as it stands.

    `kind` says what left it behind: stated, dissent, failure, diversity, override, condition, deferral, or silenced
    where its source has no ballot any more. A dissent is a risk too: `same_as` is its other number, and what is said of
    the one is said of both. `is_earlier` marks what came before the verdict that stands, and what that one does not
    name. `concerns` are grave ones that the text of a dissent does not name. `seats` are its sources one by one, and
    `why` is the kind of a failure. Where the text is the rules' own, `code` and `values` say the same.
    """

    id: str
    kind: str
    text: str
    source: str = ""
    choice: str = ""
    severity: str = ""
    mitigation: str = ""
    monitor: str = ""
    owner: str = ""
    due: str = ""
    status: str = OPEN
    same_as: str = ""
    seats: OptionalTexts = ()
    why: OptionalText = ""
    code: OptionalText = ""
    values: Annotated[Mapping[str, Any], OPTIONAL] = {}
    concerns: Annotated[tuple[Concern, ...], OPTIONAL] = ()
    is_earlier: Annotated[bool, Key("earlier")] = False
    changes: tuple[Noted, ...] = ()

    @property
    def is_settled(self) -> bool:
        """True where nobody has to do anything about it any more."""
        return self.status not in UNSETTLED

    @property
    def came_true(self) -> bool:
        """True where it bears the mark, whatever its status is now."""
        return any(isinstance(noted.event, Vindicated) for noted in self.changes)

    def is_overdue(self, today: str) -> bool:
        """True where its day is over and it is not settled."""
        return bool(self.due) and self.due < today and not self.is_settled


class Register(NamedTuple):
    """What a decided deliberation leaves behind, in the order of its verdict; what is earlier comes last.

    `steps` are those with which it was deferred.
    """

    risks: tuple[Item, ...] = ()
    dissents: tuple[Item, ...] = ()
    conditions: tuple[Item, ...] = ()
    steps: Annotated[tuple[Item, ...], OPTIONAL] = ()

    @property
    def items(self) -> tuple[Item, ...]:
        """Every item once: a dissent's line among the risks is left out."""
        return (*(one for one in self.risks if not one.same_as), *self.dissents, *self.conditions, *self.steps)

    def item(self, name: str) -> Item | None:
        """The item with this number."""
        return next((one for kind in self for one in kind if one.id == name), None)


def register_of(session: Session) -> Register:
    """The register of a deliberation; empty until there is a verdict on the question as it stands."""
    if not session.is_current:
        return Register()
    book = _Book(warned_at(session, number) for number in sorted(session.verdicts))
    for entry in session.ledger:
        book.take(entry)
    return Register(*(book.of_kind(letter) for letter in LETTERS))


def is_tracked(session: Session) -> bool:
    """True where people have changed the register, or where it holds an earlier risk of theirs."""
    if not session.is_current:
        return False
    kept = (said.answer for past in session.earlier for said in past.said)
    is_kept = any(isinstance(answer, Overridden | Deferred) for answer in kept)
    return is_kept or any(isinstance(entry, Noted) for entry in session.ledger)


def is_followed(session: Session) -> bool:
    """True where the register says more than the verdict: it is tracked, or keeps what silent seats had said."""
    return is_tracked(session) or any(one.texts for one in warned_now(session))


class _Book:
    """Numbers items as they come up and keeps them as they stand."""

    def __init__(self, silenced: Iterable[Sequence[Warned]]) -> None:
        self.items: dict[str, Item] = {}
        self._verdict: Verdict | None = None
        self._silenced: Sequence[Warned] = ()
        self._silenced_next = iter(silenced)
        self._numbers: dict[Hashable, str] = {}
        self._last: Counter[str] = Counter()

    def take(self, entry: Verdict | GivenAnswer | Noted) -> None:
        match entry:
            case Noted():
                self._note(entry)
            case GivenAnswer(answer=Overridden() | Deferred() as answer, author=author):
                self._list([_of_a_person(answer, author)])
            case GivenAnswer(answer=Resolved(requirement="mitigation_plan") as plan):
                self._mitigate(plan)
            case GivenAnswer(answer=Resolved(strike_notes=names)) if names and self._verdict:
                self._strike(posted_conditions(self._verdict, [entry]), self._verdict)
            case GivenAnswer():
                pass
            case _:
                self._count(entry)

    def of_kind(self, letter: str) -> tuple[Item, ...]:
        found = [one for one in self.items.values() if one.id.startswith(letter)]
        kept = [one for one in found if not one.is_earlier or one.changes or one.kind in (OVERRIDE, DEFERRAL)]
        return tuple(sorted(kept, key=lambda one: one.is_earlier))

    def _count(self, verdict: Verdict) -> None:
        """A new verdict: what it does not name again is earlier."""
        self._verdict, self._silenced = verdict, next(self._silenced_next)
        self.items = {name: item._replace(is_earlier=True) for name, item in self.items.items()}
        self._list(_of_risk(one) for one in verdict.risks)
        self._list(_of_risk(one) for one in silenced_risks(self._silenced))
        self._list(_of_dissent(one) for one in verdict.dissents)
        self._list(_of_condition(text, verdict) for text in verdict.conditions)
        self._pair()
        self._name_concerns(verdict)

    def _list(self, items: Iterable[Item]) -> None:
        """Gives items their numbers; one that has been there keeps its number and what people made of it."""
        for key, item in _apart(items):
            letter = item.id
            if key not in self._numbers:
                self._last[letter] += 1
                self._numbers[key] = f"{letter}{self._last[letter]}"
            name = self._numbers[key]
            before = self.items.pop(name, None)  # it moves to the place where the new verdict has it
            self.items[name] = _changed(item._replace(id=name), before.changes if before else ())

    def _pair(self) -> None:
        standing = [one for one in self.items.values() if not one.is_earlier and one.kind == "dissent"]
        risks = {one.source: one for one in standing if one.id.startswith(RISK)}
        for one in standing:
            if one.id.startswith(DISSENT) and (risk := risks.get(one.source)):
                self._change(one.id, same_as=risk.id, severity=risk.severity)
                self._change(risk.id, same_as=one.id)

    def _name_concerns(self, verdict: Verdict) -> None:
        ballots = {one.seat.name: one for one in verdict.receipt.roster if isinstance(one, Ballot)}
        for one in list(self.items.values()):
            if one.kind == "dissent" and not one.is_earlier and one.source in ballots:
                self._change(one.id, concerns=ballots[one.source].unnamed_concerns)

    def _strike(self, posted: Sequence[str], verdict: Verdict) -> None:
        """Only what is posted stays; a condition that loses its remark is another one."""
        standing = [one for one in self.items.values() if one.kind == CONDITIONAL and not one.is_earlier]
        for item in standing:
            if item.text not in posted:
                del self.items[item.id]
        self._list(_of_condition(text, verdict) for text in posted)

    def _mitigate(self, plan: Resolved) -> None:
        seats = answered_by_a_plan(self._verdict, self._silenced) if self._verdict else ()
        for item in list(self.items.values()):
            if item.kind in PLANNED and not item.is_earlier and item.source in seats:
                self._change(item.id, mitigation=plan.text, monitor=plan.monitor, owner=plan.owner)

    def _note(self, noted: Noted) -> None:
        item = self.items.get(noted.event.item)
        for name in (item.id, item.same_as) if item else ():
            if name in self.items:
                self.items[name] = _changed(self.items[name], (noted,))

    def _change(self, name: str, **fields: Any) -> None:
        self.items[name] = self.items[name]._replace(**fields)


def answered_by_a_plan(verdict: Verdict, silenced: Sequence[Warned] = ()) -> Sequence[str]:
    """The dissenters and the silenced who warned of safety or security; all of them where none did."""
    gone = [one.ballot for one in silenced]
    ballots = [*(answer for answer in verdict.receipt.roster if isinstance(answer, Ballot)), *gone]
    grave = {ballot.seat.name for ballot in ballots if ballot.raises_grave_concern}
    seats = [*(one.seat for one in verdict.dissents), *(ballot.seat.name for ballot in gone)]
    return [seat for seat in seats if seat in grave] or seats


def silenced_risks(silenced: Iterable[Warned]) -> Iterator[Risk]:
    """What stays of the ballots of seats that have none any more, a line for each warning."""
    for one in silenced:
        severity = "high" if one.ballot.raises_grave_concern else "medium"
        yield from (Risk(text, one.ballot.seat.name, SILENCED, severity) for text in one.texts)


def _of_risk(risk: Risk) -> Item:
    said = {key: value for key, value in risk._asdict().items() if key not in ("risk", "kind")}
    return Item(RISK, risk.kind, risk.risk, **said)


def _of_condition(text: str, verdict: Verdict) -> Item:
    item = Item(CONDITION, CONDITIONAL, text)
    added = next((one for one in verdict.added if (one.among, one.text) == ("conditions", text)), None)
    return item._replace(code=added.code, values=added.values) if added else item


def _of_a_person(answer: Overridden | Deferred, author: Author) -> Item:
    """The risk that was accepted, or the step that was taken."""
    if isinstance(answer, Deferred):
        return Item(STEP, DEFERRAL, answer.step, author.name, monitor=answer.monitor, owner=answer.owner)
    return _of_risk(accepted_risk(answer, author))


def accepted_risk(answer: Overridden, author: Author) -> Risk:
    """The risk that an override brings."""
    return Risk(answer.risk_acceptance, author.name, OVERRIDE, "high", monitor=answer.monitor, owner=answer.owner)


def _of_dissent(dissent: Dissent) -> Item:
    return Item(
        DISSENT,
        "dissent",
        dissent.concern,
        dissent.seat,
        dissent.choice,
        mitigation=dissent.mitigation,
        monitor=dissent.monitor,
    )


def _apart(items: Iterable[Item]) -> Iterator[tuple[Hashable, Item]]:
    """Items with what tells them from all others; two that say the same are told apart by their order."""
    times: Counter[Hashable] = Counter()
    for item in items:
        who = item.source if item.kind in ("dissent", OVERRIDE, DEFERRAL, SILENCED) else ""
        said = (item.id, item.kind, who, item.choice, item.text)
        times[said] += 1
        yield (said, times[said]), item


def _changed(item: Item, changes: Sequence[Noted]) -> Item:
    """The item after people's changes, in their order."""
    for noted in changes:
        item = item._replace(changes=(*item.changes, noted), **changes_of(noted.event))
    return item


def changes_of(event: Tracked | Vindicated) -> Mapping[str, Any]:
    """What an event makes of its item, by field."""
    if isinstance(event, Vindicated):
        return {"status": VINDICATED}
    return {name: said for name in CHANGED if (said := getattr(event, name))}
