"""Asks a model's server, here or in a process that can be killed: model_caller.py FOLDER VOTER PASSES..."""

import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path

from quorate.deliberation.events import Reply
from quorate.voters import voter_named
from quorate.voters.calls.call_folders import Calls
from quorate.voters.models.model_call import ModelCall
from quorate.voters.port import EngineSettings
from tests.voters.programs import USUAL, prompt

KEY = "sk-nobody-may-read-this"
PROMPT = "Adopt?\nAnswer with a ballot. 賛成か？\n"


class Desk:
    """A folder of calls, an environment and the settings of the kinds; its voters are asked from beginning to end."""

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None, **settings: EngineSettings) -> None:
        self.calls = Calls(folder / "calls", {**USUAL, "MY_KEY": KEY, **(environment or {})}, settings)
        self._asked = 0

    def voter(self, name: str) -> ModelCall:
        """The voter of this name."""
        voter = voter_named(name, self.calls)
        assert isinstance(voter, ModelCall)
        return voter

    def ask(self, name: str) -> Reply:
        """One call, which leaves nothing behind."""
        self._asked += 1
        call = f"call-{self._asked}"
        voter = self.voter(name)
        voter.reserve(call)
        reply = self.found(voter, call)
        voter.forget(call)
        return reply

    def found(self, voter: ModelCall, call: str) -> Reply:
        """The reply of a call, whoever started it."""
        return asyncio.run(voter.answer(prompt(call, PROMPT)._replace(nonce="n0nce")))


if __name__ == "__main__":
    desk = Desk(Path(sys.argv[1]), openai=EngineSettings(passes=tuple(sys.argv[3:])))
    voter = desk.voter(sys.argv[2])
    voter.reserve("call-1")
    desk.found(voter, "call-1")
