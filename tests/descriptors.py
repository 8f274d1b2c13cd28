"""A process that has many files open, as a server with many clients has: the next one has a high number."""

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager

_MANY = 1100


@contextmanager
def many_descriptors() -> Iterator[None]:
    """While the block runs, whatever is opened has a descriptor above 1023."""
    before, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(before, _MANY + 200), most))
    opened = [os.open(os.devnull, os.O_RDONLY) for _ in range(_MANY)]
    try:
        yield
    finally:
        for one in opened:
            os.close(one)
        resource.setrlimit(resource.RLIMIT_NOFILE, (before, most))
