"""Engines in reports: the notice that stands first, errors, tokens and cost, seats that are one, notes on ballots.

Golden files are written anew with `QUORATE_GOLDEN=write pytest tests/reports/test_engines.py`.
"""

from typing import Any

import pytest
import yaml

from quorate.core.panel import Seat
from quorate.deliberation.engines.independence import not_independent
from quorate.deliberation.events import Policy, Reply
from quorate.deliberation.moves import close_round
from quorate.deliberation.people import revise, supersede
from quorate.deliberation.permission import refusal
from quorate.deliberation.principal import Principal
from quorate.replies.ballot import Expected
from quorate.replies.reading import read_text
from quorate.reports import FORMS, LANGUAGES
from quorate.reports.content.deliberation.panel_notice import opening_notice, shared_of
from quorate.reports.language import language
from tests.deliberation.playing import ANN, approve, opened_with, reject
from tests.reports.deliberating import QUESTION, told
from tests.reports.engine_deliberations import (
    CHILD,
    FREE,
    STORIES,
    TIMED_OUT,
    EnginePlay,
    child,
    claude_says,
    codex_says,
    engines,
    engines_lost,
    fallen_back,
    fallen_back_and_held,
    fallen_back_and_verified,
    fallen_back_and_voting,
    lenses,
    one_engine_fails,
    three_engines,
    two_engines,
    went_on_in_a_child,
)
from tests.reports.reporting import matches, rendered

LOOKS = [("en", False, 80), ("ja", False, 80), ("en", True, 40)]
DOCUMENTS = ["three_engines", "fallen_back_and_held", "fallen_back_and_voting", "went_on_in_a_child"]
EN, JA = (language(code) for code in LANGUAGES)


def flat(text: str) -> str:
    """The text without its boxes and line ends."""
    return " ".join(text.replace("║", " ").split())


@pytest.mark.parametrize("story", STORIES)
def test_the_text_of_every_panel_of_engines_stays_as_it_was(story: str) -> None:
    parts = []
    for lang, ascii_only, width in LOOKS:
        look = f"{lang}, {'ascii' if ascii_only else 'unicode'}, {width} columns"
        parts.append(f"##### {look}\n\n{told(STORIES[story](), lang=lang, ascii_only=ascii_only, width=width)}")
    assert matches(f"engines_{story}.txt", "\n".join(parts))


@pytest.mark.parametrize("form", ["markdown", "madr"])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("story", DOCUMENTS)
def test_the_documents_of_a_panel_of_engines_stay_as_they_were(story: str, lang: str, form: str) -> None:
    assert matches(f"engines_{story}.{form}.{lang}.md", told(STORIES[story](), form, lang=lang))


@pytest.mark.parametrize("story", STORIES)
@pytest.mark.parametrize("form", FORMS)
def test_it_says_that_it_may_be_acted_on_exactly_where_a_release_would_succeed(story: str, form: str) -> None:
    played = STORIES[story]()
    text = told(played, form, width=300)
    assert ("May be acted on." in text) == (refusal(played.session) == "")
    assert ("May not be acted on: " in text) == (refusal(played.session) != "")


@pytest.mark.parametrize("played", [fallen_back(), fallen_back_and_voting()], ids=["over", "open"])
def test_a_fall_back_is_said_first_with_a_line_per_engine(played: EnginePlay) -> None:
    lines = [line.strip("║ ") for line in told(played).split("\n")]
    assert lines[1] == "⚠ Engine Mode requested but external engines unavailable."
    engine_lines = ["Claude: available", "Codex: not found, or not usable", "Gemini: not found, or not usable"]
    assert lines[2:5] == engine_lines
    assert lines[5].startswith("→ Falling back to Simple Mode (Logos/Pathos/Sophia: one engine, Claude, in 3")
    for form in ("markdown", "madr"):
        text = told(played, form)
        assert text.index("Falling back to Simple Mode") < text.index("Move the queue")
        assert "".join(f"> - {line}\n" for line in engine_lines) in text


def test_the_front_matter_of_a_decision_record_tells_of_the_fall_back() -> None:
    for played in (fallen_back(), fallen_back_and_voting()):
        first, second, *_ = told(played, "madr").split("\n")
        assert (first, second) == ("---", "# Engine Mode requested but external engines unavailable.")


def test_a_panel_of_two_engines_names_the_missing_one_first() -> None:
    text = flat(told(two_engines()))
    assert text.index("missing: Gemini.") < text.index("Deliberation MAGI-")
    assert "Codex: available Gemini: not found" in text
    assert "→ Continuing with 2 engines, which are less diverse than three." in text


