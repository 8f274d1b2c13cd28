"""`quorate retry`: programs that failed are asked once more, and the count is made anew."""

import json
from typing import Any

from tests.surfaces.minds import LOGOS, calls, mind, prompt
from tests.surfaces.office import ACTION, Office

REJECTS = {"position": "REJECT", "confidence": 60, "rationale": "Too early"}


def fails_first(office: Office, name: str, vote: dict[str, Any], times: int = 1) -> str:
    """A program that fails so often, and then votes."""
    script = (
        f"#!/bin/sh\ncd {office.folder}\ncat > {name}.prompt\necho called >> {name}.calls\n"
        f'if [ "$(wc -l < {name}.calls)" -le {times} ]; then echo "out of quota" >&2; exit 1; fi\n'
        f"cat <<'EOF'\n{json.dumps(vote)}\nEOF\n"
    )
    path = office.folder / name
    path.write_text(script, encoding="utf-8")
    path.chmod(0o755)
    return f"command:./{name}"


def decided(office: Office, second: dict[str, Any], *options: str, times: int = 1) -> dict[str, Any]:
    seats = {
        "a": mind(office, "a", LOGOS),
        "b": mind(office, "b", second),
        "c": fails_first(office, "c", LOGOS, times),
    }
    named = [word for seat, voter in seats.items() for word in ("--seat", f"{seat}={voter}")]
    return office.json("decide", "Adopt the queue?", "--action", office.file("action.txt", ACTION), *named, *options)


def test_a_program_that_failed_is_asked_again_alone_and_the_failure_stays_in_the_history(office: Office) -> None:
    found = decided(office, LOGOS)
    assert "DEGRADED_PANEL" in found["verdict"]["flags"]
    ended = office("retry", found["id"])
    assert ended.status == 0
    assert [calls(office, name) for name in "abc"] == [1, 1, 2]
    again = office.json("show", found["id"])
    assert (again["verdict"]["result"], again["verdict"]["flags"]) == ("UNANIMOUS", [])
    assert [(one["purpose"], one.get("retries")) for one in again["rounds"]] == [("first", None), ("retry", 1)]
    report = office("report", found["id"]).out
    assert "retry of failed seats" in report
    assert "out of quota" in report


def test_it_is_asked_as_before(office: Office) -> None:
    found = decided(office, LOGOS)
    first = prompt(office, "c").split("quoted-")[0]
    office("retry", found["id"], "--seat", "c")
    assert prompt(office, "c").split("quoted-")[0] == first
    assert "asked again" not in prompt(office, "c")


def test_a_ballot_of_the_second_attempt_counts_like_any_other(office: Office) -> None:
    found = decided(office, REJECTS)
    again = office.json("retry", found["id"])
    assert (again["verdict"]["result"], again["state"], again["still_required"]) == ("MAJORITY", "decided", [])


def test_the_hint_names_the_command_and_a_third_retry_is_refused(office: Office) -> None:
    found = decided(office, LOGOS, times=9)
    assert f"Ask c again: quorate retry {found['id']}" in office("show", found["id"]).err
    for _ in range(2):
        assert office("retry", found["id"]).status == 0
    refused = office("retry", found["id"])
    assert (refused.status, calls(office, "c")) == (2, 3)
    assert "c was asked again 2 times already" in refused.err
    assert "quorate retry" not in office("show", found["id"]).err


def test_a_rate_limit_is_said_as_such_and_a_retry_comes_next(office: Office) -> None:
    found = decided(office, LOGOS, times=9)
    (error,) = found["engine_errors"]
    assert (error["error_type"], error["detail"].partition(": ")[0]) == ("cli_error", "rate_limit")
    ended = office("show", found["id"])
    assert f"c: the rate limit is reached. Ask c again: quorate retry {found['id']}" in ended.err
    assert "out of quota" in ended.out
    assert f"1. Ask c again: quorate retry {found['id']}" in office("show", found["id"], "--format", "markdown").out
    assert "利用回数の制限" in office("show", found["id"], "--lang", "ja").err


def test_where_people_are_named_others_may_not_retry(office: Office) -> None:
    found = decided(office, LOGOS, "--ask", "ben")
    refused = office("retry", found["id"], user="eve")
    assert (refused.status, calls(office, "c")) == (2, 1)
    assert "may do this; you are eve" in refused.err
    assert office("retry", found["id"], user="ben").status == 0


def test_a_repeated_request_asks_nobody_twice(office: Office) -> None:
    found = decided(office, LOGOS)
    for _ in range(2):
        assert office("retry", found["id"], "--key", "once").status == 0
    assert calls(office, "c") == 2
