"""Reads what a program says, and knows when to stop."""

import os
import select
import signal
import subprocess
import time

EXITED, TIMEOUT, TOO_MUCH, STOPPED = "exited", "timeout", "too much", "stopped"
_LEFTOVERS = 0.3
_GLANCE = 0.05
_MOST_COMPLAINT = 16 * 1024
_PIECE = 64 * 1024


class WakePipe:
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
    """Reads what a program says until it exits, its time is up, it says too much or we are told to end.

    It says it into a pipe, or into a file that is read as it grows.
    """

    def __init__(
        self, program: "subprocess.Popen[bytes]", bell: WakePipe, timeout: float, most: int, file: int | None = None
    ) -> None:
        assert program.stderr is not None
        self._program, self._bell, self._most, self._file = program, bell, most, file
        self._pipes = [pipe for pipe in (program.stdout, program.stderr) if pipe]
        self._out = program.stdout.fileno() if program.stdout else -1
        self._err = program.stderr.fileno()
        self._until = time.monotonic() + timeout
        self._open = {pipe.fileno() for pipe in self._pipes}
        self._poll = select.poll()
        for descriptor in (*self._open, bell.pipe):
            self._poll.register(descriptor, select.POLLIN)
        self.output, self.complaint, self.is_complaint_cut = bytearray(), b"", False

    def wait(self) -> str:
        """Reads to the end, and says how it came."""
        end = self._end()
        self._read_file()
        return TOO_MUCH if end == EXITED and len(self.output) > self._most else end

    def _end(self) -> str:
        while self._open or self._program.poll() is None:
            if self._program.poll() is not None:
                self._read_rest()
                break
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
        if self._file is not None:
            os.close(self._file)

    def _read_rest(self) -> None:
        """What is left in the pipes. What the program left behind may hold them open: nobody waits for that."""
        until = time.monotonic() + _LEFTOVERS
        while self._open and len(self.output) <= self._most:
            left = until - time.monotonic()
            is_quiet = self._out not in self._read_within(max(left, 0))  # at least once, however late it is
            if left <= -_LEFTOVERS or (is_quiet and left <= 0):
                break

    def _read_within(self, seconds: float) -> list[int]:
        patience = seconds if self._file is None else min(seconds, _GLANCE)
        ready = [descriptor for descriptor, _ in self._poll.poll(patience * 1000)]
        self._read_file()
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

    def _read_file(self) -> None:
        """What the file has grown by, up to one byte too much."""
        while self._file is not None and (left := self._most + 1 - len(self.output)) > 0:
            piece = os.pread(self._file, min(left, _PIECE), len(self.output))
            if not piece:
                break
            self.output += piece

    def _complain(self, piece: bytes) -> None:
        said = self.complaint + piece
        self.is_complaint_cut |= len(said) > _MOST_COMPLAINT
        self.complaint = said[-_MOST_COMPLAINT:]
