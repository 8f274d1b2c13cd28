"""Says what it is told, for demonstrations and tests."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from quorate.deliberation.events import ANSWERED, ERROR, Reply
from quorate.prompts.prompt import Prompt

Told = Mapping[str, Any] | Reply


class Scripted:
    """Votes, or whole replies, by the names of seats, and the seconds that some of them take."""

    def __init__(self, told: Mapping[str, Told], delays: Mapping[str, float] | None = None) -> None:
        self._told, self._delays = dict(told), dict(delays or {})

    async def answer(self, prompt: Prompt) -> Reply:
        """What was told for the prompt's seat."""
        name = prompt.seat.name
        await asyncio.sleep(self._delays.get(name, 0))
        told = self._told.get(name)
        if told is None:
            known = ", ".join(sorted(self._told)) or "nobody"
            return Reply(ERROR, detail=f"no reply was scripted for the seat {name!r}; there are replies for: {known}")
        return told if isinstance(told, Reply) else Reply(ANSWERED, json.dumps(told, ensure_ascii=False))
