"""What the warm program does is what the installed program does."""

import subprocess
from pathlib import Path

import pytest

from tests.surfaces.program import EXAMPLES, environment
from tests.warm import INSTALLED, warm_quorate

DOCUMENT = (EXAMPLES / "magi.yaml").read_text(encoding="utf-8")
HANDSHAKE = (
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},'
    '"clientInfo":{"name":"test","version":"1"}}}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
    '{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n'
)
COMMANDS = [
    ("", "--version"),
    ("", "demo", "--lang", "de"),
    ("", "tally", "no such file"),
    ("", "decide", "Wer?", "--seat", "a=person", "--seat", "b=person", "--json"),
    ("", "log", "--record", "postgresql://nobody@127.0.0.1:9/none"),
    (DOCUMENT, "tally", "-"),
    (DOCUMENT, "tally", "-", "--gate"),
    ("\udcff\udcfe", "tally", "-"),
]


def both(folder: Path, script: str, said: str = "", **variables: str) -> list["subprocess.CompletedProcess[bytes]"]:
    """A script in which `$quorate` is the one program and the other, each in a folder of its own."""
    ended: list[subprocess.CompletedProcess[bytes]] = []
    for program in (INSTALLED, warm_quorate()):
        home = folder / str(len(ended))
        home.mkdir()
        seen = environment(quorate=program, QUORATE_HOME="home", QUORATE_USER="ann", **variables)
        data = said.encode("utf-8", "surrogateescape")
        ended.append(subprocess.run(["bash", "-c", script], input=data, capture_output=True, cwd=home, env=seen))
    return ended


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[1:3]))
def test_it_says_and_ends_the_same(command: tuple[str, ...], tmp_path: Path) -> None:
    said, *arguments = command
    words = " ".join(f"'{word}'" for word in arguments)
    installed, warm = both(tmp_path, f"$quorate {words}", said)
    assert (warm.returncode, warm.stderr) == (installed.returncode, installed.stderr)
    assert len(warm.stdout.splitlines()) == len(installed.stdout.splitlines())


@pytest.mark.parametrize(
    "script",
    [
        "$quorate demo | head -1; echo ${PIPESTATUS[@]}",
        "$quorate demo >&-; echo $?",
        "$quorate tally - <&-; echo $?",
        "$quorate schema verdict | wc -c",
        "umask 077; $quorate backup copy.db; $quorate decide Go? --seat a=person > out; stat -c %a home out",
    ],
)
def test_streams_and_files_are_the_same(script: str, tmp_path: Path) -> None:
    installed, warm = both(tmp_path, script)
    assert warm.stdout == installed.stdout
    assert warm.stderr == installed.stderr


def test_several_run_at_once(tmp_path: Path) -> None:
    installed, warm = both(tmp_path, "for n in 1 2 3 4; do $quorate --version & done; wait")
    assert warm.stdout == installed.stdout
    assert len(warm.stdout.splitlines()) == 4


def test_a_session_of_mcp_is_answered_the_same(tmp_path: Path) -> None:
    session = (
        "coproc server { $quorate mcp --tools decide; }; id=$!; "
        'printf "%s" "$handshake" >&${server[1]}; '
        "head -n 2 <&${server[0]}; exec {server[1]}>&-; wait $id; echo $?"
    )
    installed, warm = both(tmp_path, session, handshake=HANDSHAKE)
    assert warm.stdout == installed.stdout
    assert len(warm.stdout.splitlines()) == 3


def test_another_locale_is_seen(tmp_path: Path) -> None:
    installed, warm = both(tmp_path, "$quorate demo", LC_ALL="C", PYTHONIOENCODING="ascii")
    assert warm.stdout == installed.stdout
