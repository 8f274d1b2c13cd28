"""Conditions of a resume: every kind is declared once, as its fields and the forms in which it may be written.

What fits a form is structured and can be checked and applied. Anything else is a note: words that the reviewers agreed
on, which nothing applies. Nothing here tries to understand a sentence.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from quorate.core.errors import Path, Problem
from quorate.core.exact import Exact, exact, in_digits, plain, ratio
from quorate.core.shape import Problems, Schema, Shape, found
from quorate.core.text import says_something, without_escapes, without_invisible
from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.core.text.names import folded, normal
from quorate.protocols.quorum.protections import names_protection

NOTE = "note"
ALIKE = Fraction(6, 10)
"""How many of their words two notes have to share to count as the same."""
MOST_CHARACTERS = 2_000
"""Longer texts are notes whatever they say: no form is that long."""


class Span(NamedTuple):
    """A duration in seconds, or a number of updates."""

    amount: int
    unit: str = "seconds"

    def __str__(self) -> str:
        """The span as conditions write it: 24h, 90m, 5 updates."""
        if self.unit == "updates":
            return f"{self.amount} updates"
        for size, letter in ((3600, "h"), (60, "m")):
            if self.amount % size == 0:
                return f"{self.amount // size}{letter}"
        return f"{self.amount}s"


Value = str | Exact | Span | tuple[str, ...]
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}
_UNIT = "s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|updates?"
_SPAN = lazy_pattern(rf"(?:the )?(?:next )?([0-9]{{1,9}}(?:\.[0-9]{{1,3}})?) ?({_UNIT})", re.IGNORECASE)
_SPAN_FORM = rf"(?:the )?(?:next )?[0-9]{{1,9}}(?:\.[0-9]{{1,3}})? ?(?:{_UNIT})"
_NUMBER = lazy_pattern(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(%?)")


class Slot(NamedTuple):
    """One field of a kind: how it looks in a form, how any value is read (None if it cannot be), and its schema."""

    pattern: str
    read: Callable[[Any], Value | None]
    schema: Schema
    allowed: str


def _read_span(value: Any) -> Span | None:
    fits = _SPAN.fullmatch(" ".join(value.split())) if isinstance(value, str) else None
    if not fits:
        return None
    if fits[2].casefold().startswith("u"):
        return Span(int(fits[1]), "updates") if fits[1].isdigit() else None
    seconds = Fraction(fits[1]) * _SECONDS[fits[2][0].casefold()]
    return Span(seconds.numerator) if seconds.denominator == 1 else None


def _read_number(value: Any) -> Exact | None:
    if not isinstance(value, str):
        number = exact(value)
        value = None if number is None or number < 0 else in_digits(number, 9)
        if value is None or Fraction(value) != number:
            return None
    fits = _NUMBER.fullmatch(value.strip())
    return plain(Fraction(fits[1]) / (100 if fits[2] else 1)) if fits else None


def _read_whole(value: Any) -> int | None:
    number = _read_number(value)
    return number if isinstance(number, int) else None


def _read_names(value: Any) -> tuple[str, ...] | None:
    listed = value.split(",") if isinstance(value, str) else value
    if not isinstance(listed, list | tuple) or not all(isinstance(name, str) for name in listed):
        return None
    names = tuple(dict.fromkeys(name.strip() for name in listed))
    return names if names and all(re.fullmatch(_NAME, name) for name in names) else None


_NAME = r"[^\s,;:()\[\]{}\"'「」]{1,200}"
SPAN = Slot(_SPAN_FORM, _read_span, {"type": "string"}, "a duration such as 24h, or a number such as 5 updates")
NUMBER = Slot(
    r"[0-9.]{1,19}%?",
    _read_number,
    {"anyOf": [{"type": "number", "minimum": 0}, {"type": "string"}]},
    "a number such as 0.5 or 50%",
)
WHOLE = Slot("[0-9]{1,9}", _read_whole, {"type": "integer", "minimum": 1}, "a whole number")
NAMES = Slot(
    f"{_NAME}(?:, ?{_NAME})*", _read_names, {"type": "array", "items": {"type": "string"}}, "names, without spaces"
)
WORD = Slot(
    "[a-z][a-z_]{1,39}",
    lambda value: (
        value.casefold() if isinstance(value, str) and re.fullmatch("[A-Za-z][A-Za-z_]{1,39}", value) else None
    ),
    {"type": "string"},
    "one word",
)


def _one_of(*words: str) -> Slot:
    def read(value: Any) -> str | None:
        return value.casefold() if isinstance(value, str) and value.casefold() in words else None

    return Slot("|".join(words), read, {"enum": [*words]}, ", ".join(words))


class Kind(NamedTuple):
    """A kind of condition. In forms `{x}` is a field, `[...]` may be missing, and `<a|b>` is one of two wordings.

    The first form is how the condition is written. Two conditions are about the same if the `target` fields are equal
    and they use the same `ways`, such as monitoring for a time and monitoring at intervals.
    """

    slots: Mapping[str, Slot]
    forms: tuple[str, ...]
    required: tuple[str, ...] = ()
    defaults: Mapping[str, Value] = {}
    target: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()
    has_purpose: bool = True


WHAT = _one_of("coherence", "risk", "metrics", "everything")
KINDS: Mapping[str, Kind] = {
    "monitor": Kind(
        {"what": WHAT, "for": SPAN, "every": SPAN},
        (
            "monitor[ {what}][ for {for}][ every {every}]",
            "<enable|add|keep> monitoring[ of {what}][ for {for}][ every {every}]",
            "<enable|add|keep> {what} monitoring[ for {for}][ every {every}]",
        ),
        defaults={"what": "everything"},
        target=("what",),
        ways=("for", "every"),
    ),
    "threshold": Kind(
        {"name": _one_of("risk", "coherence"), "at": NUMBER},
        ("set {name} threshold to {at}", "<set|lower> [the ]{name} threshold <to|at> {at}"),
        required=("name", "at"),
        target=("name",),
    ),
    "cap": Kind(
        {"name": WORD, "at_most": NUMBER, "for": SPAN},
        (
            "{name} cap of {at_most}[ for {for}]",
            "<reduce|lower> {name} to {at_most}[ for {for}]",
            "cap {name} at {at_most}[ for {for}]",
            "resume with {name} cap of {at_most}[ for {for}]",
        ),
        required=("name", "at_most"),
        target=("name",),
    ),
    "rate_limit": Kind(
        {"at_most": WHOLE, "per": _one_of("second", "minute", "hour", "day")},
        ("at most {at_most} per {per}", "at most {at_most} <calls|requests|actions> per {per}"),
        required=("at_most", "per"),
    ),
    "report": Kind(
        {"after": SPAN, "every": SPAN},
        (
            "check in[ after {after}][ every {every}]",
            "report[ after {after}][ every {every}]",
            "add monitoring checkpoint[ after {after}][ every {every}]",
        ),
        required=("after|every",),
        ways=("after", "every"),
    ),
    "read_only": Kind({"for": SPAN}, ("read only[ for {for}]", "[run in |stay ]read<-| >only[ mode][ for {for}]")),
    "scope": Kind({"only": NAMES}, ("only tools: {only}", "only <tools|paths>[:] {only}"), required=("only",)),
    "approval": Kind(
        {"by": NAMES, "for": NAMES},
        ("approval by {by}[ for {for}]",),
        required=("by",),
        defaults={"for": ("everything",)},
        target=("for",),
        has_purpose=False,
    ),
    "expires": Kind({"after": SPAN}, ("stop after {after}", "expires after {after}"), required=("after",)),
}
"""Every kind but the note, which has nothing but its text."""
EXAMPLES = (
    "monitor coherence for 24h", "set risk threshold to 0.5", "complexity cap of 0.7 for 5 updates",
    "at most 50 per minute", "check in after 2h", "read only for 2h", "only tools: search, read",
    "approval by ops for Bash, Write", "stop after 2h",
)  # fmt: skip


class Condition(NamedTuple):
    """A condition by its kind and values; of a note, its text. `purpose` and `remark` are words beside the values."""

    kind: str
    values: tuple[tuple[str, Value], ...]
    purpose: str = ""
    remark: str = ""

    @property
    def words(self) -> str:
        """The free words, which nothing checks: all of a note, else the purpose and the remark."""
        return self.get("text") if self.kind == NOTE else f"{self.purpose} {self.remark}".strip()

    def get(self, name: str) -> Any:
        """Return the value of a field, None if it has none."""
        return dict(self.values).get(name)

    @property
    def text(self) -> str:
        """The condition as it is written; reading this text gives the same condition."""
        if self.kind == NOTE:
            return str(self.get("text"))
        purpose, remark = self.purpose and f" for {self.purpose}", self.remark and f" ({self.remark})"
        return _write(self) + purpose + remark

    @property
    def structured(self) -> "Condition | None":
        """The condition without its free words; None for a note, which is nothing else."""
        return None if self.kind == NOTE else self._replace(purpose="", remark="")

    def plain(self) -> dict[str, Any]:
        """The condition as a mapping, as programs read it."""
        values = {name: _plain_value(value) for name, value in self.values}
        beside = {"purpose": self.purpose, "remark": self.remark}
        return {"kind": self.kind, **values, **{name: words for name, words in beside.items() if words}}


def _plain_value(value: Value) -> str | int | float | list[str]:
    if isinstance(value, tuple) and not isinstance(value, Span):
        return list(value)
    if isinstance(value, Fraction):
        return float(Decimal(in_digits(value, 9)))
    return value if isinstance(value, str | int) else str(value)


def _write(condition: Condition) -> str:
    values = dict(condition.values)

    def optional(part: re.Match[str]) -> str:
        return part[1] if all(name in values for name in re.findall(r"\{(\w+)\}", part[1])) else ""

    form = re.sub(r"\[([^\]]*)\]", optional, KINDS[condition.kind].forms[0])
    return re.sub(r"\{(\w+)\}", lambda name: _written(values[name[1]]), form)


def _written(value: Value) -> str:
    if isinstance(value, tuple) and not isinstance(value, Span):
        return ", ".join(value)
    return in_digits(value, 9) if isinstance(value, int | Fraction) else str(value)


def _pattern(kind: Kind, form: str) -> str:
    """A form as a regular expression, with the purpose and the remark that may follow it."""
    opened = form.replace("[", "(?:").replace("]", ")?").replace("<", "(?:").replace(">", ")")
    body = re.sub(r"\{(\w+)\}", lambda name: f"(?P<{name[1]}>{kind.slots[name[1]].pattern})", opened)
    purpose = (
        r"(?: for (?P<purpose>(?!(?:a|an|the|one|some|now) ?\b)[^\W\d_]+(?:[ -][^\W\d_]+){0,4}))?"
        if kind.has_purpose
        else ""
    )
    return rf"{body}{purpose}(?: ?\((?P<remark>[^()]*)\))?"


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    forms = ((name, kind, form) for name, kind in KINDS.items() for form in kind.forms)
    return [(name, re.compile(_pattern(kind, form), re.IGNORECASE)) for name, kind, form in forms]


@lru_cache(maxsize=2048)  # a count reads the same few conditions again and again
def condition_of(text: str) -> Condition:
    """Read a written condition: one of the forms, `kind: monitor; what: risk`, or a note."""
    visible = " ".join(without_invisible(without_escapes(text)).split())
    note = Condition(NOTE, (("text", visible),))
    if len(visible) > MOST_CHARACTERS:
        return note
    written = normal(visible).strip().rstrip(".").rstrip()
    if written.casefold().startswith("kind:"):
        mapped = _read_mapping(_mapping_in(written), [], ())
        return mapped or note
    for name, pattern in _patterns():
        if fits := pattern.fullmatch(written):
            given = {key: value for key, value in fits.groupdict().items() if value}
            beside = {key: given.pop(key, "").strip() for key in ("purpose", "remark")}
            return _made(name, given, **beside) or note
    return note


def _mapping_in(written: str) -> dict[str, Any]:
    """`kind: scope; only: search; read` as a mapping, which is how an engine's mapping is kept as text."""
    mapping: dict[str, Any] = {}
    key = ""
    for part in written.split(";"):
        name, colon, value = part.partition(":")
        if colon:
            key = name.strip()
            mapping[key] = value.strip()
        elif key:
            mapping[key] = f"{mapping[key]}, {part.strip()}"
    return mapping


