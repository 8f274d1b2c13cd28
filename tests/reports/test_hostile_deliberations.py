"""What holds for the report on any deliberation, whatever anybody is called and whatever they say."""

import re
import unicodedata
from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.reports import FORMS, LANGUAGES, render_deliberation
from quorate.reports.text import width_of
from tests.deliberation.playing import Play
from tests.reports.hostile import ASCII
from tests.reports.hostile_deliberations import JAPANESE_ONES, deliberations, hostile_and_tame
from tests.reports.test_languages import as_read, english_in
from tests.reports.test_markdown import PIPE

EXAMPLES = settings(max_examples=60)
ENGINE_WORDS = re.compile("Claude|Codex|Gemini|claude|openai|command|OpenAI|yaml|engine_error:|MAGI|M A G I.*MODE")
ERROR_FORMAT = re.compile("^[ -]*(engine|error_type|detail|action_taken)[: ].*$", re.MULTILINE)
KEPT_FORMS = st.sampled_from(["markdown", "madr"])
LOOKS = st.fixed_dictionaries(
    {
        "lang": st.sampled_from(LANGUAGES),
        "ascii_only": st.booleans(),
        "width": st.one_of(st.integers(20, 45), st.integers(46, 200)),
    }
)


def told(played: Play, form: str = "text", **how: Any) -> str:
    return render_deliberation(played.session, played.history, form=form, **how)


@EXAMPLES
@given(deliberations(), st.sampled_from(FORMS), LOOKS)
def test_no_control_bidi_or_invisible_character_reaches_the_reader(
    played: Play, form: str, look: dict[str, Any]
) -> None:
    text = told(played, form, **look)
    seen = {char: unicodedata.category(char) for char in set(text) - {"\n"}}
    assert not {char for char, category in seen.items() if category in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")}


@EXAMPLES
@given(deliberations(), LOOKS)
def test_no_line_is_wider_than_the_terminal(played: Play, look: dict[str, Any]) -> None:
    lines = told(played, **look).split("\n")
    assert [line for line in lines if width_of(line) > look["width"]] == []


@EXAMPLES
@given(deliberations(ASCII), st.sampled_from(FORMS))
def test_ascii_in_gives_ascii_out(played: Play, form: str) -> None:
    assert told(played, form, ascii_only=True).isascii()


@EXAMPLES
@given(deliberations(), KEPT_FORMS)
def test_no_outside_text_becomes_html(played: Play, form: str) -> None:
    assert "<" not in told(played, form)


@EXAMPLES
@given(hostile_and_tame(), KEPT_FORMS)
def test_no_outside_text_becomes_a_heading_a_list_or_a_table(pair: tuple[Play, Play], form: str) -> None:
    hostile, tame = (told(played, form).split("\n") for played in pair)
    for mark in ("#", "- ", "|", "---", "```"):
        assert sum(line.startswith(mark) for line in hostile) == sum(line.startswith(mark) for line in tame)


@EXAMPLES
@given(deliberations())
def test_every_row_of_the_audit_trail_has_its_cells(played: Play) -> None:
    rows = told(played, "markdown").split("### Events\n\n")[1].strip().split("\n")
    assert {len(PIPE.findall(row)) for row in rows} == {7}
    assert len(rows) == len(played.history) + 2


@EXAMPLES
@given(deliberations())
def test_the_front_matter_of_a_decision_record_is_always_yaml(played: Play) -> None:
    _, front, _ = told(played, "madr").split("---\n", 2)
    assert re.fullmatch("accepted|rejected|proposed|deprecated|superseded by .*", yaml.safe_load(front)["status"])


@EXAMPLES
@given(JAPANESE_ONES, st.sampled_from(FORMS))
def test_a_japanese_report_on_japanese_text_holds_no_english(played: Play, form: str) -> None:
    text = re.sub("sha256:[0-9a-f]*|[0-9a-f]{12}|ann", "", as_read(told(played, form, lang="ja")))
    text = ENGINE_WORDS.sub("", ERROR_FORMAT.sub("", text))
    assert english_in(text) == []
