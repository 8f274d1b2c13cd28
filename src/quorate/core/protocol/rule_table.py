"""A protocol's rule as a table: the rows that decide a count are the rows that explain it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

DEBATE, CHALLENGE = "debate", "challenge"


class Debate(NamedTuple):
    """Rounds in which voters see the others' arguments: a DEBATE or a CHALLENGE, as the record calls them.

    One follows a count with a result and an action that are `contested`. `terms_after` adds to the terms how many
    rounds were held, and how many ballots were cast in them, where the rule asks for it.
    """

    contested: tuple[tuple[str, str], ...]
    purpose: str = DEBATE
    terms_after: Callable[[Mapping[str, Any], int, int], Mapping[str, Any]] | None = None


Facts = TypeVar("Facts")
Finding = tuple[bool, str]
"""Whether a row fits, and why, as a code."""
YES: Finding = (True, "yes")
NO: Finding = (False, "no")


class Row(NamedTuple, Generic[Facts]):
    """One rule: its name in an explanation, the result where it is the first that fits, and its test."""

    name: str
    result: str
    test: Callable[[Facts], Finding]


def plainly(fits: bool) -> Finding:
    """A finding that needs no more words than yes or no."""
    return YES if fits else NO


def always(_: object) -> Finding:
    """The last row's test: what is left when no other row fits."""
    return YES


def first_fitting(table: Sequence[Row[Facts]], facts: Facts) -> Row[Facts]:
    """The row that decides: the first that fits."""
    for row in table:
        if row.test(facts)[0]:
            return row
    raise LookupError("the last row of a table fits everything")
