"""JSON Schemas as tables that people read: a row per key, nested keys with their path."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from quorate.core.text import VISIBLE
from tests.docs.reference.tables import code, codes, table

Schema = Mapping[str, Any]
HEAD = ("key", "value", "required", "meaning")


class Row(NamedTuple):
    """One key."""

    path: str
    value: str
    required: bool
    meaning: str

    def merged(self, other: "Row") -> "Row":
        """One key that two kinds of record have."""
        ways = f"{self.value} or {other.value}".split(" or ")
        value = self.value if self.value == other.value else " or ".join(sorted(set(ways), key=_null_last(ways)))
        return self._replace(value=value, required=self.required and other.required)


def _null_last(ways: list[str]) -> Callable[[str], int]:
    return lambda way: len(ways) if way == "`null`" else ways.index(way)


class Reader:
    """Walks through a schema; a record that stood before is named and not repeated."""

    def __init__(self, seen: Mapping[str, str] | None = None) -> None:
        self.rules: list[str] = []
        self._seen = dict(seen or {})

    def rows(self, schema: Schema, path: str = "") -> Iterator[Row]:
        """A row per key of a record, and of the records in it."""
        required = set(schema.get("required", ()))
        self.rules += rules_of(schema, path)
        for key, inner in schema["properties"].items():
            here = f"{path}.{key}" if path else key
            records = list(_records(inner, here))
            known = [self._seen[name_of(record)] for _, record in records if name_of(record) in self._seen]
            meaning = " ".join([inner.get("description", ""), *(f"Keys as in {place}." for place in known[:1])])
            yield Row(here, value_of(inner), key in required, meaning.strip())
            for where, record in records:
                if self._seen.setdefault(name_of(record), code(where)) == code(where):
                    yield from self.rows(record, where)


def rows_of(schema: Schema, reader: Reader | None = None) -> list[Row]:
    """A row per key; what several kinds of record have in common stands once."""
    rows: dict[str, Row] = {}
    for row in (reader or Reader()).rows(schema):
        rows[row.path] = rows[row.path].merged(row) if row.path in rows else row
    return list(rows.values())


def name_of(record: Schema) -> str:
    """The same for records that have the same keys."""
    return json.dumps(record["properties"], sort_keys=True)


def _records(schema: Schema, path: str) -> Iterator[tuple[str, Schema]]:
    """The records with known keys that a value may be, or be a list of."""
    if schema.get("properties"):
        yield path, schema
    elif "items" in schema:
        yield from _records(schema["items"], f"{path}[]")
    for way in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        if way.get("type") in ("object", "array"):
            yield from _records(way, path)


def rules_of(schema: Schema, path: str) -> list[str]:
    """What a record asks of several keys together, where it can be said in a sentence."""
    where = f"In {code(path)}" if path else "In the document"
    rules = []
    if ways := _groups(schema.get("anyOf", ())):
        rules.append(f"{where}: {', or '.join(ways)}.")
    for one in schema.get("allOf", ()):
        if ways := _groups(one.get("oneOf", ())):
            rules.append(f"{where}: exactly one of {', '.join(ways)}.")
        elif ways := _groups(one.get("anyOf", ())):
            rules.append(f"{where}: {' or '.join(ways)}.")
        elif list(one) == ["not"] and list(one["not"]) == ["required"]:
            rules.append(f"{where}: not {' and '.join(map(code, one['not']['required']))} together.")
    return rules


def _groups(ways: Any) -> list[str]:
    plain = [way["required"] for way in ways if list(way) == ["required"]]
    return [" and ".join(map(code, keys)) for keys in plain] if len(plain) == len(ways) else []


def value_of(schema: Schema) -> str:
    """What a value may be, in a few words."""
    if "enum" in schema:
        return codes(map(str, schema["enum"]))
    for several in ("anyOf", "oneOf"):
        if several in schema and "properties" not in schema:
            return " or ".join(dict.fromkeys(map(value_of, schema[several])))
    return _KINDS[schema["type"]](schema)


def _text(schema: Schema) -> str:
    pattern = schema.get("pattern", "")
    if "/" in pattern:
        return 'text such as `"2/3"`'
    if pattern.startswith("^sha256"):
        return "`sha256:` and 64 hexadecimal digits"
    if pattern == VISIBLE or schema.get("minLength"):
        return "text, not empty" + _most(schema)
    if pattern.endswith(VISIBLE):
        return "text"
    return "name in capitals" if pattern else "text" + _most(schema)


def _most(schema: Schema) -> str:
    return f", at most {schema['maxLength']} characters" if "maxLength" in schema else ""


def _number(schema: Schema) -> str:
    kind = "whole number" if schema["type"] == "integer" else "number"
    most = schema.get("maximum")
    if "exclusiveMinimum" in schema:
        return f"{kind} above {schema['exclusiveMinimum']}, up to {most}"
    least = schema.get("minimum")
    if least is None and most is None:
        return kind
    return f"{kind} from {least} to {most:,}" if most is not None else f"{kind} from {least}"


def _list(schema: Schema) -> str:
    least, most = schema.get("minItems"), schema.get("maxItems")
    size = f" of {least or 0} to {most}" if most else " of at least one" if least else ""
    inner = schema["items"]
    items = " (text)" if inner.get("type") == "string" else f" ({value_of(inner)})" if "enum" in inner else ""
    return f"list{size}{items}"


_KINDS = {
    "string": _text,
    "number": _number,
    "integer": _number,
    "boolean": lambda _: "`true` or `false`",
    "null": lambda _: "`null`",
    "object": lambda _: "mapping",
    "array": _list,
}


def described(rows: Iterable[Row], rules: Iterable[str] = ()) -> str:
    """The rows as a table, and the rules under it."""
    cells = ((code(row.path), row.value, "yes" if row.required else "", row.meaning) for row in rows)
    under = "".join(f"- {rule}\n" for rule in rules)
    return table(HEAD, cells) + (f"\n{under}" if under else "")
