"""`quorate demo`, `schema`, `completion`, `--help` and `--version`."""

import json
import subprocess
from pathlib import Path

import pytest

from quorate import tally, to_json
from quorate.config import LANGUAGES
from quorate.protocols import built_in_names
from quorate.reports.language import language
from quorate.surfaces.cli.commands import summaries
from tests.patience import PATIENCE
from tests.surfaces.office import Office
from tests.surfaces.program import EXAMPLES, QUORATE, Here, environment, quorate


def test_the_demo_decides_a_question_and_names_the_report_and_the_next_command(tmp_path: Path) -> None:
    ended = quorate("demo", folder=tmp_path)
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("A decision by the scorecard")
    for said in ("Logos    → APPROVE (confidence: 75)", "Pathos   → REJECT  (confidence: 70)", "Question for a person"):
        assert said in ended.out
    assert "Report: quorate-demo.html" in ended.out
    assert ended.out.splitlines()[-1].strip() == "quorate decide 'Move the job queue to Postgres?'"
    page = (tmp_path / "quorate-demo.html").read_text()
    assert ("<!DOCTYPE html>" in page, "Move the job queue to Postgres?" in page) == (True, True)


def test_a_report_of_the_demo_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    ended = quorate("demo", "--report", "no/such/folder.html", folder=tmp_path)
    assert (ended.status, "no/such/folder.html: no such file or directory" in ended.err) == (2, True)


@pytest.mark.parametrize("protocol", built_in_names())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_demo_shows_every_protocol_in_every_language(protocol: str, lang: str, here: Here) -> None:
    ended = here("demo", "--protocol", protocol, "--lang", lang)
    assert (ended.status, ended.err) == (0, "")
    assert language(lang)("cli.demo.samples", protocol=protocol) in ended.out


@pytest.mark.parametrize("protocol", built_in_names())
def test_the_demo_as_json_is_the_verdict_of_a_tally_byte_for_byte(protocol: str, here: Here) -> None:
    counted = to_json(tally((EXAMPLES / f"{protocol}.yaml").read_bytes()))
    assert here("demo", "--protocol", protocol, "--json").out == counted + "\n"


def test_the_demo_is_a_deliberation_that_can_be_kept(office: Office) -> None:
    kept = office("demo", "--store", "demo.db")
    (line,) = office.json("log", "--store", "demo.db")["lines"]
    assert kept.err == f"saved: quorate show {line['id']} --store demo.db\n"
    found = office.json("show", line["id"], "--store", "demo.db")
    assert found["verdict"] == json.loads(office("demo", "--json").out)
    assert [event["kind"] for event in found["history"]].count("Cast") == 3
    assert office("resume", line["id"], "--store", "demo.db").status == 0
    assert not (office.folder / "home").exists()


def test_the_demo_in_ascii_is_ascii(here: Here) -> None:
    assert here("demo", "--ascii").out.isascii()


def test_the_ballots_of_the_demo_can_be_counted_by_tally(here: Here) -> None:
    ballots = here("demo", "--protocol", "quorum", "--document").out
    assert quorate("tally", "-", "--json", stdin=ballots).out == here("demo", "--protocol", "quorum", "--json").out


def test_schema_lists_names_and_prints_each_as_json(here: Here) -> None:
    names = here("schema").out.split()
    assert {"tally-magi", "tally-judges", "tally-quorum", "tally-evidence", "verdict"} <= set(names)
    for name in names:
        assert json.loads(here("schema", name).out)["$schema"].startswith("https://json-schema.org/")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_the_script_of_a_shell(shell: str, here: Here) -> None:
    assert f"_QUORATE_COMPLETE={shell}_complete" in here("completion", shell).out


def test_the_bash_script_is_one_that_bash_accepts_and_commands_complete() -> None:
    script = quorate("completion", "bash").out
    assert subprocess.run(["bash", "-n"], input=script, text=True, timeout=PATIENCE).returncode == 0
    asked = environment(_QUORATE_COMPLETE="bash_complete", COMP_WORDS="quorate ta", COMP_CWORD="1")
    answer = subprocess.run([QUORATE], capture_output=True, text=True, env=asked, timeout=PATIENCE)
    assert answer.stdout == "plain,tally\n"


def test_version_is_said_in_a_line() -> None:
    ended = quorate("--version")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("quorate 0.")


@pytest.mark.parametrize("name", summaries())
def test_every_command_has_help_with_examples(name: str, here: Here) -> None:
    ended = here(name, "--help")
    assert (ended.status, ended.err) == (0, "")
    assert "Examples:" in ended.out
    assert ended.out == here(name, "-h").out


def test_the_help_of_the_program_lists_every_command(here: Here) -> None:
    shown = here("--help").out
    assert all(f"  {name} " in shown and summaries()[name] in shown for name in summaries())
