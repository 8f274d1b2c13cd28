"""Regular expressions that are compiled when they are first used: a run needs few of them, and compiling is slow."""

import re
from typing import Any, cast

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split")


def lazy_pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """The same as `re.compile`, later. What is wrong with the text is said at its first use."""
    return cast("re.Pattern[str]", _LazyPattern(text, flags))


class _LazyPattern:
    def __init__(self, text: str, flags: int) -> None:
        self.pattern, self._flags = text, flags

    def __getattr__(self, name: str) -> Any:
        """Asked for once: from then on the compiled pattern's own methods are found first."""
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self._flags)
        self.__dict__ |= {method: getattr(compiled, method) for method in _METHODS}
        return getattr(compiled, name)
