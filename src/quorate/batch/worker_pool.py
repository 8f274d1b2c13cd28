"""Several processes that share the work of a batch; what they bring comes back in the order of the tasks."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Self, TypeVar

from quorate.batch.json_lines import NumberedLine, Stream, lines_of, outcome_of_line
from quorate.batch.outcome import RefusedQuestion, VerdictOf, WrittenVerdict, written
from quorate.core.errors import QuorateError

Chunk = list[NumberedLine]
_CHUNK_BYTES = 256 * 1024


def write_json_lines(
    stream: Stream, protocol: str | None, verdict_of: VerdictOf, jobs: int
) -> Iterator[WrittenVerdict | RefusedQuestion]:
    """One outcome per line that is not empty, in the order of the lines."""
    with WorkerPool(jobs) as pool:
        count = partial(_counted, protocol=protocol, verdict_of=verdict_of)
        for outcomes in pool.in_order(count, chunks_of(lines_of(stream))):
            yield from outcomes


def chunks_of(lines: Iterable[NumberedLine], size: int = _CHUNK_BYTES) -> Iterator[Chunk]:
    """Lines in pieces of about so many bytes."""
    chunk: Chunk = []
    length = 0
    for line in lines:
        chunk.append(line)
        length += len(line.data)
        if length >= size:
            yield chunk
            chunk, length = [], 0
    if chunk:
        yield chunk


def _counted(chunk: Chunk, protocol: str | None, verdict_of: VerdictOf) -> list[WrittenVerdict | RefusedQuestion]:
    lines = (line for line in chunk if not line.data.isspace())
    return [written(outcome_of_line(line, protocol, verdict_of)) for line in lines]


if TYPE_CHECKING:
    from concurrent.futures import Future

Task = TypeVar("Task")
Result = TypeVar("Result")
_WAITING = 2  # tasks in hand for each process: one that it works on, and one so that it need not wait


class WorkerPool:
    """So many processes. They are forked at the first task, and see all that was there before it."""

    def __init__(self, jobs: int) -> None:
        from concurrent.futures import ProcessPoolExecutor  # slow to import, and one process does without
        from multiprocessing import get_context

        self._jobs = jobs
        context = get_context("fork")
        self._pool = ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(os.getpid(),))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def in_order(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """The result of every task, in their order; only a few tasks are taken ahead."""
        from concurrent.futures.process import BrokenProcessPool

        ahead: deque[Future[Any]] = deque()
        try:
            for task in tasks:
                ahead.append(self._pool.submit(work, task))
                if len(ahead) >= self._jobs * _WAITING:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        except BrokenProcessPool:
            raise QuorateError("a process of --jobs was killed, so that not everything was counted") from None


def _begin(parent: int) -> None:
    """Who started us answers an interrupt; and should it be killed, nobody would ever tell us to end."""
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    from threading import Event

    never = Event()
    while os.getppid() == parent:
        never.wait(1)
    os._exit(1)
