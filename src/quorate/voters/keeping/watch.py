"""Reads what a program says, and knows when to stop."""

import os
import select
import signal
import subprocess
import time

EXITED, TIMEOUT, TOO_MUCH, STOPPED = "exited", "timeout", "too much", "stopped"
_LEFTOVERS = 0.3
_MOST_COMPLAINT = 16 * 1024
_PIECE = 64 * 1024


class Bell:
    """A pipe that can be read when a child has ended, or when this process was told to end."""

    def __init__(self) -> None:
        self.is_told_to_end = False
        self.pipe, writing = os.pipe()
        for descriptor in (self.pipe, writing):
            os.set_blocking(descriptor, False)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, self._told)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGTERM, signal.SIGCHLD))

    def _told(self, *_: object) -> None:
        self.is_told_to_end = True


class Watch:
    """Reads what a program says until it exits, its time is up, it says too much or we are told to end."""

    def __init__(self, program: "subprocess.Popen[bytes]", bell: Bell, timeout: float, most: int) -> None:
        assert program.stdout is not None
        assert program.stderr is not None
        self._program, self._bell, self._most = program, bell, most
        self._pipes = program.stdout, program.stderr
        self._out, self._err = program.stdout.fileno(), program.stderr.fileno()
        self._until = time.monotonic() + timeout
        self._open = {self._out, self._err}
        self._poll = select.poll()
        for descriptor in (self._out, self._err, bell.pipe):
            self._poll.register(descriptor, select.POLLIN)
        self.output, self.complaint, self.is_complaint_cut = bytearray(), b"", False

    def wait(self) -> str:
        """Reads to the end, and says how it came."""
        while self._open or self._program.poll() is None:
            if self._program.poll() is not None:
                return self._rest()
            left = self._until - time.monotonic()
            if left <= 0 or self._bell.is_told_to_end:
                return STOPPED if self._bell.is_told_to_end else TIMEOUT
            self._read_within(left)
            if len(self.output) > self._most:
                return TOO_MUCH
        return EXITED

    def close(self) -> None:
        """Lets go of the pipes."""
        for pipe in self._pipes:
            pipe.close()

    def _rest(self) -> str:
        """What is left in the pipes. What the program left behind may hold them open: nobody waits for that."""
        until = time.monotonic() + _LEFTOVERS
        while self._open and len(self.output) <= self._most:
            left = until - time.monotonic()
            if left <= -_LEFTOVERS or (self._out not in self._read_within(max(left, 0)) and left <= 0):
                break
        return TOO_MUCH if len(self.output) > self._most else EXITED

    def _read_within(self, seconds: float) -> list[int]:
        ready = [descriptor for descriptor, _ in self._poll.poll(seconds * 1000)]
        for descriptor in ready:
            piece = os.read(descriptor, _PIECE)
            if not piece:
                self._poll.unregister(descriptor)
                self._open.discard(descriptor)
            elif descriptor == self._out:
                self.output += piece
            elif descriptor == self._err:
                self._complain(piece)
        return ready

    def _complain(self, piece: bytes) -> None:
        said = self.complaint + piece
        self.is_complaint_cut |= len(said) > _MOST_COMPLAINT
        self.complaint = said[-_MOST_COMPLAINT:]
