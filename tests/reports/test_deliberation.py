"""The report on a whole deliberation: how it stands, and what people answered."""

import subprocess
import sys

import pytest
import yaml

from quorate.core.errors import UnknownName
from quorate.deliberation.events import Policy, Resolved
from quorate.deliberation.people import release, resolve
from quorate.deliberation.permission import refusal
from quorate.reports import FORMS, LANGUAGES, render
from tests.deliberation.playing import BEN, approve, moment, people, reject
from tests.reports.deliberating import (
    ACTION,
    QUESTION,
    STORIES,
    approved,
    blocked,
    blocked_and_overridden,
    choose,
    degraded_and_unverified,
    hard_limit,
    judges_answered,
    mitigation_plan,
    play,
    revoked,
    safety_dissent,
    split_and_held,
    split_and_open,
    split_and_overdue,
    superseded,
    told,
)


def _flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("story", STORIES)
@pytest.mark.parametrize("form", FORMS)
def test_it_says_that_it_may_be_acted_on_exactly_where_a_release_would_succeed(story: str, form: str) -> None:
    played = STORIES[story]()
    text = told(played, form, width=300)
    assert ("May be acted on." in text) == (refusal(played.session) == "")
    assert ("May not be acted on: " in text) == (refusal(played.session) != "")


@pytest.mark.parametrize("story", STORIES)
def test_the_banner_never_promises_more_than_the_last_word(story: str) -> None:
    played = STORIES[story]()
    text = told(played)
    assert "MAY BE ACTED ON" not in text or not refusal(played.session)
    assert "Action: EXECUTE" not in text or not refusal(played.session)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_verdict_alone_would_show_is_all_there(form: str, lang: str) -> None:
    played = approved()
    assert played.session.verdict
    alone = render(played.session.question, played.session.verdict, form=form, lang=lang, date="2026-11-15")
    shown = told(played, form, lang=lang)
    missing = [line for line in alone.split("\n") if line not in shown.split("\n")]
    assert missing == []


def test_the_head_names_the_deliberation_and_who_opened_it() -> None:
    text = told(approved(), "markdown")
    digest = approved().session.question.content_hash
    assert "- **Deliberation**: MAGI-2026-1115-001\n- **State**: decided\n- **Status**: active\n" in text
    assert f"- **Revision**: 1 ({digest})\n" in text
    assert "- **Opened**: 2026-11-15 09:00:01Z by ann\n" in text


def test_what_it_supersedes_is_in_the_head() -> None:
    assert "Supersedes    MAGI-2026-1114-003\n" in told(play(supersedes="MAGI-2026-1114-003"))


def test_without_a_date_it_bears_the_day_of_the_verdict() -> None:
    assert "- **Date**: 2026-11-15\n" in told(approved(), "markdown")
    assert "- **Date**: 2026-12-24\n" in told(approved(), "markdown", date="2026-12-24")


def test_an_override_is_an_escalation_of_level_four_and_adds_a_risk() -> None:
    played = blocked_and_overridden()
    before, after = told(blocked(), "markdown"), told(played, "markdown")
    assert "[L4] Overridden by cara (authenticated)" in after
    assert "Risk register" not in before
    accepted = "The broker's support ends on Friday; we accept a day of slow jobs."
    assert f"| R1 | Went ahead against the panel: {accepted} | cara | high | - | - | ben | open |" in after
    assert played.session.verdict == blocked().session.verdict


def test_a_plan_stands_beside_the_dissent_and_in_the_risk_register() -> None:
    text = told(mitigation_plan(), "markdown")
    plan, monitor = "Keep the broker warm for a week.", "failed jobs per hour"
    assert f"No way back on failure\n  Mitigation: {plan}\n  Monitor: {monitor}\n  Owner: ben\n" in text
    assert f"| R1 | No way back on failure | Pathos | critical | {plan} | {monitor} | ben | open |" in text
    assert f"Monitor the concern of Pathos: {monitor}" in told(mitigation_plan(), "madr")


def test_a_plan_answers_only_those_who_warned_of_safety_or_security() -> None:
    played = play(*people("a", "b", "c", "d", "e")).votes(
        a=approve(60),
        b=approve(60),
        c=approve(60),
        d=reject(89, concerns=["security"]),
        e=reject(70, dissent_note="Too dear"),
    )
    plan = Resolved("mitigation_plan", "Rotate the keys", owner="ben", monitor="logins")
    played.take(*resolve(played.session, plan, BEN, played.now), author=BEN)
    lines = told(played, "markdown").split("\n")
    assert [line.count("Rotate the keys") for line in lines if line.startswith("| ") and "Too dear" in line] == [0]
    assert [line.count("Rotate the keys") for line in lines if "| d | critical |" in line] == [1]


