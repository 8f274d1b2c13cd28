"""What the command line says of a deliberation is said somewhere, and in no other place already."""

import re
from pathlib import Path

import pytest

from quorate import app, deliberation
from quorate.reports.language import LANGUAGES, language
from quorate.surfaces import cli
from quorate.surfaces.cli.terminal.phrases import SHARED, Words

ROOMS = [Path(one.__file__ or "").parent for one in (cli, app, deliberation)]
SOURCE = "".join(path.read_text(encoding="utf-8") for room in ROOMS for path in room.rglob("*.py"))
# these are put together from a kind and a code
BUILT = (
    *("notice.hidden.", "notice.protocol.", "why.", "state.", "status.", "seat.", "title."),
    *("wait.", "purpose.", "ask.bar.", "ask.verifier.", "check."),
    *("live.rate_limit", "live.tool_use"),
)
CODED = ("next.", "notice.")
SINGULAR = ".one"
WHATEVER = dict.fromkeys(("choice", "given", "needed", "names", "group"), "x")
CODES = [key.removeprefix("cli.") for key in language("en").catalogue.topic("command_line")]


def is_said(code: str) -> bool:
    """True where the code is written somewhere, or only its end where the kind is put before it."""
    code = code.removesuffix(SINGULAR) if f'"{code}"' not in SOURCE else code
    written = code.partition(".")[2] if code.startswith(CODED) and f'"{code}"' not in SOURCE else code
    return bool(re.search(rf"""["']{re.escape(written)}["']""", SOURCE))


def test_nothing_is_worded_that_nobody_says() -> None:
    assert [code for code in CODES if not is_said(code) and not code.startswith(BUILT)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_shared_with_reports_is_said_in_their_words(lang: str) -> None:
    say, words = language(lang), Words(lang)
    assert SHARED.keys().isdisjoint(CODES)
    phrases = language(lang).catalogue.whole()
    assert {code: words(code, **WHATEVER) for code in SHARED} == {
        code: say(key, **WHATEVER) for code, key in SHARED.items() if key in phrases
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_code_of_its_own_comes_before_the_reports_and_an_unknown_one_is_shown(lang: str) -> None:
    words, phrases = Words(lang), language(lang).catalogue.topic("command_line")
    assert words("ask.choice") == phrases["cli.ask.choice"]
    assert words("purpose.debate") == language(lang)("purpose.debate")
    assert words.word("seat", "unheard of") == "unheard of"
