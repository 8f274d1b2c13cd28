"""A consensus document against its requirements."""

from collections.abc import Mapping
from typing import Any

from quorate.core.errors import DocumentError, UnknownName
from quorate.documents.container import decoded, parsed
from quorate.documents.findings import Findings
from quorate.protocols import ALIASES

NAMES = ("consensus", "evidence")


def check_protocol(name: str) -> None:
    """Raises UnknownName for a protocol whose documents cannot be checked."""
    if ALIASES.get(name, name) != "evidence":
        raise UnknownName("protocol with a validation", name, NAMES)


def check_consensus(data: bytes, source: str) -> Mapping[str, Any]:
    """Whether it is valid, how it scores, what it violates and what else was found; `source` names it in messages."""
    from quorate.protocols.evidence.validation import VALIDATION_DOCUMENT, to_plain, validate

    problems = Findings()
    try:
        value, line_of = parsed(decoded(data))
        values = VALIDATION_DOCUMENT.read(value, (), problems)
        if problems:
            raise DocumentError([problem._replace(line=line_of(problem.path)) for problem in problems])
    except DocumentError as error:
        raise error.in_source(source) from None
    return to_plain(validate(values))
