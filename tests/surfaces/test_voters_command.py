"""`quorate voters`: how often each voter was right, as a table, as JSON, as a plot and as a report."""

from xml.etree.ElementTree import fromstring

import pytest

from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.terminal.output.tables import table
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


def test_where_only_other_domains_have_outcomes_it_says_so(told: Office) -> None:
    for arguments in ((), ("--plot",), ("--format", "markdown")):
        assert "No outcome is known in law yet." in told("voters", "--domain", "law", *arguments).out
    file = told.folder / "plot.svg"
    told("voters", "--domain", "law", "--plot", "--output", str(file))
    assert "No outcome is known in law yet." in "".join(fromstring(file.read_text()).itertext())


def test_few_outcomes_are_a_table_of_fractions_with_what_is_not_known_below_it(told: Office) -> None:
    shown = told("voters").out
    assert "2 of 2" in shown
    assert "0 of 2" in shown
    assert "Outcomes known: 2 of 3 decided" in shown
    assert "No weights yet: 2 outcomes are known, and they are learned from 5 on." in shown
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


def test_an_outcome_without_a_truth_has_a_heading_and_a_sentence_and_no_empty_table(office: Office) -> None:
    options = [word for name in "ABC" for word in ("--option", name)]
    seats = [word for name in "ab" for word in ("--seat", f"{name}=person")]
    found = office.json("decide", "Which?", "--protocol", "judges", *options, *seats)["id"]
    for seat in "ab":
        office.json("vote", found, "--seat", seat, "--choice", "A", "--confidence", "HIGH")
    office.json("outcome", found, "--was", "wrong", user="zoe")
    said = "judges: options of each question\n\n1 outcome, but what was true is not known.\n"
    assert office("voters").out == office("voters", "--plot").out == said
    assert "what was true is not known" in office("voters", "--format", "markdown").out
    assert office.json("voters")["panels"][0]["open_truths"] == 1


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


def test_one_outcome_is_one_outcome_and_the_lenses_of_a_scorecard_are_no_new_model(office: Office) -> None:
    panel = ", ".join(f"{{seat: {lens}, lens: {lens}, voter: scorecard}}" for lens in ("risk", "value"))
    scores = "[{id: A, scores: {risk: 9, value: 9}}, {id: B, scores: {risk: 1, value: 1}}]"
    text = f"question: {{subject: Which?, options: {scores}}}\nprotocol: judges\npanel: [{panel}]\n"
    decided = office.json("decide", office.file("q.yaml", text))["id"]
    office.json("outcome", decided, "--was", "A", user="zoe")
    shown = office("voters").out
    assert "No weights yet: 1 outcome is known" in shown
    assert "The model changed" not in shown


TITLES = ("Voter", "Asked", "Answered", "Right", "Accuracy (95 %)", "Says", "Weight", "Failures")
NUMBERS = ("17", "17", "16 of 17", "73 to 99 %", "79 % (17)", "2.29", "0")


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("voter", ["person:ann", "claude/claude-opus-4-1-20250805/Logos", "x" * 200])
def test_at_eighty_columns_no_number_is_cut(voter: str, ascii_only: bool) -> None:
    shown = table(TITLES, [(voter, *NUMBERS)], Look(ascii_only=ascii_only), drawn=True)
    lines = shown.splitlines()
    assert max(map(len, lines)) <= 80
    for word in " ".join((*TITLES, *NUMBERS)).split():
        assert word in shown.replace("|", " ").split(), shown
    assert voter in "".join(line[: line.index(" ")] if " " in line else line for line in lines)


def test_where_words_would_be_cut_the_table_is_left_to_the_terminal() -> None:
    shown = table(TITLES, [("person:ann", *NUMBERS)], Look(width=40), drawn=True)
    assert shown.splitlines()[1].split() == " ".join(("person:ann", *NUMBERS)).split()
