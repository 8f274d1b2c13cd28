"""Messages that each interface words its own way."""

import pickle

from quorate.core.errors import DocumentError, Problem, Refused
from quorate.core.wording import ArgumentName, TerminalHint, Wording, joined, worded

MESSAGE = Wording("use ", ArgumentName("convinced_by"), " here", TerminalHint("; see `quorate vote`"))


def _loudly(part: ArgumentName | TerminalHint) -> str:
    return f"<{part}>"


def test_as_a_string_a_message_has_names_and_no_hints() -> None:
    assert MESSAGE == str(Refused(MESSAGE)) == f"{MESSAGE}" == "use convinced_by here"
    assert type(str(MESSAGE)) is type(str(Refused(MESSAGE))) is str


def test_an_interface_writes_names_and_hints_its_own_way() -> None:
    assert worded(Refused(MESSAGE).message, _loudly) == "use <convinced_by> here<; see `quorate vote`>"


def test_a_message_around_another_keeps_its_parts() -> None:
    around = Wording("a: ", Refused(MESSAGE).message)
    assert worded(around, _loudly) == "a: use <convinced_by> here<; see `quorate vote`>"
    assert worded(joined("; ", ["a", MESSAGE, "b"]), _loudly).startswith("a; use <convinced_by>")


def test_plain_text_is_left_alone() -> None:
    for text in ("convinced_by", "<convinced_by>", "\x0econvinced_by\x0f", "{convinced_by}", ""):
        assert worded(text, _loudly) == worded(Refused(text).message, _loudly) == text


def test_an_argument_is_named_in_the_place_of_a_problem() -> None:
    known = Problem((ArgumentName("convinced_by"), 0, "x"), "nothing", MESSAGE, 3)
    other = Problem(("convinced_by",), "1", "2")
    error = DocumentError([known, other], "f")
    first, second = worded(error.message, _loudly).splitlines()
    assert first == "f:3: <convinced_by>[0].x: missing; expected use <convinced_by> here<; see `quorate vote`>"
    assert second == "f: convinced_by: found 1; allowed: 2"
    assert str(error).splitlines()[0] == "f:3: convinced_by[0].x: missing; expected use convinced_by here"


def test_a_message_survives_another_process() -> None:
    problem = Problem((ArgumentName("convinced_by"),), "1", MESSAGE)
    for error in (Refused(MESSAGE), DocumentError([problem], "f")):
        again = pickle.loads(pickle.dumps(error))
        assert worded(again.message, _loudly) == worded(error.message, _loudly)
