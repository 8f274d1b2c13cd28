"""Whoever ends the command from outside ends it as an interrupt from the keyboard does: engines are ended with it."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

_FROM_OUTSIDE = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def ended_as_by_keyboard() -> Iterator[None]:
    """While it lasts, a request to end becomes a KeyboardInterrupt."""
    before = {number: signal.signal(number, _interrupt) for number in _FROM_OUTSIDE}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGINT)