def test_a_child_says_first_which_engines_were_lost_and_links_to_its_parent() -> None:
    text = flat(told(child()))
    assert text.index("⚠ Engines failed during MAGI-2026-1115-000: Codex and Gemini.") < text.index("Part of MAGI-")
    assert "What came before is in MAGI-2026-1115-000." in text


def test_a_parent_says_first_that_it_went_on_in_its_child() -> None:
    text = flat(told(went_on_in_a_child()))
    assert text.index(f"→ Continued in Simple Mode as {CHILD}.") < text.index("DEGRADED PANEL")
    assert "⚠ Engines failed: Codex and Gemini. Codex: error Gemini: timeout" in text


def test_before_there_is_a_child_a_panel_that_lost_its_engines_is_only_degraded() -> None:
    text = told(engines_lost())
    assert "DEGRADED PANEL" in text.split("Deliberation")[0]
    assert "It went on" not in text


def test_what_a_person_superseded_did_not_go_on_in_a_child() -> None:
    played = one_engine_fails()
    played.take(*supersede(played.session, CHILD, ANN))
    assert "It went on" not in told(played)


def test_a_fall_back_that_would_release_an_action_says_why_a_person_is_asked() -> None:
    why = "a missing engine changed who was asked, and the verdict would release an action."
    for form in FORMS:
        text = flat(told(fallen_back_and_held(), form))
        assert text.count(f"Held until a person verifies it: {why}") == 2
        assert "May not be acted on: needs verification." in text


def test_a_fall_back_that_is_hard_to_undo_says_so() -> None:
    text = flat(told(fallen_back({**FREE, "reversibility": "low"})))
    assert "changed who was asked, and it is hard to undo." in text


def test_before_the_verdict_it_is_said_that_one_to_go_ahead_will_be_held() -> None:
    assert "A verdict to go ahead will be held until a person verifies it" in flat(told(fallen_back_and_voting()))


def test_once_a_person_has_verified_it_nothing_is_held() -> None:
    text = told(fallen_back_and_verified())
    assert "Held" not in text
    assert "Falling back to Simple Mode" in text
    assert "May be acted on." in text


def test_a_verdict_against_it_is_not_held_for_the_lost_engine() -> None:
    played = EnginePlay(*lenses(), lost=("codex", "gemini"), question=QUESTION)
    for seat in ("Logos", "Pathos", "Sophia"):
        played.brings(seat, claude_says(), reject(80))
    assert "Held" not in told(played)


def test_a_complete_panel_of_engines_has_no_notice() -> None:
    for form in FORMS:
        assert "!WARNING" not in told(three_engines(), form)
        assert "⚠" not in told(three_engines(), form)


def test_the_same_words_are_there_before_anybody_is_asked() -> None:
    notice = opening_notice(fallen_back().session.opened, EN)
    assert notice
    assert notice.title in told(fallen_back())
    assert opening_notice(three_engines().session.opened, EN) is None


@pytest.mark.parametrize("form", ["markdown", "madr"])
def test_engine_errors_are_yaml_in_exactly_the_keys_of_their_format(form: str) -> None:
    text = told(went_on_in_a_child(), form)
    found = [yaml.safe_load(block.split("```")[0]) for block in text.split("```yaml\n")[1:]]
    taken = {"action_taken": "fallback_to_simple"}
    assert found == [
        {
            "engine_error": {
                "engine": "Codex",
                "error_type": "cli_error",
                "detail": "codex ended with status 1: Not logged in",
                **taken,
            }
        },
        {
            "engine_error": {
                "engine": "Gemini",
                "error_type": "timeout",
                "detail": "no answer within 60 s, asked twice",
                **taken,
            }
        },
    ]
    assert [list(one["engine_error"]) for one in found] == [["engine", "error_type", "detail", "action_taken"]] * 2


def test_engine_errors_are_aligned_lines_on_a_terminal() -> None:
    entry = """
Engine errors
  - engine        Gemini
    error_type    timeout
    detail        no answer within 60 s, asked twice
    action_taken  ABSTAIN
"""
    assert entry in told(one_engine_fails())


def test_a_failed_engine_is_said_first_and_stands_in_the_risk_register() -> None:
    text = told(one_engine_fails(), "markdown")
    assert "1 of 3 seats cast no ballot: Gemini (timeout: no answer within 60 s, asked twice)." in text.split("\n# ")[0]
    assert "| R1 | No ballot from Gemini: timeout | Gemini | medium |" in text


def test_without_engine_errors_there_is_no_such_section() -> None:
    for form in FORMS:
        assert "Engine errors" not in told(fallen_back(), form)


