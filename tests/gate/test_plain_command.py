"""Which shell lines are plain, and which commands a pattern lets pass."""

import pytest

from quorate.gate.plain_command import read_patterns, tokens_of, words_of


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("ls", ("ls",)),
        ("  git   status\n", ("git", "status")),
        ("git log --since=2026-01-01 HEAD~3", ("git", "log", "--since=2026-01-01", "HEAD~3")),
        ("git diff main...HEAD^", ("git", "diff", "main...HEAD^")),
        ("""rg 'def \\w+\\(' "two words" src""", ("rg", "def \\w+\\(", "two words", "src")),
        ("""rg '$HOME|`x`' src""", ("rg", "$HOME|`x`", "src")),
        ("gre'p' x", ("grep", "x")),
        ("pytest 'tests/test_a.py::test_b[1-2]'", ("pytest", "tests/test_a.py::test_b[1-2]")),
        ("grep '' größe", None),
        ("grep 'größe' src", ("grep", "größe", "src")),
    ],
)
def test_a_line_without_signs_of_a_shell_is_its_words(line: str, words: tuple[str, ...] | None) -> None:
    assert words_of(line) == words


@pytest.mark.parametrize(
    "line",
    [
        "",
        " ",
        "ls; rm x",
        "ls && rm x",
        "ls | sh",
        "ls & rm x",
        "ls\nrm x",
        "ls\rrm x",
        "ls \x00",
        "ls \\\n rm",
        "ls \\; rm",
        "ls > a",
        "ls < a",
        "ls $(rm x)",
        "ls `rm x`",
        "ls $HOME",
        "ls ${HOME}",
        "ls *",
        "ls ?",
        "ls [ab]",
        "ls {a,b}",
        "(ls)",
        "{ ls; }",
        "! ls",
        "ls !x",
        "ls # rm",
        "ls ~",
        "ls ~root",
        "ls ~+",
        "ls -C=~/x",
        "ls a:~/x",
        "=ls",
        "ls =rm",
        'ls "$(rm x)"',
        'ls "`rm x`"',
        'ls "a\\"b"',
        'ls "!x"',
        "$'ls'",
        '$"ls"',
        "ls 'open",
        'ls "open',
        "ls 'a\nb'",
        "ls '\u202e'",
        "ls '\ud800'",
        "l\u0455",
        "ls\u2028rm",
        "ls\u00a0rm",
        "ls\x0brm",
    ],
)
def test_any_sign_of_a_shell_makes_a_line_another(line: str) -> None:
    assert words_of(line) is None


def passes(pattern: str, line: str) -> bool:
    """Whether a line is what a pattern lists; a path is one that begins with src."""
    words = words_of(line)
    assert words is not None
    return any(one.matches(words, lambda text, _: text.startswith("src")) for one in read_patterns(pattern))


GREP = "grep ... -[rni], -A <number>, -C<number>, --include=<any>, -e <any>, <pattern>, <path>"


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        ("git status", "git status"),
        ("git diff ... --stat, -U<number>, <path>", "git diff"),
        ("git diff ... --stat, -U<number>, <path>", "git diff src/a --stat -U3 src/b"),
        ("ls ... -[la1], <path>", "ls -la1 src -a"),
        ("git log ... -<number>, -n <number>", "git log -5 -n 12"),
        (GREP, "grep -rn 'what; ever' src -A 3 --include='*.py' src/b"),
        ("sed -n <lines> ... <path>", "sed -n 1,20p src/a"),
        ("sed -n <lines> ... <path>", "sed -n '20,$p' src/a"),
        ("kill <number>", "kill 12"),
        ("yarn test | npm run test:<word> ... -s", "npm run test:unit -s"),
        ("man <word>", "man ls"),
    ],
)
def test_a_command_of_listed_words_passes(pattern: str, line: str) -> None:
    assert passes(pattern, line)


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        ("git status", "git"),
        ("git status", "git status -s"),
        ("git status", "git -C x status"),
        ("git status", "/tmp/git status"),
        ("git status", "./git status"),
        ("git status", "'git status'"),
        ("git status", "A=1 git status"),
        ("git status", "env git status"),
        ("git diff ... --stat, -U<number>, <path>", "git diff --output=src/F"),
        ("git diff ... --stat, -U<number>, <path>", "git diff --sta"),
        ("git diff ... --stat, -U<number>, <path>", "git diff --stat=1"),
        ("git diff ... --stat, -U<number>, <path>", "git diff -U3x"),
        ("git diff ... --stat, -U<number>, <path>", "git diff -U"),
        ("git diff ... --stat, -U<number>, <path>", "git diff -U ''"),
        ("git diff ... --stat, -U<number>, <path>", "git diff /etc/passwd"),
        ("ls ... -[la1], <path>", "ls -lx"),
        ("ls ... -[la1], <path>", "ls -"),
        ("ls ... -[la1], <path>", "ls --la"),
        ("git log ... -<number>, -n <number>", "git log -n"),
        ("git log ... -<number>, -n <number>", "git log -n ٣".replace("٣", "'٣'")),
        (GREP, "grep a /etc/passwd"),
        (GREP, "grep -r a src /etc/passwd"),
        (GREP, "grep -e -f src"),
        ("sed -n <lines> ... <path>", "sed -n '1w src/x' src/a"),
        ("sed -n <lines> ... <path>", "sed -n 1e src/a"),
        ("sed -n <lines> ... <path>", "sed -n"),
        ("kill <number>", "kill 12 13"),
        ("kill <number>", "kill -9"),
        ("man <word>", "man -k"),
        ("man <word>", "man a/b"),
        ("man <word>", "man 'a b'"),
    ],
)
def test_a_command_with_any_other_word_does_not_pass(pattern: str, line: str) -> None:
    assert not passes(pattern, line)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "... -x",
        "<path>",
        "-x",
        "a ... <nobody>",
        "a ... -x y z",
        "a ... b ... c",
        "a <b",
        "a [x]y",
        "a ... -[], -x",
        "git <any>",
    ],
)
def test_a_pattern_that_cannot_be_meant_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"word|program|only behind"):
        read_patterns(text)


def test_the_parts_of_any_line_are_found_behind_quotes_and_signs() -> None:
    assert tokens_of('a=b;c|"d e" f\\g $(h) `i` {j,k} >l') == [*"abcde", "fg", *"hijkl"]
