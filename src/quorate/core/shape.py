"""Shapes of documents, declared once: they read values, report every problem, and give the JSON Schema."""

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from quorate.core.confidence import LABELS, Confidence, in_label, in_percent, in_unit
from quorate.core.errors import MISSING, InputError, Path, Problem
from quorate.core.exact import DENOMINATORS_BELOW, MOST_DIGITS, Exact, exact, fraction_text, is_short
from quorate.core.text import VISIBLE, says_something
from quorate.core.text.lazy_pattern import lazy_pattern

Problems = list[Problem]
Schema = dict[str, Any]


class Recorded(Problems):
    """Problems of a document that is on the record already: the rules on text and names were applied before."""


_LONGEST_SHOWN = 60
_MOST_NAMED = 20
_KINDS: dict[str, tuple[str, type]] = {
    "object": ("a mapping", dict),
    "array": ("a list", list),
    "string": ("text", str),
    "integer": ("a whole number", int),
}
_FRACTION = r"[0-9]{1,20}(/(?!0+$)[0-9]{1,20}|\.[0-9]{1,20})?"


class Shape(NamedTuple):
    """How one kind of value is read, and its JSON Schema."""

    read: Callable[[Any, Path, Problems], Any]
    schema: Schema


class Field(NamedTuple):
    """A key of a record."""

    shape: Shape
    help: str = ""
    required: bool = False
    default: Any = None


FIRST_DAY, LAST_DAY = "2000-01-01", "2199-12-31"
_DAY = lazy_pattern("2[01][0-9]{2}-[01][0-9]-[0-3][0-9]")


def found(value: object) -> str:
    """A value as an error message names it; long ones are shortened."""
    if value is None:
        return "nothing (null)"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, Decimal):
        return _short(f"the number {value}")
    return _number(value) if isinstance(value, int | Fraction) else _short(repr(value))


def _number(value: Exact) -> str:
    # Python refuses to print integers of thousands of digits
    many = max(value.numerator.bit_length(), value.denominator.bit_length()) > 200
    return "a number of many digits" if many else f"the number {value}"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"


def some_of(words: Iterable[str]) -> str:
    """What is allowed, as a list; of many words only the first few are named."""
    known = list(words)
    more = f" and {len(known) - _MOST_NAMED} more" if len(known) > _MOST_NAMED else ""
    return ", ".join(_short(word) for word in known[:_MOST_NAMED]) + more


def text(allowed: str = "text") -> Shape:
    """Any string."""

    def read(value: Any, path: Path, problems: Problems) -> str:
        if type(value) is str:
            return value
        problems.append(Problem(path, found(value), allowed))
        return ""

    return Shape(read, {"type": "string"})


def filled(allowed: str, *, or_empty: bool = False) -> Shape:
    """A string that says something; `or_empty` allows one without any character as well."""

    def read(value: Any, path: Path, problems: Problems) -> str:
        # the first comparison is that of `says_something`, without the call
        if type(value) is str and ("!" <= value < "\x7f" or _is_filled(value, or_empty, problems)):
            return value
        # in ASCII, so that a reader sees what cannot be seen
        what = _short(ascii(value)) if type(value) is str else found(value)
        problems.append(Problem(path, what, allowed))
        return ""

    return Shape(read, {"type": "string", "pattern": f"^$|{VISIBLE}" if or_empty else VISIBLE})


def _is_filled(value: str, or_empty: bool, problems: Problems) -> bool:
    if says_something(value) or (or_empty and not value):
        return True
    return isinstance(problems, Recorded) and (or_empty or bool(value.strip()))


def day_or_nothing() -> Shape:
    """A day in ISO 8601 that somebody may live to see, or an empty text."""
    allowed = f"a day from {FIRST_DAY} to {LAST_DAY}, such as 2027-05-31, or none"

    def read(value: Any, path: Path, problems: Problems) -> str:
        if type(value) is str and (not value or _is_day(value)):
            return value
        problems.append(Problem(path, found(value), allowed))
        return ""

    return Shape(read, {"type": "string", "pattern": f"^({_DAY.pattern})?$"})


def _is_day(text: str) -> bool:
    from datetime import date  # only few documents name a day

    if not _DAY.fullmatch(text):
        return False
    try:
        return FIRST_DAY <= date.fromisoformat(text).isoformat() <= LAST_DAY
    except ValueError:
        return False


def flag() -> Shape:
    """true or false."""

    def read(value: Any, path: Path, problems: Problems) -> bool:
        if type(value) is bool:
            return value
        problems.append(Problem(path, found(value), "true or false"))
        return False

    return Shape(read, {"type": "boolean"})


