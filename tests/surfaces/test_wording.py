"""What the command line says of a deliberation exists in every language."""

import re
from pathlib import Path

from quorate.surfaces import cli
from quorate.surfaces.cli.terminal.wording import EN, JA

HOLES = re.compile(r"\{(\w+)\}")
SOURCE = "".join(path.read_text(encoding="utf-8") for path in Path(cli.__file__).parent.glob("*.py"))


def test_both_languages_say_the_same_things() -> None:
    assert EN.keys() == JA.keys()
    assert {code: set(HOLES.findall(said)) for code, said in EN.items()} == {
        code: set(HOLES.findall(said)) for code, said in JA.items()
    }


def test_nothing_is_worded_that_nobody_says() -> None:
    built = ("state.", "status.", "seat.", "title.", "wait.", "purpose.")
    said = {code: len(re.findall(rf"""["']{re.escape(code)}["']""", SOURCE)) for code in EN}
    assert [code for code, times in said.items() if times < 3 and not code.startswith(built)] == []
