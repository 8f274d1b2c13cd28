"""Conditions of a resume: every kind is declared once, as its fields and the forms in which it may be written.

What fits a form is structured and can be checked and applied. Anything else is a note: words that the reviewers agreed
on, which nothing applies. Nothing here tries to understand a sentence.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from quorate.core.errors import MISSING, Path, Problem
from quorate.core.exact import Exact, exact, in_digits, plain, ratio
from quorate.core.shape import FILLED, Field, Problems, Schema, Shape, found, list_of, one_of, record, whole
from quorate.core.text import says_something, without_escapes, without_invisible
from quorate.core.text.names import folded, normal

NOTE = "note"
CAPPED = ("complexity", "concurrency", "cost", "depth", "memory", "retries", "steps", "temperature", "tokens")
"""What may be capped. The list is closed: "reduce oversight to 0" restricts nobody."""
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
            return f"{self.amount} update{'s' if self.amount != 1 else ''}"
        for size, letter in ((3600, "h"), (60, "m")):
            if self.amount % size == 0:
                return f"{self.amount // size}{letter}"
        return f"{self.amount}s"


Value = str | Exact | Span | tuple[str, ...]


class Slot(NamedTuple):
    """One field of a kind: how its words look in a form, what they mean, and its shape in a mapping."""

    form: str
    of: Callable[[str], Value]
    shape: Shape


def _span_of(words: str) -> Span:
    amount, unit = re.findall("[0-9]+|[a-z]+", words.casefold())[-2:]
    sizes = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}
    return Span(int(amount), "updates") if unit[0] == "u" else Span(int(amount) * sizes[unit[0]])


def _number_of(words: str) -> Exact:
    return plain(Fraction(words.rstrip("%")) / (100 if words.endswith("%") else 1))


def _read_number(value: Any, path: Path, problems: Problems) -> Exact:
    number = exact(value)
    words = value if isinstance(value, str) else "" if number is None or number < 0 else in_digits(number, 9)
    if re.fullmatch(_NUMBER, words) and (number is None or Fraction(words) == number):
        return _number_of(words)
    problems.append(Problem(path, found(value), "a number such as 0.5, or a text such as 50%"))
    return 0


def _text(pattern: str, allowed: str, of: Callable[[str], Any] = str) -> Shape:
    """A text that a pattern fits as a whole; regular expressions of Python and of JSON Schema read it alike."""

    def read(value: Any, path: Path, problems: Problems) -> Any:
        if isinstance(value, str) and re.fullmatch(pattern, value):
            return of(value)
        problems.append(Problem(path, found(value), allowed))
        return ""

    return Shape(read, {"type": "string", "pattern": f"^(?:{pattern})$"})


_SPAN = "[0-9]{1,9} ?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|updates?)"
_NUMBER = r"[0-9]{1,9}(?:\.[0-9]{1,9})?%?"
_NAME = r"[^\s,;:()\[\]{}\"']{0,199}[^\s,;:()\[\]{}\"'.]"  # a dot at the end of a text is not part of its last name
_PURPOSE = "(?!(?:a|an|the|one|some|now)(?: |$))[A-Za-z]+(?:[ -][A-Za-z]+){0,4}"  # "for a day" is no purpose
_NUMBERS: Schema = {
    "anyOf": [{"type": "number", "minimum": 0, "maximum": 999_999_999}, {"type": "string", "pattern": f"^{_NUMBER}$"}]
}
SPAN = Slot(f"(?:the )?(?:next )?{_SPAN}", _span_of, _text(_SPAN, "a duration such as 24h, or 5 updates", _span_of))
NUMBER = Slot(_NUMBER, _number_of, Shape(_read_number, _NUMBERS))
WHOLE = Slot("[0-9]{1,9}", int, whole(0, 10**9))
NAMES = Slot(
    f"{_NAME}(?:, ?{_NAME})*",
    lambda words: tuple(dict.fromkeys(name.strip() for name in words.split(","))),
    list_of(_text(_NAME, "a name without spaces and commas, and without a dot at its end"), least=1),
)


def _one_of(*words: str) -> Slot:
    return Slot("|".join(words), str.casefold, one_of(*words))


class Kind(NamedTuple):
    """A kind of condition. In forms `{x}` is a field, `[...]` may be missing, and `<a|b>` is one of two wordings.

    The first form is how the condition is written. Of several required fields in one text, such as `after|every`, one
    suffices. Two conditions are about the same if their `target` fields are equal.
    """

    slots: Mapping[str, Slot]
    forms: tuple[str, ...]
    required: tuple[str, ...] = ()
    defaults: Mapping[str, Value] = {}
    target: tuple[str, ...] = ()
    has_purpose: bool = True


_HOW_LONG = "[ for {for}][ every {every}]"
_WHEN = "[ after {after}][ every {every}]"
KINDS: Mapping[str, Kind] = {
    "monitor": Kind(
        {"what": _one_of("coherence", "risk", "metrics", "everything"), "for": SPAN, "every": SPAN},
        (
            f"monitor[ {{what}}]{_HOW_LONG}",
            "monitor[ {what}] {for}",
            f"<enable|add|keep> monitoring[ of {{what}}]{_HOW_LONG}",
            f"<enable|add|keep> {{what}} monitoring{_HOW_LONG}",
        ),
        defaults={"what": "everything"},
        target=("what",),
    ),
    "threshold": Kind(
        {"name": _one_of("risk", "coherence"), "at": NUMBER},
        ("set {name} threshold to {at}", "<set|lower> [the ]{name} threshold <to|at> {at}"),
        required=("name", "at"),
        target=("name",),
    ),
    "cap": Kind(
        {"name": _one_of(*CAPPED), "at_most": NUMBER, "for": SPAN},
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
        (f"check in{_WHEN}", f"report{_WHEN}", f"add monitoring checkpoint{_WHEN}"),
        required=("after|every",),
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
        values = dict(self.values)

        def optional(part: re.Match[str]) -> str:
            return part[1] if all(name in values for name in re.findall(r"\{(\w+)\}", part[1])) else ""

        form = re.sub(r"\[([^\]]*)\]", optional, KINDS[self.kind].forms[0])
        written = re.sub(r"\{(\w+)\}", lambda name: _written(values[name[1]]), form)
        return written + (self.purpose and f" for {self.purpose}") + (self.remark and f" ({self.remark})")

    @property
    def structured(self) -> "Condition | None":
        """The condition without its free words; None for a note, which is nothing else."""
        return None if self.kind == NOTE else self._replace(purpose="", remark="")

    def plain(self) -> dict[str, Any]:
        """The condition as a mapping, as programs read it; exact numbers as JSON numbers, for show only."""
        values: dict[str, Any] = {"kind": self.kind, **dict(self.values)}
        for name, value in self.values:
            if isinstance(value, Span):
                values[name] = str(value)
            elif isinstance(value, tuple):
                values[name] = list(value)
            elif isinstance(value, Fraction):
                values[name] = float(value)
        beside = {"purpose": self.purpose, "remark": self.remark}
        return values | {name: words for name, words in beside.items() if words}


def _written(value: Value) -> str:
    if isinstance(value, tuple) and not isinstance(value, Span):
        return ", ".join(value)
    return in_digits(value, 9) if isinstance(value, int | Fraction) else str(value)


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Every form as a regular expression, with the purpose and the remark that may follow it."""
    patterns = []
    for name, kind in KINDS.items():
        slots = {key: f"(?P<{key}>{slot.form})" for key, slot in kind.slots.items()}
        behind = rf"(?: for (?P<purpose>{_PURPOSE}))?" if kind.has_purpose else ""
        behind += r"(?: ?\((?P<remark>[^()]*)\))?"
        for form in kind.forms:
            opened = form.replace("[", "(?:").replace("]", ")?").replace("<", "(?:").replace(">", ")")
            body = re.sub(r"\{(\w+)\}", lambda key, slots=slots: slots[key[1]], opened)  # type: ignore[misc]
            patterns.append((name, re.compile(body + behind, re.IGNORECASE)))
    return patterns


