"""What a person sees on a terminal."""

import subprocess
import sys
from typing import Any

import pytest

from quorate.core.ballot import Ballot
from quorate.core.panel import Seat
from quorate.core.question import Question
from quorate.core.verdict import Escalation, Note, Receipt, Threshold, Verdict
from quorate.reports import render
from tests.reports.reporting import magi_document, rendered

LOGOS = {"perspective": "Logos", "position": "APPROVE", "confidence": 80}
PATHOS = {"perspective": "Pathos", "position": "REJECT", "confidence": 72}
SOPHIA = {"perspective": "Sophia", "position": "APPROVE", "confidence": 68}
MAJORITY_BOX = """\
╔═══════════════════════════════════════╗
║           MAJORITY VERDICT            ║
║                                       ║
║  Logos    → APPROVE (confidence: 80)  ║
║  Pathos   → REJECT  (confidence: 72)  ║
║  Sophia   → APPROVE (confidence: 68)  ║
║                                       ║
║  Majority Confidence: 74.0            ║
║  Dissent: Pathos (conf: 72)           ║
║  Action: EXECUTE + RECORD DISSENT     ║
╚═══════════════════════════════════════╝
"""


def _large(seats: int, against: int) -> dict[str, Any]:
    votes = [
        {"seat": f"s{n:03}", "position": "REJECT" if n < against else "APPROVE", "confidence": 60 + n % 9}
        for n in range(seats)
    ]
    return magi_document(*votes)


def test_a_majority_is_shown_in_the_box_of_the_voting_mechanics() -> None:
    assert MAJORITY_BOX in rendered(magi_document(LOGOS, PATHOS, SOPHIA))


def test_the_display_is_headed_by_the_mode_of_the_panel() -> None:
    engines = [{"engine": name, "position": "APPROVE", "confidence": 80} for name in ("Claude", "Codex", "Gemini")]
    assert "M A G I   S Y S T E M" in rendered(magi_document(LOGOS, PATHOS, SOPHIA))
    assert "M A G I   E N G I N E   M O D E" in rendered(magi_document(*engines))
    assert "M A G I   S Y S T E M" in rendered(magi_document(LOGOS, *engines))


@pytest.mark.parametrize(
    ("vote", "bar", "ascii_bar"),
    [
        ({"position": "APPROVE", "confidence": 80}, "██████", "######"),
        ({"position": "APPROVE", "confidence": 80, "conditions": ["x"]}, "▓▓▓▓▓▓", "++++++"),
        ({"position": "ABSTAIN", "confidence": 80}, "▒▒▒▒▒▒", "~~~~~~"),
        ({"position": "REJECT", "confidence": 80}, "░░░░░░", "------"),
        ({"error": "timeout"}, "......", "......"),
    ],
)
def test_every_kind_of_vote_has_its_bar(vote: dict[str, Any], bar: str, ascii_bar: str) -> None:
    panel = magi_document({"seat": "Only", **vote})
    assert f"│ {bar} " in rendered(panel)
    assert f"| {ascii_bar} " in rendered(panel, ascii_only=True)


def test_the_word_of_a_release_manager_is_kept() -> None:
    text = rendered(magi_document({"seat": "a", "position": "NO-GO", "confidence": 80}, LOGOS, SOPHIA))
    assert "a        → NO-GO   (confidence: 80)" in text


@pytest.mark.parametrize("form", ["text", "markdown", "madr"])
@pytest.mark.parametrize(("lang", "title"), [("en", "DEGRADED PANEL"), ("ja", "パネル欠員")])
def test_a_degraded_panel_is_said_above_everything_else(form: str, lang: str, title: str) -> None:
    lines = rendered("magi_degraded_engines", form, lang=lang).split("\n")
    assert title in "\n".join(lines[:3])
    assert not any("Adopt Postgres" in line for line in lines[:3])


def test_a_complete_panel_is_not_called_degraded() -> None:
    assert "DEGRADED" not in rendered("magi_majority")


def test_what_is_said_once_is_not_said_again_as_a_flag() -> None:
    assert rendered("magi_safety_dissent").count("Strong dissent (Pathos)") == 1


def test_a_large_panel_says_what_it_leaves_out_and_how_to_see_it() -> None:
    text = rendered(_large(300, 100))
    assert "300 of 300 seats counted; --json shows each" in text
    assert "88 more are not shown; --json shows all." in text
    assert len(text.split("\n")) < 60


def test_of_many_dissents_the_surest_come_first() -> None:
    assert "(REJECT, 68; high risk)" in rendered(_large(300, 100)).split("Dissent\n")[1].split("\n")[0]


def test_a_panel_of_twelve_is_shown_seat_by_seat_and_one_of_thirteen_is_not() -> None:
    assert "s011     →" in rendered(_large(12, 3))
    assert "s012     →" not in rendered(_large(13, 3))


def test_heads_and_weight_are_both_given_where_they_differ() -> None:
    heavy = {**PATHOS, "weight": 5}
    assert "By weight: APPROVE 2, REJECT 5." in rendered(magi_document(LOGOS, heavy, SOPHIA))
    assert "By weight" not in rendered(magi_document(LOGOS, PATHOS, SOPHIA))


def test_a_very_long_reason_is_cut_and_says_so() -> None:
    text = rendered(magi_document({**LOGOS, "rationale": "word " * 500}, SOPHIA, PATHOS))
    assert "(truncated; --json shows all)" in " ".join(text.split())


def test_a_block_gives_the_reasons_and_the_alternatives() -> None:
    text = rendered("magi_unanimous_rejection")
    assert "Logos: Nothing else tests migrations" in text
    assert "A smaller staging" in text
    assert text.endswith("May not be acted on: blocked; needs risk acceptance.\n")


def test_the_options_put_to_a_person_are_numbered() -> None:
    text = rendered("judges_none")
    assert "  1. A - risk: Safe\n  2. B - value: Useful\n  3. C - effort: Cheap\n" in text


def test_plain_english_text_loads_no_other_form_or_language() -> None:
    script = (
        "import sys; from tests.reports.reporting import rendered; before = set(sys.modules);"
        "rendered('magi_majority'); print(' '.join(set(sys.modules) - before))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    unwanted = {
        "quorate.reports.layouts.decision_report",
        "quorate.reports.layouts.decision_record",
        "quorate.reports.language.ja",
        "unicodedata",
    }
    assert "quorate.reports.writers.text" in loaded
    assert not loaded & unwanted


def test_a_protocol_that_somebody_added_is_shown_in_plain_words() -> None:
    seat = Seat("alpha")
    receipt = Receipt(
        question="sha256:0",
        basis="heads",
        roster=(Ballot(seat, "tea"),),
        counted=("alpha",),
        total_heads=1,
        total_weight=1,
        threshold=Threshold("at least", 1),
        share=1,
        margin=1,
        heads={"tea": 1},
        weight={"tea": 1},
        notes=(Note("steeped", "alpha", "four minutes"),),
    )
    verdict = Verdict(
        protocol="tasting",
        result="WELL_BREWED",
        choice="tea",
        action="proceed",
        requires=(),
        confidence=None,
        flags=("HOT",),
        escalations=(Escalation("L1", "hot_water", "mind the cup"),),
        dissents=(),
        conditions=(),
        alternatives=(),
        risks=(),
        conflicts=(),
        receipt=receipt,
        ask=None,
        native={},
    )
    for form in ("text", "markdown", "madr"):
        text = render(Question("What to drink?"), verdict, form=form)
        assert "WELL BREWED" in text
        assert "alpha: four minutes" in text
        assert "mind the cup" in text
