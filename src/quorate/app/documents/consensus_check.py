"""A consensus document against the requirements of its protocol."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from quorate.core.errors import DocumentError, UnknownName
from quorate.core.protocol.validation import Validation
from quorate.documents.container import decoded, parsed
from quorate.documents.findings import Findings
from quorate.protocols import ALIASES, CONSENSUS, names_of_those, protocol_named


def check_consensus(data: bytes, source: str, protocol: str = CONSENSUS) -> Mapping[str, Any]:
    """Whether it is valid, how it scores, what it violates and what else was found; `source` names it in messages.

    Raises UnknownName for a protocol whose documents cannot be checked.
    """
    validation = _validation_of(protocol)
    problems = Findings()
    try:
        value, line_of = parsed(decoded(data))
        values = validation.document.read(value, (), problems)
        if problems:
            raise DocumentError([problem._replace(line=line_of(problem.path)) for problem in problems])
    except DocumentError as error:
        raise error.in_source(source) from None
    return validation.findings_in(values)


def _validation_of(protocol: str) -> Validation:
    with suppress(UnknownName):
        if found := protocol_named(protocol).validation:
            return found()
    names = names_of_those(lambda one: one.validation)
    aliases = (alias for alias, name in ALIASES.items() if name in names)
    raise UnknownName("protocol with a validation", protocol, sorted([*names, *aliases]))
