"""`quorate tally` with one document."""

import json
from pathlib import Path

import pytest

from quorate import tally, to_json
from quorate.protocols import built_in_names
from tests.surfaces.program import EXAMPLES, MAGI, Here, quorate

DOCUMENTS = sorted(path for path in EXAMPLES.glob("*.yaml") if path.stem != "question")


def test_there_is_an_example_for_every_protocol() -> None:
    assert [path.stem for path in DOCUMENTS] == built_in_names()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_json_is_one_line_with_the_same_bytes_as_the_library_gives(document: Path, here: Here) -> None:
    ended = here("tally", str(document), "--json")
    assert ended.out == to_json(tally(document.read_bytes())) + "\n"
    assert (ended.status, ended.err) == (0, "")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("form", ["text", "markdown", "html", "madr"])
def test_every_form_shows_every_example(document: Path, form: str, here: Here) -> None:
    ended = here("tally", str(document), "--format", form)
    assert (ended.status, ended.err) == (0, "")
    assert json.loads(here("tally", str(document), "--json").out)["result"] in ended.out.replace(" ", "_").upper()


def test_the_real_program_counts_a_file_a_pipe_and_json_alike() -> None:
    from_file = quorate("tally", MAGI)
    from_pipe = quorate("tally", "-", stdin=Path(MAGI).read_bytes())
    assert from_file.out == from_pipe.out
    assert "MAJORITY VERDICT" in from_file.out
    assert (from_file.status, from_file.err) == (0, "")


def test_format_json_is_the_same_as_json(here: Here) -> None:
    assert here("tally", MAGI, "--format", "json").out == here("tally", MAGI, "--json").out


def test_json_and_another_format_are_refused_together(here: Here) -> None:
    ended = here("tally", MAGI, "--json", "--format", "madr")
    assert (ended.status, ended.out) == (2, "")
    assert "cannot be combined" in ended.err


def test_consensus_is_another_name_for_evidence(here: Here) -> None:
    document = str(EXAMPLES / "evidence.yaml")
    assert here("tally", document, "--protocol", "consensus", "--json") == here("tally", document, "--json")


def test_the_protocol_can_be_said_on_the_command_line(tmp_path: Path, here: Here) -> None:
    document = tmp_path / "ballots.json"
    votes = [{"judge": name, "option": "A", "confidence": "HIGH"} for name in ("risk", "value")]
    document.write_text(json.dumps({"question": "Which?", "recommendations": votes}))
    assert json.loads(here("tally", str(document), "--protocol", "judges", "--json").out)["result"] == "UNANIMOUS"


def test_strict_raises_the_thresholds_of_evidence(here: Here) -> None:
    document = str(EXAMPLES / "evidence.yaml")
    loose, strict = (json.loads(here("tally", document, "--json", *more).out) for more in ([], ["--strict"]))
    assert (loose["result"], strict["result"]) == ("PROVEN", "INSUFFICIENT_EVIDENCE")


def test_strict_is_refused_for_other_protocols(here: Here) -> None:
    ended = here("tally", MAGI, "--strict")
    assert (ended.status, ended.out) == (2, "")
    assert "found magi; allowed: evidence" in ended.err


def test_the_report_is_as_wide_as_asked_for(here: Here) -> None:
    assert max(map(len, here("tally", MAGI, "--width", "50").out.splitlines())) <= 50


def test_a_report_that_is_not_for_a_terminal_is_80_columns_wide(here: Here) -> None:
    assert here("tally", MAGI).out == here("tally", MAGI, "--width", "80").out


def test_ascii_boxes_are_plain_ascii(here: Here) -> None:
    assert here("tally", MAGI, "--ascii").out.isascii()
    assert not here("tally", MAGI).out.isascii()


def test_boxes_become_ascii_where_the_output_cannot_show_them() -> None:
    ended = quorate("tally", MAGI, PYTHONIOENCODING="ascii")
    assert ended.status == 0
    assert ended.out.isascii()


def test_text_that_the_output_cannot_show_is_replaced(tmp_path: Path) -> None:
    document = tmp_path / "ballots.yaml"
    document.write_text(Path(MAGI).read_text().replace("Move the job queue", "待ち行列"), encoding="utf-8")
    ended = quorate("tally", str(document), PYTHONIOENCODING="ascii")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("????")


def test_json_is_utf_8_whatever_the_terminal_speaks(tmp_path: Path) -> None:
    document = tmp_path / "ballots.yaml"
    document.write_text(Path(MAGI).read_text().replace("Logos", "論理"), encoding="utf-8")
    assert "論理" in quorate("tally", str(document), "--json", PYTHONIOENCODING="ascii").out


@pytest.mark.parametrize("variable", ["QUORATE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"])
def test_the_language_comes_from_the_environment(variable: str, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    japanese = here("tally", MAGI, "--lang", "ja").out
    assert japanese != here("tally", MAGI).out
    monkeypatch.setenv(variable, "ja_JP.UTF-8")
    assert here("tally", MAGI).out == japanese
    assert here("tally", MAGI, "--lang", "en").out != japanese


def test_no_color_is_accepted_and_nothing_is_coloured(here: Here) -> None:
    assert here("tally", MAGI, "--no-color").out == here("tally", MAGI).out
    assert "\x1b" not in here("tally", MAGI).out


def test_a_decision_record_is_dated(here: Here) -> None:
    from time import strftime

    assert strftime("%Y-%m-%d") in here("tally", MAGI, "--format", "madr").out
