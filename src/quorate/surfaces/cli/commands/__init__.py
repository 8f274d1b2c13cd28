"""The commands: a module each, in a folder by subject. The first line of a module is its line in the help.

A folder's own first line is the title over its commands.

A command is imported when it is called, so that none pays for another; the help reads the files and imports none.
"""

import os
from functools import cache
from importlib import import_module

import click

SECTIONS = ("life", "overview", "act", "record", "documents", "evidence", "fleet", "servers", "setup")
_HERE = os.path.dirname(__file__)


def summaries() -> dict[str, str]:
    """What every command does, in a line; in the order of the help."""
    found: dict[str, str] = {}
    for commands in titled_summaries().values():
        found |= commands
    return found


@cache
def titled_summaries() -> dict[str, dict[str, str]]:
    """The same under the title of each subject."""
    return {_first_line(section, "__init__"): _summaries_in(section) for section in SECTIONS}


def command_named(name: str) -> click.Command | None:
    """The command, if there is one of this name."""
    module = name.replace("-", "_")
    for section in SECTIONS:
        if module.isidentifier() and name[0].isalpha() and "_" not in name and os.path.exists(_file(section, module)):
            command: click.Command = import_module(f"{__name__}.{section}.{module}").command
            return command
    return None


def _summaries_in(section: str) -> dict[str, str]:
    return {name: _first_line(section, name) for name in _names(section)}


def _names(section: str) -> list[str]:
    """In the order that its package names, then the others by the alphabet."""
    first: tuple[str, ...] = import_module(f"{__name__}.{section}").FIRST
    files = sorted(os.listdir(os.path.join(_HERE, section)))
    modules = [file.removesuffix(".py") for file in files if file.endswith(".py") and not file.startswith("_")]
    names = [module.replace("_", "-") for module in modules]
    return sorted(names, key=lambda name: first.index(name) if name in first else len(first))


def _file(section: str, name: str) -> str:
    return os.path.join(_HERE, section, f"{name}.py")


def _first_line(section: str, name: str) -> str:
    module = name if name.startswith("_") else name.replace("-", "_")
    with open(_file(section, module), encoding="utf-8") as file:
        return file.readline().strip().strip('"')
