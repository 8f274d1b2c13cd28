"""One machine: a process of ours with a home of its own, which is started, ended and started again."""

import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.postgres import ended_with_parent
from tests.surfaces.program import QUORATE, environment


class Machine:
    """A server or a worker. Its calls are in its home, so no other machine finds them."""

    def __init__(
        self, name: str, folder: Path, arguments: Sequence[str], variables: Mapping[str, str] | None = None
    ) -> None:
        self.name, self._folder, self._arguments, self._variables = name, folder, arguments, variables or {}
        self._process: subprocess.Popen[bytes] | None = None
        self._log, self._log_began = folder / f"{name}.log", 0
        self.ready_to_start_at = 0.0

    @property
    def is_running(self) -> bool:
        """True until it has ended, by itself or by a signal."""
        return self._process is not None and self._process.poll() is None

    @property
    def is_working(self) -> bool:
        """True once it has said in its log that it takes jobs."""
        return self.is_running and b'"takes jobs"' in self._log.read_bytes()[self._log_began :]

    def start(self) -> None:
        """A new process, with the home of the one before."""
        home = {"QUORATE_HOME": str(self._folder / self.name), "XDG_CONFIG_HOME": str(self._folder / "settings")}
        with self._log.open("ab") as log:
            self._log_began = log.tell()
            self._process = subprocess.Popen(
                [QUORATE, *self._arguments],
                env=environment(**home, **self._variables),
                cwd=self._folder,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=ended_with_parent(signal.SIGKILL),
            )

    def end(self, sign: int, pause: float) -> None:
        """Sends a signal; it may be started again after a pause."""
        assert self._process
        self._process.send_signal(sign)
        if sign == signal.SIGKILL:
            self._process.wait()
        self.ready_to_start_at = time.monotonic() + pause

    def stop(self, seconds: float) -> int | None:
        """Its exit status once it was told to stop; None where it had to be killed."""
        if not self.is_running:
            return 0
        assert self._process
        self._process.send_signal(signal.SIGTERM)
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            return None
