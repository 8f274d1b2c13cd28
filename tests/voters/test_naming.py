"""Voters by name, and those who say what they are told."""

import asyncio
import json
from pathlib import Path

import pytest

from quorate.core.errors import InputError
from quorate.deliberation.events import Reply
from quorate.voters import kind_of, voter_kinds, voter_named
from quorate.voters.command import Command
from quorate.voters.port import PaidVoter
from quorate.voters.scorecard import Scorecard, Scripted
from tests.voters.programs import Place, answered, prompt

KINDS = ["agent", "agy", "api", "claude", "codex", "command", "gemini", "openai", "person", "scorecard"]


@pytest.mark.parametrize(
    ("voter", "kind"),
    [
        ("command:./ask --fast", ("command", "./ask --fast")),
        ("command: ask --at 10:30 ", ("command", "ask --at 10:30")),
        ("scorecard", ("scorecard", "")),
        ("person:ada", ("person", "ada")),
        ("agent:build-7", ("agent", "build-7")),
        ("person", ("person", "")),
        ("", ("", "")),
    ],
)
def test_a_voter_is_a_kind_and_what_is_said_of_it(voter: str, kind: tuple[str, str]) -> None:
    assert kind_of(voter) == kind


def test_people_and_agents_answer_later(place: Place) -> None:
    for voter in ("person", "person:ada", "agent:build-7"):
        assert voter_named(voter, place.calls) is None


def test_a_command_and_a_scorecard_answer_now(place: Place) -> None:
    voter = voter_named("command:printf '%s %s' 'a b' c", place.calls)
    assert isinstance(voter, Command)
    voter.reserve("c1")
    assert asyncio.run(voter.answer(prompt("c1"))) == answered("a b c")
    scorecard = voter_named("scorecard", place.calls)
    assert isinstance(scorecard, Scorecard)
    assert not isinstance(scorecard, PaidVoter)


@pytest.mark.parametrize(
    ("voter", "said"),
    [
        (
            "comand:cat",
            f"no kind of voter called 'comand'; nearest: command; there are: {', '.join(KINDS)}",
        ),
        ("zzz", f"no kind of voter called 'zzz'; for a person: person:zzz; there are: {', '.join(KINDS)}"),
        ("cmd", "no kind of voter called 'cmd'; nearest: command; there are: "),
        ("llm:llama@http://x", "no kind of voter called 'llm'; there are: "),
        ("./ask.sh", "no kind of voter called './ask.sh'; there are: "),
        ("", f"no kind of voter called ''; there are: {', '.join(KINDS)}"),
        ("port", "no kind of voter called 'port'; "),
        ("keeper", "no kind of voter called 'keeper'; "),
        ("port.x", "no kind of voter called 'port.x'; "),
        ("command", "command: missing; expected command:PROGRAM ARGUMENTS"),
        ("command:'cat", 'command: found "\'cat", No closing quotation; allowed: a program and its arguments'),
        ("scorecard:fast", "scorecard: found 'fast'; allowed: nothing after the name"),
    ],
)
def test_a_voter_that_does_not_exist_is_answered_with_those_that_do(place: Place, voter: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        voter_named(voter, place.calls)
    assert str(caught.value).startswith(said)


def test_other_packages_add_kinds_of_voters(place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "added_voters.py").write_text(
        "from quorate.voters.scorecard import Scripted\n"
        "def echo(words, calls):\n"
        "    return Scripted({'Logos': {'position': words}})\n"
    )
    information = tmp_path / "added_voters-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: added-voters\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(
        "[quorate.voters]\necho = added_voters:echo\ncommand = added_voters:x\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert voter_kinds() == sorted([*KINDS, "echo"])
    voter = voter_named("echo:HOLD", place.calls)
    assert voter is not None
    assert asyncio.run(voter.answer(prompt("c1"))) == Reply("answered", '{"position": "HOLD"}')
    assert isinstance(voter_named("command:cat", place.calls), Command)


# --- those who say what they are told --------------------------------------------------------------------


def test_a_scripted_voter_says_what_it_is_told_by_seat() -> None:
    vote = {"position": "APPROVE", "confidence": 80, "rationale": "賛成"}
    voter = Scripted({"Logos": vote, "Pathos": Reply("timeout", detail="slept")})
    reply = asyncio.run(voter.answer(prompt("c1")))
    assert (reply.outcome, json.loads(reply.output)) == ("answered", vote)
    assert asyncio.run(voter.answer(prompt("c1", seat="Pathos"))) == Reply("timeout", detail="slept")


def test_a_seat_that_it_was_told_nothing_about_is_an_error() -> None:
    reply = asyncio.run(Scripted({"Logos": {}}).answer(prompt("c1", seat="Sophia")))
    assert reply == Reply("error", detail="no reply was scripted for the seat 'Sophia'; there are replies for: Logos")


def test_a_delay_lets_others_answer_first() -> None:
    voter = Scripted({"Logos": {}, "Pathos": {}}, delays={"Logos": 0.05})
    order: list[str] = []

    async def answered(seat: str) -> None:
        await voter.answer(prompt("c1", seat=seat))
        order.append(seat)

    async def both() -> None:
        await asyncio.gather(answered("Logos"), answered("Pathos"))

    asyncio.run(both())
    assert order == ["Pathos", "Logos"]
