"""A resume is executed once, whoever is killed between the verdict and its execution; `sh scripts/fleet` does 50."""

from pathlib import Path

from tests.fleet.resume_kills import Tally, killed
from tests.postgres import running


def test_a_resume_is_executed_once_with_two_servers_and_a_kill_in_between(tmp_path: Path) -> None:
    with running() as database:
        assert killed(2, tmp_path, database.new_database()) == Tally(2, resumed=2, twice=0, voters_killed=2)
