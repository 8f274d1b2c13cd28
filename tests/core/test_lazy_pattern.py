"""A pattern that is compiled when it is first used does what a compiled one does."""

import copy
import importlib
import pkgutil
import re
from typing import Any

import pytest

import quorate.replies
from quorate.core.text.lazy_pattern import lazy_pattern


def test_it_finds_what_a_compiled_one_finds() -> None:
    lazy, compiled = lazy_pattern(r"(?P<first>a+)b?", re.IGNORECASE), re.compile(r"(?P<first>a+)b?", re.IGNORECASE)
    for text in ("xAAb", "aab", "", "bb"):
        assert [found.span() for found in lazy.finditer(text)] == [found.span() for found in compiled.finditer(text)]
        assert bool(lazy.search(text)) == bool(compiled.search(text))
        assert bool(lazy.match(text)) == bool(compiled.match(text))
        assert bool(lazy.fullmatch(text)) == bool(compiled.fullmatch(text))
        assert lazy.findall(text) == compiled.findall(text)
        assert lazy.sub("-", text) == compiled.sub("-", text)
        assert lazy.split(text) == compiled.split(text)
    assert (lazy.pattern, lazy.flags, lazy.groupindex) == (compiled.pattern, compiled.flags, compiled.groupindex)


def test_what_is_wrong_with_it_is_said_at_its_first_use() -> None:
    broken = lazy_pattern("(")
    assert broken.pattern == "("
    with pytest.raises(re.error):
        broken.search("x")


def test_it_can_be_copied_before_it_is_used() -> None:
    assert copy.copy(lazy_pattern("a+")).search("baa")


def patterns_of(value: Any) -> list[Any]:
    if hasattr(value, "pattern"):
        return [value]
    return [one for part in value for one in patterns_of(part)] if isinstance(value, tuple | list) else []


def test_every_pattern_that_reads_replies_can_be_compiled() -> None:
    modules = pkgutil.walk_packages(quorate.replies.__path__, "quorate.replies.")
    values = [value for module in modules for value in vars(importlib.import_module(module.name)).values()]
    patterns = [pattern for value in values for pattern in patterns_of(value)]
    assert len(patterns) >= 15
    for pattern in patterns:
        pattern.search("")
