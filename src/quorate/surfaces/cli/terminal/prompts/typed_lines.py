"""Questions to the person at the terminal: on standard error, so that standard output stays clean."""

import sys
from collections.abc import Sequence
from itertools import zip_longest

from quorate.core.text import says_something
from quorate.reports.text import one_line
from quorate.surfaces.cli.terminal.streams import complain, say


class Left(Exception):
    """The person gave no more answers; nothing of what was asked is kept."""


def can_ask(no_input: bool) -> bool:
    """True where a person sees questions and can answer them, and nobody forbade it."""
    streams = (sys.stdin, sys.stderr)
    return not no_input and all(stream is not None and stream.isatty() for stream in streams)


def ask_line(label: str) -> str:
    """One line; empty where nothing was typed. The end of the input ends the questions."""
    while True:
        sys.stderr.write(f"{one_line(label)}: ")
        sys.stderr.flush()
        line = sys.stdin.buffer.readline()
        if not line:
            sys.stderr.write("\n")
            raise Left
        try:
            said = line.decode(sys.stdin.encoding or "utf-8").strip()
        except UnicodeDecodeError:
            complain("this text cannot be read; type it again")
        else:
            return said if says_something(said) else ""


def ask_filled(label: str) -> str:
    """One line that is not empty."""
    while not (said := ask_line(label)):
        complain("nothing was typed; Ctrl-D quits without saving")
    return said


def ask_choice(label: str, words: Sequence[str], descriptions: Sequence[str] = (), unlisted: Sequence[str] = ()) -> str:
    """One of some words, by its number or as it is written, upper or lower case; `unlisted` ones only as written.

    Where a word is a number itself, the list has none: nobody could say which of the two was typed.
    """
    numbered = list_choices(words, descriptions, unlisted)
    allowed = f"1 to {len(words)}, or a word from the list" if numbered else "a word from the list"
    while True:
        said = ask_filled(label)
        if said in numbered:
            return numbered[said]
        alike = [word for word in (*words, *unlisted) if word.casefold() == said.casefold()]
        if said in (*words, *unlisted) or len(alike) == 1:
            return said if said in (*words, *unlisted) else alike[0]
        complain(f"found {said!r}; allowed: {allowed}")


def list_choices(
    words: Sequence[str], descriptions: Sequence[str] = (), unlisted: Sequence[str] = ()
) -> dict[str, str]:
    """Shows some words with numbers, and gives the words by their numbers."""
    has_numbers = any(one_line(word).isdecimal() for word in (*words, *unlisted))
    numbered = {} if has_numbers else {str(number): word for number, word in enumerate(words, 1)}
    for mark, word, more in zip_longest(numbered or "-" * len(words), words, descriptions, fillvalue=""):
        say(f"  {mark}  {one_line(word)}" + (f" - {one_line(more)}" if more else ""))
    return numbered


def ask_lines(label: str) -> list[str]:
    """Lines until an empty one."""
    return list(iter(lambda: ask_line(label), ""))


def confirmed(label: str) -> bool:
    """True only where the person says so; no is what an empty line means."""
    while True:
        said = ask_line(f"{label} [y/N]").casefold()
        if said in ("", "n", "no", "いいえ"):
            return False
        if said in ("y", "yes", "はい"):
            return True
        complain("allowed: y or n")
