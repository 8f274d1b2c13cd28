"""What makes the tool pleasant every day, each at a terminal of 80 columns and 24 lines."""

import re
import shlex
from typing import Any

import pytest

from tests.surfaces.engine_room import EngineRoom
from tests.surfaces.office import Office
from tests.surfaces.program import QUORATE
from tests.surfaces.terminal import ESCAPES, Terminal, answer, ended

ROWS = 24
CHOICE = "or your own words (empty: later; decline): "
SPLIT = {"claude": {"position": "APPROVE", "confidence": 82, "rationale": "It fits"}}
NO = {"position": "REJECT", "confidence": 68, "rationale": "Nights"}


@pytest.fixture
def screen(terminal: Terminal, room: EngineRoom) -> Any:
    """A terminal of 24 lines, with the engines of the room on its path."""

    def run(*arguments: str, **more: Any) -> Any:
        return terminal(*arguments, rows=ROWS, **{**room.variables, **more})

    return run


@pytest.fixture
def engines(room: EngineRoom) -> EngineRoom:
    """Three engines of which one disagrees."""
    for engine in ("claude", "codex"):
        room.standins.install(engine, vote=SPLIT["claude"])
    room.standins.install("gemini", vote=NO)
    room.file("move.sh", "./move-queue\n")
    return room


def decided(engines: EngineRoom) -> str:
    """The id of a deliberation of the three, with an action."""
    found: str = engines.json("decide", "Move it?", "--mode", "engine", "--action", "move.sh")["id"]
    return found


def test_the_short_form_fits_on_the_screen_and_the_last_line_says_the_outcome(engines: EngineRoom, screen: Any) -> None:
    found = decided(engines)
    status, seen = ended(screen("show", found))
    lines = seen.splitlines()
    assert (status, len(lines) <= ROWS) == (0, True), seen
    assert f"{found}: Approved by majority (2 of 3 votes)." in seen
    assert "M A G I   E N G I N E   M O D E" in seen
    assert "Gemini (REJECT, 68; medium risk): Nights" in seen
    outcome = next(line for line in reversed(lines) if "acted on" in line)
    assert outcome == "Approved by majority (2 of 3 votes). May be acted on."
    assert lines[-1] == f"Everything: quorate show {found} --full"
    assert "Receipt" not in seen


def test_full_shows_everything_and_ends_with_the_outcome_too(engines: EngineRoom, screen: Any) -> None:
    _, seen = ended(screen("show", decided(engines), "--full"))
    for heading in ("Deliberation", "Reasons", "Receipt", "Audit trail", "Tokens and cost"):
        assert heading in seen
    assert "Approved by majority (2 of 3 votes). May be acted on." in seen.splitlines()


def test_approve_reject_and_hold_have_colours_and_no_color_takes_them_away(engines: EngineRoom, screen: Any) -> None:
    found = decided(engines)
    child = screen("show", found)
    child.expect_exact("Everything")
    assert "\x1b[32mAPPROVE\x1b[0m" in child.before
    assert "\x1b[31mREJECT\x1b[0m" in child.before
    assert "\x1b[32mApproved by majority" in child.before
    child = screen("show", found, NO_COLOR="1")
    child.expect_exact("Everything")
    assert "\x1b" not in child.before
    held = engines.json("decide", "Now?", "--seat", "a=claude", "--seat", "b=gemini")["id"]
    child = screen("show", held)
    child.expect_exact("Everything")
    assert "\x1b[33mSplit (APPROVE 1, REJECT 1)" in child.before


def test_lists_and_show_say_which_record_they_read_and_here_is_the_project(engines: EngineRoom, screen: Any) -> None:
    found = decided(engines)
    for command in (("log",), ("inbox",), ("show", found)):
        _, seen = ended(screen(*command))
        assert seen.startswith(f"Record: {engines.home / 'quorate.db'}\n")
    engines.settings("# this is the project\n")
    (engines.folder / "src").mkdir()
    inside = ("-c", f"cd src && {shlex.quote(QUORATE)} decide 'Here?' --here --seat a=person:x --seat b=person:y")
    assert ended(screen(*inside, program="bash"))[0] == 0
    _, seen = ended(screen("log", "--here"))
    assert seen.startswith(f"Record: {engines.folder / 'quorate.db'}\n")
    assert ("Here?" in seen, "Move it?" in seen) == (True, False)
    assert "Here?" not in engines("log").out
    assert engines("log", "--here", "--store", "x.db").status == 2


