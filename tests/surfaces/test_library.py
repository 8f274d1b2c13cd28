"""A whole deliberation in one call, from Python."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import quorate
from quorate import InputError, deliberate, deliberate_async
from quorate.deliberation.events import ANSWERED, Reply
from quorate.prompts.prompt import Prompt
from tests.surfaces.program import Here

MEMORY = ":memory:"
SCORES = {"feasibility": 8, "evidence": 7, "people": 6, "foresight": 7, "risk": 3}


def yes(_: str) -> dict[str, Any]:
    return {"position": "APPROVE", "confidence": 80, "rationale": "It was measured"}


async def no(prompt: str) -> str:
    assert "Move it?" in prompt
    return "position: REJECT\nconfidence: 60\nrationale: Nights\n"


class Cautious:
    """A voter as the engines are."""

    async def answer(self, prompt: Prompt) -> Reply:
        return Reply(ANSWERED, f'{{"position": "REJECT", "confidence": 70, "rationale": "{prompt.seat.name}"}}')


def test_at_most_25_names_and_dir_shows_them() -> None:
    assert len(quorate.__all__) <= 25
    assert dir(quorate) == sorted(quorate.__all__)
    assert all(getattr(quorate, name) for name in quorate.__all__)


def test_functions_vote_and_the_verdict_is_counted() -> None:
    done = deliberate("Move it?", voters={"a": yes, "b": no, "c": yes}, store=MEMORY)
    assert done.verdict
    assert (done.verdict.result, done.verdict.choice) == ("MAJORITY", "APPROVE")
    assert (done.may_be_acted_on, done.why_not, done.waits_for) == (True, "", ())
    assert "Approved by majority" in done.report()
    assert done.to_plain()["verdict"]["result"] == "MAJORITY"


def test_the_same_verdict_as_on_the_command_line(here: Here, tmp_path: Path) -> None:
    (tmp_path / "q.yaml").write_text(f"question: {{subject: Move it?, scores: {SCORES}}}\n")
    assert here("decide", str(tmp_path / "q.yaml"), "--store", str(tmp_path / "a.db"), "--json").status == 0
    done = deliberate("Move it?", scores=SCORES, store=str(tmp_path / "a.db"))
    assert done.id.endswith("-002")
    shown = here("show", "1", "--store", str(tmp_path / "a.db"), "--json")
    assert json.loads(shown.out)["verdict"] == json.loads(json.dumps(done.to_plain()["verdict"]))


def test_options_and_another_protocol() -> None:
    judges: dict[str, Any] = dict.fromkeys("ab", lambda _: {"option": "B", "confidence": "HIGH"})
    done = deliberate("Which?", voters=judges, protocol="judges", options=["A", "B"], store=MEMORY)
    assert done.verdict
    assert (done.verdict.result, done.verdict.choice) == ("UNANIMOUS", "B")


def test_people_are_awaited_and_nothing_is_told_before() -> None:
    done = deliberate("Move it?", voters={"a": Cautious(), "b": "person:ann"}, store=MEMORY)
    assert (done.verdict, done.waits_for, done.may_be_acted_on) == (None, ("b",), False)
    assert "REJECT" not in done.report()


def test_a_voter_that_raises_is_a_failed_seat() -> None:
    def broken(_: str) -> str:
        raise ValueError("no")

    done = deliberate("Move it?", voters={"a": yes, "b": broken, "c": yes}, store=MEMORY)
    assert done.verdict
    assert "DEGRADED_PANEL" in done.verdict.flags


def test_a_panel_of_one_is_refused_and_nobody_is_asked() -> None:
    asked: list[str] = []

    def voter(prompt: str) -> str:
        asked.append(prompt)
        return ""

    with pytest.raises(InputError, match="can never decide"):
        deliberate("Move it?", voters={"a": voter}, store=MEMORY)
    with pytest.raises(InputError, match="can never decide"):
        deliberate("Move it?", voters={"a": "scorecard"}, scores=SCORES, store=MEMORY)
    assert not asked


def test_inside_an_event_loop_there_is_a_coroutine() -> None:
    async def main() -> str:
        with pytest.raises(RuntimeError, match="deliberate_async"):
            deliberate("Move it?", voters={"a": yes, "b": yes}, store=MEMORY)
        done = await deliberate_async("Move it?", voters={"a": yes, "b": yes}, store=MEMORY)
        assert done.verdict
        return done.verdict.result

    assert asyncio.run(main()) == "UNANIMOUS"


def test_importing_the_library_imports_no_store() -> None:
    code = "import sys, quorate; sys.exit('sqlite3' in sys.modules or 'asyncio' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
