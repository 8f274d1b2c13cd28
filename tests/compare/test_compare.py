"""The generators of a differential run, and that it notices a difference."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

from quorate import tally
from quorate.core.errors import DocumentError
from tests.compare import documents, histories
from tests.compare.__main__ import DRIVER, outcomes_differ, verdicts_differ
from tests.compare.differences import Difference, Intended, compare, grouped, number_hashes, read_intended, written

PROTOCOLS = {"magi", "judges", "quorum", "evidence", "weighted", "approval"}
DOCUMENTS = list(documents.documents(600, seed=7))


def _is_taken(document: documents.Document) -> bool:
    try:
        tally({key: value for key, value in document.items() if key != "id"})
    except DocumentError:
        return False
    return True


def test_documents_of_every_protocol_are_mostly_valid_and_some_are_wrong() -> None:
    taken = Counter(document["protocol"] for document in DOCUMENTS if _is_taken(document))
    assert set(taken) == PROTOCOLS
    assert all(count >= 85 for count in taken.values()), taken
    assert 540 <= taken.total() < 600


def test_the_same_seed_gives_the_same_inputs_and_another_one_gives_others() -> None:
    assert list(documents.documents(600, seed=7)) == DOCUMENTS
    assert list(documents.documents(600, seed=8)) != DOCUMENTS
    assert list(histories.lines(20, seed=7)) == list(histories.lines(20, seed=7)) != list(histories.lines(20, seed=8))


def test_histories_have_every_operation_of_the_driver() -> None:
    operations = {step["do"] for steps in histories.histories(200, seed=7) for step in steps}
    cases = {line.split('"')[1] for line in DRIVER.read_text().splitlines() if line.strip().startswith('case "')}
    assert operations == {*cases, "open", "wait"}


def test_the_driver_carries_out_histories_and_most_openings_and_many_votes_are_taken() -> None:
    lines = list(histories.lines(30, seed=7))
    command = [sys.executable, "-I", str(DRIVER)]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True)
    taken: Counter[tuple[str, bool]] = Counter()
    decided = 0
    for line, outcome in zip(lines, done.stdout.splitlines(), strict=True):
        seen = json.loads(outcome)
        taken.update((step["do"], why is None) for step, why in zip(json.loads(line), seen["refusals"], strict=True))
        decided += sum(view["verdict"] is not None for view in seen["view"])
        assert list(outcomes_differ(outcome, outcome, line)) == []
    assert decided >= 10
    assert taken["open", True] > 5 * taken["open", False]
    assert taken["vote", True] > taken["vote", False] / 2


def test_a_difference_between_two_verdicts_is_noticed() -> None:
    line = json.dumps({"id": 1, "protocol": "magi"})
    before = {"verdict": {"result": "SPLIT", "dissents": [{"seat": "ann"}]}, "bytes": "1"}
    after = {"verdict": {"result": "SPLIT", "dissents": [{"seat": "ben"}]}, "bytes": "2"}
    assert list(verdicts_differ(before, before, line)) == []
    (difference,) = verdicts_differ(before, after, line)
    assert difference.group == ("verdict", "magi", "/dissents/*/seat", "changed")
    (refused,) = verdicts_differ(before, {"refusal": ["votes: missing"]}, line)
    assert (refused.where, refused.before, refused.after) == ("refusal", "taken", ["votes: missing"])
    assert [one.where for one in verdicts_differ(before, None, line)] == ["refusal"]


def test_the_same_values_in_other_bytes_are_a_difference() -> None:
    before = {"verdict": {"a": 1, "b": 2}, "bytes": '{"a":1,"b":2}'}
    after = {"verdict": {"b": 2, "a": 1}, "bytes": '{"b":2,"a":1}'}
    (difference,) = verdicts_differ(before, after, '{"protocol": "magi"}')
    assert difference.path == "bytes"


def test_differences_in_what_comes_of_a_history_are_noticed() -> None:
    line = json.dumps([{"do": "open", "document": {"protocol": "judges"}}, {"do": "vote"}])
    before = {"refusals": [None, None], "view": [{"state": "voting"}], "log": [], "inbox": {"ann": []}}
    after = {"refusals": [None, ["Refused", "no"]], "view": [{"state": "asking"}], "log": [1], "inbox": {}}
    found = list(outcomes_differ(json.dumps(before), json.dumps(after), line))
    assert [one.group for one in found] == [
        ("refusal", "judges", "/vote", "changed"),
        ("view", "judges", "/*/state", "changed"),
        ("log", "judges", "/*", "added"),
        ("inbox", "judges", "/ann", "removed"),
    ]


def test_what_is_inserted_in_a_list_leaves_the_rest_of_it_equal() -> None:
    assert list(compare([1, 2, 3], [0, 1, 2, 3])) == [("/*", "added", None, 0)]
    assert list(compare([1, 2], [2])) == [("/*", "removed", 1, None)]
    assert list(compare(1, True)) == [("", "changed", 1, True)]


def test_hashes_are_compared_by_where_they_occur_again() -> None:
    one, other = "sha256:" + "a1" * 32, "b2" * 8
    assert number_hashes(f'"{one}" "{other}" "{one}" 0.6666666666666666') == (
        '"hash 0" "hash 1" "hash 0" 0.6666666666666666'
    )


def test_groups_are_counted_and_those_without_a_reason_come_first() -> None:
    meant, other = (Difference("view", "magi", path, "added", None, 1, "given") for path in ("/new", "/lost"))
    pattern = Intended("It is new", where="view|log", path="/new", given="giv", values="1")
    first, second = grouped([meant, meant, other], [pattern])
    assert (first.times, first.reason, second.times, second.reason) == (1, "", 2, "It is new")
    assert "/lost added" in written(first)
    assert "intended: It is new" in written(second)


def test_every_intended_difference_has_a_reason_and_none_fits_everything(tmp_path: Path) -> None:
    patterns = read_intended()
    plain = Difference("verdict", "magi", "/result", "changed", "SPLIT", "MAJORITY", '{"protocol": "magi"}')
    assert all(pattern.reason.endswith(".") and not pattern.fits(plain) for pattern in patterns)
    empty = tmp_path / "empty.yaml"
    empty.write_text("# none\n")
    assert read_intended(empty) == []