def test_next_steps_can_be_typed_as_they_are(engines: EngineRoom, screen: Any) -> None:
    _, seen = ended(screen("decide", "Move it?", "--mode", "engine", "--action", "move.sh"))
    (hint,) = re.findall(r"quorate (release \S+ --action \S+)", " ".join(seen.split()))
    assert engines(*shlex.split(hint)).status == 0
    held = engines("decide", "Now?", "--seat", "a=claude", "--seat", "b=gemini", "--no-input")
    (hint,) = re.findall(r"quorate (resolve .*? --go)", held.err)
    assert engines(*shlex.split(hint)).status == 0
    waits = engines("decide", "Who?", "--seat", "my seat=person:ann", "--seat", "b=person:ben", "--no-input")
    (hint,) = re.findall(r"quorate (vote \S+ --seat 'my seat' --question \S+)", waits.err)
    assert engines(*shlex.split(hint), "--choice", "APPROVE", "--confidence", "80").status == 0


@pytest.mark.parametrize("typed", ["2", "B: reject", "b: REJECT", "reject", "nights. (confidence: 68)"])
def test_resolve_goes_straight_to_what_is_asked(typed: str, engines: EngineRoom, screen: Any) -> None:
    room = engines
    room.standins.install("gemini", vote={**NO, "rationale": "Nights."})
    found = room.json("decide", "Now?", "--seat", "a=claude", "--seat", "b=gemini")["id"]
    child = screen("resolve", found)
    child.expect_exact("Which way do we go?")
    answer(child, (CHOICE, typed))
    assert ended(child)[0] == 0
    (said,) = room.json("show", found)["answers"]
    assert (said["choice"], said["go"]) == ("b: REJECT", False)


def test_what_was_typed_is_never_thrown_away(engines: EngineRoom, screen: Any) -> None:
    found = engines.json("decide", "Now?", "--seat", "a=claude", "--seat", "b=gemini")["id"]
    child = screen("resolve", found)
    answer(child, (CHOICE, "the quiet way"))
    child.expect_exact("'the quiet way' is kept as your reason")
    child.expect_exact(CHOICE)
    child.sendeof()
    status, seen = ended(child)
    assert (status, "--reason 'the quiet way'" in " ".join(seen.split())) == (0, True)
    child = screen("resolve", found)
    answer(child, (CHOICE, "the quiet way"), (CHOICE, "1"), ("[y/N]: ", "y"))
    assert ended(child)[0] == 0
    (said,) = engines.json("show", found)["answers"]
    assert (said["choice"], said["text"]) == ("a: APPROVE", "the quiet way")


def test_vote_shows_only_the_words_of_its_kind_of_question(office: Office, terminal: Terminal) -> None:
    plain = office.opened("x=person", "y=person")
    child = terminal("vote", plain, "--seat", "x", rows=ROWS)
    child.expect_exact("Your choice: ")
    assert ("3  ABSTAIN" in child.before, "GO" in child.before, "HOLD" in child.before) == (True, False, False)
    child.sendintr()
    kind = office.file("go.yaml", "question: {subject: Launch?, decision_type: go_no_go}\n")
    asked = office.json("decide", kind, "--seat", "x=person", "--seat", "y=person")["id"]
    child = terminal("vote", asked, "--seat", "x", rows=ROWS)
    child.expect_exact("Your choice: ")
    assert ("2  GO WITH CONDITIONS" in child.before, "APPROVE" in child.before) == (True, False)
    child.sendintr()


def test_a_fraction_under_magi_is_asked_about(office: Office, terminal: Terminal) -> None:
    found = office.opened("x=person", "y=person")
    child = terminal("vote", found, "--seat", "x", rows=ROWS)
    answer(child, ("Your choice: ", "approve"), ("0 to 100: ", "0.8"), ("Did you mean 80? [y/N]: ", "y"))
    answer(child, ("in one line: ", ""), ("no more): ", ""))
    assert ended(child)[0] == 0
    wrong = office("vote", found, "--seat", "y", "--choice", "APPROVE", "--confidence", "0.8")
    assert (wrong.status, "use --confidence 80" in wrong.err) == (2, True)
    wrong = office("vote", found, "--seat", "y", "--choice", "APPROVE", "--confidence", "high")
    assert (wrong.status, wrong.err.startswith("--confidence: found 'high'")) == (2, True)
    wrong = office("vote", found, "--seat", "y", "--choice", "resume", "--confidence", "80")
    assert (wrong.status, wrong.err.startswith("--choice: found 'resume'; allowed: APPROVE")) == (2, True)
    office.vote(found, "y", "APPROVE")
    rows = office.json("show", found)["verdict"]["receipt"]["roster"]
    assert [row["confidence"] for row in rows] == ["80", "80"]


