"""`quorate decide` with engines: who is asked, what is said before, and what becomes of engines that are lost."""

import json
import re

import pytest

from tests.surfaces.engine_room import ALL, GRAVE, SCORES, EngineRoom
from tests.surfaces.program import Ended, lines

ID = re.compile(r"MAGI-\d{4}-\d{4}-")
SECONDS = re.compile(r"\d+(\.\d)? s\b")


def said(ended: Ended) -> list[str]:
    """The lines on standard error without what differs from run to run."""
    return [SECONDS.sub("N s", ID.sub("", line)) for line in lines(ended)]


def test_without_engine_scores_and_panel_it_is_refused_in_a_few_lines(room: EngineRoom) -> None:
    ended = room("decide", "Adopt the queue?")
    assert (ended.status, ended.out) == (2, "")
    first, *ways = lines(ended)
    assert first == (
        "no engine can be asked: claude, codex, gemini; `quorate engines` shows what is missing and how to get it"
    )
    assert [way.strip().split("  ")[0] for way in ways] == [
        "these work without an engine:",
        "--seat NAME=person",
        "--seat NAME=openai:MODEL@URL",
        "--seat NAME=command:PROGRAM",
        "scores in the question",
        "quorate tally FILE",
    ]
    assert all(len(way) < 80 for way in ways)
    assert not room.home.exists()


def test_an_engine_that_is_logged_out_is_none(room: EngineRoom) -> None:
    room.standins.install("claude", logged_in=False)
    assert room("decide", "Adopt?").status == 2
    assert room.kept() == []
    assert room.calls() == {}


def test_a_question_with_scores_is_voted_on_by_the_scorecard_which_is_said(room: EngineRoom) -> None:
    ended = room("decide", room.file("q.yaml", SCORES))
    assert ended.status == 0
    assert said(ended)[0].startswith("NOTICE: no engine can be asked, so the scorecard votes: by the scores in the")
    assert "May be acted on." in ended.out


def test_where_much_depends_on_it_the_scorecard_does_not_stand_in_for_engines_unseen(room: EngineRoom) -> None:
    ended = room("decide", room.file("q.yaml", SCORES), *GRAVE, "--gate")
    assert ended.status == 4
    assert said(ended)[:2] == [
        (
            "NOTICE: Engine Mode requested, but no engine can be asked (Claude, Codex and Gemini): falling back to "
            "the scorecard. `quorate engines` shows what is missing"
        ),
        "NOTICE: because of that, a person must verify the verdict before it is acted on",
    ]
    assert "--verified TEXT" in ended.err


def test_in_simple_mode_one_engine_is_asked_three_times_and_that_is_said(room: EngineRoom) -> None:
    room.install(*ALL)
    ended = room("decide", "Adopt?", "--mode", "simple")
    assert (ended.status, room.calls()) == (0, {"claude": 3})
    assert said(ended)[0] == "NOTICE: Logos, Pathos and Sophia use the same model (claude), so they are not independent"
    assert sorted(said(ended)[2:]) == sorted(
        f"{seat}: {state}" for seat in ("Logos", "Pathos", "Sophia") for state in ("thinking", "answered after N s")
    )


def test_two_engines_that_are_logged_in_sit_in_engine_mode_by_default(room: EngineRoom) -> None:
    room.install("claude", "codex")
    ended = room("decide", "Adopt?")
    assert (ended.status, room.calls()) == (0, {"claude": 1, "codex": 1})
    assert not [line for line in lines(ended) if "NOTICE" in line]


def test_an_engine_that_the_settings_declare_sits_only_where_it_is_named(room: EngineRoom) -> None:
    room.install("claude", "agy")
    (room.folder / "settings" / "quorate").mkdir(parents=True)
    panel = '[panels.p]\nseats = [{seat = "a", voter = "claude"}, {seat = "b", voter = "agy"}]\n'
    room.file("settings/quorate/quorate.toml", f"[engines.agy]\ntimeout = 50\n{panel}")
    assert "agy" in [one["engine"] for one in room.json("engines")]
    assert room("decide", "Adopt?").status == 0
    assert room.calls() == {"claude": 3}
    assert room("decide", "Adopt?", "--panel", "p").status == 0
    assert (room.calls(), len(room.standins.calls("agy"))) == ({"claude": 4}, 1)


def test_where_claude_is_logged_out_it_is_said_who_answers_instead(room: EngineRoom) -> None:
    room.standins.install("claude", logged_in=False)
    room.install("codex")
    ended = room("decide", "Adopt?")
    assert (ended.status, room.calls()) == (0, {"codex": 3})
    assert said(ended)[0] == (
        "NOTICE: Claude cannot be asked: Codex answers for all seats. `quorate engines` shows what is missing"
    )


