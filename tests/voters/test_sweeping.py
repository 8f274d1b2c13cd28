"""Folders of calls that nobody will ask about any more do not pile up."""

import os
import time
from pathlib import Path

from quorate.voters.calls.call_folders import DAY, OLD, OLD_WITH_RESULT, Calls
from tests.voters.programs import Place


def aged(path: Path, seconds: float) -> None:
    """Makes a folder look as if nobody had touched it for so long."""
    os.utime(path, (time.time() - seconds,) * 2)


def left_after_a_week(place: Place, *calls: str, age: float = OLD + DAY) -> set[str]:
    """What is left of calls of that age once somebody else has reserved a call."""
    for call in calls:
        aged(place.calls.folder / call, age)
    other = Calls(place.calls.folder, {})
    other.reserve("new")
    other.release("new")
    return {path.name for path in place.calls.folder.iterdir()}


def abandoned(place: Place, call: str) -> None:
    """A call that was reserved by a process that is gone."""
    place.calls.reserve(call)
    lock = place.calls.take(call)
    assert lock is not None
    os.close(lock)


def test_a_call_that_was_never_claimed_is_removed_after_a_week(place: Place) -> None:
    for call in ("c1", "c2"):
        abandoned(place, call)
    assert left_after_a_week(place, "c1") == {"c2"}


def test_a_call_that_somebody_holds_stays_however_old(place: Place) -> None:
    place.calls.reserve("c1")
    assert left_after_a_week(place, "c1") == {"c1"}
    place.calls.release("c1")


def test_a_result_that_was_paid_for_is_kept_for_long(place: Place) -> None:
    abandoned(place, "c1")
    (place.calls.path("c1") / "result.json").write_text("{}")
    assert left_after_a_week(place, "c1") == {"c1"}
    assert left_after_a_week(place, "c1", age=OLD_WITH_RESULT + DAY) == set()


def test_what_was_half_removed_is_removed(place: Place) -> None:
    for name in (".c9.123.456", ".room-0123.x1"):
        (place.calls.folder / name / "deeper").mkdir(parents=True)
    assert left_after_a_week(place, ".c9.123.456", ".room-0123.x1") == set()


def test_rooms_and_what_is_not_ours_stay(place: Place) -> None:
    rooms = {place.calls.working_directory(files).name for files in ({}, {"a": b"b"})}
    (place.calls.folder / "not a call").mkdir()
    (place.calls.folder / "notes").write_text("kept")
    assert left_after_a_week(place, *rooms, "not a call", "notes") == {*rooms, "not a call", "notes"}


def test_a_process_sweeps_once(place: Place) -> None:
    place.calls.reserve("c0")
    abandoned(place, "c1")
    aged(place.calls.path("c1"), OLD + DAY)
    place.calls.reserve("c2")
    assert place.calls.knows("c1")
    for call in ("c0", "c2"):
        place.calls.release(call)
