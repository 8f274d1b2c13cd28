"""A story that never ends breaks as well, instead of holding up all others."""

import signal
from collections.abc import Iterator
from types import FrameType

import pytest

from tests.patience import PATIENCE
from tests.stories.telling import Broken


@pytest.fixture(autouse=True)
def end() -> Iterator[None]:
    def give_up(_: int, __: FrameType | None) -> None:
        raise Broken(f"no end after {PATIENCE:.0f} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(int(PATIENCE))
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
