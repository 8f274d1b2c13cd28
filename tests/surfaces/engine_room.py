"""A folder with stand-ins for engines in it, and the real program that finds them."""

import json
import os
from pathlib import Path
from typing import Any

from tests.engines.standins import Standins
from tests.surfaces.program import Ended, path_without_engines, quorate

ALL = ("claude", "codex", "gemini")
SCORES = "question: {subject: Adopt the queue?, scores: {feasibility: 8, people: 7, foresight: 6}}\n"
GRAVE = ("--urgency", "critical", "--reversibility", "low")


class EngineRoom:
    """Runs commands as ann; what is kept is in `home`."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.home = folder, folder / "home"
        self.standins = Standins(folder)

    @property
    def variables(self) -> dict[str, str]:
        """What the program sees of the room."""
        return {
            **self.standins.environment,
            "PATH": f"{self.standins.folder / 'bin'}{os.pathsep}{path_without_engines()}",
            "QUORATE_HOME": str(self.home),
            "QUORATE_USER": "ann",
            "XDG_CONFIG_HOME": str(self.folder / "settings"),
            "GEMINI_API_KEY": "a-key-of-gemini",
        }

    def install(self, *engines: str, **behaviours: str) -> None:
        """Stand-ins that answer, and some that behave otherwise."""
        for engine in (*engines, *behaviours):
            self.standins.install(engine, behaviour=behaviours.get(engine, "good"))

    def __call__(self, *arguments: str, **more: str) -> Ended:
        return quorate(*arguments, folder=self.folder, variables={**self.variables, **more})

    def json(self, *arguments: str, **more: str) -> Any:
        """What a command that works prints with --json."""
        ended = self(*arguments, "--json", **more)
        assert ended.status == 0, ended.err
        return json.loads(ended.out)

    def file(self, name: str, text: str) -> str:
        """The name of a file with this text."""
        (self.folder / name).write_text(text, encoding="utf-8")
        return name

    def settings(self, text: str) -> None:
        """What this folder's settings say."""
        self.file("quorate.toml", text)

    def user_settings(self, text: str) -> None:
        """What the user's own settings say."""
        (self.folder / "settings" / "quorate").mkdir(parents=True)
        self.file("settings/quorate/quorate.toml", text)

    def calls(self) -> dict[str, int]:
        """How often each engine was called, and would have been paid."""
        counted = {engine: len(self.standins.calls(engine)) for engine in ALL}
        return {engine: count for engine, count in counted.items() if count}

    def kept(self) -> list[str]:
        """The files under `home`."""
        return sorted(path.name for path in self.home.rglob("*") if path.is_file())
