"""What was counted before verdicts had codes is shown in the same words as what is counted now."""

import pytest

from quorate.core.codec import from_json
from quorate.core.question import Question
from quorate.core.verdict import Verdict
from quorate.deliberation.first_edition import without_codes
from quorate.deliberation.session import replay
from quorate.record.codec import stored_of
from quorate.reports import FORMS, render, render_deliberation
from tests.histories.test_replay import FOLDER, rows_of
from tests.test_golden_verdicts import EXPECTED

WITH_SENTENCES = [name for name, text in EXPECTED.items() if from_json(text).protocol not in ("approval", "weighted")]
"""Verdicts of the protocols that were counted before there were codes."""


@pytest.mark.parametrize("name", WITH_SENTENCES)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_verdict_without_codes_is_shown_as_the_one_with_them(name: str, lang: str) -> None:
    verdict = from_json(EXPECTED[name])
    assert _shown(without_codes(verdict), lang) == _shown(verdict, lang)


def _shown(verdict: Verdict, lang: str) -> list[str]:
    return [render(Question("Adopt?"), verdict, form=form, lang=lang) for form in FORMS if form != "html"]


@pytest.mark.parametrize(
    ("history", "said"),
    [
        ("magi-bound-in-time", "Pathos"),
        ("judges-declined-and-superseded", "判定者の合意に至りませんでした。"),
        ("quorum-overridden-and-revoked", "回の締め切り"),
    ],
)
def test_a_stored_history_from_before_there_were_codes_is_shown_in_japanese(history: str, said: str) -> None:
    stored = [stored_of(row) for row in rows_of(FOLDER / f"{history}.jsonl")]
    text = render_deliberation(replay(stored), stored, form="text", lang="ja")
    assert said in text
    assert "settled beforehand" not in text
