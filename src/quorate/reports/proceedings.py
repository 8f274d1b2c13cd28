"""What a deliberation adds to its verdict, in the reader's words and ready to be placed."""

from collections.abc import Mapping
from typing import NamedTuple

from quorate.reports.document import PanelNotice

CHOSEN, OVERRIDDEN, REFUSED, OVERDUE = "chosen", "overridden", "refused", "overdue"
PROPOSED, ACCEPTED, REJECTED, DEPRECATED = "proposed", "accepted", "rejected", "deprecated"


class PersonDecision(NamedTuple):
    """What a person made of a verdict: `how` is chosen, overridden, refused, or overdue where nobody answered.

    `is_settled` where nobody chose but the policy that was settled beforehand.
    """

    how: str
    by: str
    choice: str = ""
    is_settled: bool = False


class AuditEntry(NamedTuple):
    """One line of the audit trail. The hash is shortened, or says that it is sealed."""

    position: str
    at: str
    author: str
    proof: str
    what: str
    hash: str


class Used(NamedTuple):
    """What a seat's calls used, in words; the last line is that of all seats."""

    seat: str
    model: str
    taken: str
    given: str
    cost: str


class RoundHistory(NamedTuple):
    """One round: facts with their labels, what was new, what each seat made of it, its challenges.

    `arguments` are those of ballots that do not stand any more; further lines of one belong to it.
    """

    title: str
    facts: tuple[tuple[str, str], ...]
    evidence: str
    steps: tuple[tuple[str, ...], ...]
    challenges: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()


class CameTrue(NamedTuple):
    """That a dissent was right or a risk came true: what happened, where to look, who says so and when."""

    what: str
    link: str
    by: str
    at: str


class RegisterLine(NamedTuple):
    """An item as a reader sees it. All outside text in it has been cleaned."""

    id: str
    text: str
    source: str
    severity: str
    mitigation: str
    monitor: str
    owner: str
    due: str
    status: str
    came_true: tuple[CameTrue, ...] = ()
    is_changed: bool = False
    same_as: str = ""
    is_earlier: bool = False


class RegisterChange(NamedTuple):
    """One change: when, by whom, of which item, and what it was."""

    at: str
    author: str
    proof: str
    item: str
    what: str


class RegisterLines(NamedTuple):
    """The register's lines in the order of the verdict, and every change in the order of time."""

    risks: tuple[RegisterLine, ...]
    dissents: tuple[RegisterLine, ...]
    conditions: tuple[RegisterLine, ...]
    changes: tuple[RegisterChange, ...]
    steps: tuple[RegisterLine, ...] = ()

    @property
    def lines(self) -> tuple[RegisterLine, ...]:
        """Every line once: a dissent's line among the risks is left out."""
        return (*(one for one in self.risks if not one.same_as), *self.dissents, *self.conditions, *self.steps)


class Proceedings(NamedTuple):
    """What a deliberation is and how it went. `status` is that of a decision record, `state` that of the banner.

    `shared` says which seats are not independent, `errors` holds engine errors by the keys of their format, `spending`
    is what can be said of all calls, and `notes` are by the names of seats. `changes` are those of debates; `deadlock`
    is its ladder, and `advice` the choice that can be undone. `round_topic` is what an open round is about.
    `answered_by` is the title of `answers`, and `earlier` what people made of earlier verdicts, which holds no longer.
    `silenced` says who had voted and has no ballot any more. `register` is there where it says more than the verdict.
    `risk_numbers` are those of the register, in the order of the verdict: a number once given stays. `again` is how
    to ask the engines that failed once more.
    """

    head: tuple[tuple[str, str], ...]
    status: str
    state: str
    last_word: str
    decision: PersonDecision | None = None
    todo: str = ""
    asking: str = ""
    answers: tuple[str, ...] = ()
    answered_by: str = ""
    earlier: tuple[str, ...] = ()
    rounds: tuple[str, ...] = ()
    trail: tuple[AuditEntry, ...] = ()
    notice: PanelNotice | None = None
    shared: tuple[str, ...] = ()
    errors: tuple[tuple[tuple[str, str], ...], ...] = ()
    usage: tuple[Used, ...] = ()
    spending: tuple[str, ...] = ()
    notes: Mapping[str, tuple[str, ...]] = {}
    history: tuple[RoundHistory, ...] = ()
    changes: tuple[tuple[str, ...], ...] = ()
    final_word: str = ""
    deadlock: tuple[str, ...] = ()
    advice: str = ""
    round_topic: tuple[str, ...] = ()
    silenced: tuple[str, ...] = ()
    register: RegisterLines | None = None
    risk_numbers: tuple[str, ...] = ()
    again: str = ""
