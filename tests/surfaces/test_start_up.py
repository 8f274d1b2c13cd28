"""A command imports what it needs and nothing else."""

import subprocess
import sys
from pathlib import Path

import pytest

from quorate.surfaces.cli.command_table import Commands, program
from quorate.surfaces.cli.commands import summaries
from tests.patience import PATIENCE
from tests.surfaces.program import MAGI, environment

HEAVY = ("duckdb", "rich", "importlib.metadata", "tempfile", "csv", "difflib", "dataclasses", "asyncio", "socket")
HEAVIER = ("platformdirs", "tomllib", "secrets", "subprocess")
SCRIPT = """
import sys
from quorate.surfaces.cli.command_table import program
from quorate.surfaces.cli.entry import run
run(program, sys.argv[1:])
print(*sorted(sys.modules), file=sys.stderr)
"""


def modules_after(*arguments: str, **variables: str) -> set[str]:
    seen = environment(**variables)
    ended = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments], capture_output=True, text=True, env=seen, timeout=PATIENCE
    )
    return set(ended.stderr.split())


@pytest.mark.parametrize("arguments", [("--help",), ("tally", MAGI), ("tally", MAGI, "--json"), ("decide", "--help")])
def test_nothing_heavy_is_imported(arguments: tuple[str, ...]) -> None:
    assert modules_after(*arguments).isdisjoint((*HEAVY, *HEAVIER))


def test_help_imports_no_command_no_report_and_no_yaml() -> None:
    modules = modules_after("--help")
    last = {module.rpartition(".")[2] for module in modules if module.startswith("quorate.surfaces.cli.")}
    assert last.isdisjoint(summaries())
    assert {"yaml", "quorate.reports", "quorate.batch", "quorate.protocols.magi"}.isdisjoint(modules)


def test_json_output_imports_no_report() -> None:
    assert "quorate.reports" not in modules_after("tally", MAGI, "--json")


def test_counting_one_document_imports_neither_the_batch_nor_other_protocols() -> None:
    modules = modules_after("tally", MAGI)
    assert {"quorate.batch", "quorate.protocols.judges", "quorate.protocols.evidence"}.isdisjoint(modules)


def test_a_model_on_this_machine_is_asked_without_tls_which_can_still_be_imported() -> None:
    script = """
import sys
import quorate.voters.models.endpoint
print("ssl" in sys.modules, "http.client" in sys.modules)
import ssl
print(ssl.SSLContext.__name__)
"""
    said = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=environment(), timeout=PATIENCE, check=True
    )
    assert said.stdout.split() == ["False", "True", "SSLContext"]


def test_a_deliberation_imports_neither_what_only_errors_need_nor_what_voters_are_compared_by(tmp_path: Path) -> None:
    seats = ("--seat", "a=person:ann", "--seat", "b=person:bob")
    modules = modules_after("decide", "Adopt?", *seats, "--no-input", "--json", QUORATE_HOME=str(tmp_path))
    assert "quorate.decide" in modules
    assert modules.isdisjoint(("difflib", "_strptime", "quorate.analysis.track_record.voter_table"))


def test_every_command_in_the_table_exists_and_has_help_with_examples() -> None:
    assert isinstance(program, Commands)
    context = program.make_context("quorate", ["tally", MAGI])
    for name in summaries():
        command = program.get_command(context, name)
        assert command is not None
        assert command.name == name
        assert command.help
        assert f"quorate {name}" in (command.epilog or "")