def test_many_engine_errors_are_cut_on_a_terminal_and_not_in_a_document() -> None:
    played = EnginePlay(*(Seat(f"s{number:02}", "", f"openai:m{number}") for number in range(15)), question=FREE)
    for number in range(15):
        played.brings(f"s{number:02}", TIMED_OUT)
    assert told(played).count("error_type") == 12
    assert "3 more are not shown; --json shows all." in told(played)
    assert told(played, "markdown").count("error_type") == 15


def test_unknown_tokens_and_costs_are_unknown_and_never_zero() -> None:
    text = told(three_engines(), "markdown")
    assert "| Claude | claude-opus-5 | 1,200 | 340 | $0.0123 |" in text
    assert "| Codex | - | 900 | 210 | unknown |" in text
    assert "| Gemini | - | unknown | unknown | unknown |" in text
    assert "| Total | - | at least 2,100 | at least 550 | at least $0.0123 |" in text
    assert "- Cost unknown, in whole or in part: Codex and Gemini.\n- Budget: $2." in text
    assert "$0.0000" not in text


def test_where_nothing_is_known_the_sum_is_unknown() -> None:
    played = EnginePlay(*engines("codex", "gemini"), mode="engine", question=FREE)
    for seat in ("Codex", "Gemini"):
        played.brings(seat, TIMED_OUT)
    assert "| Total | - | unknown | unknown | unknown |" in told(played, "markdown")


def test_what_costs_almost_nothing_is_not_shown_as_nothing() -> None:
    text = told(fallen_back(), "markdown")
    assert "| Sophia | claude-opus-5 | 1,200 | 340 | below $0.0001 |" in text
    assert "| Total | - | 3,600 | 1,020 | $0.0300 |" in text


def test_after_a_repeated_call_the_cost_is_a_least_one() -> None:
    played = EnginePlay(*lenses(), question=FREE)
    for seat, attempts in (("Logos", 1), ("Pathos", 2), ("Sophia", 1)):
        played.brings(seat, claude_says("0.5", attempts=attempts), approve())
    text = told(played)
    assert "cost at least $1.5000" in flat(text)
    assert "A seat was called again; the cost of the earlier call is unknown." in text


def test_the_cost_of_a_call_that_nobody_waited_for_is_unknown() -> None:
    played = EnginePlay(*lenses(), question=FREE)
    played.brings("Logos", claude_says(), approve()).brings("Pathos", claude_says(), approve())
    played.calls("Sophia").take(*close_round(played.session, played.now, ANN))
    assert "| Sophia | - | unknown | unknown | unknown |" in told(played, "markdown")
    assert "Cost unknown, in whole or in part: Sophia." in told(played)


def test_the_calls_of_two_rounds_are_added_up() -> None:
    played = fallen_back()
    played.take(*revise(played.session, {"context": "A trial ran for a month."}, "news", by=Principal("ann"))).settle()
    assert "Tokens and cost" not in told(played)
    for seat in ("Logos", "Pathos", "Sophia"):
        played.brings(seat, claude_says("0.1"), approve())
    assert "| Logos | claude-opus-5 | 2,400 | 680 | $0.1100 |" in told(played, "markdown")
    assert "| Total | - | 7,200 | 2,040 | $0.3300 |" in told(played, "markdown")


def test_of_programs_that_say_no_cost_nothing_is_told_unless_there_is_a_budget() -> None:
    for policy, is_told in ((Policy(), False), (Policy(max_cost="0.5"), True)):
        played = EnginePlay(Seat("a", voter="command:x"), Seat("b", voter="command:y"), question=FREE, policy=policy)
        for seat in "ab":
            played.brings(seat, Reply("answered", "..."), approve())
        assert ("Tokens and cost" in told(played)) is is_told
        assert ("Budget: $0.5." in told(played)) is is_told


def test_one_model_in_three_seats_is_said_once_and_plainly() -> None:
    sentence = "Logos, Pathos and Sophia use the same model (claude): they are not independent."
    for played in (fallen_back(), fallen_back_and_voting()):
        for form in FORMS:
            assert flat(told(played, form)).count(sentence) == 1


def test_models_of_one_vendor_and_one_program_are_not_independent_either() -> None:
    seats = [
        Seat("a", voter="api:openai:gpt-6"),
        Seat("b", voter="codex"),
        Seat("c", voter="command:./ask --key=hidden"),
        Seat("d", voter="command:./ask --key=hidden"),
        Seat("e", voter="openai:llama@http://ann:secret@localhost"),
        Seat("f", voter="openai:llama@http://ann:secret@localhost"),
    ]
    assert shared_of(not_independent(opened_with(*seats)), EN) == (
        "c and d run the same program: they are not independent.",
        "e and f use the same model (openai:llama): they are not independent.",
        "a and b use models of one vendor (OpenAI): they are not independent.",
    )
    assert shared_of(not_independent(opened_with(*seats[:1])), EN) == ()


