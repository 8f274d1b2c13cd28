"""Values as plain JSON values, as their declarations say.

A function is written for each type, as one would by hand: a count of a million documents spends its time here.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin

from quorate.core.codec.slots import Slot, Style, also_of, in_order, is_record, made, named, slots, tag_of
from quorate.core.exact import Exact

Writer = Callable[[Any], dict[str, Any]]
Scope = dict[str, Any]
_AS_IT_IS = (str, int, bool, float, Any)
_SCALARS = frozenset({str, int, bool, float, NoneType})


class _Entry(NamedTuple):
    """A key and the expression for its value; written only where the condition `only_if` holds, if there is one."""

    key: str
    value: str
    only_if: str = ""

    @property
    def literal(self) -> str:
        """As part of a literal; without a key, the value is a mapping whose keys stand there."""
        return f"{self.key!r}: {self.value}" if self.key else f"**{self.value}"

    @property
    def statement(self) -> str:
        """As a statement about the row."""
        put = f"row[{self.key!r}] = {self.value}" if self.key else f"row.update({self.value})"
        return f"if {self.only_if}: {put}" if self.only_if else put


@cache
def writer(kind: Any, style: Style = None) -> Writer:
    """What turns a value of this type into plain JSON values."""
    scope = _scope(style)
    lines = ["def made(value):", *(f"    {line}" for line in _statements(kind, scope))]
    return made("\n".join(lines), scope)


def _scope(style: Style) -> Scope:
    """What a function that is being written finds by name, and in which style it writes."""
    of: Callable[[Any], Writer] = partial(writer, style=style) if style else writer
    scope: Scope = {"style": style, "writer": of, "tagged": _tagged}
    return {**scope, "scalars": _SCALARS, "stored": style.write} if style else scope


def _tagged(value: Any) -> dict[str, Any]:
    kind: Any = type(value)
    return {"kind": tag_of(kind), **writer(kind)(value)}


def _statements(kind: Any, scope: Scope) -> Iterator[str]:
    """Keys that are always there as one literal, as far as they come first; then one after the other."""
    yield f"({', '.join(kind._fields)},) = value"
    spread = [one for one in slots(kind, scope["style"]) if one.key.is_spread and not one.variants]
    yield from (f"{_unpacked(one)} = {one.field}{_or_nothing(one)}" for one in spread)
    entries = list(_entries(kind, scope))
    first = next((place for place, one in enumerate(entries) if one.only_if), len(entries))
    yield f"row = {{{', '.join(one.literal for one in entries[:first])}}}"
    yield from (one.statement for one in entries[first:])
    yield "return row"


def _unpacked(slot: Slot) -> str:
    names = (f"{slot.field}_{name}" for name in _bare(slot.kind)._fields)
    return f"({', '.join(names)},)"


def _or_nothing(slot: Slot) -> str:
    return f" or {(None,) * len(_bare(slot.kind)._fields)!r}" if _is_optional(slot.kind) else ""


def _entries(kind: Any, scope: Scope) -> Iterator[_Entry]:
    inside: dict[str, list[str]] = {}
    for slot in slots(kind, scope["style"]):
        if slot.key.inside:
            inside.setdefault(slot.key.inside, []).append(f"{slot.name!r}: {_of(slot, slot.field, scope)}")
    yield from _after("", kind, scope)
    for slot in in_order(kind, scope["style"]):
        if slot.variants:
            yield _Entry("", f"tagged({slot.field})")
        elif slot.key.is_spread:
            yield from _spread(slot, kind, scope)
        elif not slot.key.inside:
            yield _Entry(slot.name, _of(slot, slot.field, scope), _condition(slot, slot.field))
        elif parts := inside.pop(slot.key.inside, None):
            yield _Entry(slot.key.inside, f"{{{', '.join(parts)}}}")
        yield from _after(slot.name, kind, scope)


def _condition(slot: Slot, name: str) -> str:
    """Return the condition under which an optional key is written."""
    if not slot.key.optional:
        return ""
    return f"{name} is not None" if _is_optional(slot.kind) else name


def _spread(slot: Slot, kind: Any, scope: Scope) -> Iterator[_Entry]:
    for one in in_order(_bare(slot.kind)):
        name = f"{slot.field}_{one.field}"
        value = _of(one, name, scope)
        if _is_optional(slot.kind):
            yield _Entry(one.name, f"None if {name} is None else {value}")
        else:
            yield _Entry(one.name, value, _condition(one, name))
        yield from _after(one.name, kind, scope)


def _after(key: str, kind: Any, scope: Scope) -> Iterator[_Entry]:
    for also in also_of(kind, scope["style"]):
        if also.after == key:
            yield _Entry(also.key, f"{named(also.write, scope)}(value)" if also.write else "None")
            yield from _after(also.key, kind, scope)


def _of(slot: Slot, name: str, scope: Scope) -> str:
    return f"{named(slot.form.write, scope)}({name})" if slot.form else _expression(slot.kind, name, scope)


def _expression(kind: Any, name: str, scope: Scope) -> str:
    """The expression that writes the value of a variable."""
    if leaf := (_stored_leaf if scope["style"] else _shown_leaf)(kind, name):
        return leaf
    if is_record(kind):
        return f"writer({named(kind, scope)})({name})"
    if _is_optional(kind):
        return f"None if {name} is None else {_expression(_bare(kind), name, scope)}"
    if get_origin(kind) in (Union, UnionType):
        return f"writer(type({name}))({name})"
    one = get_args(kind)[-1] if _is_mapping(kind) else get_args(kind)[0]
    if _is_mapping(kind):
        return f"{{key: {_expression(one, 'item', scope)} for key, item in {name}.items()}}"
    if is_record(one):
        return f"list(map(writer({named(one, scope)}), {name})) if {name} else []"
    return f"[{_expression(one, 'item', scope)} for item in {name}]"


def _shown_leaf(kind: Any, name: str) -> str:
    if _is_plain(kind):
        return name
    return f"str({name})" if kind == Exact else ""


def _stored_leaf(kind: Any, name: str) -> str:
    """A store decides by the value: mappings hold what people wrote."""
    is_leaf = kind in _AS_IT_IS or kind == Exact or _is_mapping(kind)
    return f"{name} if type({name}) in scalars else stored({name})" if is_leaf else ""


def _is_plain(kind: Any) -> bool:
    """True for what JSON writes as it is."""
    if kind in _AS_IT_IS:
        return True
    if _is_optional(kind):
        return _is_plain(_bare(kind))
    origin = get_origin(kind)
    is_listed = origin is tuple and _is_plain(get_args(kind)[0])
    return is_listed or (_is_mapping(kind) and _is_plain(get_args(kind)[1]))


def _is_mapping(kind: Any) -> bool:
    origin = get_origin(kind)
    return isinstance(origin, type) and issubclass(origin, Mapping)


def _is_optional(kind: Any) -> bool:
    return get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind)


def _bare(kind: Any) -> Any:
    """The type of an optional value where there is one."""
    if not _is_optional(kind):
        return kind
    kinds = [one for one in get_args(kind) if one is not NoneType]
    return kinds[0] if len(kinds) == 1 else Exact
