"""Every use case is a row of one table, and is refused to every key that does not have the scope of its row."""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import quorate.app
import quorate.surfaces
from quorate.app.access.access_keys import issue_key, list_refusals
from quorate.app.access.authentication import authenticate
from quorate.app.access.refusals import PART_OF
from quorate.app.app import App
from quorate.core.errors import MissingScope
from quorate.deliberation.principal import NEEDS, SCOPES, Principal
from tests.app.house import House

OWNER = Principal("olga", owns_store=True)
NO_USE_CASES = {"authenticate", "note_unseen", "is_known"}
"""Whoever calls the first has no name yet; the second keeps that a session was refused, which is not on the record; the
last tells somebody whether they have used a key of their own before."""


def functions() -> Iterator[tuple[str, Any]]:
    """Every public function of app/ in the module that defines it."""
    for found in pkgutil.walk_packages(quorate.app.__path__, "quorate.app."):
        module = importlib.import_module(found.name)
        for name, one in inspect.getmembers(module, inspect.isfunction):
            if one.__module__ == found.name and not name.startswith("_"):
                yield name, one


def takes_app(function: Any) -> bool:
    first = next(iter(inspect.signature(function).parameters.values()), None)
    return first is not None and first.annotation in (App, "App")


def is_checked(function: Any) -> bool:
    return getattr(function, "__wrapped__", None) is not None and function.__code__.co_name == "checked"


def imported_by_surfaces() -> set[str]:
    names: set[str] = set()
    for file in Path(quorate.surfaces.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("quorate.app"):
                names |= {alias.name for alias in node.names}
    return names


def test_every_use_case_that_an_interface_can_call_is_a_row_of_the_table() -> None:
    imported = imported_by_surfaces() - NO_USE_CASES
    unchecked = {name for name, one in functions() if name in imported and takes_app(one) and not is_checked(one)}
    assert unchecked == set()


def test_every_row_of_the_table_is_a_use_case() -> None:
    rows = {name for name, one in functions() if is_checked(one)}
    assert rows == set(NEEDS)


def test_no_interface_reaches_around_the_use_cases() -> None:
    around = {"record", "load", "whole", "moved", "change", "carry", "open", "was_done"}
    for file in Path(quorate.surfaces.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Attribute) and node.attr in around:
                holder = ast.unparse(node.value)
                assert holder.rpartition(".")[2] != "app", f"{file.name}: {ast.unparse(node)}"


def test_every_scope_is_good_for_something() -> None:
    assert {scope for scopes in NEEDS.values() for scope in scopes} == set(SCOPES)


async def called(app: App, who: Principal, use_case: Any) -> None:
    """Without any argument: whoever is let through fails for that."""
    found = use_case(app, who)
    if inspect.isasyncgen(found):
        async for _ in found:
            pass
    else:
        await found


@pytest.mark.parametrize("name", sorted(NEEDS))
async def test_a_key_with_every_other_scope_is_refused(house: House, name: str) -> None:
    use_case = dict(functions())[name]
    others = [scope for scope in SCOPES if scope not in NEEDS[name]]
    made = await issue_key(house.app, OWNER, "ann", others)
    refused = f"your key does not have the scope {' or '.join(NEEDS[name])}"
    await house.refuses(called(house.app, await authenticate(house.app, made.text), use_case), refused, MissingScope)
    (entry,) = await list_refusals(house.app, OWNER)
    assert (entry.refusal.operation, entry.refusal.key_id) == (PART_OF.get(name, name), made.key.id)


@pytest.mark.parametrize("name", sorted(NEEDS))
async def test_one_scope_of_the_row_is_enough(house: House, name: str) -> None:
    for scope in NEEDS[name]:
        made = await issue_key(house.app, OWNER, "ann", [scope])
        who = await authenticate(house.app, made.text)
        with suppress(TypeError):  # its other arguments are missing
            await called(house.app, who, dict(functions())[name])
