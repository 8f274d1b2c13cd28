"""The register over time in reports: what became of risks, dissents and conditions, who changed it, and when."""

import pytest

from quorate.deliberation.events import AUTHENTICATED, Tracked, Vindicated
from quorate.deliberation.people import override, release, revise
from quorate.deliberation.principal import Principal
from quorate.deliberation.register.follow_up import track, vindicate
from quorate.reports import render_register
from tests.deliberation.playing import BEN, Play, approve
from tests.reports.deliberating import ACTION, approved, blocked, degraded_and_unverified, mitigation_plan, play, told

CARA = Principal("cara", AUTHENTICATED)
LINK = "https://status.example/a_b?day=2"


def kept() -> Play:
    """A dissent with a plan, released, looked after, and right in the end."""
    played = mitigation_plan()
    played.take(*release(played.session, ACTION), author=BEN)
    change = Tracked("D1", "mitigated", "ann", due="2026-12-01", note="a drill was held")
    played.take(*track(played.session, change), author=BEN)
    return played.take(*vindicate(played.session, Vindicated("D1", "Jobs were lost", LINK)), author=CARA)


def conditioned() -> Play:
    played = play().votes(Logos=approve(conditions=["Slowly"], risks=["Tools lag"]), Pathos=approve(), Sophia=approve())
    return played.take(*track(played.session, Tracked("C1", owner="ann", due="2026-12-01")), author=BEN)


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_dissent_is_shown_with_what_to_monitor_and_with_the_mark_of_what_happened() -> None:
    text = told(kept())
    start = text.index("\nDissent\n") + 1
    assert text[start : text.index("\n\n", start)].split("\n") == [
        "Dissent",
        "  - D1 Pathos (REJECT, 88; critical risk): No way back on failure",
        "    Mitigation: Keep the broker warm for a week.",
        "    Monitor: failed jobs per hour",
        "    Owner: ann",
        "    Due: 2026-12-01",
        "    Status: vindicated",
        "    VINDICATED: Jobs were lost (see https://status.example/a_b?day=2; cara",
        "    (authenticated), 2026-11-15 09:00:12Z)",
    ]


def test_who_changed_what_and_when_is_told() -> None:
    change = "2026-11-15 09:00:11Z, ben: D1: status mitigated; owner ann; due 2026-12-01; note: a drill was"
    assert change in flat(told(kept()))
    row = "| 2026-11-15 09:00:11Z | ben | unverified | D1 | status mitigated; owner ann; due 2026-12-01; note: a drill "
    for form in ("markdown", "madr"):
        assert row in told(kept(), form)


@pytest.mark.parametrize("form", ["markdown", "madr"])
def test_a_document_has_the_register_as_it_stands_and_a_link_to_what_happened(form: str) -> None:
    document = told(kept(), form)
    assert "| R1 = D1 | No way back on failure | Pathos | critical | Keep the broker warm for a week. |" in document
    assert "| failed jobs per hour | ann | 2026-12-01 | vindicated |" in document
    assert "- **D1 [vindicated] No way back on failure (Pathos)**\n  VINDICATED: Jobs were lost (see <" in document
    assert f"<{LINK}>" in document


def test_another_deliberation_is_linked_by_its_id() -> None:
    played = approved()
    happened = Vindicated("R1", "They broke", "MAGI-2026-1201-001")
    played.take(*vindicate(played.session, happened), author=BEN)
    assert "(see `MAGI-2026-1201-001`; ben," in told(played, "markdown")
    assert "(see MAGI-2026-1201-001; ben" in flat(told(played))


def test_an_address_that_is_not_plain_stays_text() -> None:
    played = approved().take(Vindicated("R1", "They broke", "https://x.example/|<b>"))
    assert "(see https://x.example/\\|&lt;b&gt;; ann" in told(played, "markdown")


def test_conditions_have_their_owner_and_their_day() -> None:
    assert "  - C1 Slowly\n    Owner: ann\n    Due: 2026-12-01\n    Status: open\n" in told(conditioned())
    table = "| No. | Condition | Mitigation | Monitor | Owner | Due | Status |"
    for form in ("markdown", "madr"):
        document = told(conditioned(), form)
        assert table in document
        assert "| C1 | Slowly | - | - | ann | 2026-12-01 | open |" in document
        assert "| R1 | Tools lag | Logos | medium | - | - | - | - | open |" in document


