"""What votes agree on: majority and Dawid-Skene over columns of numbers, against a slow and obvious count."""

import json
import random
from math import exp, log
from pathlib import Path

import pytest

from quorate.batch.agreement import vote_codes
from quorate.batch.agreement.inferred import dawid_skene, infer, majority
from quorate.batch.agreement.vote_codes import pieces_of, read_codes
from quorate.batch.table import VoteRow
from quorate.core.errors import MissingExtra
from tests.surfaces.program import quorate

Votes = list[tuple[str, str, str]]


def panel(questions: int, choices: str, seed: int = 3) -> Votes:
    """Good voters and bad ones on every question, some votes missing."""
    chance = random.Random(seed)
    skill = [0.9, 0.8, 0.7, 0.55, 0.3]
    votes = []
    for number in range(questions):
        truth = chance.choice(choices)
        for voter, right in enumerate(skill):
            if chance.random() < 0.9:
                other = chance.choice([one for one in choices if one != truth])
                votes.append((f"q{number}", f"v{voter}", truth if chance.random() < right else other))
    return votes


def codes(votes: Votes) -> vote_codes.VoteCodes:
    return read_codes((VoteRow(line, *vote) for line, vote in enumerate(votes)), [])


def naive(votes: Votes, rounds: int) -> dict[str, dict[str, float]]:
    """Dawid-Skene as it is written down in books."""
    questions = list(dict.fromkeys(vote[0] for vote in votes))
    choices = list(dict.fromkeys(vote[2] for vote in votes))
    voters = list(dict.fromkeys(vote[1] for vote in votes))
    shares = {}
    for question in questions:
        own = [vote[2] for vote in votes if vote[0] == question]
        shares[question] = {choice: own.count(choice) / len(own) for choice in choices}
    for _ in range(rounds):
        priors = {one: sum(share[one] for share in shares.values()) / len(questions) for one in choices}
        table: dict[tuple[str, str, str], float] = {}
        for voter in voters:
            for true in choices:
                cast = {said: sum(shares[q][true] for q, v, s in votes if (v, s) == (voter, said)) for said in choices}
                for said in choices:
                    table[voter, said, true] = max(cast[said], 1e-10) / max(sum(cast.values()), 1e-10)
        for question in questions:
            own_votes = [(v, s) for q, v, s in votes if q == question]
            scores = {t: log(priors[t]) + sum(log(table[v, s, t]) for v, s in own_votes) for t in choices}
            highest = max(scores.values())
            powers = {choice: exp(score - highest) for choice, score in scores.items()}
            shares[question] = {choice: power / sum(powers.values()) for choice, power in powers.items()}
    return shares


@pytest.mark.parametrize("choices", ["AB", "ABCD"])
def test_dawid_skene_is_that_of_the_books(choices: str) -> None:
    votes = panel(60, choices)
    coded = codes(votes)
    found = dawid_skene(coded, rounds=5, tolerance=-1)
    expected = naive(votes, 5)
    for place, question in enumerate(coded.questions):
        for number, choice in enumerate(coded.choices):
            assert found[place, number] == pytest.approx(expected[question][choice], abs=1e-4)


def test_pieces_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    coded = codes(panel(300, "ABC"))
    whole = dawid_skene(coded), majority(coded)
    monkeypatch.setattr("quorate.batch.agreement.inferred.PIECE", 7)
    assert abs(dawid_skene(coded) - whole[0]).max() < 1e-5
    assert (majority(coded) == whole[1]).all()
    assert [end for _, end in pieces_of(coded, 7)][-1] == 300


def test_the_order_of_rows_changes_only_the_order_of_questions() -> None:
    votes = panel(80, "ABC")
    shuffled = list(votes)
    random.Random(5).shuffle(shuffled)
    first, second = ({one.id: one for one in infer(codes(rows), "dawid-skene")} for rows in (votes, shuffled))
    assert {name: one.choice for name, one in first.items()} == {name: one.choice for name, one in second.items()}


def test_a_voter_who_is_always_wrong_helps_dawid_skene_and_not_majority() -> None:
    chance = random.Random(2)
    votes, truths = [], {}
    for number in range(400):
        truth = truths[f"q{number}"] = chance.choice("AB")
        other = "B" if truth == "A" else "A"
        votes += [(f"q{number}", f"good{i}", truth if chance.random() < 0.8 else other) for i in range(2)]
        votes += [(f"q{number}", f"bad{i}", other if chance.random() < 0.75 else truth) for i in range(2)]
        votes += [(f"q{number}", "best", truth if chance.random() < 0.95 else other)]
    right = {}
    for method in ("majority", "dawid-skene"):
        right[method] = sum(truths[one.id] == one.choice for one in infer(codes(votes), method))
    assert right["dawid-skene"] > right["majority"]


def test_a_tie_names_no_choice_and_failures_and_abstentions_are_no_votes() -> None:
    rows = [("q", "a", "X"), ("q", "b", "Y"), ("q", "c", "timeout"), ("q", "d", "ABSTAIN"), ("r", "a", "X")]
    tied, clear = infer(codes(rows), "majority")
    assert (tied.choice, tied.votes, tied.agreement) == (None, 2, 0.5)
    assert (clear.choice, clear.votes, clear.label) == ("X", 1, "agreement, not truth")


def test_no_votes_at_all_are_no_answers() -> None:
    assert list(infer(codes([]), "dawid-skene")) == []


def test_without_numpy_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    with pytest.raises(MissingExtra, match=r"quorate\[learn\]"):
        vote_codes.numpy()


def test_the_command_prints_agreement_and_never_a_verdict(tmp_path: Path) -> None:
    file = tmp_path / "votes.csv"
    file.write_text("question,seat,choice\nq,a,X\nq,b,X\nq,c,Y\ntorn\nr,a,Z\n")
    ended = quorate("tally", "--batch", str(file), "--infer", "majority")
    assert ended.status == 2
    first, second = map(json.loads, ended.out.splitlines())
    assert (first["id"], first["choice"], first["label"]) == ("q", "X", "agreement, not truth")
    assert first["agreement"] == 0.666667
    assert (second["id"], "action" in second, "result" in second) == ("r", False, False)
    assert ended.err == f"{file}:5: row: found 1 cells; allowed: 3 cells, as in the header\n"


@pytest.mark.parametrize("other", [("--gate",), ("--strict",), ("--jobs", "2"), ("--protocol", "magi")])
def test_what_is_for_verdicts_is_refused_beside_it(other: tuple[str, ...]) -> None:
    ended = quorate("tally", "--batch", "votes.csv", "--infer", "majority", *other)
    assert (ended.status, ended.out) == (2, "")
    assert "--infer prints none" in ended.err


def test_json_lines_are_no_table() -> None:
    ended = quorate("tally", "--batch", "-", "--infer", "majority", stdin="{}\n")
    assert (ended.status, "as CSV or Parquet; found jsonl" in ended.err) == (2, True)