def test_in_engine_mode_claude_goes_first_and_nothing_has_to_be_noticed(room: EngineRoom) -> None:
    room.install(*ALL)
    ended = room("decide", "Adopt?", *GRAVE)
    assert (ended.status, room.calls()) == (0, dict.fromkeys(ALL, 1))
    assert said(ended)[:6] == [
        "001: magi, 3 seats",
        "Claude votes first; Codex and Gemini start once its vote is saved",
        "Claude: thinking",
        "Codex: waiting",
        "Gemini: waiting",
        "Claude: answered after N s",
    ]
    assert sorted(said(ended)[6:]) == [
        "Codex: answered after N s",
        "Codex: thinking",
        "Gemini: answered after N s",
        "Gemini: thinking",
    ]


def test_engine_mode_is_delivered_with_its_display_its_risks_and_the_next_step(room: EngineRoom) -> None:
    room.install("claude", "gemini", codex="500")
    ended = room("decide", "Adopt?", *GRAVE)
    assert "M A G I   E N G I N E   M O D E" in ended.out
    *_, command, deliberation, _, verdict, _, _ = lines(ended)[-1].split()
    assert (command, ID.sub("", deliberation), lines(ended)[-1].endswith("--verified TEXT")) == ("resolve", "001", True)
    assert re.fullmatch(r"[0-9a-f]{16}", verdict)
    assert "| R1 | No ballot from Codex: error | Codex | medium |" in room("report", deliberation).out


def test_two_engines_are_announced_before_anybody_is_asked(room: EngineRoom) -> None:
    room.install("claude", "gemini")
    ended = room("decide", "Adopt?", "--mode", "engine", "--json")
    assert said(ended)[0] == (
        "NOTICE: Engine Mode without Codex: 2 engines are asked, which are less diverse than three. "
        "`quorate engines` shows what is missing"
    )
    assert said(ended)[1] == "001: magi, 2 seats"
    assert room.calls() == {"claude": 1, "gemini": 1}


def test_one_engine_alone_falls_back_to_simple_mode_loudly_and_is_held_for_a_person(room: EngineRoom) -> None:
    room.install("gemini")
    ended = room("decide", "Adopt?", *GRAVE, "--gate")
    assert (ended.status, room.calls()) == (4, {"gemini": 3})
    assert said(ended)[:4] == [
        (
            "NOTICE: Engine Mode requested but external engines unavailable (Claude and Codex). Falling back to "
            "Simple Mode, with Gemini in three isolated calls. `quorate engines` shows what is missing"
        ),
        "NOTICE: because of that, a person must verify the verdict before it is acted on",
        "NOTICE: Logos, Pathos and Sophia use the same model (gemini), so they are not independent",
        "001: magi, 3 seats",
    ]
    assert room.json("show", room.json("log")["lines"][0]["id"])["still_required"] == ["verification"]


def test_what_can_be_undone_is_not_held_for_a_lost_engine(room: EngineRoom) -> None:
    room.install("claude")
    ended = room("decide", "Adopt?", "--mode", "engine")
    assert ended.out.rstrip().endswith("May be acted on.")
    assert not any("a person" in line for line in lines(ended))


def test_a_gate_is_held_for_a_lost_engine(room: EngineRoom) -> None:
    room.install("claude")
    ended = room("decide", "Adopt?", "--mode", "engine", "--gate")
    assert ended.status == 4
    assert any("a person must verify" in line for line in lines(ended))


def test_why_an_engine_failed_is_said_in_one_clean_line(room: EngineRoom) -> None:
    room.install("claude", "codex", gemini="escapes")
    ended = room("decide", "Adopt?", "--mode", "engine")
    (failed,) = [line for line in said(ended) if line.startswith("Gemini: error")]
    assert failed.startswith("Gemini: error after N s: gemini ended with status 1")
    assert "\x1b" not in ended.err
    assert "\u202e" not in ended.err
    assert len(failed) < 150


def test_what_is_unreadable_is_not_quoted_while_others_are_awaited(room: EngineRoom) -> None:
    room.install(claude="prose")
    ended = room("decide", "Adopt?", "--seat", "c=claude", "--seat", "ben=person")
    assert [line for line in said(ended) if line.startswith("c:")] == [
        "c: thinking",
        "c: asked again for the ballot",
        "c: unreadable after N s",
    ]


