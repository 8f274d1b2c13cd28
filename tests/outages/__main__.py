"""Kills servers and workers that share one Postgres, stops Postgres, cuts a network, and says what came of it.

python -m tests.outages [--deliberations 60] [--kills 100] [--stops 5] [--cut 20] [--draw N]
"""

import shutil
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path
from random import SystemRandom

from tests.outages.campaign import Plan, disturbed
from tests.outages.figures import MOST_LATE, figures_of


def main() -> int:
    """Prints every count; the exit status is 1 if anything is off."""
    options = _options()
    folder = Path(tempfile.mkdtemp(prefix="quorate-outages-"))
    sys.stderr.write(f"repeat with --draw {options.draw}; files in {folder}\n")
    began = time.monotonic()
    plan = Plan(options.deliberations, options.kills, options.stops, options.cut, options.draw)
    with disturbed(plan, folder, _progress) as done:
        figures = figures_of(done, folder)
    late = [f"a deadline was {figures.most_late:.1f} s late"] if figures.most_late > MOST_LATE else []
    sys.stderr.write("\n")
    for name, number in figures.counts.items():
        _say(f"{name:<32} {number}")
    _say(f"{'seconds':<32} {time.monotonic() - began:.0f}")
    for finding in (findings := [*figures.findings, *late]):
        _say(f"FOUND: {finding}")
    if findings:
        return 1
    shutil.rmtree(folder, ignore_errors=True)  # where something was found, its files are kept
    return 0


def _progress(text: str) -> None:
    sys.stderr.write(f"\r{text} ")
    sys.stderr.flush()


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def _options() -> Namespace:
    parser = ArgumentParser(prog="python -m tests.outages", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--deliberations", type=int, default=60, help="how many are run (60)")
    parser.add_argument("--kills", type=int, default=100, help="how often a process is ended (100)")
    parser.add_argument("--stops", type=int, default=5, help="how often Postgres is stopped and started (5)")
    parser.add_argument("--cut", type=float, default=20, metavar="SECONDS", help="how long a network is cut (20)")
    parser.add_argument("--draw", type=int, default=SystemRandom().randrange(10**6), help="to repeat an earlier plan")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
