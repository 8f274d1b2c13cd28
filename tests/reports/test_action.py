"""The action that a verdict would release is in every report, line by line."""

import pytest

from tests.reports.deliberating import STORIES, told
from tests.reports.reporting import CASES, rendered

LINES = ("deploy queue 1.4", "then drop the old one")
DOCUMENTS = ["markdown", "html", "madr"]
RELEASING = sorted(name for name, story in STORIES.items() if story().session.question.action)


@pytest.mark.parametrize("form", DOCUMENTS)
@pytest.mark.parametrize("case", CASES)
def test_every_document_on_a_verdict_shows_every_line(case: str, form: str) -> None:
    question = {**CASES[case]["question"], "action": "\n".join(LINES)}
    shown = rendered({**CASES[case], "question": question}, form)
    assert all(line in shown for line in LINES)


@pytest.mark.parametrize("form", ["text", *DOCUMENTS])
@pytest.mark.parametrize("story", RELEASING)
def test_every_report_on_a_deliberation_shows_it(story: str, form: str) -> None:
    played = STORIES[story]()
    assert played.session.question.action in told(played, form)