def test_an_override_that_is_looked_after_stays_a_risk_of_the_report() -> None:
    played = blocked()
    played.take(*override(played.session, "A day of slow jobs", "ben", CARA, played.now), author=CARA)
    played.take(*track(played.session, Tracked("R1", "accepted", monitor="jobs per hour")), author=BEN)
    assert "Went ahead against the panel: A day of slow jobs" in flat(told(played))
    risk = "Went ahead against the panel: A day of slow jobs"
    assert f"| R1 | {risk} | cara | high | - | jobs per hour | ben | - | accepted |" in told(played, "markdown")


def test_a_missing_ballot_that_is_looked_after_stands_among_the_risks() -> None:
    played = degraded_and_unverified()
    assert "No ballot from Pathos" not in told(played)
    played.take(*track(played.session, Tracked("R1", owner="ann")), author=BEN)
    assert "- R1 [medium] No ballot from Pathos: absent (Pathos)\n    Owner: ann" in told(played)
    assert "R1 ［中］Pathosの票がない" in told(played, lang="ja")


def test_a_japanese_reader_reads_it_in_japanese() -> None:
    text, document = told(kept(), lang="ja"), told(kept(), "markdown", lang="ja")
    assert "状態：的中" in text
    assert "【的中】Jobs were lost（参照：" in text
    assert "登録簿の変更履歴" in text
    assert "| D1 | 状態 対応済み；担当者 ann；期日 2026-12-01；備考：a drill was held |" in document


def test_every_protocol_shows_its_register() -> None:
    option = {"id": "A"}, {"id": "B"}
    asked = {"subject": "Which?", "options": list(option)}
    for protocol, votes in (
        ("judges", [{"option": one, "confidence": "HIGH", "reasoning": f"{one} it is"} for one in "AAB"]),
        ("quorum", [{"vote": one, "reasoning": f"{one} it is"} for one in ("resume", "resume", "block")]),
    ):
        question = asked if protocol == "judges" else {"subject": "Go on?"}
        one = Play(protocol=protocol, question=question)
        for seat, vote in zip(("Logos", "Pathos", "Sophia"), votes, strict=True):
            one.vote(seat, vote)
        one.take(*vindicate(one.session, Vindicated("D1", "It broke")), author=BEN)
        for form in ("text", "markdown", "madr"):
            assert "VINDICATED: It broke (ben," in flat(told(one, form))


def test_many_changes_are_cut_in_the_text_and_whole_in_the_document() -> None:
    played = approved()
    for number in range(7):
        played.take(*track(played.session, Tracked("R1", note=f"looked at, {number}")))
    text = told(played)
    assert "The last 5 of 7 changes; the Markdown report has all." in text
    assert "looked at, 1" not in text
    assert all(f"note: looked at, {number}" in told(played, "markdown") for number in range(7))


def test_a_report_is_as_before_where_nothing_was_tracked() -> None:
    assert "| R1 | No way back on failure | Pathos |" in told(mitigation_plan(), "markdown")
    assert "Changes to the register" not in told(mitigation_plan())


def test_the_register_alone_has_every_item_and_every_change() -> None:
    shown = render_register(kept().session)
    assert shown.startswith(
        "MAGI-2026-1115-001: Move the queue to Postgres?\n\nDissent\n  - D1 [critical, vindicated] No"
    )
    assert "owner ann" in shown
    assert "登録簿の変更履歴" in render_register(kept().session, lang="ja", width=40)
    assert max(map(len, render_register(kept().session, width=50).splitlines())) <= 50


def test_what_an_earlier_verdict_left_says_so() -> None:
    played = approved()
    played.take(*track(played.session, Tracked("R1", owner="ann")))
    played.take(*revise(played.session, {"context": "Another one"}, by=BEN), author=BEN).settle()
    played.votes(Logos=approve(), Pathos=approve(), Sophia=approve())
    assert "| open (of an earlier verdict) |" in told(played, "markdown")
    assert "R1 [medium, open (of an earlier verdict)] Vendor tools lag behind" in flat(render_register(played.session))
