"""Kills processes until it is enough, and says what came of it.

python -m tests.crash [--sqlite 500] [--postgres 100] [--draw N] [--minutes 40] [--no-strace]
"""

import shutil
import sys
import tempfile
import time
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import SystemRandom

from tests.crash.campaign import POSTGRES, SQLITE, Orders, campaign
from tests.crash.durability import orders_of_appends, strace
from tests.crash.figures import Figures, table
from tests.crash.life import ALL_PLACES


def main() -> int:
    """Prints every figure; the exit status is 1 if anything is off."""
    options = _options()
    folder = Path(tempfile.mkdtemp(prefix="quorate-crash-"))
    _tell(f"repeat with --draw {options.draw}; files in {folder}")
    try:
        is_fine = _all_is_fine(options, folder)
    except KeyboardInterrupt:
        shutil.rmtree(folder, ignore_errors=True)
        return 130
    with suppress(OSError):  # where something was found, its files are kept
        folder.rmdir()
    return 0 if is_fine else 1


def _all_is_fine(options: Namespace, folder: Path) -> bool:
    until = time.monotonic() + options.minutes * 60
    fine = [_durable(options.strace, folder)]
    for kind, kills in ((SQLITE, options.sqlite), (POSTGRES, options.postgres)):
        if kills:
            fine.append(_survived(Orders(kind, kills, options.draw, folder, until)))
    return all(fine)


def _survived(orders: Orders) -> bool:
    start = time.monotonic()
    figures = campaign(orders, _progress(orders))
    sys.stderr.write("\n")
    _say(f"\n{orders.kind}\n{table(figures, time.monotonic() - start, ALL_PLACES)}")
    for finding in figures.findings:
        _say(f"{finding.kind}: {finding.sentence}\n")
    if figures.killed < orders.kills:
        _say(f"the time was up after {figures.killed} of {orders.kills} kills\n")
    return not figures.findings and figures.killed >= orders.kills


def _durable(wanted: bool | None, folder: Path) -> bool:
    if wanted is False:
        return True
    if not (program := strace()):
        _say("strace is not available here: the order of the system calls was not looked at\n")
        return not wanted
    place = folder / "strace"
    place.mkdir()
    orders = orders_of_appends(program, place)
    _say("system calls of an append on SQLite\n")
    for order in orders:
        _say(f"  {order.shown}\n" + "".join(f"  WRONG: {fault}\n" for fault in order.faults))
    is_fine = not any(order.faults for order in orders)
    if is_fine:
        shutil.rmtree(place)
    return is_fine


def _progress(orders: Orders) -> Callable[[Figures], None]:
    def progress(figures: Figures) -> None:
        found = len(figures.findings)
        line = f"{orders.kind}: {figures.killed} of {orders.kills} kills in {figures.deliberations} deliberations"
        sys.stderr.write(f"\r{line}, {found} findings ")
        sys.stderr.flush()

    return progress


def _options() -> Namespace:
    parser = ArgumentParser(prog="python -m tests.crash", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--sqlite", type=int, default=500, metavar="KILLS", help="how many on SQLite (500)")
    parser.add_argument("--postgres", type=int, default=100, metavar="KILLS", help="how many on Postgres (100)")
    parser.add_argument("--draw", type=int, default=SystemRandom().randrange(10**6), help="to repeat an earlier run")
    parser.add_argument("--minutes", type=float, default=40, help="when to stop in any case (40)")
    parser.add_argument(
        "--strace", action=BooleanOptionalAction, help="look at the order of system calls (where strace is available)"
    )
    return parser.parse_args()


def _tell(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def _say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
