"""What is Quorate's own: settings, the record, the hooks, and the interpreter and packages that the gate runs on."""

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from quorate.gate.call_pattern import LONGEST_PATH, Resolve
from quorate.gate.plain_command import WILDCARD

_HOOK_FOLDERS = frozenset({".claude", ".codex", ".gemini"})
"""Where the agent programs keep hooks and more, in whichever folder they are started."""
_VARIABLES = ".env"
"""A file whose variables a program hands to its hooks."""
_STRANGE = re.compile(r"\s|[^\n\r\0]*[\n\r\0]|file:[^%]*%")


class OwnGround(NamedTuple):
    """Real paths. `paths` nobody touches: settings, the record, the hooks' settings. `machinery` nobody writes.

    Through `homes` nobody searches, nor through a folder that they are in. `holds_key` looks into a file.
    """

    paths: tuple[str, ...]
    machinery: tuple[str, ...] = ()
    homes: tuple[str, ...] = ()
    holds_key: Callable[[str], bool] = lambda _: False

    def hides(self, text: str, resolve: Resolve) -> bool:
        """True for a path that nobody touches, settings of an agent program in any folder, or a file with a key."""
        path = _resolved(text, resolve)
        is_ours = _is_below(path, self.paths) or not _HOOK_FOLDERS.isdisjoint(path.split("/"))
        return is_ours or bool(path and self.holds_key(resolve(text.removeprefix("file://"))))

    def runs_on(self, text: str, resolve: Resolve) -> bool:
        """True where a text, as a path, is one that nobody writes, because the hook is made of it."""
        return _is_below(_resolved(text, resolve), self.machinery)

    def starts_with(self, text: str, resolve: Resolve) -> bool:
        """True for a file of variables, which nobody writes, because a program hands them to the hook."""
        return _resolved(text, resolve).rpartition("/")[2] == _VARIABLES

    def is_in(self, text: str, resolve: Resolve) -> bool:
        """True for a folder that has something of ours in it: moving or removing it moves that too."""
        return _is_above(_resolved(text, resolve), (*self.paths, *self.machinery))

    def is_found_in(self, text: str, resolve: Resolve) -> bool:
        """True for a place, wildcards and all, that whoever searches it finds our home in."""
        head = WILDCARD.split(text, maxsplit=1)[0]
        if ".." in text[len(head) :]:
            return True
        place = head if head == text else head[: head.rfind("/") + 1] or "."
        found = _resolved(place, resolve)
        return bool(found) and (_is_above(found, self.homes) or found in map(str.casefold, self.homes))


def is_strange(path: str) -> bool:
    """True for a path that a tool may read in another way than it is followed here."""
    return len(path) > LONGEST_PATH or bool(_STRANGE.match(path))


def _resolved(text: str, resolve: Resolve) -> str:
    if not text or len(text) > LONGEST_PATH or "\0" in text or "\n" in text:
        return ""
    return resolve(text.removeprefix("file://")).casefold()


def _is_below(found: str, places: Iterable[str]) -> bool:
    return bool(found) and any(
        found == one or found.startswith(one.rstrip("/") + "/") for one in map(str.casefold, places)
    )


def _is_above(found: str, places: Iterable[str]) -> bool:
    return bool(found) and any(one.casefold().startswith(found.rstrip("/") + "/") for one in places)
