"""What many votes agree on: majority and Dawid-Skene next to crowd-kit's on the same votes, in time and memory."""

import json
import sys
from pathlib import Path
from time import process_time
from typing import Any

from bench.measuring import usage_of
from bench.result import Effort, Line

VOTES_EACH, VOTERS, CHOICES = 10, 1_000, 2
FASTER = {"majority": 40.0, "dawid-skene": 12.0}
LEAST_SHARE = 0.25
OURS, THEIRS, NOTHING = "ours", "theirs", "nothing"


def run(effort: Effort) -> list[Line]:
    """Each in a process of its own, which first makes the votes; what that takes is taken off."""
    votes = effort.size(10_000_000, 1_000_000, 1_000)
    lines: list[Line] = []
    for method, faster in FASTER.items():
        ours, what = _measured(OURS, method, votes), f"{method}, {votes:,} votes"
        lines.append(Line("agreement", f"{what}: ours", ours[0], unit="s"))
        if effort.smallest:
            continue
        theirs = _measured(THEIRS, method, votes)
        lines += [
            Line("agreement", f"{what}: crowd-kit", theirs[0], unit="s"),
            Line("agreement", f"{what}: times as fast as crowd-kit", theirs[0] / ours[0], faster, at_least=True),
            Line("agreement", f"{what}: memory of ours", ours[1], unit="MiB"),
            Line("agreement", f"{what}: memory, to crowd-kit's", ours[1] / theirs[1], LEAST_SHARE),
            Line("agreement", f"{what}: answers that differ", _differing(ours[2], theirs[2]), 0.001, ""),
        ]
    return lines


def _measured(whose: str, method: str, votes: int) -> tuple[float, float, list[int]]:
    """Seconds of processor time of the method alone, MiB above the votes, and some of its answers."""
    out = Path(__file__).with_name(f".agreement-{whose}.json")
    try:
        usage_of(sys.executable, "-m", "bench.agreement", whose, method, str(votes), str(out))
        said = json.loads(out.read_text())
    finally:
        out.unlink(missing_ok=True)
    return said["seconds"], max(1.0, said["memory"]), said["answers"]


def _differing(ours: list[int], theirs: list[int]) -> float:
    return sum(one != other for one, other in zip(ours, theirs, strict=True)) / len(ours)


def _votes(count: int) -> tuple[Any, Any, Any]:
    import numpy as np

    chance = np.random.default_rng(1)
    questions = count // VOTES_EACH
    asked = np.repeat(np.arange(questions, dtype=np.int32), VOTES_EACH)
    who = chance.integers(0, VOTERS, count, dtype=np.int32)
    right = chance.random(count, dtype=np.float32) < (0.55 + 0.4 * (who / VOTERS)).astype(np.float32)
    truth = np.repeat(chance.integers(0, CHOICES, questions, dtype=np.int32), VOTES_EACH)
    return asked, who, np.where(right, truth, 1 - truth).astype(np.int32)


def _ours(method: str, asked: Any, who: Any, what: Any) -> tuple[float, list[int]]:
    from quorate.batch.agreement.inferred import METHODS
    from quorate.batch.agreement.vote_codes import grouped

    began = process_time()
    names = range(int(asked[-1]) + 1)
    shares = METHODS[method](grouped(asked, who, what, names, "01", VOTERS))  # type: ignore[arg-type]
    return process_time() - began, shares[:1000].argmax(axis=1).tolist()


def _theirs(method: str, asked: Any, who: Any, what: Any) -> tuple[float, list[int]]:
    import pandas
    from crowdkit.aggregation import DawidSkene, MajorityVote

    data = pandas.DataFrame({"task": asked, "worker": who, "label": what})
    model = MajorityVote() if method == "majority" else DawidSkene(n_iter=100)
    began = process_time()
    answers = model.fit_predict(data)
    return process_time() - began, answers.sort_index().iloc[:1000].tolist()


def main(whose: str, method: str, votes: str, out: str) -> None:
    """One of the two in this process."""
    columns = _votes(int(votes))
    if whose == THEIRS:
        import crowdkit.aggregation
        import pandas  # noqa: F401 - so that importing it is in neither figure

        assert crowdkit.aggregation
    before = _memory("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")  # the peak so far is that of making the votes
    seconds, answers = (_ours if whose == OURS else _theirs)(method, *columns)
    said = {"seconds": seconds, "memory": _memory("VmHWM") - before, "answers": answers}
    Path(out).write_text(json.dumps(said))


def _memory(what: str) -> float:
    """MiB of this process, now or at the most."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{what}:"))


if __name__ == "__main__":
    main(*sys.argv[1:])
