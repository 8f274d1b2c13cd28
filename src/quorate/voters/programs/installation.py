"""An engine's program as it is installed here, and the voter that asks it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from quorate.voters.calls.call_folders import Calls
from quorate.voters.command import Command, Program
from quorate.voters.port import USUAL, EngineSettings
from quorate.voters.programs.engine_program import (
    Engine,
    Version,
    check_version,
    flags_of,
    model_of,
    path_of,
    secrets_of,
    version_of,
)


class Installed(NamedTuple):
    """Where an engine's program is, its version, and what settings and the seat say of it."""

    engine: Engine
    settings: EngineSettings
    program: str
    version: Version | None
    model: str

    @property
    def flags(self) -> list[str]:
        """The flags in the settings, which are harmless or refused."""
        return flags_of(self.engine, self.settings)


def installed(engine: Engine, words: str, calls: Calls) -> Installed:
    """The program, with the model behind the colon. Raises InputError where it is too old to be asked safely."""
    settings = calls.settings.get(engine.name, USUAL)
    path = path_of(engine, settings, calls.environment)
    version = version_of(engine, path, calls.environment)
    check_version(engine, version)
    model = model_of(engine, words, settings)
    return Installed(engine, settings, path or settings.program or engine.name, version, model)


def asked_by(one: Installed, arguments: Sequence[str], calls: Calls, **more: Any) -> Command:
    """The voter that asks it with these arguments; `more` is what Program says of this engine alone."""
    settings, seen = one.settings, one.engine.sees(one.settings)
    program = Program(
        [one.program, *arguments],
        timeout=settings.timeout,
        attempts=settings.attempts,
        passes=seen,
        fixed=one.engine.fixed,
        secrets=secrets_of(seen),
        max_cost_per_call=settings.max_cost_per_call,
        **more,
    )
    return Command(program, calls)
