"""The reports, word for word.

A changed report fails here. Look at the difference, and if it is meant, write the files anew with
`QUORATE_GOLDEN=write pytest tests/reports/test_golden.py`, then look at them as a reader would.
"""

from itertools import product

import pytest

from tests.reports.reporting import CASES, matches, rendered

IN_FULL = ("magi_majority", "magi_degraded_engines", "magi_wide_names", "judges_majority", "evidence_contested")
EVERY = list(product(("en", "ja"), (False, True), (40, 80, 120)))
SOME = [("en", False, 80), ("ja", False, 80), ("en", True, 40), ("ja", True, 120)]
DOCUMENTS = [
    "magi_majority",
    "magi_degraded_engines",
    "magi_split",
    "magi_large_panel",
    "judges_majority",
    "judges_none",
    "judges_insufficient_data",
    "quorum_resume",
    "evidence_proven",
    "evidence_contested",
    "evidence_suspicious",
]


@pytest.mark.parametrize("case", CASES)
def test_the_text_of_every_verdict_stays_as_it_was(case: str) -> None:
    parts = []
    for lang, ascii_only, width in EVERY if case in IN_FULL else SOME:
        look = f"{lang}, {'ascii' if ascii_only else 'unicode'}, {width} columns"
        parts.append(f"##### {look}\n\n{rendered(case, lang=lang, ascii_only=ascii_only, width=width)}")
    assert matches(f"{case}.txt", "\n".join(parts))


@pytest.mark.parametrize("form", ["markdown", "madr"])
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("case", DOCUMENTS)
def test_the_documents_that_are_kept_stay_as_they_were(case: str, lang: str, form: str) -> None:
    assert matches(f"{case}.{form}.{lang}.md", rendered(case, form, lang=lang))


def test_every_result_of_every_protocol_has_its_text() -> None:
    from quorate import tally
    from tests.reports.reporting import document

    counted = {(verdict.protocol, verdict.result) for verdict in map(tally, map(document, CASES))}
    magi = "UNANIMOUS MAJORITY SPLIT UNANIMOUS_REJECTION MAJORITY_REJECTION INSUFFICIENT_QUORUM"
    assert counted == {
        *(("magi", result) for result in [*magi.split(), "INSUFFICIENT_INFORMATION"]),
        *(("judges", result) for result in ["UNANIMOUS", "MAJORITY", "NONE", "INSUFFICIENT_DATA"]),
        *(("quorum", result) for result in ["RESUME", "BLOCK", "COOLDOWN", "NO_SUPERMAJORITY"]),
        *(("evidence", result) for result in ["PROVEN", "REFUTED", "CONTESTED", "INSUFFICIENT_EVIDENCE"]),
    }
