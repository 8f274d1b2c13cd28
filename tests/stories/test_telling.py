"""A story that says something wrong breaks, whatever kind of thing it is; and a story that is misspelt is not read."""

import asyncio
from pathlib import Path

import pytest

from tests.stories.library import Library
from tests.stories.story import WrongStory, read_stories
from tests.stories.telling import Broken, tell
from tests.stories.vocabulary import EXPECTATIONS
from tests.stories.world import World

OPENED = "ann opens: {panel: [ann, ben], action: deploy 1.4}"
APPROVED = f"""
- story: approved
  steps:
    - {OPENED}
    - ann votes: {{choice: APPROVE}}
    - ben votes: {{choice: APPROVE}}
"""
FLEET = """
- story: fleet
  people: {olga: [read, admin, report]}
  steps:
    - olga registers agent: {agent: p}
    - olga registers agent: {agent: a}
    - olga reports agent: {agent: p, risk: 0.1}
    - olga pauses agent: {agent: p, reason: It deleted a table}
    - p requests review: {agent: p, reason: I am well again, dialectic: true}
"""
GATE = """
- story: gate
  people: {root: owner}
  steps:
    - root calls tool: {tool: Read}
"""
RIGHT_AND_WRONG = {
    "refused": (APPROVED, "refused:", "refused: forbidden"),
    "events": (
        APPROVED,
        "events: [ballot for ben by ben, round closed by ben, counted by ben]",
        "events: [ballot for ben by ann, round closed by ben, counted by ben]",
    ),
    "records": (APPROVED, "records: {question: revision 1}", "records: {question: eight digits}"),
    "state": (APPROVED, "state: decided", "state: voting"),
    "status": (APPROVED, "status: active", "status: revoked"),
    "round": (APPROVED, "round: 1", "round: 2"),
    "revision": (APPROVED, "revision: 1", "revision: 2"),
    "verdict": (APPROVED, "verdict: {choice: APPROVE, flags: []}", "verdict: {choice: APPROVE, flags: [SPLIT]}"),
    "may_act": (APPROVED, "may_act: true", "may_act: false"),
    "needs": (APPROVED, "needs: []", "needs: [verification]"),
    "decision": (APPROVED, "decision: APPROVE", "decision: REJECT"),
    "seats": (APPROVED, "seats: {ann: answered}", "seats: {ann: waiting}"),
    "repeated": (APPROVED, "repeated: false", "repeated: true"),
    "says": (APPROVED, "says: [It was measured]", "says: [It was not measured]"),
    "hides": (APPROVED, "hides: [the moon]", "hides: [It was measured]"),
    "answer": (APPROVED, "answer: {state: decided}", "answer: {state: voting}"),
    "agents": (FLEET, "agents: {p: paused}", "agents: {p: active}"),
    "review": (FLEET, "review: {phase: thesis}", "review: {phase: synthesis}"),
    "gate_says": (GATE, "gate_says: 'pass: rule'", "gate_says: 'deny: rule'"),
    "because": (
        APPROVED.replace("ben votes: {choice: APPROVE}", "ann releases: {action: deploy}"),
        "refused: refused\n      because: no verdict",
        "refused: refused\n      because: revoked",
    ),
    "no_effect": (
        APPROVED.replace("ben votes: {choice: APPROVE}", "ann votes: {choice: APPROVE, request: r1}").replace(
            "ann votes: {choice: APPROVE}", "ann votes: {choice: APPROVE, request: r1}"
        ),
        "no_effect: true",
        "repeated: false",
    ),
    "lists": (APPROVED + "    - ann looks at the log: {search: cache}\n", "lists: []", "lists: [queue]"),
    "intact": (APPROVED + "    - ann verifies record: {}\n", "intact: true", "intact: false"),
    "refusals": (
        "- story: refusals\n  people: {olga: [admin]}\n  steps:\n    - olga lists refusals: {}\n",
        "refusals: []",
        "refusals: ['forbidden, ann']",
    ),
}


def told(text: str, folder: Path) -> None:
    """Tells the only story of a text through the library."""
    (story,) = read_stories(text)

    async def telling() -> None:
        world = World(story, folder)
        if "queue" in text:
            world.labels["queue"] = "MAGI-1999-0101-001"
        await tell(story, world, Library(world))

    asyncio.run(telling())


@pytest.mark.parametrize("kind", sorted(EXPECTATIONS))
def test_what_is_right_holds_and_what_is_wrong_breaks(kind: str, tmp_path: Path) -> None:
    story, right, wrong = RIGHT_AND_WRONG[kind]
    for name in ("right", "wrong"):
        (tmp_path / name).mkdir()
    told(f"{story.rstrip()}\n      {right}\n", tmp_path / "right")
    with pytest.raises(Broken):
        told(f"{story.rstrip()}\n      {wrong}\n", tmp_path / "wrong")


def test_a_refusal_that_changed_something_breaks(tmp_path: Path) -> None:
    late = """
- story: an answer that comes too late
  steps:
    - ann opens: {panel: [ann, ben], policy: {answer_minutes: 60, at_answer_by: decline}}
    - ann votes: {choice: APPROVE}
    - ben votes: {choice: REJECT}
    - later: 2h
    - cara resolves: {choice: go, reason: It is time}
      refused: refused
"""
    with pytest.raises(Broken, match="events after a refusal"):
        told(late, tmp_path)


def test_a_change_has_an_effect(tmp_path: Path) -> None:
    with pytest.raises(Broken, match="events"):
        told(f"{APPROVED.rstrip()}\n      no_effect: true\n", tmp_path)


def test_a_verdict_that_is_not_there_breaks(tmp_path: Path) -> None:
    story = f"- story: open\n  steps:\n    - {OPENED}\n      verdict: {{choice: APPROVE}}\n"
    with pytest.raises(Broken, match="verdict"):
        told(story, tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "- story: no steps\n",
        f"- story: nothing is expected\n  steps:\n    - {OPENED}\n",
        f"- story: an unknown check\n  steps:\n    - {OPENED}\n      sate: voting\n",
        "- story: an unknown field\n  steps:\n    - ann opens: {panle: [ann]}\n      state: voting\n",
        "- story: an unknown verb\n  steps:\n    - ann sings: {}\n      state: voting\n",
        f"- story: an unknown part of a verdict\n  steps:\n    - {OPENED}\n      verdict: {{resutl: SPLIT}}\n",
        f"- story: an unknown key\n  poeple: {{}}\n  steps:\n    - {OPENED}\n      state: voting\n",
        f"- story: an unknown beginning\n  given: a mess\n  steps:\n    - {OPENED}\n      state: voting\n",
        f"- story: an unknown person\n  people: {{ann: a ghost}}\n  steps:\n    - {OPENED}\n      state: voting\n",
        f"- story: a check twice\n  steps:\n    - {OPENED}\n      state: voting\n      state: decided\n",
        "- story: several and one verb\n  steps:\n    - ann, ben votes: {choice: APPROVE}\n      state: voting\n",
    ],
)
def test_a_story_that_is_misspelt_is_not_read(text: str) -> None:
    with pytest.raises(WrongStory):
        read_stories(text)