def test_what_is_met_is_no_longer_required() -> None:
    assert "Required before acting" in told(safety_dissent())
    assert "Required before acting" not in told(mitigation_plan())


def test_who_may_answer_and_until_when_is_said_with_what_is_required() -> None:
    text = _flat(told(split_and_open()))
    said = "May answer: ann, ben (until 2026-11-15 10:30:04Z; without an answer, it does not go ahead)."
    assert f"- A person's choice. - {said}" in text
    assert "Anyone may answer (no deadline)." in told(degraded_and_unverified())


def test_a_choice_not_to_go_ahead_is_shown_as_such() -> None:
    text = told(split_and_held(), width=100)
    assert 'chose "Pathos: REJECT": do not go ahead' in text
    assert "DO NOT GO AHEAD" in text
    assert text.endswith("May not be acted on: a person decided not to go ahead.\n")


def test_a_choice_is_told_in_the_readers_language() -> None:
    assert "「Pathos：反対」を選択。実行しない" in told(split_and_held(), lang="ja")


def test_no_answer_in_time_is_nobodys_decision() -> None:
    text = _flat(told(split_and_overdue()))
    assert "- Nobody answered by 2026-11-15 10:30:04Z: by policy, it does not go ahead." in text
    assert text.endswith("May not be acted on: nobody answered in time.")


def test_a_choice_holds_while_something_else_is_required() -> None:
    question = {**QUESTION, "reversibility": "low"}
    played = play(question=question, policy=Policy(ballots_by=moment(50), at_ballots_by="count"))
    played.votes(Logos=approve(), Pathos=reject(90, concerns=["safety"])).later(60).settle()
    played.take(*choose(played.session, "Logos: APPROVE", True, BEN), author=BEN)
    text = told(played)
    assert "Action: HOLD - verification required first" in text
    assert "ON HOLD" in text
    assert text.endswith("May not be acted on: needs verification.\n")


def test_a_hard_limit_is_not_said_to_be_open_to_an_override() -> None:
    text = told(hard_limit())
    assert text.endswith("May not be acted on: blocked; a hard limit cannot be overridden.\n")
    assert "risk acceptance" not in text


def test_a_block_says_how_it_could_be_overridden() -> None:
    assert told(blocked()).endswith("May not be acted on: blocked; needs risk acceptance.\n")


def test_contested_judges_ask_no_more_once_a_person_has_chosen() -> None:
    text = told(judges_answered(), "markdown")
    assert "Your input is needed" not in text
    assert "Please select" not in text


@pytest.mark.parametrize(
    ("story", "status"),
    [
        ("approved_and_released", "accepted"),
        ("split_and_answered", "accepted"),
        ("split_and_open", "proposed"),
        ("split_and_held", "rejected"),
        ("split_and_overdue", "rejected"),
        ("blocked_and_overridden", "accepted"),
        ("degraded_and_unverified", "proposed"),
        ("sealed", "proposed"),
        ("superseded", "superseded by MAGI-2026-1115-002"),
        ("revoked", "deprecated"),
        ("declined", "rejected"),
        ("edited_and_open", "proposed"),
        ("hard_limit", "rejected"),
    ],
)
def test_the_status_of_a_decision_record_follows_from_the_deliberation(story: str, status: str) -> None:
    _, front, _ = told(STORIES[story](), "madr").split("---\n", 2)
    assert yaml.safe_load(front)["status"] == status


def test_a_decision_record_says_who_decided() -> None:
    text = told(STORIES["split_and_answered"](), "madr")
    assert 'Chosen option: "Logos: APPROVE", by ben; the magi verdict is' in text
    assert "Good, because" not in told(blocked_and_overridden(), "madr")


def test_nobody_is_asked_any_more_after_a_revocation() -> None:
    text = told(STORIES["evidence_revoked"](), "markdown")
    assert "- **State**: decided\n" in text
    assert "Anyone may answer" not in text
    assert "Required before acting" not in text


def test_a_release_ends_in_the_status() -> None:
    played = approved()
    assert "Status        active\n" in told(played)
    played.take(*release(played.session, ACTION))
    assert "Status        released at 2026-11-15 09:00:08Z\n" in told(played)


def test_a_revocation_gives_its_reason() -> None:
    assert "Status        revoked at 2026-11-15 09:00:08Z: The load figures were wrong\n" in told(revoked())
    assert "Action: NONE - superseded by MAGI-2026-1115-002" in told(superseded())


def test_an_unknown_form_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownName, match="no report form called 'pdf'"):
        told(approved(), "pdf")


def test_a_verdict_alone_is_shown_without_loading_deliberations() -> None:
    script = (
        "import sys; from tests.reports.reporting import rendered; rendered('magi_majority', 'markdown');"
        "print(*[name for name in sys.modules if name.startswith('quorate.deliberation')])"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []
