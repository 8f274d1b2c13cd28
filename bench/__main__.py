"""Runs the benchmarks: python -m bench [--quick|--smallest] [--only NAME] [--json]."""

import json
import sys
import traceback
from argparse import ArgumentParser, Namespace
from importlib import import_module

from bench.result import Effort, Line, as_json, table

# verdict comes last: what it compares with fills this process with some thousand modules
BENCHMARKS = {
    "start": "start",
    "mcp": "mcp_start",
    "import": "imports",
    "batch": "batch",
    "csv": "table",
    "seats": "seats",
    "contributions": "contributions",
    "record": "record",
    "fleet": "fleet",
    "overhead": "overhead",
    "engines": "engines",
    "models": "models",
    "server": "server",
    "postgres": "postgres",
    "crowd": "crowd",
    "learning": "learning",
    "jobs": "jobs",
    "outcomes": "outcomes",
    "agreement": "agreement",
    "replies": "replies",
    "verdict": "verdict",
}


def main() -> int:
    """Print every figure once it is known; the exit status is 1 if one misses its limit or a benchmark fails."""
    options = _options()
    every, has_failed = list[Line](), False
    for name in options.only or BENCHMARKS:
        print(f"measuring {name}", file=sys.stderr)
        try:
            lines = import_module(f"bench.{BENCHMARKS[name]}").run(Effort(options.quick, options.smallest))
        except Exception:  # noqa: BLE001 - the figures of the others are not lost
            has_failed = True
            print(f"{name} failed", file=sys.stderr)
            traceback.print_exc()
            continue
        if options.smallest:
            lines = [line._replace(limit=None) for line in lines]
        every += lines
        if not options.json:
            print(table(lines), flush=True)
    if options.json:
        print(json.dumps([as_json(line) for line in every], indent=2))
    return 1 if has_failed or any(line.is_over for line in every) else 0


def _options() -> Namespace:
    parser = ArgumentParser(prog="python -m bench", description=__doc__)
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument("--quick", action="store_true", help="fewer rounds and smaller files")
    effort.add_argument(
        "--smallest", action="store_true", help="only show that they run, without what they compare with"
    )
    parser.add_argument("--only", action="append", choices=BENCHMARKS, metavar="NAME", help=", ".join(BENCHMARKS))
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
