"""The outcome of a count, and the receipt: all that is needed to redo it by hand."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from quorate.core.ballot import Answer
from quorate.core.exact import Exact

PROCEED, BLOCK, ASK, REDELIBERATE, COOLDOWN = "proceed", "block", "ask", "redeliberate", "cooldown"
VERSION = 1
"""Of the verdict's JSON: fields are only added to it, and none is renamed, removed or given another meaning."""
ACTIONS = (PROCEED, BLOCK, ASK, REDELIBERATE, COOLDOWN)
REQUIREMENTS = (
    "mitigation_plan",
    "human_choice",
    "risk_acceptance",
    "more_context",
    "challenge_round",
    "verification",
)

FLAGS = (
    "DEGRADED_PANEL",
    "STRONG_DISSENT",
    "LOW_CONFIDENCE",
    "CONFIDENCE_OVERRIDE",
    "SUSPICIOUS_UNANIMITY",
    "RELIES_ON_ABSENCE",
    "RELIES_ON_INFERENCE",
    "SHARED_VOTER",
    "HARD_LIMIT",
    "CONFIDENCE_GAP",
)
Values = Mapping[str, Any]
"""What a code is about, by name: texts, whole numbers and lists of them; exact numbers are texts."""
_PLACES = {flag: place for place, flag in enumerate(FLAGS)}


class Escalation(NamedTuple):
    """What a person must see or decide; `reason` is its code.

    `names` are the seats or other things that it is about, one by one; `values` are those that have names of their own.
    """

    level: str
    reason: str
    detail: str = ""
    names: tuple[str, ...] = ()
    values: Mapping[str, Any] = {}


class Dissent(NamedTuple):
    """An overruled ballot, what answers it, and what would vindicate it."""

    seat: str
    choice: str
    confidence: Exact | None
    concern: str = ""
    mitigation: str = ""
    monitor: str = ""


class Risk(NamedTuple):
    """A line of the risk register; `kind` says what left it behind.

    `seats` are those that it comes from, one by one; `why` is the kind of a failure. Where the text is the rules' own
    and not a voter's, `code` and `values` say the same.
    """

    risk: str
    source: str
    kind: str = "stated"
    severity: str = "medium"
    mitigation: str = ""
    monitor: str = ""
    owner: str = ""
    status: str = "open"
    seats: tuple[str, ...] = ()
    why: str = ""
    code: str = ""
    values: Mapping[str, Any] = {}


class Position(NamedTuple):
    """One agent's side of a conflict."""

    agent: str
    position: str
    confidence: Exact


class Conflict(NamedTuple):
    """Two positions on one question that do not go together."""

    id: str
    severity: str
    type: str
    positions: tuple[Position, ...]
    status: str = "pending"
    resolution: str = ""

    @property
    def is_open(self) -> bool:
        """Only an accepted resolution closes a conflict."""
        return self.status != "accepted"


class Threshold(NamedTuple):
    """`more than` or `at least` a share."""

    rule: str
    share: Exact


class Note(NamedTuple):
    """Something that a reader of the receipt should know of one seat, or of several `seats`.

    `code` names what, and `detail` is its one value, such as a number or a name.
    """

    code: str
    seat: str
    detail: str = ""
    seats: tuple[str, ...] = ()


class Receipt(NamedTuple):
    """The arithmetic behind a verdict."""

    question: str
    basis: str
    roster: tuple[Answer, ...]
    counted: tuple[str, ...]
    total_heads: int
    total_weight: Exact
    threshold: Threshold
    share: Exact | None
    margin: Exact | None
    heads: Mapping[str, int]
    weight: Mapping[str, Exact]
    pivotal: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()


class AskOption(NamedTuple):
    """One answer that a person may give. `label` names it in an answer; `code` and `values` say what it means."""

    label: str
    description: str = ""
    code: str = ""
    values: Mapping[str, Any] = {}


class Ask(NamedTuple):
    """What a person is to choose: two to four options, the recommended one first. `code` says why they are asked."""

    header: str
    question: str
    options: tuple[AskOption, ...]
    code: str = ""


class Added(NamedTuple):
    """A text `among` the conditions or alternatives that no voter wrote but the rules, and its code."""

    among: str
    text: str
    code: str
    values: Mapping[str, Any] = {}


class Verdict(NamedTuple):
    """One shape for every protocol. `version` is that of its JSON; a verdict from before there was one has 0."""

    protocol: str
    result: str
    choice: str | None
    action: str
    requires: tuple[str, ...]
    confidence: Exact | None
    flags: tuple[str, ...]
    escalations: tuple[Escalation, ...]
    dissents: tuple[Dissent, ...]
    conditions: tuple[str, ...]
    alternatives: tuple[str, ...]
    risks: tuple[Risk, ...]
    conflicts: tuple[Conflict, ...]
    receipt: Receipt
    ask: Ask | None
    native: Mapping[str, Any]
    added: tuple[Added, ...] = ()
    version: int = VERSION

    @property
    def may_be_acted_on(self) -> bool:
        """Only a proceed that requires nothing more."""
        return self.action == PROCEED and not self.requires


def in_order(requires: frozenset[str] | set[str]) -> tuple[str, ...]:
    """Requirements in the order in which people meet them."""
    return tuple([requirement for requirement in REQUIREMENTS if requirement in requires]) if requires else ()


def flags_in_order(flags: Iterable[str]) -> tuple[str, ...]:
    """A degraded panel first; flags of added protocols last, by name."""
    return tuple(sorted(flags, key=lambda flag: (_PLACES.get(flag, len(FLAGS)), flag)))
