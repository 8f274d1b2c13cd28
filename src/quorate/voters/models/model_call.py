"""Models behind an address are asked by small programs of ours, so that a call outlives us as any program's does.

A program is given an order in JSON on standard input, which holds the prompt and never a key, prints what came back,
and says in one line on standard error why nothing did.
"""

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from quorate.core.errors import InputError
from quorate.deliberation.events import ERROR, Reply
from quorate.prompts.prompt import Prompt
from quorate.voters.calls.call_folders import Calls
from quorate.voters.command import Command, Program
from quorate.voters.port import EngineSettings

_PROXIES = ("HTTPS_PROXY", "https_proxy")  # may hold a password
_NETWORK = (*_PROXIES, "NO_PROXY", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR")
_FOR_PYTHON = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_MODEL = re.compile(r"[^\s\x00-\x1f\x7f]{1,200}")
_STATUS = re.compile(r"HTTP (\d{3})\b")

Order = Mapping[str, Any]


class ModelCall(Command):
    """A voter that is asked by one of the programs in this folder; `order_for` says what the program is told."""

    def __init__(self, program: Program, calls: Calls, order_for: Callable[[Prompt], Order]) -> None:
        super().__init__(program, calls)
        self.order_for = order_for

    async def answer(self, prompt: Prompt) -> Reply:
        """The body as it came; where there was none, the program's own words and the status of HTTP."""
        return in_words(await super().answer(prompt._replace(text=json.dumps(self.order_for(prompt)))))


def program_of(
    file: str, settings: EngineSettings, passes: Sequence[str], key: str, alone: Sequence[str] = ("-I",)
) -> Program:
    """How one of the programs is started. It sees the key by its variable, and what it needs to reach the network.

    `alone` are Python's own options: with -S it starts without packages, in half the time.
    """
    keys = (key,) if key else ()
    return Program(
        (sys.executable, *alone, str(Path(__file__).with_name(file))),
        settings.timeout,
        settings.attempts,
        passes=(*_NETWORK, *_FOR_PYTHON, *passes, *keys),
        secrets=(*keys, *_PROXIES),
        max_cost_per_call=settings.max_cost_per_call,
    )


def in_words(reply: Reply) -> Reply:
    """A failure as the program has told it in its last line, with the status of HTTP in place of its own."""
    line = reply.complaint.strip().rpartition("\n")[2]
    if reply.outcome != ERROR or not reply.status or not line:
        return reply
    found = _STATUS.match(line)
    return reply._replace(detail=line, status=int(found[1]) if found else None)


def check_model(kind: str, model: str, allowed: str) -> None:
    """Refuses what cannot be the name of a model."""
    if not _MODEL.fullmatch(model):
        what = "no model" if not model.strip() else "a model name with white space, or one that is too long"
        raise InputError(f"{kind}: found {what}; {allowed}")


def read_flags(kind: str, flags: Sequence[str], refused: Sequence[str]) -> dict[str, Any]:
    """Settings such as `temperature=0` or `stop=["END"]`: a name, and a value as JSON, else as plain text."""
    values: dict[str, Any] = {}
    for flag in flags:
        name, sign, said = flag.partition("=")
        if not sign or not name.isidentifier():
            raise InputError(f"{kind}: found the flag {flag[:60]!r}; allowed: NAME=VALUE")
        if name in refused:
            raise InputError(f"{kind}: found the flag {name}; allowed: any but {', '.join(refused)}")
        values[name] = said
        with suppress(ValueError):
            values[name] = json.loads(said)
    return values