def test_of_many_seats_that_are_one_the_first_are_named() -> None:
    panel = [Seat(f"s{number}", voter="claude") for number in range(40)]
    (sentence,) = shared_of(not_independent(opened_with(*panel)), EN)
    assert sentence.startswith("s0, s1, ")
    assert " and 28 more (see --json) use the same model (claude)" in sentence


def test_notes_stand_under_the_seat_in_a_report_and_in_a_section_elsewhere() -> None:
    note = "its block was invalid and was read line by line"
    assert f"### Codex\n\n- **Vote**: APPROVE\n- **Confidence**: 70\n- **Notes**: {note}\n" in told(
        three_engines(), "markdown"
    )
    assert f"Notes on ballots\n  - Codex: {note}\n" in told(three_engines())
    assert f"### Notes on ballots\n\n- Codex: {note}\n" in told(three_engines(), "madr")


def test_an_inferred_ballot_is_marked_wherever_its_vote_stands() -> None:
    text = told(three_engines(), "markdown")
    assert "- **Vote**: REJECT (inferred)\n" in text
    assert "| Gemini | REJECT (inferred) | 60 |" in text
    assert "Gemini   → REJECT  (confidence: 60, inferred)" in told(three_engines())
    votes = [{"agent_id": name, "vote": "resume", "authority_weight": 1, "inferred": name == "b"} for name in "abc"]
    assert "(weight: 1, inferred)" in rendered({"protocol": "quorum", "question": "Resume?", "votes": votes})


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("form", FORMS)
def test_two_open_rounds_in_which_calls_brought_other_things_give_the_same_bytes(form: str, lang: str) -> None:
    def shown(*brought: Any) -> str:
        played = EnginePlay(*lenses(), lost=("codex",), question=QUESTION, policy=Policy(max_cost="2"))
        return told(played.brings("Logos", *brought), form, lang=lang)

    first = shown(claude_says("0.01"), approve())
    assert first == shown(claude_says("9", (5, 5)), reject(), "by_line")
    assert first == shown(codex_says(), approve(inferred=True))
    failed = [shown(Reply("error", detail=detail)) for detail in ("one", "two")]
    assert failed[0] == failed[1]


def test_the_errors_of_a_round_before_are_sealed_while_the_next_is_open() -> None:
    played = one_engine_fails()
    played.take(*revise(played.session, {"context": "A trial ran for a month."}, "news", by=Principal("ann")))
    assert "Engine errors" in told(played)
    assert "Engine errors" not in told(played.settle())


@pytest.mark.parametrize("protocol", ["judges", "evidence", "quorum"])
@pytest.mark.parametrize("form", FORMS)
def test_reports_of_every_protocol_tell_of_engines(protocol: str, form: str) -> None:
    votes: dict[str, dict[str, Any]] = {
        "judges": {"option": "A", "confidence": "HIGH", "reasoning": "better"},
        "evidence": {"option": "A", "vote": "accept", "confidence": 0.9},
        "quorum": {"vote": "resume", "reasoning": "fine"},
    }
    question = {**FREE, "options": [{"id": "A"}, {"id": "B"}]}
    played = EnginePlay(
        *engines("claude", "codex", "gemini"), protocol=protocol, mode="engine", question=question, lost=("gemini",)
    )
    played.brings("Claude", claude_says(), votes[protocol], "a note on it")
    text = flat(told(played.brings("Codex", codex_says(), votes[protocol]).brings("Gemini", TIMED_OUT), form))
    for part in ("missing: Gemini.", "DEGRADED PANEL", "a note on it", "Engine errors", "Tokens and cost"):
        assert part in text


def test_what_a_reader_notes_on_a_ballot_is_known_in_japanese() -> None:
    ballot = "```yaml\nnonce: n1\nposition: APPROVE with conditions\nconfidence: 80 or so\nx: a: b\n```"
    expected = Expected("magi", ("APPROVE", "REJECT", "ABSTAIN"), "n1")
    notes = read_text(ballot, expected).notes
    assert len(notes) > 3
    assert all(JA.knows(f"found.{note.code}") for note in notes)


def test_words_of_engines_cannot_break_out_of_a_document() -> None:
    nasty = "\x1b[31m\u202e```\n# x <script> | `a`"
    played = EnginePlay(*engines("claude", "codex"), mode="engine", question=FREE)
    played.brings("Claude", claude_says(), approve(), nasty)
    played.brings("Codex", Reply("error", detail=nasty))
    for form in FORMS:
        text = told(played, form)
        assert not {"\x1b", "\u202e"} & set(text)
        assert "\n# x" not in text
        assert form == "text" or "<script" not in text
