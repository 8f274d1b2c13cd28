"""What reports tell of later rounds: re-deliberations, debates, deadlocks.

The reports stand word for word in golden files; how to write them anew is said in test_deliberation_golden.py.
"""

import pytest

from quorate.deliberation.events import Policy, RoundOpened
from quorate.deliberation.moves import close_round
from quorate.deliberation.rounds.deadlock import reframed_by_policy
from quorate.reports import FORMS, render_deliberation
from tests.deliberation.playing import ANN, BEN, Play, approve, people, reject
from tests.reports.deliberating import choose, play, told
from tests.reports.reporting import matches
from tests.reports.round_stories import (
    ABSTAIN,
    MEASURED,
    SMALLER,
    STORIES,
    again,
    asked_again,
    challenged,
    contested,
    deadlocked,
    debated,
    debating,
    declined,
    divided,
    judged,
    many_facts,
    recommended,
    reframed,
    settled_by_evidence,
    split,
)

UNNAMED = "this round asked only the seats that were named"
LOOKS = [("en", False, 80), ("ja", False, 80), ("en", True, 40)]


@pytest.mark.parametrize("story", STORIES)
def test_the_text_stays_as_it_was(story: str) -> None:
    parts = []
    for lang, ascii_only, width in LOOKS:
        look = f"{lang}, {'ascii' if ascii_only else 'unicode'}, {width} columns"
        shown = told(STORIES[story](), lang=lang, ascii_only=ascii_only, width=width)
        parts.append(f"##### {look}\n\n{shown}")
    assert matches(f"rounds_{story}.txt", "\n".join(parts))


@pytest.mark.parametrize("form", ["markdown", "madr"])
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("story", ["many_facts", "reframed", "debated", "debating", "overridden_then_asked_again"])
def test_the_documents_stay_as_they_were(story: str, lang: str, form: str) -> None:
    assert matches(f"rounds_{story}.{form}.{lang}.md", told(STORIES[story](), form, lang=lang))


@pytest.mark.parametrize("form", FORMS)
def test_a_re_deliberation_is_told_with_trigger_evidence_seats_and_both_verdicts(form: str) -> None:
    report = told(settled_by_evidence(), form)
    for said in ("new evidence", "The load test is done", "It held 4,000 jobs a second", "Split", "by majority"):
        assert said in report


def test_what_changed_is_a_table_seat_by_seat() -> None:
    report = told(settled_by_evidence(), "markdown")
    assert "| Seat | Before | After | Change |" in report
    assert "| Pathos | REJECT (70) | APPROVE (95) | changed, moved by more than 20 points |" in report
    assert f"| Logos | APPROVE (65) | APPROVE (65) | not asked: {UNNAMED}; its earlier ballot counts |" in report


def test_a_long_history_shows_its_last_rounds_and_says_so() -> None:
    text, document = told(many_facts()), told(many_facts(), "markdown")
    assert "The last 3 of 6 rounds; the Markdown report has all." in text
    assert text.count("Trigger:") == 3
    assert document.count("**Trigger**") == 5
    assert "…" in text
    assert document.count("a long story. " * 59) == 3


def test_new_facts_are_told_as_such() -> None:
    assert told(many_facts(), "markdown").count("not counted against the limit of two re-deliberations") == 3


def test_while_a_round_is_open_it_is_said_what_is_new_and_nothing_of_ballots() -> None:
    report = told(asked_again())
    assert "New: It held 4,000 jobs a second for a whole night." in report
    assert "Night shifts suffer" not in report
    assert "May not be acted on: it is being deliberated again." in report


@pytest.mark.parametrize("form", FORMS)
def test_in_a_debate_the_arguments_are_shown_without_names(form: str) -> None:
    report = told(debating(), form)
    arguments = [line for line in report.splitlines() if "Argument " in line]
    assert len(arguments) == 3
    assert not [line for line in arguments if any(seat in line for seat in ("risk", "value", "effort"))]


def test_an_open_debate_is_sealed() -> None:
    plays = [divided().vote("risk", judged(option, "so", challenge="no", convinced_by="yes")) for option in "AB"]
    histories = [[stored._replace(hash="") for stored in played.history] for played in plays]
    for form in FORMS:
        reports = [
            render_deliberation(one.session, history, form=form) for one, history in zip(plays, histories, strict=True)
        ]
        assert reports[0] == reports[1]


@pytest.mark.parametrize("form", FORMS)
def test_a_debate_tells_who_changed_who_stayed_and_who_failed(form: str) -> None:
    report = " ".join(told(debated(), form).split())
    for said in ("Riches burn, and small is not safe", "B may burn", "the program ended with status 1", "RECOMMENDED"):
        assert said in report


def test_debates_that_convince_nobody_end_contested() -> None:
    report = told(contested(), "markdown")
    assert "Final result after 2 debate rounds: CONTESTED." in report
    assert "Contested Decision" in report
    assert "Nobody changed their mind." in report
    assert "Final result after 2 challenge rounds: CONTESTED." in told(challenged(), "markdown")
    assert "2回の反論ラウンド後の最終結果" in told(challenged(), "markdown", lang="ja")


@pytest.mark.parametrize("form", FORMS)
def test_a_deadlock_shows_its_ladder_and_its_children(form: str) -> None:
    report = " ".join(told(reframed(), form).split())
    for said in ("MAGI-2026-1115-002: Is this answered: Nights get longer?", "Reframed into", "no policy was set"):
        assert said in report


