"""The ballots in one document, counted."""

from typing import NamedTuple

from quorate.core.errors import DocumentError, Problem
from quorate.core.question import Question
from quorate.core.verdict import Verdict
from quorate.core.wording import ArgumentName, Wording
from quorate.documents.tally import Tally, read_tally
from quorate.protocols import names_of_those, protocol_named


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
