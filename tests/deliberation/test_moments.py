"""Moments as the record writes them, and no other way."""

from datetime import UTC, datetime

import pytest

from quorate.deliberation.moments import moment_of, stamp


@pytest.mark.parametrize("text", ["2026-11-15T09:00:00.000001Z", "0001-01-01T00:00:00.000000Z"])
def test_a_stamp_is_read_back(text: str) -> None:
    assert moment_of(text).tzinfo is UTC
    assert stamp(moment_of(text)) == text


def test_the_moment_is_the_one_that_was_stamped() -> None:
    moment = datetime(2026, 11, 15, 9, 30, 1, 250_000, UTC)
    assert moment_of(stamp(moment)) == moment


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "2026-11-15",
        "2026-11-15T09:00:00Z",
        "2026-11-15 09:00:00.000000Z",
        "2026-11-15T09:00:00,000000Z",
        "2026-11-15T09:00:00.000000",
        "2026-11-15T09:00:00.000000+01:00",
        "0001-01-01T00:00:00.000000+14:00",
    ],
)
def test_what_is_no_stamp_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        moment_of(text)
