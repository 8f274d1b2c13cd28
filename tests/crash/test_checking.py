"""The crash tests notice what they are there to notice."""

from pathlib import Path

import pytest

from quorate.deliberation.events import Cast, Released
from quorate.record.rows import EventRow
from tests.crash.campaign import new_life, undisturbed
from tests.crash.checking import Evidence, findings_in, gathered
from tests.crash.durability import calls_in, judged
from tests.crash.figures import ASKED_TWICE, DIFFERS, LOST, OTHER, RELEASED_TWICE, TWICE

LOG, FOLDER = "/f/record.db-wal", "/f"
SYNCED_FOLDER = "1 fsync(4</f>) = 0"
BEGIN, WRITTEN, SYNCED, ACKNOWLEDGED = (
    r'1 write(1<pipe:[7]>, "about to append 1\n", 18) = 18',
    f'2 pwrite64(5<{LOG}>, "7"..., 24, 0) = 24',
    f"2 fdatasync(5<{LOG}>) = 0",
    r'1 write(1<pipe:[7]>, "acknowledged 1\n", 15) = 15',
)


class Whole:
    """What an undisturbed deliberation has left."""

    def __init__(self, folder: Path) -> None:
        life = new_life(folder / "whole", lambda inner: str(inner / "record.db"))
        self.verdict = undisturbed(life)
        self.told = life.release()
        self.evidence = gathered(life.folder, life.address)

    def kinds(self, evidence: Evidence) -> set[str]:
        """What is found in changed evidence."""
        return {finding.kind for finding in findings_in(evidence, self.told, self.verdict)}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    return Whole(tmp_path_factory.mktemp("whole"))


def test_nothing_is_found_where_nothing_is_wrong(whole: Whole) -> None:
    assert whole.kinds(whole.evidence) == set()


def test_a_ballot_that_is_gone_is_found(whole: Whole) -> None:
    rows = tuple(row for row in whole.evidence.rows if not (isinstance(row, EventRow) and row.kind == "Cast"))
    history = tuple(one for one in whole.evidence.history if not isinstance(one.event, Cast))
    assert LOST in whole.kinds(whole.evidence._replace(rows=rows, history=history))


def test_a_ballot_that_is_there_twice_is_found(whole: Whole) -> None:
    cast = next(one for one in whole.evidence.history if isinstance(one.event, Cast))
    assert whole.kinds(whole.evidence._replace(history=(*whole.evidence.history, cast))) == {TWICE}


def test_a_program_that_ran_twice_or_never_is_found(whole: Whole) -> None:
    runs = whole.evidence.runs
    assert whole.kinds(whole.evidence._replace(runs=[*runs, *runs])) == {ASKED_TWICE}
    assert ASKED_TWICE in whole.kinds(whole.evidence._replace(runs=[]))


def test_a_run_of_another_call_than_the_claimed_one_is_found(whole: Whole) -> None:
    runs = [(word, seat, "another") for word, seat, _ in whole.evidence.runs]
    assert whole.kinds(whole.evidence._replace(runs=runs)) == {OTHER}


def test_another_verdict_is_found(whole: Whole) -> None:
    assert {one.kind for one in findings_in(whole.evidence, whole.told, whole.verdict + " ")} == {DIFFERS}


def test_a_broken_chain_is_found(whole: Whole) -> None:
    rows = tuple(row._replace(at="2026") if isinstance(row, EventRow) else row for row in whole.evidence.rows)
    assert whole.kinds(whole.evidence._replace(rows=rows)) == {OTHER}


def test_a_second_release_is_found(whole: Whole) -> None:
    released = next(one for one in whole.evidence.history if isinstance(one.event, Released))
    history = (*whole.evidence.history, released)
    assert whole.kinds(whole.evidence._replace(history=history)) == {RELEASED_TWICE}
    assert {one.kind for one in findings_in(whole.evidence, ["ann", "ben"], whole.verdict)} == {RELEASED_TWICE}
    assert {one.kind for one in findings_in(whole.evidence, [], whole.verdict)} == {OTHER}


def faults_of(*lines: str) -> tuple[str, ...]:
    return judged(list(calls_in(lines)), 1, LOG, FOLDER).faults


def test_a_log_that_is_synced_before_the_acknowledgement_is_right() -> None:
    assert faults_of(SYNCED_FOLDER, BEGIN, WRITTEN, WRITTEN, SYNCED, ACKNOWLEDGED) == ()
    unfinished = (f"2 fdatasync(5<{LOG}> <unfinished ...>", "2 <... fdatasync resumed>) = 0")
    assert faults_of(SYNCED_FOLDER, BEGIN, WRITTEN, *unfinished, ACKNOWLEDGED) == ()


@pytest.mark.parametrize(
    "lines",
    [
        (BEGIN, WRITTEN, ACKNOWLEDGED),
        (BEGIN, WRITTEN, ACKNOWLEDGED, SYNCED),
        (BEGIN, SYNCED, WRITTEN, ACKNOWLEDGED),
        (BEGIN, WRITTEN, SYNCED, WRITTEN, ACKNOWLEDGED),
        (BEGIN, WRITTEN, SYNCED.replace("= 0", "= -1 EIO"), ACKNOWLEDGED),
        (BEGIN, WRITTEN, f"2 fdatasync(5<{LOG}> <unfinished ...>", ACKNOWLEDGED, "2 <... fdatasync resumed>) = 0"),
        (BEGIN, f"2 pwrite64(5<{LOG}>, <unfinished ...>", SYNCED, "2 <... pwrite64 resumed>) = 24", ACKNOWLEDGED),
        (BEGIN, ACKNOWLEDGED),
        (BEGIN, WRITTEN, SYNCED),
    ],
)
def test_an_acknowledgement_before_the_disk_has_it_is_found(lines: tuple[str, ...]) -> None:
    assert faults_of(SYNCED_FOLDER, *lines)


def test_a_log_whose_folder_was_never_synced_is_found() -> None:
    assert faults_of(BEGIN, WRITTEN, SYNCED, ACKNOWLEDGED) == (
        "the folder was not synced after the log was made in it",
    )