def _made(name: str, given: Mapping[str, Any], purpose: str = "", remark: str = "") -> Condition | None:
    """A condition of this kind with all values read; None if one of them cannot be read or is missing."""
    kind = KINDS[name]
    values = dict(kind.defaults)
    for key, value in given.items():
        read = kind.slots[key].read(value)
        if read is None:
            return None
        values[key] = read
    if not all(any(key in values for key in one.split("|")) for one in kind.required):
        return None
    if name == "cap" and names_protection(str(values["name"])):
        return None  # "reduce monitoring to 0" restricts nothing
    ordered = tuple((key, values[key]) for key in kind.slots if key in values)
    return Condition(name, ordered, purpose, remark)


def _read_mapping(value: Mapping[str, Any], problems: Problems, path: Path) -> Condition | None:
    said = {str(key).strip().casefold().replace(" ", "_"): one for key, one in value.items() if one is not None}
    name = str(said.pop("kind", "")).strip().casefold()
    if name == NOTE and says_something(str(said.get("text", ""))):
        return Condition(NOTE, (("text", " ".join(str(said["text"]).split())),))
    if name not in KINDS:
        problems.append(Problem((*path, "kind"), found(value.get("kind")), f"{', '.join(KINDS)} or {NOTE}"))
        return None
    kind = KINDS[name]
    beside = {key: " ".join(str(said.pop(key, "")).split()) for key in ("purpose", "remark")}
    for key, one in said.items():
        if key not in kind.slots:
            problems.append(Problem((*path, key), "an unknown key", ", ".join(("kind", *kind.slots, *beside))))
            return None
        if kind.slots[key].read(one) is None:
            problems.append(Problem((*path, key), found(one), kind.slots[key].allowed))
            return None
    condition = _made(name, said, **beside)
    if condition is None:
        needed = ", ".join(one.replace("|", " or ") for one in kind.required)
        problems.append(Problem(path, f"an incomplete {name}", f"{name} with {needed}"))
    elif condition_of(condition.text) != condition:  # words that would be read as something else
        problems.append(
            Problem(path, found(condition.text), "a purpose of up to five words and a remark without brackets")
        )
        return None
    return condition


