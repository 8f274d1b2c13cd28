"""The outcome of a count, and the receipt: all that is needed to redo it by hand."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from quorate.core.ballot import ABSTAINED, NON_VOTES, NOT_NEEDED, Answer, NonVote
from quorate.core.codec import writer_of
from quorate.core.codec.declaration import EXACT, TEXT_OR_NULL, Also, Form, Key, OptionalTexts, closed, or_null
from quorate.core.exact import Exact, percent, plain, shown, unit

PROCEED, BLOCK, ASK, REDELIBERATE, COOLDOWN = "proceed", "block", "ask", "redeliberate", "cooldown"
VERSION = 1
"""Version of the verdict's JSON: fields are only added, and none is renamed, removed or given another meaning."""
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
_UNIT = Form(unit, lambda share: plain(Fraction(str(share))), {"type": "number", "minimum": 0, "maximum": 1})
_ONCE = Key(schema={"uniqueItems": True})
_CODE = {"pattern": "^[a-z][a-z0-9_]*$"}
_TEXT = {"type": "string"}
_VALUE = {"anyOf": [_TEXT, {"type": "integer", "minimum": 0}, {"type": "array", "items": _TEXT}]}
_VALUES = Key(schema={"additionalProperties": _VALUE, "description": "What the code is about, by name."}, optional=True)
_OWN_TEXT = "What the text says, where it is not a voter's."
_PERCENT = {"type": "number", "minimum": 0, "maximum": 100}
_EachOnce = Annotated[tuple[str, ...], _ONCE]
_Seats = Annotated[tuple[str, ...], Key(schema={"uniqueItems": True}, optional=True)]
_Severity = Annotated[str, Key(schema={"enum": ["low", "medium", "high", "critical"]})]
_PLACES = {flag: place for place, flag in enumerate(FLAGS)}


class Escalation(NamedTuple):
    """What a person must see or decide; `reason` is its code.

    `names` are the seats or other things that it is about, one by one; `values` are those that have names of their own.
    """

    level: Annotated[str, Key(schema={"enum": ["L1", "L2", "L3", "L4"]})]
    reason: str
    detail: str = ""
    names: OptionalTexts = ()
    values: Annotated[Mapping[str, Any], _VALUES] = {}


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
    severity: _Severity = "medium"
    mitigation: str = ""
    monitor: str = ""
    owner: str = ""
    status: str = "open"
    seats: _Seats = ()
    why: Annotated[str, Key(schema={"description": "The kind of a failure."}, optional=True)] = ""
    code: Annotated[str, Key(schema={**_CODE, "description": _OWN_TEXT}, optional=True)] = ""
    values: Annotated[Mapping[str, Any], _VALUES] = {}


class Position(NamedTuple):
    """One agent's side of a conflict."""

    agent: Annotated[str, Key("agentId")]
    position: str
    confidence: Annotated[Exact, _UNIT]


_RESOLUTIONS = ("pending", "proposed", "accepted", "rejected")


class Conflict(NamedTuple):
    """Two positions on one question that do not go together."""

    id: Annotated[str, Key("conflictId")]
    severity: _Severity
    type: Annotated[str, Key("conflictType")]
    positions: tuple[Position, ...]
    status: Annotated[str, Key(schema={"enum": [*_RESOLUTIONS]}, inside="resolution")] = "pending"
    resolution: Annotated[str, Key("resolutionType", inside="resolution"), TEXT_OR_NULL] = ""

    @property
    def is_open(self) -> bool:
        """Only an accepted resolution closes a conflict."""
        return self.status != "accepted"


class Threshold(NamedTuple):
    """`more than` or `at least` a share."""

    rule: Annotated[str, Key(schema={"enum": ["more than", "at least"]})]
    share: Annotated[Exact, Key("fraction")]

    @staticmethod
    def json_also() -> tuple[Also, ...]:
        """For people."""
        return (Also("percent", "fraction", lambda threshold: percent(threshold.share), _PERCENT),)


class Note(NamedTuple):
    """Something that a reader of the receipt should know of one seat, or of several `seats`.

    `code` names what, and `detail` is its one value, such as a number or a name.
    """

    code: str
    seat: str
    detail: str = ""
    seats: _Seats = ()


def _left_out(receipt: "Receipt") -> list[dict[str, str]]:
    """The seats that were not counted, and why."""
    counted = frozenset(receipt.counted)
    return [_why(answer) for answer in receipt.roster if answer.seat.name not in counted]


def _left_out_schema() -> dict[str, Any]:
    kind = {"enum": [ABSTAINED, *NON_VOTES, NOT_NEEDED]}
    return {"type": "array", "items": closed({"seat": _TEXT, "kind": kind, "detail": _TEXT})}


def _why(answer: Answer) -> dict[str, str]:
    if isinstance(answer, NonVote):
        return {"seat": answer.seat.name, "kind": answer.kind, "detail": answer.detail}
    return {"seat": answer.seat.name, "kind": ABSTAINED, "detail": answer.reason}


def _share(value: Exact | None) -> dict[str, Any] | None:
    return None if value is None else {"fraction": str(value), "percent": percent(value)}


def _read_share(value: Mapping[str, Any] | None) -> Exact | None:
    return None if value is None else plain(Fraction(value["fraction"]))


_Share = Annotated[Exact | None, Form(_share, _read_share, or_null(closed({"fraction": EXACT, "percent": _PERCENT})))]


