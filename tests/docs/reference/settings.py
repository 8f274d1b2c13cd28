"""Settings: the environment and quorate.toml, as far as `config` reads them."""

import inspect
import re

from quorate import config
from quorate.core.errors import DocumentError
from tests.docs.reference.tables import code, table

INTRODUCTION = """# Settings

There is little to set. Options of a command come first, then the environment, then `quorate.toml` in the working
directory, then `quorate.toml` in your settings folder (`~/.config/quorate` on Linux), then what is built in.

## Environment

"""
TOML = """
## quorate.toml

"""
PLACES = """
A relative `store` is relative to the file that says it. Unknown keys are refused.

## Where things are kept

| place | holds |
| --- | --- |
| `QUORATE_HOME`, else `~/.local/share/quorate` on Linux | all of the below; made for its owner alone |
| `quorate.db` in it | the record, unless another one is named |
| `calls/` in it | the calls of programs that are being asked; empty when nobody is |
"""
VARIABLES = {
    "QUORATE_STORE": "The record: a file, or `postgresql://...`.",
    "QUORATE_HOME": "Where Quorate keeps what it has to keep.",
    "QUORATE_USER": "Who acts, in place of the system's user. Nothing proves it.",
    "QUORATE_LANG": "`en` or `ja`: the language of reports, before the locale's.",
    "LC_ALL": "The locale, which says the language of reports.",
    "LC_MESSAGES": "The same, where `LC_ALL` is not set.",
    "LANG": "The same, where neither is set.",
    "NO_COLOR": "Set to anything: no colours.",
    "TERM": "`dumb`: no colours, and lines instead of live rows.",
    "COLUMNS": "How wide the terminal is.",
    "QUORATE_DEBUG": "`1` shows tracebacks of unexpected errors.",
}
KEYS = {"store": "The record: a file, or `postgresql://...`."}


def settings() -> str:
    """Every variable and key with what it means."""
    read = set(re.findall(r'"([A-Z][A-Z_]{3,})"', inspect.getsource(config))) - {"TOML"}  # named in an error
    assert read == VARIABLES.keys(), read ^ VARIABLES.keys()
    assert _known_keys() == KEYS.keys()
    variables = table(("variable", "meaning"), ((code(name), said) for name, said in VARIABLES.items()))
    keys = table(("key", "meaning"), ((code(key), said) for key, said in KEYS.items()))
    return INTRODUCTION + variables + TOML + keys + PLACES


def _known_keys() -> set[str]:
    """The keys that are named to whoever writes an unknown one."""
    try:
        config._read_settings(b"zzzzzz = 1")
    except DocumentError as error:
        return set(error.problems[0].allowed.split(", "))
    return set()
