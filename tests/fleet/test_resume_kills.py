"""A resume is executed once, whoever is killed between the verdict and its execution; `sh scripts/fleet` does 50."""

from pathlib import Path

from tests.fleet.resume_kills import killed
from tests.postgres import running


def test_a_resume_is_executed_once_with_two_servers_and_a_kill_in_between(tmp_path: Path) -> None:
    with running() as database:
        tally = killed(2, tmp_path, database.new_database())
    assert tally.is_right
    assert tally.voters_killed == 2