@pytest.mark.parametrize("form", FORMS)
def test_the_choice_that_can_be_undone_is_recommended_with_what_to_monitor(form: str) -> None:
    report = " ".join(told(recommended(), form).split())
    watched = "Recommended: REJECT, the only choice that can be undone. Monitor: The disk fills; Nights get longer."
    assert watched in report
    assert "Recommended:" not in told(deadlocked(), form)


def test_the_ladder_says_who_decided_at_last() -> None:
    assert "Escalated: a person has decided." in told(declined())
    assert "Escalate: waiting for a person." in told(deadlocked())


def test_one_round_has_no_history() -> None:
    report = told(play().votes(Logos=approve(), Pathos=approve(), Sophia=reject()), "markdown")
    assert "History of rounds" not in report
    assert "Deadlock" not in report


def test_a_large_panel_shows_only_the_seats_that_moved() -> None:
    names = [f"s{number:02}" for number in range(20)]
    played = Play(*people(*names))
    for number, name in enumerate(names):
        played.vote(name, approve() if number % 2 else reject())
    again(played, MEASURED, seats=("s00",)).vote("s00", approve(99))
    text, document = told(played), told(played, "markdown")
    assert "s00: REJECT (80) → APPROVE (99): changed" in text
    assert "s01: APPROVE (80)" not in text
    assert document.count(f"not asked: {UNNAMED}; its earlier ballot counts") == 19


def test_the_most_confident_seat_is_not_called_a_person() -> None:
    report = told(STORIES["bound"]())
    assert "a person decided" not in report
    assert "the most confident seat (Pathos) chose" in " ".join(report.split())
    free = deadlocked(Policy(deadlock="most-confident"), question={"subject": "Move it?"})
    free.later(1).settle()
    assert "most confident seat's choice applies" in " ".join(told(free).split())


def test_what_the_most_confident_seat_chose_is_no_answer_of_a_person() -> None:
    held = " ".join(told(STORIES["bound"](), "markdown").split())
    assert "### Decided by policy - policy, 2026-11-15 09:10:20Z: by the deadlock policy, the most confident" in held
    assert "People's answers" not in held
    played = play(policy=Policy(deadlock="most-confident"), question={"subject": "Move it?", "action": "move"})
    played.votes(Logos=approve(90), Pathos=reject(60), Sophia=ABSTAIN)
    for _ in range(2):
        again(played, SMALLER).vote("Pathos", reject(60))
    played.settle()
    assert "May be acted on. By the deadlock policy, the most confident seat's choice applies" in flat(told(played))
    assert "膠着時の方針により、最も確信度の高い席の選択が有効です：賛成。" in told(played, lang="ja").replace("\n", "")


def test_smaller_questions_that_were_settled_beforehand_are_no_answer_of_a_person() -> None:
    played = deadlocked(Policy(deadlock="reframe"))
    played.take(*reframed_by_policy(played.session))
    shown = flat(told(played))
    assert "Reframed by policy, 2026-11-15 09:00:19Z, into 3 smaller questions:" in shown
    assert "Decided by policy - policy, 2026-11-15 09:00:19Z: Broken into smaller questions:" in shown


def test_a_person_who_repeats_the_words_of_the_policy_is_named() -> None:
    words = "settled beforehand: in a deadlock the surest seat decides, which is Pathos"
    played = split()
    played.take(*choose(played.session, "Pathos: REJECT", False, BEN, words), author=BEN)
    assert f'ben, 2026-11-15 09:00:09Z: chose "Pathos: REJECT": do not go ahead. {words}' in flat(told(played))


def test_evidence_that_stood_there_before_is_not_told_again() -> None:
    played = settled_by_evidence()
    asked = played.session.question.content_hash
    played.take(RoundOpened(3, ("Logos",), asked, "redeliberation", "new_evidence", "Once more", MEASURED.evidence))
    played.vote("Logos", approve(70, rationale="The load fits"))
    document = told(played, "markdown")
    assert document.count("> It held 4,000 jobs a second") == 1
    assert "- **What was new**: as in round 2" in document
    assert "What was new: as in round 2" in told(played)


@pytest.mark.parametrize("form", ["markdown", "madr"])
def test_earlier_arguments_are_told_once_with_all_that_came_with_them(form: str) -> None:
    document = flat(told(many_facts(), form))
    assert document.count("Pathos, REJECT (70): Night shifts suffer") == 1
    assert "Concerns: safety: Nights get longer. Alternatives: A smaller queue" in document
    assert document.count("as in round 1") == 4


def test_a_ballot_that_stands_is_not_told_as_an_earlier_one() -> None:
    earlier = told(settled_by_evidence(), "markdown").partition("### Round 1: first")[2].partition("###")[0]
    assert "Pathos, REJECT (70): Night shifts suffer" in earlier
    assert "Logos" not in earlier


def test_who_gave_no_ballot_in_the_first_round_is_told_with_the_others() -> None:
    played = play(*people("a", "b")).vote("a", approve(70, rationale="The load fits"))
    played.take(*close_round(played.session, played.now, ANN)).settle()
    again(played, SMALLER, seats=("b",)).vote("b", reject(60))
    earlier = told(played, "markdown").partition("### Round 1: first")[2].partition("###")[0]
    assert "- b (absent: the round was closed)" in earlier


def test_a_large_panel_has_its_first_arguments_told() -> None:
    names = [f"s{number:03}" for number in range(120)]
    played = Play(*people(*names))
    for name in names:
        played.vote(name, reject(rationale=f"{name} does not like it"))
    again(played, SMALLER, seats=tuple(names))
    for name in names:
        played.vote(name, approve(rationale="Yes"))
    assert told(played, "markdown").count("does not like it") == 100
    assert told(played).count("does not like it") == 12


def flat(text: str) -> str:
    return " ".join(text.split())
