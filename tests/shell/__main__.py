"""Writes the table of cases as a suite for bats, with its files: python -m tests.shell FOLDER"""

import json
import shlex
import sys
from pathlib import Path

from tests.shell.cases import CASES, Case, prepare

_HEAD = """#!/usr/bin/env bats
setup() {
  cd "$BATS_TEST_DIRNAME/files"
  source "$("${QUORATE_PROGRAM:-quorate}" shell-functions)"
}

key() {
  [ "$(printf '%s' "$output" | jq -c "$1")" = "$(printf '%s' "$2" | jq -c .)" ] || { echo "$1 is not $2"; return 1; }
}
"""


def _test(case: Case) -> str:
    lines = [f'@test "{case.name.replace(chr(39), "")}" {{', f"  run bash -c {shlex.quote(_script(case))}"]
    lines.append(f'  [ "$status" -eq {case.status} ]')
    for path, value in case.keys.items():
        lines.append(f"  key {shlex.quote(_for_jq(path))} {shlex.quote(json.dumps(value))}")
    lines += [f'  [[ "$output" == *{shlex.quote(word)}* ]]' for word in case.words]
    return "\n".join([*lines, "}", ""])


def _script(case: Case) -> str:
    return f'source "$("${{QUORATE_PROGRAM:-quorate}}" shell-functions)"; {case.run}'


def _for_jq(path: str) -> str:
    steps = [f"[{step}]" if step.isdigit() else f'["{step}"]' for step in path.split(".")]
    return "." + "".join(steps)


def main() -> None:
    """The suite and its files."""
    folder = Path(sys.argv[1])
    (folder / "files").mkdir(parents=True)
    prepare(folder / "files")
    (folder / "functions.bats").write_text("\n".join([_HEAD, *map(_test, CASES)]), encoding="utf-8")


if __name__ == "__main__":
    main()
