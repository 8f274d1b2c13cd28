"""Names in tally documents: seats and options that cannot be taken for each other."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from quorate.core.errors import Path
from quorate.core.shape import Problems, Recorded
from quorate.core.text.names import folded, name_problems, problem_with


def one_seat_each(names: Sequence[str], path: Path, key: str | Callable[[int], str], problems: Problems) -> None:
    """Reports every seat that is named like another, or in characters that no name may have.

    `key` is the key that names it.
    """

    def place(index: int) -> Path:
        return (*path, index, key if isinstance(key, str) else key(index))

    plain = [(name or "").strip().casefold() for name in names]
    if len(set(plain)) < len(names) or not _are_plain(names):
        _check_names(names, place, "seat", problems)


def check_voters(votes: Sequence[Mapping[str, Any]], path: Path, problems: Problems) -> None:
    """Reports whoever answered under a name that looks like another's, or in characters that no name may have.

    One voter may answer for several seats.
    """
    names = [vote["answered_by"] or "" for vote in votes]
    if any(names):  # few documents name anybody
        check_mentions(names, lambda index: (*path, index, "answered_by"), "voter", problems)


def check_mentions(names: Sequence[str], place: Callable[[int], Path], what: str, problems: Problems) -> None:
    """Reports names that look like others, or are none; each may be there several times. Empty ones are passed over."""
    if not _are_plain(names):
        _check_names(_each_once(names), place, what, problems)


def _each_once(names: Sequence[str]) -> list[str]:
    """The names in their places; nothing where a name is there again, unless it is none."""
    first: dict[str, int] = {}
    for index, name in enumerate(names):
        first.setdefault(folded(name), index)
    return [name if first[folded(name)] == index or problem_with(name) else "" for index, name in enumerate(names)]


def _check_names(names: Sequence[str], place: Callable[[int], Path], what: str, problems: Problems) -> None:
    if isinstance(problems, Recorded):
        return  # they were checked when the panel was formed
    for problem in name_problems(names, place, what):
        problems.append(problem)  # one by one: too many end the reading


def _are_plain(names: Sequence[str]) -> bool:
    """True where it takes no second look to see that names which are not equal do not clash either."""
    together = "".join(filter(None, names))
    return together.isascii() and together.isprintable() and "  " not in together


def check_options(options: Sequence[str], path: Path, problems: Problems) -> None:
    """Reports every option that is named like another, or in characters that no name may have."""
    _check_names(options, lambda index: (*path, index), "option", problems)


def check_own_options(question: str | Mapping[str, Any], problems: Problems) -> None:
    """The same where the question alone names options."""
    if not isinstance(question, str) and question["options"]:
        check_options(ids_of(question["options"]), ("question", "options"), problems)


def ids_of(options: Sequence[Any]) -> list[str]:
    """What ballots name: options are ids, or mappings with an id."""
    return [(one if isinstance(one, str) else one["id"]) or "" for one in options]
