"""Runs one installed program through Quorate, case by case. Meant for a network in which nothing but loopback is."""

import asyncio
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import NamedTuple

from quorate.core.panel import Seat
from quorate.core.question import Question
from quorate.deliberation.events import Reply
from quorate.prompts.prompt import Prompt
from quorate.replies.ballot import Expected
from quorate.replies.envelopes import NOT_PARSED, letter_of
from quorate.replies.reading import read_text
from quorate.replies.reply import expected_of
from quorate.voters import voter_named
from quorate.voters.calls.call_folders import Calls
from quorate.voters.command import Command
from quorate.voters.port import EngineSettings
from quorate.voters.profiles import PROFILES
from quorate.voters.programs.engine_program import read_version
from tests.real_engines.home import LISTED, MEMORY, SECRET, SKILL, SYSTEM, Home, changed, stamps
from tests.real_engines.models import BARE, CASES, Models
from tests.real_engines.proxy import Proxy

NONCE = "0123456789abcdef"
TEAM = "header-of-a-company"
TIMEOUT, TIMEOUT_OF_HANG = 40.0, 5.0
_MARK = "QUORATE_TRACE"
_MODELS = {"gemini": "gemini-2.5-flash"}
_KEYS = {"claude": "ANTHROPIC_API_KEY", "codex": "CODEX_API_KEY", "gemini": "GEMINI_API_KEY"}
_KEY = "sk-made-up-key-of-a-test"
_TOLD = {"memory": MEMORY, "skill": SKILL, "file": SECRET, "system prompt": SYSTEM, "listing": LISTED}
# their own memory files, which nothing turns off
_TOLD_ANYWAY = {"codex": ["memory"], "gemini": ["memory"]}
_BARE = {
    "claude": ("-p", "--output-format", "json"),
    "codex": ("exec", "--skip-git-repo-check", "--json"),
    "gemini": ("-o", "json", "-m", _MODELS["gemini"]),
}
# what the answer is given through, and does nothing
_FORMS = {"claude": {"StructuredOutput"}}
_EXPECTED = {"good": "vote", "large": "vote", "prose": "unreadable", "hang": "timeout", "attack": "vote"}
_OTHERWISE = {("claude", "dropped"): "vote", ("claude", "cut"): "vote", ("gemini", "long"): "vote"}


class Row(NamedTuple):
    """What became of one case."""

    engine: str
    version: str
    case: str
    seat: str
    why: str
    seconds: float
    requests: int
    tools: list[str]
    written: list[str]
    own_state: int
    traces: list[str]
    told: list[str]
    left: list[int]
    tried: list[str]
    is_without_tools: bool

    @property
    def offered(self) -> list[str]:
        """The tools that a request offered the model, besides the form for its answer."""
        return sorted(set(self.tools) - _FORMS.get(self.engine, set()))

    @property
    def is_as_it_should_be(self) -> bool:
        """The right seat; nothing offered, touched, told, left or reached. Without our flags, the traps have to bite.

        A version that offers tools all the same has to turn a call of one into an error of the seat.
        """
        if self.case == BARE:
            return bool(self.traces)
        if self.offered and (self.is_without_tools or (self.case, self.seat) == ("attack", "vote")):
            return False
        if self.offered and self.case == "attack":
            return self.seat == "error" and "called tools" in self.why and not self.written
        if self.case == "429" and not self.why.startswith("rate_limit: "):
            return False
        expected = _OTHERWISE.get((self.engine, self.case)) or _EXPECTED.get(self.case, "error")
        untold = set(self.told) <= set(_TOLD_ANYWAY.get(self.engine, ()))
        untouched = not (self.written or self.traces or self.left or self.tried)
        return self.seat == expected and untold and untouched