def test_when_both_external_engines_are_lost_it_goes_on_in_simple_mode_with_new_rows(room: EngineRoom) -> None:
    room.install("claude", codex="500", gemini="401")
    ended = room("decide", "Adopt?", "--mode", "engine")
    assert (ended.status, room.calls()) == (0, {"claude": 4, "codex": 1, "gemini": 1})
    told = said(ended)
    announced = told.index("Codex and Gemini failed: continuing as 002 in Simple Mode")
    assert {line.partition(":")[0] for line in told[:announced]} == {"001", "Claude", "Codex", "Gemini"} | {
        "Claude votes first; Codex and Gemini start once its vote is saved"
    }
    assert told[announced + 1] == "002: magi, 3 seats"
    assert {line.partition(":")[0] for line in told[announced + 2 :]} == {"Logos", "Pathos", "Sophia"}
    assert ID.sub("", room.json("log")["lines"][1]["id"]) == "001"


def test_engines_that_are_lost_later_are_not_replaced_because_they_have_voted(room: EngineRoom) -> None:
    room.install(*ALL)
    decided = room("decide", "Adopt?", "--mode", "engine", "--json")
    deliberation = json.loads(decided.out)["id"]
    room.install("claude", codex="500", gemini="500")
    again = room("redeliberate", deliberation, "--trigger", "changed_conditions", "--json")
    found = json.loads(again.out)
    assert (found["id"], found["status"], found["still_required"]) == (
        deliberation,
        "active",
        ["risk_acceptance", "more_context"],
    )
    assert found["verdict"]["result"] == "INSUFFICIENT_QUORUM"


def test_whoever_resumes_the_first_is_led_to_its_child(room: EngineRoom) -> None:
    room.install("claude", codex="500", gemini="500")
    child = room.json("decide", "Adopt?", "--mode", "engine")["id"]
    parent = room.json("log")["lines"][1]["id"]
    ended = room("resume", parent, "--json")
    assert said(ended)[0] == "001 continues as 002"
    assert f'"id":"{child}"' in ended.out
    assert room.calls()["claude"] == 4


def test_a_repeated_request_is_answered_with_the_child_too(room: EngineRoom) -> None:
    room.install("claude", codex="500", gemini="500")
    asked = ("decide", "Adopt?", "--mode", "engine", "--key", "k")
    assert room.json(*asked) == room.json(*asked)
    assert room.calls()["claude"] == 4


def test_lost_engines_of_what_releases_an_action_are_not_replaced(room: EngineRoom) -> None:
    room.install("claude", codex="500", gemini="500")
    action = room.file("deploy.sh", "deploy\n")
    ended = room("decide", "Adopt?", "--mode", "engine", "--action", action, "--gate")
    assert ended.status != 0
    assert "goes on as" not in ended.err
    assert len(room.json("log")["lines"]) == 1


def test_seats_of_one_vendor_are_named(room: EngineRoom) -> None:
    room.install("claude")
    ended = room("decide", "Adopt?", "--seat", "a=claude:opus", "--seat", "b=claude:sonnet")
    assert said(ended)[0] == "NOTICE: a and b use models of one vendor (Anthropic), so they are not independent"


@pytest.mark.parametrize("seat", ["x=claude", "x=claude:opus"])
def test_an_engine_that_is_named_and_missing_is_refused(seat: str, room: EngineRoom) -> None:
    ended = room("decide", "Adopt?", "--seat", seat, "--seat", "y=person")
    assert (ended.status, ended.out) == (2, "")
    assert lines(ended) == [
        (
            "seat x: no program called 'claude' on the PATH; npm install -g @anthropic-ai/claude-code, then: "
            "claude auth login, or set ANTHROPIC_API_KEY"
        )
    ]
    assert not room.home.exists()


def test_notices_are_said_again_to_whoever_goes_on(room: EngineRoom) -> None:
    room.install("claude")
    found = room.json("decide", "Adopt?", "--seat", "a=claude", "--seat", "b=claude", "--seat", "c=person")["id"]
    assert said(room("resume", found))[0] == "NOTICE: a and b use the same model (claude), so they are not independent"


def test_everything_is_said_in_japanese_too(room: EngineRoom) -> None:
    room.install("claude")
    ended = room("decide", "Adopt?", *GRAVE, "--lang", "ja")
    assert said(ended)[0].startswith("注意：エンジンモードが要求されましたが、CodexとGemini に尋ねられません。")
    assert any(re.fullmatch(r"Logos: 回答済み（[\d.]+ 秒）", line) for line in lines(ended))
