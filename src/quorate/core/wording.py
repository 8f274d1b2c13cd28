"""Messages that each interface words its own way.

What the command line calls `--convinced-by` is `convinced_by` in a body and for a tool, and some advice is only for
people at a terminal. Such parts of a message are values of their own: no text that somebody wrote can pass for one.
"""

from collections.abc import Callable, Iterable


class ArgumentName(str):
    """An argument by the name that it has in Python, in the body of a request and for a tool."""

    __slots__ = ()


class TerminalHint(str):
    """What only people at a terminal are told, such as a command."""

    __slots__ = ()


Write = Callable[[ArgumentName | TerminalHint], str]
"""How an interface writes what it words its own way."""


class Wording(str):
    """A text with such parts. As a plain string it has the arguments by name, and no hints."""

    __slots__ = ("parts",)
    parts: tuple[str, ...]

    def __new__(cls, *parts: str) -> "Wording":
        """The text of these parts, which may be wordings themselves."""
        flat = [one for part in parts for one in (part.parts if isinstance(part, Wording) else (part,))]
        self = super().__new__(cls, "".join(one for one in flat if not isinstance(one, TerminalHint)))
        self.parts = tuple(flat)
        return self


def joined(separator: str, texts: Iterable[str]) -> Wording:
    """Texts as one, of which some may have such parts."""
    parts = [part for text in texts for part in (separator, text)]
    return Wording(*parts[1:])


def worded(text: str, write: Write) -> str:
    """A text as an interface writes it."""
    if not isinstance(text, Wording):
        return text
    return "".join(write(one) if isinstance(one, ArgumentName | TerminalHint) else one for one in text.parts)
