"""What a gate goes by: the user's rules and panels, the project's rules, and where Quorate's own things are."""

import os
import stat
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from quorate import config
from quorate.gate.call_pattern import Resolve
from quorate.gate.gate_rules import Gate
from quorate.gate.own_ground import OwnGround

_HOOKS_OF = (".claude", ".codex", ".gemini")
_HOOKS_AT_HOME = ".claude.json"
_FIRST_BYTES = 256


class GateTerms(NamedTuple):
    """Rules, the user's panels as question documents write them, our own ground, and how paths are followed.

    `around` has the rules of the folders above the project's.
    """

    users: Gate
    project: Gate
    panels: Mapping[str, Mapping[str, Any]]
    ground: OwnGround
    resolve: Resolve
    around: tuple[Gate, ...] = ()

    def within(self, seconds: int) -> "GateTerms":
        """The same for whoever waits for a verdict no longer than this."""
        return self._replace(users=self.users._replace(wait=min(self.users.wait, seconds)))


def gate_terms(folder: str, store: str | None = None) -> GateTerms:
    """As this machine and its settings have them, for calls in a folder. A project's file adds rules, nothing else."""
    mine = config.users_settings()
    users = mine.gate._replace(file=str(config.user_file()))
    project, *around = (
        settings.gate._replace(file=str(place / config.PROJECT_FILE))
        for place, settings in config.settings_around(folder).items()
    )
    return GateTerms(users, project, mine.panels, own_ground(folder, store), resolver(folder), tuple(around))


def resolver(folder: str) -> Resolve:
    """How a text is followed as a path from a folder, links and all."""

    @cache
    def resolve(text: str) -> str:
        return os.path.realpath(os.path.join(folder, os.path.expanduser(text)))

    return resolve


def own_ground(folder: str, store: str | None) -> OwnGround:
    """Settings, the record and everything beside it, Quorate itself, and where the programs keep their hooks."""
    file = config.store_file(config.store(store))
    kept = [str(config.home()), str(config.user_file().parent)]
    record = [f"{file}{ending}" for ending in ("", "-wal", "-shm", "-journal")] if file else []
    here = Path(folder).resolve()
    homes = [Path.home(), here, *here.parents]
    paths = [
        *kept,
        *record,
        *(os.path.join(home, name) for home in homes for name in (*_HOOKS_OF, config.PROJECT_FILE)),
    ]
    paths += [os.path.join(homes[0], _HOOKS_AT_HOME), *config.agent_homes(), *config.own_program()]
    searched = [*kept, *(file for file in record if not Path(file).resolve().is_relative_to(here))]
    # what the hook runs on, unless the whole project is below it
    machinery = [place for place in config.own_interpreter() if not here.is_relative_to(Path(place).resolve())]
    return OwnGround(_real(paths), _real(machinery), _real(searched), begins_with_key)


def begins_with_key(path: str) -> bool:
    """True for a file that `quorate keys create` may have been written to."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # a pipe would wait forever
    except (OSError, ValueError):
        return False
    try:
        return stat.S_ISREG(os.fstat(handle).st_mode) and b"qk_" in os.read(handle, _FIRST_BYTES)
    except OSError:
        return False
    finally:
        os.close(handle)


def _real(paths: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(os.path.realpath, paths)))
