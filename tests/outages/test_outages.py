"""A short campaign: few deliberations, few kills, one stop of Postgres, one cut. How long it takes is not looked at."""

from pathlib import Path

from tests.outages.campaign import Plan, disturbed
from tests.outages.figures import figures_of
from tests.patience import PATIENCE

SHORT = Plan(deliberations=6, kills=5, stops=1, cut_seconds=2, draw=3, workers=2, servers=2, patience=PATIENCE)


def test_nothing_is_lost_and_nothing_made_twice_whatever_is_killed_stopped_or_cut(tmp_path: Path) -> None:
    with disturbed(SHORT, tmp_path, lambda _: None) as done:
        figures = figures_of(done, tmp_path)
    assert not figures.findings
    assert figures.counts["deliberations counted"] == SHORT.deliberations
    assert figures.counts["ballots acknowledged"] == 2
    assert figures.counts["calls finished"] == 14
    assert figures.counts["deadlines"] == 2