def _read_conditions(value: Any, path: Path, problems: Problems) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        problems.append(Problem(path, found(value), "a list of conditions"))
        return ()
    texts = []
    for place, one in enumerate(value):
        if isinstance(one, str):
            texts.append(one)
        elif isinstance(one, Mapping):
            condition = _read_mapping(one, problems, (*path, place))
            texts.append(condition.text if condition else "")
        else:
            problems.append(Problem((*path, place), found(one), "text or a mapping"))
    return tuple(filter(says_something, texts))


def _mapping_schema() -> Schema:
    """One schema for the mappings of all kinds; which fields go together only the reader says."""
    ways: dict[str, list[Schema]] = {}
    for kind in KINDS.values():
        for name, slot in kind.slots.items():
            if slot.schema not in ways.setdefault(name, []):
                ways[name].append(slot.schema)
    fields = {name: one[0] if len(one) == 1 else {"anyOf": one} for name, one in ways.items()}
    words = {name: {"type": "string"} for name in ("text", "purpose", "remark")}
    properties = {"kind": {"enum": [*KINDS, NOTE]}, **fields, **words}
    return {"type": "object", "properties": properties, "required": ["kind"], "additionalProperties": False}


_ITEM: Schema = {"anyOf": [_mapping_schema(), {"type": "string"}]}
CONDITIONS = Shape(_read_conditions, {"type": "array", "items": _ITEM})
"""A list of conditions, each a text or a mapping; both are read as the text of the condition."""
BRIEF_CONDITIONS = Shape(_read_conditions, {"type": "array", "items": {"type": ["string", "object"]}})
"""The same with a short schema, for lists of tools that have to stay small."""


