"""What is known of a protocol is in its package: nothing else in Quorate asks for its name."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import quorate
from quorate.protocols import built_in_names

SOURCE = Path(quorate.__file__).parent
REGISTRY = SOURCE / "protocols" / "__init__.py"
FIELDS_TOO = ("evidence", "approval")
"""Ballots have a field, and questions and conditions a kind, of this name: as a key it is no protocol."""

COMPANIONS = {"evidence": {"evidence"}, "fleet": {"quorum"}, "compat": {"quorum", "judges"}, "gate": {"approval"}}
"""What counts as one protocol does: contributions that are weighed like ballots, and reviews of agents."""
REVIEWS = (
    "views/fleet.py",
    "surfaces/cli/terminal/output/fleet_output.py",
    "surfaces/cli/terminal/review_lines.py",
    "surfaces/http/operations/fleet.py",
)
"""Where a quorum is a kind of review, beside a dialectic, and no protocol."""

CONDITIONS = tuple(f"quorate.protocols.quorum.{name}" for name in ("conditions", "hard_limits", "protections"))
"""What a condition of a resume is: reviews of agents write, show and post them."""

NAMING = ("ArgumentName", "same", "headings")
"""Calls whose arguments are names of arguments or kinds of phrases."""

BUILT_ON = {"weighted": "magi"}
"""A protocol that keeps most of another one may import from its package."""


class Found(NamedTuple):
    """Where a file outside a protocol's package names it."""

    file: str
    line: int
    name: str


def others(path: Path) -> set[str]:
    """The protocols whose package a file does not belong to."""
    inside = path.relative_to(SOURCE).parts
    inside = inside[1:] if inside[0] == "app" and inside[1] in COMPANIONS else inside
    own = {inside[1].removesuffix(".py")} if inside[0] == "protocols" else COMPANIONS.get(inside[0], set())
    return set(built_in_names()) - own - {BUILT_ON[one] for one in own if one in BUILT_ON}


def named_in(tree: ast.AST, names: set[str]) -> Iterator[tuple[int, str]]:
    """Every string that is the name of a protocol, and every import from its package."""
    keys = {id(key) for key in keys_in(tree)}
    for node in ast.walk(tree):
        name = name_at(node)
        if name in names and not (name in FIELDS_TOO and id(node) in keys):
            yield getattr(node, "lineno", 0), name


def name_at(node: ast.AST) -> str:
    """The string that stands here, or the protocol whose package is imported from."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
    if module.startswith("quorate.protocols.") and module not in CONDITIONS:
        return module.split(".")[2]
    return ""


def keys_in(tree: ast.AST) -> Iterator[ast.AST]:
    """Strings that stand where the keys of a ballot do: in a mapping, in brackets, in a list of keys, in `get`; and
    the names of arguments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            yield from (key for key in node.keys if key)
        elif isinstance(node, ast.Tuple | ast.List):
            yield from node.elts
        elif isinstance(node, ast.Subscript):
            yield node.slice
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            yield from node.args[:1]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NAMING:
            yield from node.args


def compared_in(text: str) -> list[str]:
    return [name for _, name in named_in(ast.parse(text), set(built_in_names()))]


def test_nothing_outside_its_package_names_a_protocol_but_the_registry() -> None:
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        if path != REGISTRY and str(path.relative_to(SOURCE)) not in REVIEWS:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found += [Found(str(path.relative_to(SOURCE)), *one) for one in named_in(tree, others(path))]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "if protocol == 'magi': pass",
        "if protocol in ('magi', 'other'): pass",
        "TABLE = {'magi': 1}",
        "match protocol:\n case 'magi':\n  pass",
        "def read(protocol='magi'): pass",
        "from quorate.protocols.magi.rule import outcome_of",
    ],
)
def test_a_name_is_found_however_it_is_asked_for(text: str) -> None:
    assert compared_in(text) == ["magi"]


def test_evidence_is_found_where_it_is_compared_and_not_where_it_is_a_key() -> None:
    assert compared_in("if protocol == 'evidence': pass") == ["evidence"]
    assert compared_in("protocol = stated or 'evidence'") == ["evidence"]
    assert compared_in("a = {'evidence': 1}['evidence'], vote.get('evidence'), ('risks', 'evidence')") == []
