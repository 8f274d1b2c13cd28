"""Runs the benchmarks: python -m bench [--quick] [--only NAME] [--json]."""

import json
import sys
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
    "overhead": "overhead",
    "engines": "engines",
    "models": "models",
    "server": "server",
    "postgres": "postgres",
    "learning": "learning",
    "jobs": "jobs",
    "outcomes": "outcomes",
    "agreement": "agreement",
    "replies": "replies",
    "verdict": "verdict",
}


def main() -> int:
    """Prints every figure; the exit status is 1 if one misses its limit."""
    options = _options()
    lines = [line for name in options.only or BENCHMARKS for line in _lines(name, Effort(options.quick))]
    print(json.dumps([as_json(line) for line in lines], indent=2) if options.json else table(lines))
    return 1 if any(line.is_over for line in lines) else 0


def _lines(name: str, effort: Effort) -> list[Line]:
    print(f"measuring {name}", file=sys.stderr)
    lines: list[Line] = import_module(f"bench.{BENCHMARKS[name]}").run(effort)
    return lines


def _options() -> Namespace:
    parser = ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds and smaller files")
    parser.add_argument("--only", action="append", choices=BENCHMARKS, metavar="NAME", help=", ".join(BENCHMARKS))
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    return parser.parse_args()


sys.exit(main())
