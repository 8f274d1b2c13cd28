"""The ballots in one document, counted."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from quorate.core.errors import DocumentError, Problem, UnknownName
from quorate.core.protocol import Validation
from quorate.core.question import Question
from quorate.core.verdict import Verdict
from quorate.core.wording import ArgumentName, Wording
from quorate.documents.container import decoded, parsed
from quorate.documents.findings import Findings
from quorate.documents.tally import Tally, read_tally
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


class CountedDocument(NamedTuple):
    """A question, and the verdict on it."""

    question: Question
    verdict: Verdict


def count_document(data: bytes, source: str, protocol: str | None = None, *, strict: bool = False) -> CountedDocument:
    """The verdict on the ballots in a document; `source` is how messages name it."""
    if protocol:
        protocol_named(protocol)
    try:
        tally = read_tally(data, protocol)
        return CountedDocument(tally.case.question, strict_verdict(tally) if strict else tally.verdict())
    except DocumentError as error:
        raise error.in_source(source) from None


def strict_verdict(tally: Tally) -> Verdict:
    """The count by the protocol's stricter thresholds."""
    stricter = tally.protocol.strictness.stricter
    if stricter is None:
        names = " or ".join(names_of_those(lambda one: one.strictness.stricter))
        allowed = Wording(f"{names}, as ", ArgumentName("strict"), " asks for")
        raise DocumentError([Problem(("protocol",), tally.protocol.name, allowed)])
    terms = stricter(tally.case.terms)
    return tally._replace(case=tally.case._replace(terms=terms)).verdict()
