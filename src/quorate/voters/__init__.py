"""Who answers. A kind of voter is a module here with a function `voter_of(words, calls)`, or an engine's profile.

`words` are what stands behind the colon. Users declare profiles in the settings, other packages add kinds by entry
point.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from quorate.core.errors import InputError
from quorate.core.panel import ANSWER_LATER, as_person
from quorate.voters.port import Voter

if TYPE_CHECKING:
    from quorate.voters.calls.call_folders import Calls

VoterOf = Callable[[str, "Calls"], Voter | None]
"""What a kind of voter gives for the words behind its name; None for those who answer later."""
ENTRY_POINTS = "quorate.voters"


def kind_of(voter: str) -> tuple[str, str]:
    """The kind and what is said of it: `command:./ask --fast` is `command` and `./ask --fast`."""
    kind, _, words = voter.partition(":")
    return kind.strip(), words.strip()


def voter_named(voter: str, calls: "Calls") -> Voter | None:
    """The voter; None for people and agents, who answer later. Raises InputError where there is no such kind."""
    kind, words = kind_of(voter)
    if kind in ANSWER_LATER:
        return None
    found = _built_in(kind) or _program(kind, calls) or _added(kind)
    if found is None:
        raise InputError(_unknown(kind, voter))
    return found(words, calls)


def voter_kinds() -> list[str]:
    """Every kind there is, built in or added."""
    from importlib.metadata import entry_points
    from pkgutil import iter_modules

    from quorate.voters.profiles import PROFILES

    built_in = {module.name for module in iter_modules(__path__) if _built_in(module.name)}
    return sorted({*built_in, *PROFILES, *ANSWER_LATER, *(entry.name for entry in entry_points(group=ENTRY_POINTS))})


def _built_in(kind: str) -> VoterOf | None:
    if not kind.isidentifier() or find_spec(f"{__name__}.{kind}") is None:
        return None
    found: VoterOf | None = getattr(import_module(f"{__name__}.{kind}"), "voter_of", None)
    return found


def _program(kind: str, calls: "Calls") -> VoterOf | None:
    from functools import partial

    from quorate.voters.profiles import profile_of
    from quorate.voters.programs.program_voter import program_voter

    profile = profile_of(kind, calls.settings)
    return partial(program_voter, profile) if profile else None


def _added(kind: str) -> VoterOf | None:
    from importlib.metadata import entry_points  # slow to import, and only added kinds need it

    for entry in entry_points(group=ENTRY_POINTS, name=kind):
        added: VoterOf = entry.load()
        return added
    return None


def _unknown(kind: str, voter: str) -> str:
    from difflib import get_close_matches  # only an error needs it

    kinds = voter_kinds()
    near = get_close_matches(kind[:60], kinds, 1, 0.6)  # below that it is rather the name of somebody
    person = as_person(voter)
    hint = f"nearest: {near[0]}; " if near else f"for a person: {person}; " if person else ""
    return f"no kind of voter called {kind[:60]!r}; {hint}there are: {', '.join(kinds)}"
