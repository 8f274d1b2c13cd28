"""The fit again with NumPy and SciPy, written from the formulas: both have to agree to nine digits."""

import random
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize, root

from quorate.analysis.learning.fit import Model, fitted
from quorate.analysis.learning.history import CastVote, Outcome, VotedQuestion

VOTERS = tuple("ABCDEFG")
POOL_SHARE, POOL_QUESTIONS, OWN, RHO, SIGMA, FLOOR = 0.7, 4, 4, 0.5, 0.7, 0.05


def panel(seed: int, count: int, options: int) -> list[Outcome]:
    """Voters of different skill, some of whom follow the first; a few votes are missing."""
    chance = random.Random(seed)
    names = tuple(f"O{i}" for i in range(options))
    history = []
    for number in range(count):
        truth = names[0] if chance.random() < 0.6 else chance.choice(names)
        votes: list[CastVote] = []
        for place, voter in enumerate(VOTERS):
            is_right = chance.random() < 0.25 + 0.1 * place
            choice = truth if is_right else chance.choice(names)
            if voter in "BC" and votes and chance.random() < 0.5:
                choice = votes[0].choice
            if chance.random() < 0.9:
                votes.append(CastVote(voter, choice, round(chance.uniform(0.3, 1.0), 2)))
        history.append(Outcome(VotedQuestion(str(number), names, tuple(votes)), truth))
    return [one for one in history if one.votes]


def crowd(seed: int, count: int) -> list[Outcome]:
    """Three votes on each question from sixty people, some of whom voted once."""
    chance = random.Random(seed)
    skills = {f"p{place}": 0.3 + 0.6 * place / 60 for place in range(60)}
    history = []
    for number in range(count):
        asked = chance.sample(list(skills), 3)
        votes = tuple(CastVote(one, "YES" if chance.random() < skills[one] else "NO") for one in asked)
        history.append(Outcome(VotedQuestion(str(number), ("YES", "NO"), votes), "YES"))
    return history


def names_in(history: list[Outcome]) -> list[str]:
    return sorted({vote.voter for one in history for vote in one.votes})


def heights(history: list[Outcome]) -> dict[str, tuple[float, float]]:
    """Mean and spread of each voter's log odds, with four pooled votes."""
    voters = names_in(history)
    said = {voter: [logit(v.confidence) for one in history for v in one.votes if v.voter == voter] for voter in voters}
    every = np.concatenate([np.array(one) for one in said.values()])
    found = {}
    for voter, own in said.items():
        mean = (sum(own) + 4 * every.mean()) / (len(own) + 4)
        spread = (((np.array(own) - mean) ** 2).sum() + 4 * every.var()) / (len(own) + 4)
        found[voter] = (mean, spread**0.5)
    return found


def logit(confidence: float | None) -> float:
    share = min(0.99, max(0.01, confidence or 0.0))
    return float(np.log(share / (1 - share)))


def design(history: list[Outcome], model: Model) -> tuple[Any, list[int]]:
    """A row for each option of each question, and which option was true."""
    voters, names = names_in(history), history[0].question.options
    sizes = (len(voters), len(names) if model.lean else 0, 1 + len(voters) if model.gains else 0)
    rows, truths = np.zeros((len(history), len(names), sum(sizes))), []
    known = heights(history)
    for place, one in enumerate(history):
        if model.lean:
            for option in range(len(names)):
                rows[place, option, sizes[0] + sorted(names).index(names[option])] = 1
        for vote in one.votes:
            option, voter = names.index(vote.choice), voters.index(vote.voter)
            rows[place, option, voter] += 1
            if model.gains:
                mean, spread = known[vote.voter]
                height = float(np.clip((logit(vote.confidence) - mean) / spread, -2.5, 2.5))
                rows[place, option, sizes[0] + sizes[1]] += height
                rows[place, option, sizes[0] + sizes[1] + 1 + voter] += height
        truths.append(names.index(one.truth))
    return rows, truths


