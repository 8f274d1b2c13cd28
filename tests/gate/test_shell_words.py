"""Which shell commands can be understood without a shell."""

import pytest

from quorate.gate.shell_words import is_plain, simple_commands


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("ls", (("ls",),)),
        ("git  status", (("git", "status"),)),
        ("ls -la src && cat a.py", (("ls", "-la", "src"), ("cat", "a.py"))),
        ("""echo 'two words' "and more" """, (("echo", "two words", "and more"),)),
        ("a | b || c ; d", (("a",), ("b",), ("c",), ("d",))),
        ("a;b", (("a",), ("b",))),
        ("l's'", (("ls",),)),
    ],
)
def test_plain_words_are_understood(text: str, commands: tuple[tuple[str, ...], ...]) -> None:
    assert simple_commands(text) == commands


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "ls $(rm x)",
        "ls `rm x`",
        "ls ${HOME}",
        "ls > a",
        "ls < a",
        "ls *",
        "ls ?",
        "ls [ab]",
        "{ ls; }",
        "(ls)",
        "ls\nrm x",
        "ls\rrm x",
        "ls \\; rm",
        "PATH=/tmp ls",
        "A=1 B=2 ls",
        "ls &",
        "ls & rm x",
        "ls |& cat",
        "ls ;; rm",
        "! ls",
        "ls # rm",
        "echo 'open",
        'echo "a;b"',
        "ls \u200b",
        "\u202els",
        "l\u0455",
        "$'\\x6cs'",
        "&& ls",
        "ls &&",
        "ls \x00",
        "a='b' ls",
        "=ls",
        "if true ; then ls ; fi",
        "while true ; do ls ; done",
        "for a in b ; do ls ; done",
        "ls && coproc rm",
        "cat ~-/x",
        "cat ~+/x",
        "cat ~root",
        "select a in b ; do ls ; done",
        "function f ; ls",
    ],
)
def test_whatever_only_a_shell_knows_is_opaque(text: str) -> None:
    assert simple_commands(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "sh -c ls",
        "env -u X ls",
        "./x",
        "/tmp/ls",
        "~/x",
        "xargs rm",
        "find . -delete",
        "python3 -c x",
        "ls && eval x",
        "git -c core.pager=x log",
        "command ls",
        "export PATH=/tmp",
        "alias ls=rm",
        ". x",
        "source x",
        "sudo ls",
        "flock l ls",
        "python3.12 x.py",
        "Python x.py",
        "pip3 install x",
        "tar xf a",
        "rsync -e x a b",
    ],
)
def test_what_runs_something_else_is_not_plain(text: str) -> None:
    commands = simple_commands(text)
    assert commands is not None
    assert not is_plain(commands)


def test_a_list_of_plain_programs_is_plain() -> None:
    commands = simple_commands("ls -la | grep x && wc a.py")
    assert commands is not None
    assert is_plain(commands)