def whole(least: int, most: int) -> Shape:
    """A whole number in a range."""

    def read(value: Any, path: Path, problems: Problems) -> int:
        if type(value) is int and least <= value <= most:
            return value
        problems.append(Problem(path, found(value), f"a whole number from {least} to {most}"))
        return least

    return Shape(read, {"type": "integer", "minimum": least, "maximum": most})


def number(least: int, most: int, *, above_least: bool = False) -> Shape:
    """An exact number in a range, as a number or as a text such as "2/3"."""
    allowed = f"a number {'above' if above_least else 'from'} {least} {'up ' if above_least else ''}to {most}"

    def read(value: Any, path: Path, problems: Problems) -> Exact:
        amount = _written(value) if type(value) is str else exact(value)
        if amount is not None and least <= amount <= most and not (above_least and amount == least):
            return amount
        problems.append(Problem(path, found(value), allowed + ', or a fraction such as "2/3"' + _digits(value)))
        return most

    lower = {"exclusiveMinimum": least} if above_least else {"minimum": least}
    not_zero = r"(?!0+([./][0-9]*)?$)" if above_least else ""
    written = {"type": "string", "pattern": f"^{not_zero}{_FRACTION}$"}
    return Shape(read, {"anyOf": [{"type": "number", **lower, "maximum": most}, written]})


def _written(value: str) -> Exact | None:
    amount = fraction_text(value)
    return amount if amount is None or is_short(amount) else None


def _digits(value: Any) -> str:
    """What to add where a number is in range, perhaps, but too long to be worked with."""
    if isinstance(value, str):
        written = fraction_text(value)
        too_fine = written is not None and not is_short(written)
        return f"; denominators are below {DENOMINATORS_BELOW}" if too_fine else ""
    number = Decimal(value) if isinstance(value, float) else value
    too_long = isinstance(number, Decimal) and number.is_finite() and exact(value) is None
    return f"; numbers have at most {MOST_DIGITS} digits" if too_long else ""


def one_of(*words: str) -> Shape:
    """One of some words, exactly as written."""
    allowed, known = ", ".join(words), frozenset(words)

    def read(value: Any, path: Path, problems: Problems) -> str:
        if type(value) is str and value in known:
            return value
        problems.append(Problem(path, found(value), allowed))
        return words[0]

    return Shape(read, {"enum": list(words)})


def list_of(item: Shape, *, least: int = 0, most: int | None = None) -> Shape:
    """A list whose items all have one shape."""
    allowed = f"a list of {least} to {most} items" if most else "a list with at least one item" if least else "a list"

    def read(value: Any, path: Path, problems: Problems) -> tuple[Any, ...]:
        if type(value) is not list or len(value) < least or (most is not None and len(value) > most):
            what = f"{len(value)} items" if type(value) is list and value else "an empty list"
            problems.append(Problem(path, what if type(value) is list else found(value), allowed))
            return ()
        if not value:
            return ()
        read_item = item.read
        return tuple([read_item(one, (*path, index), problems) for index, one in enumerate(value)])

    schema: Schema = {"type": "array", "items": item.schema}
    if least:
        schema["minItems"] = least
    if most is not None:
        schema["maxItems"] = most
    return Shape(read, schema)


def _texts() -> Shape:
    """A list of texts without those that say nothing; what is on the record is read as it was."""
    every = list_of(text())

    def read(value: Any, path: Path, problems: Problems) -> tuple[str, ...]:
        if value == []:
            return ()  # as most are
        said: tuple[str, ...] = every.read(value, path, problems)
        return said if isinstance(problems, Recorded) else tuple(filter(says_something, said))

    return Shape(read, every.schema)


def record(fields: Mapping[str, Field], *, either: tuple[tuple[str, ...], ...] = ()) -> Shape:
    """A mapping with known keys only. `either` names groups of keys of which at least one must be complete."""
    readers = {key: field.shape.read for key, field in fields.items()}
    defaults = {key: field.default for key, field in fields.items()}
    required = [key for key, field in fields.items() if field.required]
    known = frozenset(fields)
    groups = [frozenset(group) for group in either]

    def read(value: Any, path: Path, problems: Problems) -> dict[str, Any]:
        if type(value) is not dict:
            problems.append(Problem(path, found(value), "a mapping"))
            return defaults.copy()
        values = defaults.copy()
        for key, said in value.items():
            try:
                read_field = readers[key]
            except KeyError:
                problems.append(_unknown_key(key, known, path))
                continue
            values[key] = read_field(said, path + (key,), problems)  # noqa: RUF005 - half the time of a star
        for key in required:
            if key not in value:
                problems.append(Problem((*path, key), MISSING, _expected(fields[key])))
        if groups and not groups[0] <= value.keys() and not any(group <= value.keys() for group in groups):
            problems.append(_neither(value, either, path))
        return values

    return Shape(read, _record_schema(fields, either))


