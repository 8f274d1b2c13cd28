"""Everything Quorate raises on purpose.

QuorateError
├── InputError                 the caller's input is wrong; nobody was asked, nothing was kept
│   ├── DocumentError          a document has problems; all of them are listed
│   ├── UnknownName            a protocol (or another named thing) that does not exist
│   ├── UnknownDeliberation    an id that is not on the record
│   ├── Refused                the deliberation's state or the rules do not allow it
│   │   ├── Outdated           it answers something that has changed since
│   │   ├── Forbidden          it belongs to others
│   │   │   └── MissingScope   the key does not have the scope for it
│   │   └── AccessDenied       the key is not valid, and nothing more is said
│   ├── KeyReused              an idempotency key that was used for something else
│   └── NameTaken              a name that looks like another one on the record
├── MissingExtra               an optional package is needed and not installed
└── StoreError                 the record cannot be read or written; nothing was acknowledged
    └── AppendConflict         somebody else was faster; read again and decide again
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from quorate.core.wording import ArgumentName, Wording, joined

Path = tuple[str | int, ...]
_LONGEST_KEY = 60
MISSING = "nothing"


class Problem(NamedTuple):
    """One thing that is wrong with a document: where, what was found, what is allowed."""

    path: Path
    found: str
    allowed: str
    line: int | None = None

    @property
    def field(self) -> str:
        """The path as people write it: `votes[2].confidence`."""
        text = ""
        for step in self.path:
            text += f"[{step}]" if isinstance(step, int) else f".{_key(step)}" if text else _key(step)
        return text or "document"

    def sentence(self, source: str = "") -> str:
        """File, line, field, what was found and what is allowed, on one line."""
        return str(self.wording(source))

    def wording(self, source: str = "") -> Wording:
        """The same, for an interface to word."""
        where = ":".join(part for part in (source, str(self.line or "")) if part)
        first, *_ = self.path or ("",)
        known = first if isinstance(first, ArgumentName) else ""
        said = "missing; expected " if self.found == MISSING else f"found {self.found}; allowed: "
        field = self.field.removeprefix(known)
        return Wording(f"{where}: " if where else "", known, f"{field}: {said}", self.allowed)


def _key(step: str) -> str:
    """A key as one line shows it: keys come from documents and may be long or steer a terminal."""
    shown = step if step.isprintable() else repr(step)[1:-1]
    return shown if len(shown) <= _LONGEST_KEY else shown[: _LONGEST_KEY - 1] + "…"


class QuorateError(Exception):
    """The root of every error that Quorate raises on purpose."""

    @property
    def message(self) -> str:
        """What it says, for an interface to word."""
        said = self.args[0] if self.args else ""
        return said if isinstance(said, Wording) else str(self)


class InputError(QuorateError):
    """The caller's input is wrong; nobody was asked and nothing was kept."""


class DocumentError(InputError):
    """A document has problems; `problems` lists all of them."""

    def __init__(self, problems: Iterable[Problem], source: str = "") -> None:
        self.problems: Sequence[Problem] = tuple(problems)
        self.source = source
        super().__init__(joined("\n", (problem.wording(source) for problem in self.problems)))

    def __reduce__(self) -> tuple[type["DocumentError"], tuple[Sequence[Problem], str]]:
        """Another process makes it of the same parts."""
        return DocumentError, (self.problems, self.source)

    def in_source(self, source: str) -> "DocumentError":
        """The same problems, said of a named file."""
        return DocumentError(self.problems, source)


class UnknownName(InputError):
    """A name that is not in the list of known ones."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        self.name, self.known = name, sorted(known)
        super().__init__(f"no {what} called {name!r}; there are: {', '.join(self.known)}")


class MissingExtra(QuorateError):
    """An optional package is needed and not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an optional package: pip install 'quorate[{extra}]'")


class UnknownDeliberation(InputError):
    """An id that is not on the record; None as `nearest` says nothing about what else is there."""

    def __init__(self, deliberation: str, nearest: Iterable[str] | None) -> None:
        self.deliberation, self.nearest = deliberation, list(nearest or ())
        near = f"; nearest: {', '.join(self.nearest)}" if self.nearest else "; the record is empty"
        super().__init__(f"no deliberation called {deliberation!r}{'' if nearest is None else near}")


class Refused(InputError):
    """The state of the deliberation, or a rule, does not allow it; nothing was changed. Programs read its `code`.

    `is_noted` is true once the record says that somebody was refused.
    """

    code = "refused"
    is_noted = False


class Outdated(Refused):
    """It answers a question or a verdict that has changed since; nothing was changed."""

    code = "outdated"


class Forbidden(Refused):
    """It belongs to others; nothing was changed."""

    code = "forbidden"


class MissingScope(Forbidden):
    """The key of whoever acts does not have a scope for this operation."""

    code = "missing_scope"

    def __init__(self, operation: str, scopes: Iterable[str]) -> None:
        self.operation, self.scopes = operation, tuple(scopes)
        super().__init__(f"your key does not have the scope {' or '.join(self.scopes)}")


class AccessDenied(Refused):
    """A key that is not valid. Unknown, malformed, expired and revoked ones are not told apart."""

    code = "access_denied"

    def __init__(self) -> None:
        super().__init__("this key is not valid; ask whoever manages the keys of this record for another one")


class KeyReused(InputError):
    """An idempotency key that was used before, for something else."""

    def __init__(self, key: str) -> None:
        super().__init__(f"the key {key!r} was used for another request; use a new key for a new request")


class NameTaken(InputError):
    """A name that people would take for another one, which is on the record."""

    def __init__(self, name: str, other: str) -> None:
        self.name, self.other = name, other
        super().__init__(f"{name!r} looks like {other!r}, which is registered")


class StoreError(QuorateError):
    """The record cannot be read or written; nothing was acknowledged."""


class AppendConflict(StoreError):
    """Somebody else was faster: the position is taken."""

    def __init__(self, deliberation: str, expected: int, found: int) -> None:
        self.deliberation, self.expected, self.found = deliberation, expected, found
        super().__init__(f"{deliberation} is now at {found}, not at {expected}; read it again")
