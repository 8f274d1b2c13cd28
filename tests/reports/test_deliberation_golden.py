"""The reports on whole deliberations, word for word.

A changed report fails here. Look at the difference, and if it is meant, write the files anew with
`QUORATE_GOLDEN=write pytest tests/reports/test_deliberation_golden.py`, then look at them as a reader would.
"""

import pytest

from tests.reports.deliberating import STORIES, told
from tests.reports.reporting import matches

LOOKS = [("en", False, 80), ("ja", False, 80), ("en", True, 40), ("ja", True, 120)]
DOCUMENTS = [
    "approved_and_released",
    "split_and_answered",
    "split_and_open",
    "blocked_and_overridden",
    "mitigation_plan",
    "degraded_and_unverified",
    "sealed",
    "superseded",
    "released_and_revoked",
    "two_revisions",
    "judges_answered",
    "evidence_revoked",
]


@pytest.mark.parametrize("story", STORIES)
def test_the_text_of_every_deliberation_stays_as_it_was(story: str) -> None:
    parts = []
    for lang, ascii_only, width in LOOKS:
        look = f"{lang}, {'ascii' if ascii_only else 'unicode'}, {width} columns"
        shown = told(STORIES[story](), lang=lang, ascii_only=ascii_only, width=width)
        parts.append(f"##### {look}\n\n{shown}")
    assert matches(f"deliberation_{story}.txt", "\n".join(parts))


@pytest.mark.parametrize("form", ["markdown", "madr"])
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("story", DOCUMENTS)
def test_the_documents_of_a_deliberation_stay_as_they_were(story: str, lang: str, form: str) -> None:
    assert matches(f"deliberation_{story}.{form}.{lang}.md", told(STORIES[story](), form, lang=lang))