@lru_cache(maxsize=2048)  # a count reads the same few conditions again and again
def condition_of(text: str) -> Condition:
    """Read a written condition: one of the forms, `kind: monitor; what: risk`, or a note."""
    visible = " ".join(without_invisible(without_escapes(text)).split())
    note = Condition(NOTE, (("text", visible),))
    if len(visible) > MOST_CHARACTERS:
        return note
    written = normal(visible).strip().rstrip(".").rstrip()
    if written.casefold().startswith("kind:"):
        return _of_listed_keys(written) or note
    for name, pattern in _patterns():
        if fits := pattern.fullmatch(written):
            words = {key: said for key, said in fits.groupdict().items() if said}
            beside = {key: words.pop(key, "").strip() for key in ("purpose", "remark")}
            values = {key: KINDS[name].slots[key].of(said) for key, said in words.items()}
            return _made(name, values, **beside) or note
    return note


def _of_listed_keys(written: str) -> Condition | None:
    """`kind: scope; only: search; read` as a condition, which is how a mapping in an engine's reply is kept as text."""
    words: dict[str, str] = {}
    key = ""
    for part in written.split(";"):
        name, colon, said = (one.strip() for one in part.partition(":"))
        if colon:
            key = name.casefold()
            words[key] = said
        elif key:
            words[key] += f", {name}"
    kind = KINDS.get(words.pop("kind").casefold())
    if kind is None or not all(
        key in kind.slots and re.fullmatch(kind.slots[key].form, said, re.IGNORECASE) for key, said in words.items()
    ):
        return None
    name = next(name for name, one in KINDS.items() if one is kind)
    return _made(name, {key: kind.slots[key].of(said) for key, said in words.items()})


