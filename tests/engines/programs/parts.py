"""What all stand-ins do: they read what they are, write every run down, and answer or misbehave."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from typing import Any, NoReturn

HERE = os.path.dirname(os.path.realpath(sys.argv[0]))
ARGUMENTS = sys.argv[1:]
HTTP = {"401": "Unauthorized", "429": "Too Many Requests", "500": "Internal Server Error"}
_PROSE = "That depends on many things, and I would rather talk about the weather."
_SLEEP = "import time; time.sleep(600)"


def _control() -> dict[str, Any]:
    with open(os.path.join(HERE, "control.json"), encoding="utf-8") as file:
        stated: dict[str, Any] = json.load(file)
        return stated


CONTROL = _control()
BEHAVIOUR: str = CONTROL["behaviour"]
VERSION = tuple(map(int, CONTROL["version"].split(".")))


def note(kind: str, prompt: str = "", **more: Any) -> None:
    """Writes this run down: names of variables, and values only of those that the test wants to see."""
    run = {
        "kind": kind,
        "arguments": ARGUMENTS,
        "environment": sorted(os.environ),
        "fixed": {name: os.environ[name] for name in CONTROL["shows"] if name in os.environ},
        "directory": os.getcwd(),
        "files": _files() if kind == "vote" else [],
        "prompt": prompt if len(prompt) < 100_000 else "",
        "length": len(prompt.encode()),
        "process": os.getpid(),
        **more,
    }
    _append("runs.jsonl", json.dumps(run))


def _files() -> list[str]:
    return sorted(os.path.join(place, name) for place, _, names in os.walk(".") for name in names)


def end(status: int, out: str = "", err: str = "") -> NoReturn:
    """Says its last words."""
    sys.stdout.write(out)
    sys.stderr.write(err)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def answer(prompt: str) -> str:
    """What the model says."""
    found = _nonce(prompt)
    if said := CONTROL["says"]:
        return str(said).replace("{{nonce}}", found)
    if BEHAVIOUR in ("prose", "empty"):
        return _PROSE if BEHAVIOUR == "prose" else ""
    vote = [f"{key}: {json.dumps(value)}" for key, value in CONTROL["vote"].items()]
    return "\n".join(["```yaml", *([f"nonce: {found}"] if found else []), *vote, "```"])


def structured(prompt: str) -> dict[str, Any] | None:
    """The vote of a model that is held to a schema; None for one that says what it was told to say."""
    if CONTROL["says"] or BEHAVIOUR in ("prose", "empty", "garbage"):
        return None
    nonce = _nonce(prompt)
    return {**({"nonce": nonce} if nonce else {}), **CONTROL["vote"]}


def _nonce(prompt: str) -> str:
    found = re.search(r"nonce: *\"?(n?[0-9a-f]{8,})|<<<([0-9a-f]{8,})", prompt)
    return (found[1] or found[2]) if found else ""


def misbehave(prompt: str) -> None:
    """What a process does wrong, whatever it is called."""
    match BEHAVIOUR:
        case "wait" | "fail":
            _wait()
        case "orphan":  # the child leaves the session and holds the pipes
            child = subprocess.Popen([sys.executable, "-I", "-S", "-c", _SLEEP], start_new_session=True)
            _append("orphans", str(child.pid))
        case "hang":
            time.sleep(600)
        case "stubborn":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(600)
        case "escapes":
            end(1, err=f"Error: \x1b[31mred\x1b]0;title\x07 and more\u202e\n{prompt[:200]}\n")
        case "flood":
            while sys.stdout.write("x" * 65536):
                pass


def _wait() -> None:
    while not os.path.exists(os.path.join(HERE, "go")):
        time.sleep(0.01)
    if BEHAVIOUR == "fail":
        end(1, err="Error: gave up\n")


def reason() -> str:
    """What a server says that refuses; some repeat the key."""
    keys = " ".join(os.environ.get(name, "") for name in CONTROL["tells"])
    return f"{BEHAVIOUR} {HTTP[BEHAVIOUR]} {keys}".strip()


def unknown(flags: Iterable[str], with_value: set[str], known: set[str]) -> str:
    """The first flag that this version does not know."""
    skip = False
    for flag in flags:
        if skip or not flag.startswith("-"):
            skip = False
            continue
        name = flag.partition("=")[0]
        if name not in known | with_value:
            return flag
        skip = name in with_value and "=" not in flag
    return ""


def _append(name: str, line: str) -> None:
    with open(os.path.join(HERE, name), "ab", buffering=0) as file:  # whole lines, whoever else writes
        file.write(f"{line}\n".encode())
