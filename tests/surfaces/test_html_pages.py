"""`--format html` on the command line."""

from pathlib import Path

import pytest

from quorate.protocols import built_in_names
from tests.reports.reading_html import Page
from tests.surfaces.office import Office
from tests.surfaces.program import MAGI, Here, quorate

EVIL = "</title><script>alert(1)</script>"


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp932"])
def test_a_page_is_utf_8_whatever_the_terminal_speaks(encoding: str, tmp_path: Path) -> None:
    document = tmp_path / "ballots.yaml"
    document.write_text(Path(MAGI).read_text().replace("Move the job queue", "待ち行列é"), encoding="utf-8")
    ended = quorate("tally", str(document), "--format", "html", PYTHONIOENCODING=encoding)
    assert (ended.status, ended.err) == (0, "")
    assert "待ち行列é" in Page(ended.out).one("title").said


def test_a_report_is_written_to_a_file_as_it_is_printed(office: Office) -> None:
    deliberation = office.decided("APPROVE", "APPROVE", "REJECT")
    printed = office("report", deliberation, "--format", "html", "--lang", "ja")
    written = office("report", deliberation, "--format", "html", "--lang", "ja", "-o", "r.html")
    assert (written.status, written.out) == (0, "")
    assert (office.folder / "r.html").read_text(encoding="utf-8") == printed.out
    assert Page(printed.out).one("html").attributes == {"lang": "ja"}


def test_what_people_write_stays_text_from_the_command_line_to_the_page(office: Office) -> None:
    deliberation = office.json("decide", f"Adopt it? {EVIL}", "--seat", f"{EVIL}=person", "--seat", "b=person")["id"]
    for page in (Page(office(command, deliberation, "--format", "html").out) for command in ("show", "report")):
        assert EVIL in page.one("title").said
        assert EVIL in [one.said for one in page.all("td")]
        assert not page.all("script")


@pytest.mark.parametrize("protocol", built_in_names())
def test_the_demo_of_every_protocol_is_a_page(protocol: str, here: Here) -> None:
    ended = here("demo", "--protocol", protocol, "--format", "html")
    assert ended.status == 0
    assert Page(ended.out).one("h1").said


def test_a_batch_is_no_page(office: Office) -> None:
    office.file("votes.csv", "question,seat,choice\n")
    ended = office("tally", "--batch", "votes.csv", "--format", "html")
    assert (ended.status, ended.out) == (2, "")
    assert "--batch prints JSON lines, not html" in ended.err
