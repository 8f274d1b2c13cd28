"""Every rule that is built has a case, and every case speaks of rules that exist."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.casebook import table_at

TESTS = Path(__file__).parent
STAGES = {"fleet", "servers", "workflow"}


def entries(path: Path) -> list[dict[str, Any]]:
    loaded = table_at(path)
    assert isinstance(loaded, list), f"{path.name} is not a list"
    return loaded


RULES = entries(TESTS / "rules.yaml")
CASES = [case for path in sorted((TESTS / "cases").glob("*.yaml")) for case in entries(path)]


def repeated(names: Iterable[str]) -> list[str]:
    return [name for name, times in Counter(names).items() if times > 1]


def test_every_rule_without_a_stage_has_a_case_or_a_test() -> None:
    shown = {rule for case in CASES for rule in case["rules"]} | {rule["id"] for rule in RULES if "test" in rule}
    assert [rule["id"] for rule in RULES if "stage" not in rule and rule["id"] not in shown] == []


def test_every_test_that_a_rule_names_is_there() -> None:
    named = [rule["test"].split("::") for rule in RULES if "test" in rule]
    files = {file: (TESTS.parent / file).read_text(encoding="utf-8") for file, _ in named}
    assert [test for file, test in named if f"def {test}(" not in files[file]] == []


def test_every_case_names_only_known_rules() -> None:
    known = {rule["id"] for rule in RULES}
    assert [(case["name"], rule) for case in CASES for rule in case["rules"] if rule not in known] == []


def test_no_case_claims_a_rule_of_a_later_stage() -> None:
    later = {rule["id"] for rule in RULES if "stage" in rule}
    assert [(case["name"], rule) for case in CASES for rule in case["rules"] if rule in later] == []


def test_no_two_rules_share_an_id_or_a_wording() -> None:
    assert repeated(rule["id"] for rule in RULES) == []
    assert repeated(rule["rule"] for rule in RULES) == []


def test_no_two_cases_share_a_name() -> None:
    assert repeated(case["name"] for case in CASES) == []


def test_every_rule_has_a_source_and_a_known_stage_if_any() -> None:
    assert [rule["id"] for rule in RULES if not rule["source"] or rule.get("stage", "fleet") not in STAGES] == []


def test_every_case_has_a_document_and_an_expectation() -> None:
    assert [case["name"] for case in CASES if not case["document"] or not case["expect"]] == []
