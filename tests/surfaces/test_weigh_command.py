"""`quorate weigh`: what outcomes that were collected elsewhere say of questions."""

import json
from pathlib import Path
from typing import Any

import pytest

from quorate import DocumentError, weigh
from tests.surfaces.program import Here, quorate

YES_NO = ["YES", "NO"]


def asked(*choices: Any, name: Any = "q", was: Any = None) -> dict[str, Any]:
    ballots = [{"voter": voter, "choice": choice} for voter, choice in zip("ABCDE", choices, strict=False)]
    return {"id": name, "options": YES_NO, "ballots": ballots, **({"was": was} if was is not None else {})}


def line(history: list[dict[str, Any]], *questions: dict[str, Any], **more: Any) -> str:
    return json.dumps({"episode": 3, "history": history, "questions": questions, **more}) + "\n"


def saved(tmp_path: Path, *lines: str) -> str:
    file = tmp_path / "episodes.jsonl"
    file.write_text("".join(lines))
    return str(file)


def test_without_outcomes_the_majority_is_shown_with_the_default_scale(tmp_path: Path, here: Here) -> None:
    ended = here("weigh", saved(tmp_path, line([], asked("YES", "YES", "NO"), asked("YES", "NO", name=7))))
    assert (ended.status, ended.err) == (0, "")
    first, second = map(json.loads, ended.out.splitlines())
    assert first["probabilities"]["YES"] == pytest.approx(0.6044, abs=1e-4)
    assert first | {"probabilities": None} == {
        "episode": 3,
        "id": "q",
        "probabilities": None,
        "choice": "YES",
        "basis": "default",
        "outcomes": 0,
        "effective_votes": None,
        "effective_votes_interval": None,
    }
    assert (second["id"], second["choice"], second["probabilities"]) == (7, None, {"YES": 0.5, "NO": 0.5})


def test_a_voter_who_is_always_right_outvotes_two_who_guess(tmp_path: Path, here: Here) -> None:
    history = []
    for i in range(40):
        was, not_was = (YES_NO, YES_NO[::-1])[i % 3 == 0]
        others = (was if i % 2 else not_was, not_was if i % 2 else was)
        history.append(asked(was, *others, name=i, was=was))
    ended = here("weigh", saved(tmp_path, line(history, asked("YES", "NO", "NO"))))
    answer = json.loads(ended.out)
    assert (answer["choice"], answer["outcomes"], answer["basis"]) == ("YES", 40, "weights")
    low, high = answer["effective_votes_interval"]
    assert low <= answer["effective_votes"] <= high


def test_bad_lines_are_reported_by_number_and_the_rest_goes_on(tmp_path: Path, here: Here) -> None:
    wrong = asked("YES", "MAYBE") | {"options": ["YES", "YES"]}
    file = saved(tmp_path, "{\n", line([], asked("YES")), line([asked("NO", was="MAYBE")], wrong), "\n", line([], {}))
    ended = here("weigh", file)
    assert ended.status == 2
    assert len(ended.out.splitlines()) == 1
    numbers = [one.removeprefix(f"{file}:").split(":")[0] for one in ended.err.splitlines()]
    assert list(dict.fromkeys(numbers)) == ["1", "3", "5"]
    assert "was: found 'MAYBE'; allowed: YES, NO" in ended.err
    assert "the same option twice" in ended.err


def test_abstentions_are_no_votes_and_options_may_be_numbers(here: Here, tmp_path: Path) -> None:
    question = {"id": 1, "options": [0, 1], "ballots": [{"voter": 5, "choice": 1}, {"voter": 6, "choice": None}]}
    answer = json.loads(here("weigh", saved(tmp_path, line([], question))).out)
    assert answer["choice"] == "1"
    assert answer["probabilities"]["1"] == pytest.approx(0.7, abs=1e-5)


def test_it_reads_standard_input_as_a_program_of_its_own() -> None:
    ended = quorate("weigh", "-", stdin=line([], asked("YES")))
    assert (ended.status, ended.err) == (0, "")
    assert json.loads(ended.out)["choice"] == "YES"


def test_the_library_says_the_same_and_names_every_problem() -> None:
    (weighed,) = weigh([asked("YES", "NO", was="YES")], [asked("NO", "NO", "YES")])
    assert (weighed.choice, weighed.outcomes, weighed.basis) == ("NO", 1, "majority")
    with pytest.raises(DocumentError) as refused:
        weigh([asked("YES")], [asked("MAYBE")])
    assert "was: missing" in str(refused.value)


def test_the_help_has_an_episode_that_can_be_weighed_and_says_what_a_confidence_is(tmp_path: Path, here: Here) -> None:
    shown = here("weigh", "--help").out
    assert max(map(len, shown.splitlines())) <= 80
    said = " ".join(shown.split())
    assert "A confidence is from 0 to 1" in said
    assert "You can leave out `episode`, `fixed_options` (then false), `history` and `confidence`." in said
    example = json.loads(shown.partition("a single line in the file:")[2])
    ended = here("weigh", saved(tmp_path, json.dumps(example) + "\n"))
    assert (ended.status, ended.err, json.loads(ended.out)["id"]) == (0, "", 2)
