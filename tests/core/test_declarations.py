"""The declaration of a value gives its JSON, its reader and its schema."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, NamedTuple

import pytest
from jsonschema import Draft202012Validator

from quorate.core.codec.declaration import Also, Form, Key, Schema
from quorate.core.codec.reader import reader
from quorate.core.codec.schema import schema
from quorate.core.codec.writer import writer
from quorate.core.exact import Exact


class Point(NamedTuple):
    """A place in a list of other names."""

    x: Annotated[Exact, Key("left")]
    y: Exact = 0


class Drawing(NamedTuple):
    """All that can be declared."""

    title: str
    at: Annotated[Point, Key(is_spread=True)]
    wide: Annotated[int, Key(inside="size")]
    high: Annotated[int, Key("tall", inside="size")]
    points: tuple[Point, ...] = ()
    shares: Mapping[str, Exact] = {}
    size_of: Annotated[str, Form(str.upper, str.lower, {"type": "string"})] = "a"
    label: Annotated[str, Key(optional=True)] = ""
    version: Annotated[int, Key(is_first=True)] = 1

    @staticmethod
    def json_also() -> tuple[Also, ...]:
        """Something that no field has."""
        return (Also("count", "points", lambda drawing: len(drawing.points), {"type": "integer"}),)


FULL = Drawing("t", Point(Fraction(1, 2), 3), 4, 5, (Point(1),), {"a": Fraction(2, 3)}, "b", "l", 2)
PLAIN = {
    "version": 2,
    "title": "t",
    "left": "1/2",
    "y": "3",
    "size": {"wide": 4, "tall": 5},
    "points": [{"left": "1", "y": "0"}],
    "count": 1,
    "shares": {"a": "2/3"},
    "size_of": "B",
    "label": "l",
}


def test_a_value_is_written_with_its_keys_in_order() -> None:
    assert writer(Drawing)(FULL) == PLAIN
    assert list(writer(Drawing)(FULL)) == list(PLAIN)


def test_what_is_optional_is_left_out_when_it_is_empty() -> None:
    plain = writer(Drawing)(FULL._replace(label=""))
    assert "label" not in plain
    assert reader(Drawing)(plain) == FULL._replace(label="")


def test_it_is_read_as_it_was() -> None:
    assert reader(Drawing)(PLAIN) == FULL


@pytest.mark.parametrize("wrong", [{"more": 1}, {"left": 1}, {"size": {"wide": 4}}, {"points": [{}]}, {"label": None}])
def test_its_schema_allows_what_is_written_and_nothing_else(wrong: Schema) -> None:
    validator = Draft202012Validator(schema(Drawing))
    assert validator.is_valid(PLAIN)
    assert validator.is_valid({key: one for key, one in PLAIN.items() if key != "label"})
    assert not validator.is_valid({**PLAIN, **wrong})


class Circle(NamedTuple):
    """One kind of shape."""

    radius: int


class Square(NamedTuple):
    """Another one."""

    side: int
    tilt: Annotated[int, Key(optional=True)] = 0


class Placed(NamedTuple):
    """A shape of one of the two kinds, and more that is not always shown."""

    shape: Annotated[Circle | Square, Key(is_spread=True)]
    layer: str
    colour: Annotated[str | None, Key(optional=True)] = None
    secret: Annotated[str, Key(is_hidden=True)] = ""

    @staticmethod
    def json_also() -> tuple[Also, ...]:
        """Something before all others."""
        return (Also("drawn", "", lambda placed: placed.colour != "white", {"type": "boolean"}),)


@pytest.mark.parametrize(
    ("placed", "plain"),
    [
        (Placed(Circle(3), "a", secret="x"), {"drawn": True, "kind": "circle", "radius": 3, "layer": "a"}),
        (
            Placed(Square(2, 1), "b", "white"),
            {"drawn": False, "kind": "square", "side": 2, "tilt": 1, "layer": "b", "colour": "white"},
        ),
        # one that may be None is left out only when it is None
        (Placed(Circle(3), "a", ""), {"drawn": True, "kind": "circle", "radius": 3, "layer": "a", "colour": ""}),
    ],
)
def test_a_value_of_several_kinds_says_which(placed: Placed, plain: dict[str, object]) -> None:
    assert writer(Placed)(placed) == plain
    assert list(writer(Placed)(placed)) == list(plain)
    validator = Draft202012Validator(schema(Placed))
    assert validator.is_valid(plain)
    assert not validator.is_valid({**plain, "kind": "line"})
    assert not validator.is_valid({**plain, "secret": "x"})
    assert not validator.is_valid({**plain, "colour": None})