def distinct(texts: Iterable[str]) -> tuple[Condition, ...]:
    """Read conditions, each once, in order of appearance; texts that say nothing are left out."""
    conditions: dict[str, Condition] = {}
    for text in filter(says_something, texts):
        condition = condition_of(text)
        conditions.setdefault(folded(condition.text), condition)
    return tuple(conditions.values())


def do_match(one: Condition, other: Condition) -> bool:
    """True for the same kind, target and value; for notes, if they share at least 0.6 of their words."""
    if one.kind != NOTE or other.kind != NOTE:
        return (one.kind, one.values) == (other.kind, other.values)
    first, second = _words(one.words), _words(other.words)
    return ratio(len(first & second), len(first | second)) >= ALIKE


def do_conflict(one: Condition, other: Condition) -> bool:
    """True for the same kind and target with another value; notes never conflict."""
    if one.kind != other.kind or one.kind == NOTE or one.values == other.values:
        return False
    return _target(one) == _target(other)


def _target(condition: Condition) -> tuple[Any, ...]:
    kind, values = KINDS[condition.kind], dict(condition.values)
    return (*(values.get(name) for name in kind.target), *(name in values for name in kind.ways))


def _words(text: str) -> frozenset[str]:
    """The words of a text; of scripts without spaces, each character."""
    return frozenset(
        re.findall(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_]+?(?=[\u3040-\u30ff\u3400-\u9fff]|[\W_]|$)", folded(text))
    )
