"""The protocols: one package each. The folder is the registry; other packages add theirs by entry point.

`parts` is none of them: it holds what protocols are made of.

This is the one place outside the packages that knows a name: what has to be found before a package is imported.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module

from quorate.core.errors import UnknownName
from quorate.core.protocol import Lens, Protocol

DEFAULT, CHOICE, APPROVAL, CONSENSUS = "magi", "judges", "approval", "consensus"
ALIASES = {CONSENSUS: "evidence"}
WRAPPERS = {"consensus_check_input": "judges"}
ENTRY_POINTS = "quorate.protocols"
_PARTS = "parts"


def protocol_named(name: str) -> Protocol:
    """The protocol of that name; built-in ones come first and cannot be replaced."""
    return _found(ALIASES.get(name, name))


@cache
def _found(name: str) -> Protocol:
    if built_in := _built_in(name):
        return built_in
    from importlib.metadata import entry_points  # slow to import, and only added protocols need it

    for entry in entry_points(group=ENTRY_POINTS, name=name):
        added: Protocol = entry.load()
        return added
    raise UnknownName("protocol", name, protocol_names())


def protocol_names() -> list[str]:
    """Every protocol there is, built in or added."""
    from importlib.metadata import entry_points

    return sorted({*built_in_names(), *(entry.name for entry in entry_points(group=ENTRY_POINTS))})


def built_in_names() -> list[str]:
    """The protocols that come with Quorate."""
    from pkgutil import iter_modules

    return sorted(module.name for module in iter_modules(__path__) if module.name != _PARTS)


def names_of_those(may: Callable[[Protocol], object]) -> list[str]:
    """The protocols that can do something, to be named to whoever asked another one for it."""
    return [name for name in protocol_names() if may(protocol_named(name))]


@cache
def lens_named(name: str, protocol: str) -> Lens | None:
    """What is known of a lens: by the protocol itself, else by another one that comes with Quorate."""
    folded = name.strip().casefold()
    for one in (protocol, *built_in_names()):
        known = protocol_named(one)
        for lens in (*known.lenses, *known.more_lenses):
            if lens.name.casefold() == folded:
                return lens
    return None


def _built_in(name: str) -> Protocol | None:
    if not name.isidentifier() or name.startswith("_") or name == _PARTS:
        return None
    module = f"{__name__}.{name}"
    try:
        found: Protocol = import_module(module).PROTOCOL
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return None
    return found
