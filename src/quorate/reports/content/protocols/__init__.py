"""How the verdicts of each protocol are worded and displayed. All that reports know of a protocol is in its module."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import NamedTuple

from quorate.core.errors import UnknownName
from quorate.core.verdict import Verdict
from quorate.protocols import protocol_named
from quorate.reports.document import Display, Document
from quorate.reports.language import Language
from quorate.reports.report_data import ReportData


class ProtocolWording(NamedTuple):
    """What a protocol says in its own way; what it leaves out is said as for any protocol.

    `title_code` and `action_code` give the codes of the title and of what to do, `choice` a choice in words,
    `reached` how confident the verdict is.
    `plain_options` are the codes of what could be chosen where the question has no options of its own.
    `condition` says a condition in words. `display` is drawn above the verdict, `report` is its report as a document.
    """

    title_code: Callable[[Verdict], str] = lambda verdict: verdict.result
    action_code: Callable[[Verdict], str] | None = None
    choice: Callable[[ReportData, str], str] | None = None
    reached: Callable[[ReportData], list[str]] | None = None
    choices_are_options: bool = False
    shows_weight: bool = True
    plain_options: tuple[str, ...] = ()
    plain_choices: tuple[tuple[str, str], ...] = ()
    flip_note: str = ""
    condition: Callable[[str, Language], str] | None = None
    display: Callable[[ReportData], Display] | None = None
    report: str = ""


@cache
def wording_of(protocol: str) -> ProtocolWording:
    """The wording that a protocol names; the plain one where it names none, or is not installed any more."""
    try:
        name = protocol_named(protocol).wording
    except UnknownName:  # a verdict may outlive the package that counted it
        name = ""
    found: ProtocolWording = import_module(name).WORDING if name else ProtocolWording()
    return found


def report_of(protocol: str) -> Callable[[ReportData], Document] | None:
    """The layout of a protocol's own report, where it has one."""
    name = wording_of(protocol).report
    found: Callable[[ReportData], Document] | None = getattr(import_module(name), "layout", None) if name else None
    return found