def _made(name: str, values: Mapping[str, Value], purpose: str = "", remark: str = "") -> Condition | None:
    """A condition with its defaults, its values in the order of the declaration; None if one is missing."""
    kind = KINDS[name]
    every = {**kind.defaults, **values}
    if not all(any(key in every for key in keys.split("|")) for keys in kind.required):
        return None
    return Condition(name, tuple((key, every[key]) for key in kind.slots if key in every), purpose, remark)


def _record(name: str, kind: Kind) -> Shape:
    """The mapping of a kind."""
    either = tuple(tuple((key,) for key in keys.split("|")) for keys in kind.required if "|" in keys)
    fields = {"kind": Field(one_of(name), required=True)}
    fields |= {key: Field(slot.shape, required=key in kind.required) for key, slot in kind.slots.items()}
    fields |= (
        {"purpose": Field(_text(_PURPOSE, "up to five words, such as normal operations"))} if kind.has_purpose else {}
    )
    fields |= {"remark": Field(_text("[^()（）]*", "text without round brackets"))}
    return record(fields, either=either[0] if either else ())


_MAPPINGS = {name: _record(name, kind) for name, kind in KINDS.items()} | {
    NOTE: record({"kind": Field(one_of(NOTE), required=True), "text": Field(FILLED, required=True)})
}


def _read_condition(value: Any, path: Path, problems: Problems) -> str:
    """Return a condition as it is written, whichever way it was given; empty after a problem."""
    if isinstance(value, str):
        return value
    if not isinstance(value, Mapping):
        problems.append(Problem(path, found(value), "a mapping or text"))
        return ""
    name = value.get("kind", MISSING)
    if not isinstance(name, str) or name not in _MAPPINGS:
        problems.append(Problem((*path, "kind"), name if name is MISSING else found(name), ", ".join(_MAPPINGS)))
        return ""
    before = len(problems)
    values = {key: said for key, said in _MAPPINGS[name].read(dict(value), path, problems).items() if said is not None}
    if len(problems) > before:
        return ""
    if name == NOTE:
        return str(values["text"])
    beside = {key: " ".join(str(values.pop(key, "")).split()) for key in ("purpose", "remark")}
    condition = _made(name, {key: said for key, said in values.items() if key != "kind"}, **beside)
    assert condition
    if condition_of(condition.text) != condition:  # it is kept as text, and must not come back as a note
        problems.append(Problem(path, found(condition.text), "a condition that reads the same when it is written out"))
        return ""
    return condition.text


CONDITION = Shape(_read_condition, {"anyOf": [*(one.schema for one in _MAPPINGS.values()), {"type": "string"}]})
_EVERY = list_of(CONDITION)


def _read_conditions(value: Any, path: Path, problems: Problems) -> tuple[str, ...]:
    given = list(value) if isinstance(value, tuple) else value
    return tuple(filter(says_something, _EVERY.read(given, path, problems)))


CONDITIONS = Shape(_read_conditions, _EVERY.schema)
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
    """Return True for the same kind, target and value; for notes, if they share at least 0.6 of their words."""
    if one.kind != NOTE or other.kind != NOTE:
        return (one.kind, one.values) == (other.kind, other.values)
    first, second = _words(one.words), _words(other.words)
    return ratio(len(first & second), len(first | second)) >= ALIKE


def do_conflict(one: Condition, other: Condition) -> bool:
    """Return True for the same kind and target with another value; notes never conflict."""
    if one.kind != other.kind or one.kind == NOTE or one.values == other.values:
        return False
    return all(one.get(name) == other.get(name) for name in KINDS[one.kind].target)


def _words(text: str) -> frozenset[str]:
    """The words of a text; of scripts without spaces, each character."""
    kana = r"\u3040-\u30ff\u3400-\u9fff"
    return frozenset(re.findall(rf"[{kana}]|[^\W_{kana}]+", folded(text)))
