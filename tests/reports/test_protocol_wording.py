"""A protocol from another package is worded and displayed by its own package; a name that nobody knows, plainly."""

from pathlib import Path

import pytest

from quorate.documents.tally import read_tally
from quorate.protocols import built_in_names
from quorate.reports import FORMS, render
from quorate.reports.content.protocols import ProtocolWording, wording_of
from tests.reports.reporting import document

PACKAGE = """
from quorate.protocols.magi import PROTOCOL as MAGI
from quorate.reports.content.protocols import ProtocolWording
from quorate.reports.document import Display, SeatBox

PROTOCOL = MAGI._replace(name="theirs", wording="theirs")


def display(data):
    seats = tuple(SeatBox(one.seat.name, "approve", "said") for one in data.roster)
    return Display("T H E I R S", seats, (), ("banner",))


WORDING = ProtocolWording(title_code=lambda verdict: "THEIR OWN TITLE", display=display)
"""


@pytest.fixture
def theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package of somebody else's, found as an installed one is."""
    (tmp_path / "theirs.py").write_text(PACKAGE, encoding="utf-8")
    made = tmp_path / "theirs-1.dist-info"
    made.mkdir()
    (made / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1\n", encoding="utf-8")
    (made / "entry_points.txt").write_text("[quorate.protocols]\ntheirs = theirs:PROTOCOL\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return "theirs"


def shown(protocol: str, form: str) -> str:
    tally = read_tally(document("magi_majority"))
    return render(tally.case.question, tally.verdict()._replace(protocol=protocol), form=form)


def test_a_protocol_of_another_package_has_its_own_title_and_display(theirs: str) -> None:
    text = shown(theirs, "text")
    assert "T H E I R S" in text
    assert "THEIR OWN TITLE" in text
    assert all("THEIR OWN TITLE" in shown(theirs, form) for form in FORMS)


def test_a_verdict_of_a_protocol_that_is_not_there_is_shown_plainly() -> None:
    assert wording_of("nobody's") == ProtocolWording()
    assert "MAJORITY" in shown("nobody's", "text")


@pytest.mark.parametrize("name", built_in_names())
def test_every_protocol_that_comes_with_quorate_has_a_wording_of_its_own(name: str) -> None:
    assert wording_of(name) != ProtocolWording()
