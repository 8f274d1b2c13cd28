"""The protocols: one file or folder each. The folder is the registry; other packages add theirs by entry point."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from quorate.core.errors import UnknownName
from quorate.core.protocol import Protocol

ALIASES = {"consensus": "evidence"}
ENTRY_POINTS = "quorate.protocols"


def protocol_named(name: str) -> Protocol:
    """The protocol of that name; built-in ones come first and cannot be replaced."""
    return _found(ALIASES.get(name, name))


@cache
def _found(name: str) -> Protocol:
    if _is_built_in(name):
        built_in: Protocol = import_module(f"{__name__}.{name}").PROTOCOL
        return built_in
    from importlib.metadata import entry_points  # slow to import, and only added protocols need it

    for entry in entry_points(group=ENTRY_POINTS, name=name):
        added: Protocol = entry.load()
        return added
    raise UnknownName("protocol", name, protocol_names())


def protocol_names() -> list[str]:
    """Every protocol there is, built in or added."""
    from importlib.metadata import entry_points
    from pkgutil import iter_modules

    built_in = {module.name for module in iter_modules(__path__) if not module.name.startswith("_")}
    return sorted(built_in | {entry.name for entry in entry_points(group=ENTRY_POINTS)})


def _is_built_in(name: str) -> bool:
    return name.isidentifier() and not name.startswith("_") and find_spec(f"{__name__}.{name}") is not None
