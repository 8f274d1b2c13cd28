"""`quorate voters`: how often each voter was right, as a table, as JSON, as a plot and as a report."""

from xml.etree.ElementTree import fromstring

import pytest

from tests.surfaces.office import Office


@pytest.fixture
def told(office: Office) -> Office:
    """Three decisions of which two are known: ann was right twice, cara once."""
    first, second, _ = (office.decided(*choices.split()) for choices in ("APPROVE APPROVE REJECT",) * 3)
    office.json("outcome", first, "--was", "right", user="zoe")
    office.json("outcome", second, "--was", "right", user="zoe")
    return office


def test_without_outcomes_it_says_how_to_record_one(office: Office) -> None:
    for arguments in ((), ("--plot",), ("--format", "markdown")):
        assert "`quorate outcome ID --was right`" in office("voters", *arguments).out.replace("\\`", "`")
    assert office.json("voters") == {"panels": []}


def test_few_outcomes_are_a_table_of_fractions_with_what_is_not_known_below_it(told: Office) -> None:
    shown = told("voters").out
    assert "2 of 2" in shown
    assert "0 of 2" in shown
    assert "Outcomes known: 2 of 3 decided" in shown
    assert "No weights yet: 2 outcomes are known, and they are learned from 15 on." in shown
    assert "Effective votes: not known" in shown
    assert "All known outcomes are of verdicts for APPROVE" in shown
    assert "right more often" not in shown


def test_json_has_the_same_numbers_and_no_weights_yet(told: Office) -> None:
    (panel,) = told.json("voters")["panels"]
    assert (panel["outcomes"], panel["recorded_by"], panel["effective_votes"]) == (2, ["zoe"], None)
    rows = {row["voter"]: (row["asked"], row["answered"], row["right"], row["weight"]) for row in panel["voters"]}
    assert rows == {
        "person:ann": (2, 2, 2, None),
        "person:ben": (2, 2, 2, None),
        "person:cara": (2, 2, 0, None),
    }


def test_a_name_and_a_domain_narrow_it_and_an_unknown_name_is_refused_with_the_nearest(told: Office) -> None:
    (panel,) = told.json("voters", "person:ann")["panels"]
    assert [row["voter"] for row in panel["voters"]] == ["person:ann"]
    assert told.json("voters", "--domain", "law") == {"panels": []}
    ended = told("voters", "person:anne")
    assert (ended.status, "nearest: person:ann" in ended.err) == (2, True)


def test_a_plot_is_lines_on_a_terminal_and_svg_in_a_file(told: Office) -> None:
    shown = told("voters", "--plot").out
    assert "person:cara: 0 of 2 came true.\nToo few for a curve." in shown
    assert "alibrated" not in shown
    assert told("voters", "--plot", "--output", "plot.svg").status == 0
    assert fromstring((told.folder / "plot.svg").read_text()).tag == "{http://www.w3.org/2000/svg}svg"


def test_a_report_goes_to_a_file_or_to_standard_output(told: Office) -> None:
    assert told("voters", "--format", "html", "--output", "voters.html").status == 0
    page = (told.folder / "voters.html").read_text()
    assert "<td>2 of 2</td>" in page
    assert "<script" not in page
    assert "| person:ann |" in told("voters", "--format", "markdown").out


@pytest.mark.parametrize("arguments", [("--output", "x.svg"), ("--plot", "--format", "html"), ("--format", "pdf")])
def test_what_does_not_go_together_is_refused(office: Office, arguments: tuple[str, ...]) -> None:
    assert office("voters", *arguments).status == 2
    assert not (office.folder / "x.svg").exists()
