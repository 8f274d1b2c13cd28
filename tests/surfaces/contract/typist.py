"""Types commands as the people of a story, in this process."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Queue
from typing import Any

import pytest

from quorate.deliberation.principal import Principal
from tests.surfaces.contract.people import KeyTexts, key_for
from tests.surfaces.program import Ended, Here


class Typist:
    """A command belongs in the main thread, where signals arrive; so the story goes on in another one."""

    def __init__(self, here: Here, monkeypatch: pytest.MonkeyPatch, keys: KeyTexts) -> None:
        self._here, self._monkeypatch, self.keys = here, monkeypatch, keys
        self._waiting: Queue[Callable[[], None] | None] = Queue()

    def goes_through(self, story: Coroutine[Any, Any, None]) -> None:
        """Types whatever the story asks for, until it ends."""
        with ThreadPoolExecutor(1) as other:
            told = other.submit(asyncio.run, story)
            told.add_done_callback(lambda _: self._waiting.put(None))
            while wanted := self._waiting.get():
                wanted()
        told.result()

    async def types(self, who: Principal, words: Sequence[str]) -> Ended:
        """How the command ends. Several that are asked for at once are typed one after the other."""
        ended: Future[Ended] = Future()
        self._waiting.put(lambda: self._type(who, words, ended))
        return await asyncio.wrap_future(ended)

    def _type(self, who: Principal, words: Sequence[str], ended: "Future[Ended]") -> None:
        if not ended.set_running_or_notify_cancel():
            return  # nobody waits for it any more
        self._monkeypatch.setenv("QUORATE_USER", who.name)
        self._monkeypatch.setenv("QUORATE_KEY", key_for(who, self.keys))
        try:
            ended.set_result(self._here(*words))
        except BaseException as error:  # noqa: BLE001 - the story waits for it, and says what it was
            ended.set_exception(error)