def optimum(history: list[Outcome], model: Model) -> Any:
    """Where the penalised likelihood is highest: found roughly, then where its free gradient is nothing."""
    voters, n, options = names_in(history), len(history), len(history[0].question.options)
    right = sum(sum(v.choice == one.truth for v in one.votes) / len(one.votes) for one in history)
    pool = (right + POOL_QUESTIONS * POOL_SHARE) / (n + POOL_QUESTIONS)
    worth = []
    for voter in voters:
        own = [v.choice == one.truth for one in history for v in one.votes if v.voter == voter]
        share = (sum(own) + OWN * pool) / (len(own) + OWN)
        value = float(np.log(share * (options - 1) / (1 - share)))
        worth.append(value if model.signed else max(FLOOR, value))
    rows, truths = design(history, model)
    votes = rows[:, :, : len(voters)]
    usual = 1 / (1 + (votes.sum() / n - 1) * RHO)
    scores = votes @ np.array(worth)

    def plausible(scale: float) -> float:
        logs = scale * scores - np.log(np.exp(scale * scores).sum(axis=1, keepdims=True))
        return float(logs[range(n), truths].sum() - (np.log(scale / usual) / SIGMA) ** 2 / 2)

    scale = max(np.geomspace(0.02, 2, 40), key=plausible)
    extra = rows.shape[2] - len(voters)
    centre = np.concatenate([scale * np.array(worth), np.zeros(extra)])
    strength = np.full(len(centre), 4.0)
    if model.gains:
        strength[-len(voters) - 1], strength[-len(voters) :] = 8.0, 16.0
    bounded = np.zeros(len(centre), dtype=bool)
    bounded[: len(voters)] = not model.signed
    if model.gains:
        bounded[-len(voters) - 1] = True

    def loss(at: Any) -> tuple[float, Any]:
        s = rows @ at
        s = s - s.max(axis=1, keepdims=True)
        shares = np.exp(s) / np.exp(s).sum(axis=1, keepdims=True)
        hit = np.zeros_like(shares)
        hit[range(n), truths] = 1
        slope = np.einsum("qo,qop->p", hit - shares, rows) - 2 * strength * (at - centre)
        height = np.log(shares[range(n), truths]).sum() - (strength * (at - centre) ** 2).sum()
        return -float(height), -slope

    limits = [(0.0 if one else None, None) for one in bounded]
    start = np.where(bounded, np.maximum(centre, 0), centre)
    rough = minimize(
        loss, start, jac=True, method="L-BFGS-B", bounds=limits, options={"maxiter": 10_000, "ftol": 1e-15}
    )
    free = ~(bounded & (rough.x <= 1e-9))

    def free_slope(part: Any) -> Any:
        at = np.zeros(len(centre))
        at[free] = part
        return loss(at)[1][free]

    exact = np.zeros(len(centre))
    exact[free] = root(free_slope, rough.x[free], tol=1e-14).x
    return exact


@pytest.mark.parametrize("options", [2, 4])
@pytest.mark.parametrize(
    "model",
    [Model(), Model(lean=True), Model(signed=True), Model(lean=True, gains=True), Model(signed=True, gains=True)],
)
def test_the_fit_is_the_one_of_an_independent_solver(model: Model, options: int) -> None:
    for seed, count in ((1, 15), (2, 60), (3, 120)):
        history = panel(seed, count, options)
        learned, there = fitted(history, model), optimum(history, model)
        voters = np.array([learned.weights[voter] for voter in VOTERS])
        assert np.abs(voters - there[: len(VOTERS)]).max() < 1e-9
        if model.lean:
            leans = np.array([learned.leans[name] for name in sorted(learned.leans)])
            assert np.abs(leans - there[len(VOTERS) : len(VOTERS) + options]).max() < 1e-9
        if model.gains:
            gains = np.array([learned.gain, *(learned.gains[voter] for voter in VOTERS)])
            assert np.abs(gains - there[-len(VOTERS) - 1 :]).max() < 1e-9


@pytest.mark.parametrize("model", [Model(), Model(lean=True), Model(signed=True)])
def test_it_is_also_that_of_many_people_who_each_voted_rarely(model: Model) -> None:
    for count in (15, 60):
        history = crowd(count, count)
        learned, there = fitted(history, model), optimum(history, model)
        voters = np.array([learned.weights[voter] for voter in names_in(history)])
        assert np.abs(voters - there[: len(voters)]).max() < 1e-9


def test_voters_who_are_always_alike_leave_the_fit_as_exact() -> None:
    """They make the matrix of the fit as ill-conditioned as it can be."""
    history = []
    for number in range(300):
        said = "YES" if number % 3 else "NO"
        votes = tuple(CastVote(f"p{place}", said) for place in range(30))
        history.append(Outcome(VotedQuestion(str(number), ("YES", "NO"), votes), "YES" if number % 7 else "NO"))
    learned, there = fitted(history, Model(lean=True)), optimum(history, Model(lean=True))
    voters = np.array([learned.weights[voter] for voter in names_in(history)])
    assert np.abs(voters - there[:30]).max() < 1e-9
