"""One delivery to a program: fixed arguments, the message as JSON on standard input, nothing of it anywhere else."""

import asyncio
import os
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256

from quorate.app.notification.messages import Message
from quorate.app.notification.webhook import body_of

SECONDS = 30.0
_PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "XDG_RUNTIME_DIR")


class NotifyCommand:
    """A program that is run for every message."""

    def __init__(self, argv: Sequence[str], environment: Mapping[str, str]) -> None:
        self._argv = tuple(argv)
        self._environment = {name: environment[name] for name in _PASSED_ON if name in environment}

    @property
    def name(self) -> str:
        """How the log names it."""
        return f"command {os.path.basename(self._argv[0])}"

    @property
    def key(self) -> str:
        """What tells it from others."""
        return sha256("\0".join(self._argv).encode()).hexdigest()[:16]

    async def deliver(self, message: Message, now: str) -> str:
        """Runs it; gives why the message was not taken, and nothing where it was."""
        try:
            process = await asyncio.create_subprocess_exec(
                *self._argv,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
                env=self._environment,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            return f"cannot be started: {getattr(error, 'strerror', None) or type(error).__name__}"
        try:
            async with asyncio.timeout(SECONDS):
                await process.communicate(body_of(message, now) + b"\n")
        except TimeoutError:
            return f"did not end within {SECONDS:g} s"
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # also what it has left behind
            await process.wait()
        return f"exit status {process.returncode}" if process.returncode else ""