@pytest.mark.parametrize("said", ["adr.md", "docs/x.md"])
def test_a_file_is_never_asked_as_a_question(said: str, engines: EngineRoom, screen: Any) -> None:
    status, seen = ended(screen("decide", said))
    assert (status, f"did you mean --context {said}?" in " ".join(seen.split())) == (2, True)
    assert engines.calls() == {}


def test_a_panel_of_one_is_refused_before_anybody_is_paid(engines: EngineRoom, screen: Any) -> None:
    status, seen = ended(screen("decide", "Move it?", "--seat", "only=claude"))
    assert (status, "a panel of a single seat can never decide" in " ".join(seen.split())) == (2, True)
    assert (engines.calls(), "quorate.db" in engines.kept()) == ({}, False)
    plan = engines("decide", "Move it?", "--seat", "only=claude", "--dry-run")
    assert (plan.status, "would be refused: a panel of a single seat" in plan.out) == (2, True)


@pytest.mark.parametrize("installed", [(), ("claude",), ("claude", "codex", "gemini")])
def test_what_init_suggests_works(installed: tuple[str, ...], room: EngineRoom, screen: Any) -> None:
    room.install(*installed)
    status, seen = ended(screen("init"))
    (hint,) = re.findall(r"quorate (decide .*)", " ".join(seen.split()))
    assert (status, room(*shlex.split(hint), "--no-input").status) == (0, 0)


def test_short_ids_are_shown_in_full_before_something_changes(engines: EngineRoom, screen: Any) -> None:
    engines.standins.install("gemini", behaviour="500")
    found = decided(engines)
    engines.standins.install("gemini", vote=NO)
    child = screen("retry", "LAST")
    child.expect_exact(f"{found} Move it?")
    answer(child, ("Is this the one? [y/N]: ", "y"))
    status, seen = ended(child)
    assert (status, "Approved by majority (2 of 3 votes)." in seen) == (0, True)
    assert found in ended(screen("show", found[-3:].lower()))[1]


def test_the_outcome_of_the_last_one_is_told_once_a_person_has_seen_which_it_is(
    engines: EngineRoom, screen: Any
) -> None:
    found = decided(engines)
    child = screen("outcome", "last", "--was", "right")
    child.expect_exact(f"{found} Move it?")
    answer(child, ("Is this the one? [y/N]: ", "y"))
    assert ended(child)[0] == 0
    assert engines.json("show", found)["outcome"]["was"] == "right"


def test_help_is_in_groups(screen: Any) -> None:
    _, seen = ended(screen("--help"))
    for group in ("Decide:", "Look:", "Act:", "Keep the record:", "Count:", "Set up:"):
        assert f"\n{group}\n" in seen


def test_the_register_lists_risks_and_keeps_their_numbers(engines: EngineRoom, screen: Any) -> None:
    vote = {**SPLIT["claude"], "risks": ["The disk fills up"]}
    engines.standins.install("claude", vote=vote)
    engines.standins.install("gemini", behaviour="500")
    found = decided(engines)
    _, seen = ended(screen("risks"))
    assert ("The disk fills up" in " ".join(seen.split()), "Gemini" in seen) == (True, False)
    (number,) = re.findall(r"(R\d+) +open", seen)
    assert f"| {number} | The disk fills up |" in engines("report", found).out
    assert engines("risks", "set", found, number, "--owner", "ann").status == 0
    assert f"| {number} | The disk fills up |" in engines("report", found).out
    assert "Gemini" in engines("risks", "--all").out


def test_nothing_hostile_reaches_the_short_form(engines: EngineRoom, screen: Any) -> None:
    engines.standins.install("gemini", vote={**NO, "rationale": "\x1b[31mred\x11\x1b]0;x\x07"})
    child = screen("show", decided(engines))
    child.expect_exact("Everything")
    assert ("\x1b]0;" in child.before, "\x11" in child.before) == (False, False)
    assert "medium risk): red" in ESCAPES.sub("", child.before)
