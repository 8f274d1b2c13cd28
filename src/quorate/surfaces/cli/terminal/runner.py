"""The one place that runs coroutines: an app on the record that is meant, and whoever acts at this terminal."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import Any, TypeVar

from quorate import config
from quorate.app.app import App, open_app, open_app_in_memory
from quorate.deliberation.principal import Principal
from quorate.surfaces.cli.terminal.streams import complain

Result = TypeVar("Result")


class Runner:
    """An app that is open, who acts, and how a command waits for what they do."""

    def __init__(self, app: App, who: Principal, runner: asyncio.Runner) -> None:
        self.app, self.who, self._runner = app, who, runner

    def run(self, story: Coroutine[Any, Any, Result]) -> Result:
        """Waits for it. An interrupt from the keyboard ends the waiting, not the program."""
        return self._runner.run(story)


def run(story: Coroutine[Any, Any, Result]) -> Result:
    """Waits for a use case that needs no record."""
    return asyncio.run(story)


@contextmanager
def app_at(store: str | None, *, may_make: bool = False, is_planned: bool = False) -> Iterator[Runner]:
    """The app on the record that is meant, until the block ends."""
    with _running(open_app(store, _warn, may_make=may_make, is_planned=is_planned), config.access_key()) as at:
        yield at


@contextmanager
def app_in_memory() -> Iterator[Runner]:
    """The app on a record that is gone afterwards."""
    with _running(open_app_in_memory(), "") as at:
        yield at


@contextmanager
def _running(opening: AbstractAsyncContextManager[App], key: str) -> Iterator[Runner]:
    with asyncio.Runner() as runner:
        app = runner.run(opening.__aenter__())
        try:
            yield Runner(app, runner.run(_whoever_acts(app, key)), runner)
        finally:
            runner.run(opening.__aexit__(None, None, None))


async def _whoever_acts(app: App, key: str) -> Principal:
    """Whoever the key says, where there is one; else the system's user."""
    if not key:
        return Principal(config.user(), owns_store=app.is_ours)
    from quorate.app.access.authentication import authenticate

    return await authenticate(app, key)


def _warn(sentence: str) -> None:
    complain(f"quorate: warning: {sentence}")