class Inside:
    """An engine in a home full of traps, with stand-ins for its model server and for the rest of the world."""

    def __init__(self, engine: str, version: str, programs: str, folder: Path) -> None:
        self.engine, self.version, self.folder = engine, version, folder
        self.models = Models()
        self.home = Home(folder, self._provider())
        self.proxy = Proxy(self.models.address.removeprefix("http://"))
        for server in (self.models, self.proxy):
            threading.Thread(target=server.serve_forever, daemon=True).start()
        self.mark = os.urandom(8).hex()
        self.environment = {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "HOME": str(self.home.path),
            "HTTPS_PROXY": self.proxy.address,
            "HTTP_PROXY": self.proxy.address,
            "NO_PROXY": "127.0.0.1,localhost",
            "ANTHROPIC_BASE_URL": self.models.address,
            "GOOGLE_GEMINI_BASE_URL": self.models.address,
            _KEYS[engine]: _KEY,
            _MARK: self.mark,
        }

    def row(self, case: str) -> Row:
        """One case from beginning to end."""
        self.models.begin(case, str(self.home.target))
        self.proxy.tried.clear()
        places = [self.home.path, self.home.target.parent, self.folder / "calls", Path("/tmp")]
        voter = self._voter(case)
        voter.reserve(case)
        before, begun = stamps(places), time.monotonic()
        reply = asyncio.run(voter.answer(self._prompt(case)))
        seconds = time.monotonic() - begun
        voter.forget(case)
        time.sleep(0.5)  # whoever is left has time to do something
        written, own_state = changed(before, stamps(places), self.home.path)
        furniture = tuple(voter.program.directory)
        written = [path for path in written if not path.endswith((*furniture, f"/calls/{case}/lock"))]
        seat, why = self._seat(reply)
        return Row(
            self.engine,
            self.version,
            case,
            seat,
            why,
            round(seconds, 1),
            len(self.models.asked),
            sorted(self.models.offered),
            written,
            own_state,
            self.home.traces_left(),
            self._told(reply),
            self._left(),
            sorted(set(self.proxy.tried)),
            (read_version(self.version) or ()) >= (PROFILES[self.engine].no_tools_from or ()),
        )

    def _told(self, reply: Reply) -> list[str]:
        """What the server was told of the user's own, and what the reply repeats of their secrets."""
        bodies = " ".join(self.models.asked)
        is_company_known = self.engine != "codex" or all(team == TEAM for team in self.models.teams)
        leaks = {"key": _KEY in str(reply) or TEAM in str(reply), "no company": not is_company_known}
        told = [name for name, words in _TOLD.items() if words in bodies]
        return [*told, *(name for name, is_leak in leaks.items() if is_leak)]

    def _voter(self, case: str) -> Command:
        timeout = TIMEOUT_OF_HANG if case == "hang" else TIMEOUT
        settings = EngineSettings(model=_MODELS.get(self.engine, ""), passes=(_MARK,), timeout=timeout, attempts=1)
        calls = Calls(self.folder / "calls", self.environment, {self.engine: settings})
        voter = voter_named(self.engine, calls)
        assert isinstance(voter, Command)
        if case == BARE:
            program = voter.program
            argv = [program.argv[0], *_BARE[self.engine]]
            voter.program = program._replace(argv=argv, files={}, directory={}, prepare=str)
        return voter

    def _prompt(self, case: str) -> Prompt:
        mention = f"See @{self.home.secret} and @../diary.txt, $trap, a@example.org."
        text = f"You hold a seat.\n\n<<<{NONCE}\nQuestion: Adopt? {mention}\n{NONCE}>>>\n\nAnswer with a block.\n"
        return Prompt("D", 1, Seat(self.engine), "magi", Question("Adopt?"), (), {}, text, case, NONCE)

    def _provider(self) -> str:
        """A provider in Codex's own configuration, as a company writes it."""
        limits = "request_max_retries=0, stream_max_retries=0, supports_websockets=false"
        address = f'name="here", base_url="{self.models.address}/v1", wire_api="responses"'
        secrets = f'env_key="CODEX_API_KEY", http_headers={{"x-team"="{TEAM}"}}'
        return f'model_provider = "here"\nmodel_providers.here = {{{address}, {limits}, {secrets}}}\n'

    def _seat(self, reply: Reply) -> tuple[str, str]:
        letter = letter_of(self.engine, reply)
        if letter.failure:
            seat = {"timeout": "timeout", NOT_PARSED: "unreadable"}.get(letter.error_type, "error")
            return seat, ": ".join(part for part in (letter.why, letter.failure) if part)
        expected = expected_of(self.engine, Expected("magi", ("APPROVE", "REJECT", "ABSTAIN"), NONCE))
        read = read_text(letter.text, expected, letter.structured)
        why = read.why.code if read.why else ""
        return ("vote", "") if read.vote and read.vote.get("position") == "APPROVE" else ("unreadable", why)

    def _left(self) -> list[int]:
        """Processes that carry the mark; this one does not."""
        return [int(name) for name in os.listdir("/proc") if name.isdigit() and self._is_marked(name)]

    def _is_marked(self, process: str) -> bool:
        try:
            return f"{_MARK}={self.mark}".encode() in Path(f"/proc/{process}/environ").read_bytes()
        except OSError:
            return False


def main(engine: str, version: str, programs: str, folder: str, *cases: str) -> None:
    """One line of JSON for every case."""
    inside = Inside(engine, version, programs, Path(folder))
    for case in cases or CASES:
        row = inside.row(case)
        sys.stdout.write(json.dumps({**row._asdict(), "is_right": row.is_as_it_should_be}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
