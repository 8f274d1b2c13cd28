"""What an interface answers to a step of a story."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from quorate.core.errors import (
    AccessDenied,
    Forbidden,
    InputError,
    KeyReused,
    MissingScope,
    NameTaken,
    Outdated,
    Refused,
    UnknownDeliberation,
    UnknownName,
)
from quorate.fleet.refusal import FleetRefusal
from tests.stories.story import Person

_CODES: Sequence[tuple[type[Exception], str]] = (
    (MissingScope, "missing scope"),
    (AccessDenied, "access denied"),
    (Forbidden, "forbidden"),
    (Outdated, "outdated"),
    (Refused, "refused"),
    (KeyReused, "key reused"),
    (NameTaken, "name taken"),
    (UnknownDeliberation, "not found"),
    (UnknownName, "unknown name"),
    (InputError, "invalid"),
)


class Answer(NamedTuple):
    """Values and all that was said, as a text; or the code of a refusal, and why.

    `id` is what was opened. `is_whole` is true where the values are the whole view of a deliberation; `line` is that
    view as it was written.
    """

    value: Any = None
    text: str = ""
    refusal: str = ""
    id: str = ""
    is_repeated: bool = False
    is_whole: bool = False
    line: str = ""


class Surface(Protocol):
    """One way into Quorate."""

    name: str
    binds_content: bool
    """True where a request id stands for all that was sent with it, a ballot included."""

    def codes(self, code: str) -> tuple[str, ...]:
        """What this interface may say where a story says this code."""

    async def do(self, person: Person, operation: str, fields: dict[str, Any]) -> Answer:
        """Does what a step says."""


def code_of(error: Exception) -> str:
    """The code of a refusal, as stories name it; raises what is none."""
    if isinstance(error, FleetRefusal):
        return error.code
    for kind, code in _CODES:
        if isinstance(error, kind):
            return code
    raise error
