"""Asks stand-ins as a deliberation would, one call at a time."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from quorate.core.panel import Seat
from quorate.core.question import Question
from quorate.deliberation.events import Reply
from quorate.prompts.prompt import Prompt
from quorate.replies.ballot import Expected
from quorate.replies.envelopes import Letter, letter_of
from quorate.replies.reading import read_text
from quorate.replies.reply import expected_of
from quorate.voters import voter_named
from quorate.voters.calls.call_folders import Calls
from quorate.voters.command import Command
from quorate.voters.port import EngineSettings
from tests.engines.standins import Standins

NONCE = "0123456789abcdef"
PROMPT = f"You hold a seat.\n\n<<<{NONCE}\nQuestion: Adopt?\n{NONCE}>>>\n"
GOOD = {"position": "APPROVE", "confidence": 80, "rationale": "It can be undone."}
ENGINES = ("claude", "codex", "gemini")
_NOTHING: Mapping[str, str] = MappingProxyType({})


class Answered(NamedTuple):
    """What came of a call, and the letter in it."""

    reply: Reply
    letter: Letter
    engine: str = ""

    @property
    def vote(self) -> dict[str, Any] | None:
        """The vote in the letter, whether it is a block or a structured answer."""
        expected = expected_of(
            self.reply.envelope or self.engine, Expected("magi", ("APPROVE", "REJECT", "ABSTAIN"), NONCE)
        )
        read = read_text(self.letter.text, expected, self.letter.structured)
        return None if read.notes else read.vote


class Office:
    """A folder with stand-ins, and calls to them."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.standins = folder, Standins(folder)
        self._asked = 0

    def calls(
        self, settings: Mapping[str, EngineSettings] | None = None, environment: Mapping[str, str] = _NOTHING
    ) -> Calls:
        """Where calls are kept, with more of an environment."""
        return Calls(self.folder / "calls", {**self.standins.environment, **environment}, settings)

    def voter(
        self, voter: str, settings: EngineSettings | None = None, environment: Mapping[str, str] = _NOTHING
    ) -> Command:
        """A voter by its name."""
        kind = voter.partition(":")[0]
        found = voter_named(voter, self.calls({kind: settings} if settings else None, environment))
        assert isinstance(found, Command)
        return found

    def ask(
        self,
        voter: str,
        text: str = PROMPT,
        settings: EngineSettings | None = None,
        environment: Mapping[str, str] = _NOTHING,
    ) -> Answered:
        """One call from beginning to end."""
        self._asked += 1
        call, found = f"call-{self._asked}", self.voter(voter, settings, environment)
        found.reserve(call)
        reply = asyncio.run(found.answer(prompt(text, call)))
        found.forget(call)
        engine = voter.partition(":")[0]
        return Answered(reply, letter_of(engine, reply), engine)

    def install(self, engine: str, behaviour: str = "good", **more: Any) -> None:
        """Installs a stand-in."""
        self.standins.install(engine, behaviour=behaviour, **more)


def prompt(text: str = PROMPT, call: str = "") -> Prompt:
    """A prompt with this text."""
    return Prompt("MAGI-2026-1116-001", 1, Seat("Claude"), "magi", Question("Adopt?"), (), {}, text, call, NONCE)