class Receipt(NamedTuple):
    """The arithmetic behind a verdict."""

    question: Annotated[str, Key(schema={"pattern": "^sha256:[0-9a-f]{64}$"})]
    basis: Annotated[str, Key(schema={"enum": ["heads", "weight"]})]
    roster: tuple[Answer, ...]
    counted: _EachOnce
    total_heads: Annotated[int, Key("heads", inside="denominators")]
    total_weight: Annotated[Exact, Key("weight", inside="denominators")]
    threshold: Threshold
    share: _Share
    margin: _Share
    heads: Mapping[str, int]
    weight: Mapping[str, Exact]
    pivotal: _EachOnce = ()
    notes: tuple[Note, ...] = ()

    @staticmethod
    def json_also() -> tuple[Also, ...]:
        """Who was left out; and the exact confidence, which the verdict knows."""
        left_out = Also("non_votes", "counted", _left_out, _left_out_schema)
        return left_out, Also("confidence", "margin", None, or_null(EXACT))


class AskOption(NamedTuple):
    """One answer that a person may give. `label` names it in an answer; `code` and `values` say what it means."""

    label: Annotated[str, Key(schema={"minLength": 1})]
    description: str = ""
    code: Annotated[str, Key(schema=_CODE, optional=True)] = ""
    values: Annotated[Mapping[str, Any], _VALUES] = {}


class Ask(NamedTuple):
    """What a person is to choose: two to four options, the recommended one first. `code` says why they are asked."""

    header: Annotated[str, Key(schema={"minLength": 1, "maxLength": 12})]
    question: str
    options: Annotated[tuple[AskOption, ...], Key(schema={"minItems": 2, "maxItems": 4})]
    code: Annotated[str, Key(schema={**_CODE, "description": "Why a person is asked."}, optional=True)] = ""


class Added(NamedTuple):
    """A text `among` the conditions or alternatives that no voter wrote but the rules, and its code."""

    among: Annotated[str, Key(schema={"enum": ["conditions", "alternatives"]})]
    text: str
    code: Annotated[str, Key(schema=_CODE)]
    values: Annotated[Mapping[str, Any], _VALUES] = {}


_REQUIRED = "What is required before acting on the verdict."
_ROUNDED = "Percent, rounded to one decimal; exact in the receipt."
_ADDED = "Which conditions and alternatives come from the rules, and their codes."
_ONLY_ADDED = "Version of this JSON: fields are only added."
_VERSION = Key(schema={"minimum": VERSION, "description": _ONLY_ADDED}, is_first=True)


def _means(description: str, **more: Any) -> Key:
    return Key(schema={**more, "description": description})


def _names(words: tuple[str, ...]) -> dict[str, Any]:
    """Words that there are, and that added protocols may add to."""
    return {"type": "string", "pattern": "^[A-Z][A-Z0-9_]*$", "examples": [*words]}


def _numbered(risks: tuple[Risk, ...]) -> list[dict[str, Any]]:
    write = writer_of(Risk)
    return [{"number": number, **write(risk)} for number, risk in enumerate(risks, 1)]


def _numbered_schema() -> dict[str, Any]:
    from quorate.core.codec.schema import schema  # few programs ask for it

    risk = schema(Risk)
    number = {"number": {"type": "integer", "minimum": 1}}
    numbered = {**risk, "properties": number | risk["properties"], "required": ["number", *risk["required"]]}
    return {"type": "array", "items": numbered}


def _read_numbered(risks: list[dict[str, Any]]) -> tuple[Risk, ...]:
    from quorate.core.codec.reader import reader  # what only counts reads none

    read: Callable[[Any], tuple[Risk, ...]] = reader(tuple[Risk, ...])
    return read(risks)


SHOWN = Form(lambda value: None if value is None else shown(value), lambda _: None, or_null(_PERCENT))
_NUMBERED = Form(_numbered, _read_numbered, _numbered_schema)


class Verdict(NamedTuple):
    """One shape for every protocol. `version` is that of its JSON."""

    protocol: Annotated[str, _means("The protocol that counted.")]
    result: Annotated[str, _means("The protocol's own name for the outcome.", **_names(()))]
    choice: Annotated[str | None, _means("What won, or null.")]
    action: Annotated[str, _means("What to do next.", enum=[*ACTIONS])]
    requires: Annotated[tuple[str, ...], _means(_REQUIRED, items={"enum": [*REQUIREMENTS]}, uniqueItems=True)]
    confidence: Annotated[Exact | None, _means(_ROUNDED), SHOWN]
    flags: Annotated[tuple[str, ...], _means("What to be aware of.", items=_names(FLAGS), uniqueItems=True)]
    escalations: tuple[Escalation, ...]
    dissents: tuple[Dissent, ...]
    conditions: _EachOnce
    alternatives: _EachOnce
    risks: Annotated[tuple[Risk, ...], _NUMBERED]
    conflicts: tuple[Conflict, ...]
    receipt: Annotated[Receipt, _means("The arithmetic, complete enough to redo it by hand.")]
    ask: Annotated[Ask | None, _means("What a person has to choose from, recommended first.")]
    native: Annotated[Mapping[str, Any], _means("The outcome in the protocol's own output format.")]
    added: Annotated[tuple[Added, ...], Key(schema={"description": _ADDED}, optional=True)] = ()
    version: Annotated[int, _VERSION] = VERSION

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
