"""Counts one document."""

from quorate.core.errors import DocumentError, Problem
from quorate.core.verdict import Verdict
from quorate.documents.tally import Tally, read_tally
from quorate.protocols import names_of_those, protocol_named
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.terminal.streams import named, read_document
from quorate.surfaces.cli.terminal.verdict_output import show


def count_document(file: str, protocol: str | None, strict: bool, gate: bool, look: Look) -> int:
    """Shows the verdict on the ballots in a file; the exit status is the gate's where it was asked for."""
    if protocol:
        protocol_named(protocol)
    try:
        tally = read_tally(read_document(file), protocol)
        verdict = strict_verdict(tally) if strict else tally.verdict()
    except DocumentError as error:
        raise error.in_source(named(file)) from None
    show(tally.case.question, verdict, look)
    return exit_status.gate(verdict) if gate else exit_status.WORKED


def strict_verdict(tally: Tally) -> Verdict:
    """The count by the protocol's stricter thresholds."""
    stricter = tally.protocol.strictness.stricter
    if stricter is None:
        allowed = " or ".join(names_of_those(lambda one: one.strictness.stricter))
        raise DocumentError([Problem(("protocol",), tally.protocol.name, f"{allowed}, as --strict asks for")])
    terms = stricter(tally.case.terms)
    return tally._replace(case=tally.case._replace(terms=terms)).verdict()
