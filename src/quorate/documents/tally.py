"""From a tally document to a verdict: the one way in for the library, the command line and the batch."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from quorate.core.errors import DocumentError, Path, Problem, UnknownName
from quorate.core.protocol import Case, Protocol
from quorate.core.shape import Problems, Recorded, found
from quorate.core.verdict import Verdict
from quorate.core.voice import count
from quorate.documents.container import Lines, decoded, parsed, read_all_the_same, whole_text
from quorate.documents.findings import Findings
from quorate.protocols import ALIASES, DEFAULT, WRAPPERS, protocol_named


class Tally(NamedTuple):
    """A document that has been read: which protocol counts it, what it counts, and the document's id."""

    protocol: Protocol
    case: Case
    id: str | int | None = None

    def verdict(self) -> Verdict:
        """The count."""
        return count(self.protocol, self.case)


def tally(document: str | bytes | Mapping[str, Any], protocol: str | None = None) -> Verdict:
    """Counts one tally document, given as YAML or JSON text or as a mapping."""
    return read_tally(document, protocol).verdict()


def read_tally(document: str | bytes | Mapping[str, Any], protocol: str | None = None) -> Tally:
    """Reads one tally document; raises DocumentError with every problem, and the lines where there are some."""
    if isinstance(document, Mapping):
        from quorate.documents.values import plain_mapping  # only library calls need it

        return read_value(plain_mapping(document), protocol)
    text = whole_text(document) if isinstance(document, str) else decoded(document)
    try:
        value, line_of = parsed(text)
    except DocumentError as error:
        raise _and_what_else(error, text, protocol) from None
    try:
        return read_value(value, protocol)
    except DocumentError as error:
        raise _with_lines(error, line_of) from None


def _and_what_else(error: DocumentError, text: str, protocol: str | None) -> DocumentError:
    """All problems at once: those of the container, and those of what stands in it."""
    value, line_of = read_all_the_same(text)
    if value is None:
        return error
    try:
        read_value(value, protocol)
    except DocumentError as inner:
        places = {problem.path for problem in error.problems}
        more = [problem for problem in _with_lines(inner, line_of).problems if problem.path not in places]
        return DocumentError(sorted([*error.problems, *more], key=lambda problem: problem.line or 0))
    return error


def read_value(value: Any, protocol: str | None = None, *, recorded: bool = False) -> Tally:
    """Reads the value of a tally document; one that is `recorded` is not held to the rules on text and names again."""
    if type(value) is not dict:
        raise DocumentError([Problem((), found(value), "a mapping with the protocol's keys")])
    for wrapper in WRAPPERS:
        if wrapper in value:
            return _read_wrapped(value, wrapper, protocol)
    return _read(value, protocol, Recorded() if recorded else Findings())


def _read(value: dict[str, Any], asked: str | None, problems: Problems) -> Tally:
    chosen = _protocol(value, asked)
    try:
        values = chosen.document.read(value, (), problems)
        case = chosen.read(values, problems)
    except DocumentError as error:  # too many problems to go on
        raise DocumentError(_first_of_each_place(error.problems)) from None
    if problems:
        raise DocumentError(_first_of_each_place(problems))
    return Tally(chosen, case, values.get("id"))


def _protocol(value: Mapping[str, Any], asked: str | None) -> Protocol:
    """What was asked for and what the document says must not differ."""
    stated = value.get("protocol")
    if stated is None:
        return protocol_named(asked or DEFAULT)
    if type(stated) is not str:
        raise DocumentError([Problem(("protocol",), found(stated), "the name of a protocol")])
    if asked and ALIASES.get(asked, asked) != ALIASES.get(stated, stated):
        raise DocumentError([Problem(("protocol",), found(stated), f"{asked}, which was requested, or no protocol")])
    try:
        return protocol_named(stated)
    except UnknownName as error:
        raise DocumentError([Problem(("protocol",), found(stated), ", ".join(error.known))]) from None


def _read_wrapped(value: dict[str, Any], wrapper: str, asked: str | None) -> Tally:
    """Reads what is inside a wrapper together with what stands beside it."""
    name = WRAPPERS[wrapper]
    if asked and ALIASES.get(asked, asked) != name:
        raise DocumentError([Problem((wrapper,), f"a document of {name}", f"{asked}, which was requested")])
    inner = _unwrapped(value, wrapper)
    stated = inner.get("protocol", name)
    try:
        if stated != name:
            raise DocumentError([Problem(("protocol",), found(stated), f"{name}, as {wrapper} says, or no protocol")])
        return _read(inner, name, Findings())
    except DocumentError as error:
        raise DocumentError(_placed(problem, value, wrapper) for problem in error.problems) from None


def _unwrapped(value: Mapping[str, Any], wrapper: str) -> dict[str, Any]:
    inner = value[wrapper]
    if type(inner) is not dict:
        raise DocumentError([Problem((wrapper,), found(inner), "a mapping")])
    outer = {key: one for key, one in value.items() if key != wrapper}
    if twice := sorted(outer.keys() & inner.keys()):
        raise DocumentError([Problem((wrapper, key), "a second time", f"{key} inside or outside") for key in twice])
    return {**outer, **inner}


def _placed(problem: Problem, value: Mapping[str, Any], wrapper: str) -> Problem:
    """Places inside a wrapper are named with it."""
    outside = problem.path and problem.path[0] in value
    return problem if outside else problem._replace(path=(wrapper, *problem.path))


def _first_of_each_place(problems: Iterable[Problem]) -> list[Problem]:
    """A later problem of the same place, or of a part of it, only follows from the first."""
    first: dict[Path, Problem] = {}
    for problem in problems:
        if not any(problem.path[:length] in first for length in range(1, len(problem.path) + 1)):
            first[problem.path] = problem
    return list(first.values())


def _with_lines(error: DocumentError, line_of: Lines) -> DocumentError:
    """The problems with their lines, from top to bottom."""
    alone = len(error.problems) == 1
    located = [
        problem._replace(line=line_of(problem.path) if problem.path or alone else None) for problem in error.problems
    ]
    return DocumentError(sorted(located, key=_line_or_end))


def _line_or_end(problem: Problem) -> float:
    return problem.line or float("inf")