def _expected(field: Field) -> str:
    """What would be allowed in the place of a key that is missing."""
    refused: Problems = []
    field.shape.read(None, (), refused)
    return refused[0].allowed if refused else "a value"


def mapping_of(item: Shape) -> Shape:
    """A mapping whose keys are names and whose values all have one shape."""

    def read(value: Any, path: Path, problems: Problems) -> dict[str, Any]:
        if type(value) is not dict:
            problems.append(Problem(path, found(value), "a mapping"))
            return {}
        return {key: item.read(said, (*path, key), problems) for key, said in value.items()}

    return Shape(read, {"type": "object", "additionalProperties": item.schema})


def _neither(value: Mapping[str, Any], either: tuple[tuple[str, ...], ...], path: Path) -> Problem:
    ways = ", or ".join(" and ".join(group) for group in either)
    missing = next(key for key in either[0] if key not in value)
    return Problem((*path, missing), MISSING, ways)


def _record_schema(fields: Mapping[str, Field], either: tuple[tuple[str, ...], ...]) -> Schema:
    properties = {
        key: {**field.shape.schema, **({"description": field.help} if field.help else {})}
        for key, field in fields.items()
    }
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if required := [key for key, field in fields.items() if field.required]:
        schema["required"] = required
    if either:
        schema["anyOf"] = [{"required": list(group)} for group in either]
    return schema


def _unknown_key(key: object, known: frozenset[str], path: Path) -> Problem:
    from difflib import get_close_matches  # only an error needs it

    near = get_close_matches(str(key)[:_LONGEST_SHOWN], sorted(known), 1, 0.5)
    hint = f"{near[0]} (nearest); " if near else ""
    return Problem((*path, str(key)), "an unknown key", hint + (", ".join(sorted(known)) or "none"))


def _confidence(make: Callable[[object], Confidence], allowed: str, schema: Schema) -> Shape:
    def read(value: Any, path: Path, problems: Problems) -> Confidence | None:
        try:
            return make(value)
        except InputError:
            problems.append(Problem(path, found(value), allowed + _digits(value)))
            return None

    return Shape(read, schema)


def any_of(first: Shape, second: Shape, second_fits: type) -> Shape:
    """Two ways to write a value; values of the type `second_fits` are read by the second."""
    first_name, first_fits = _KINDS[first.schema["type"]]
    allowed = f"{first_name} or {_KINDS[second.schema['type']][0]}"

    def read(value: Any, path: Path, problems: Problems) -> Any:
        if type(value) is second_fits:
            return second.read(value, path, problems)
        if type(value) is first_fits:
            return first.read(value, path, problems)
        problems.append(Problem(path, found(value), allowed))
        return first.read(value, path, [])

    return Shape(read, {"anyOf": [first.schema, second.schema]})


def narrowed(shape: Shape, *rules: Schema) -> Shape:
    """The same reading with a schema that also says what is checked afterwards, between keys."""
    return Shape(shape.read, {**shape.schema, "allOf": [*shape.schema.get("allOf", ()), *rules]})


def or_nothing(shape: Shape, nothing: Any) -> Shape:
    """A value that may be null, which is read as `nothing`."""

    def read(value: Any, path: Path, problems: Problems) -> Any:
        return nothing if value is None else shape.read(value, path, problems)

    return Shape(read, {"anyOf": [shape.schema, {"type": "null"}]})


TEXT = text()
TEXT_OR_NOTHING = or_nothing(TEXT, "")
FILLED = filled("text that is not empty")
FILLED_OR_EMPTY = filled("text that can be seen, or none", or_empty=True)
TEXTS = _texts()
FLAG = flag()
DAY_OR_NOTHING = day_or_nothing()
CONFIDENCE_PERCENT = _confidence(in_percent, "a number from 0 to 100", {"type": "number", "minimum": 0, "maximum": 100})
CONFIDENCE_UNIT = _confidence(in_unit, "a number from 0 to 1", {"type": "number", "minimum": 0, "maximum": 1})
CONFIDENCE_LABEL = _confidence(in_label, "HIGH, MEDIUM or LOW", {"enum": list(LABELS)})
WEIGHT = number(0, 10**12)
THRESHOLD = number(0, 1, above_least=True)
