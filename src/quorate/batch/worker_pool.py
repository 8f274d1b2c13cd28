"""Several processes that share the work of a batch; what they bring comes back in the order of the tasks."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Self, TypeVar

from quorate.core.errors import QuorateError

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
