"""The documentation is true: its examples run, its reference is the code's, its links lead somewhere."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.docs.examples import KINDS, run_page
from tests.docs.pages import (
    REFERENCE,
    ROOT,
    all_pages,
    anchors_of,
    blocks_of,
    links_of,
    name_of,
    prose_of,
    written_pages,
)
from tests.docs.reference import PAGES, generated
from tests.docs.reference.words import results_by_action

WRITTEN = [pytest.param(page, id=name_of(page)) for page in written_pages()]
PAGES_ON_DISK = [pytest.param(page, id=name_of(page)) for page in all_pages()]
# written so that this file does not say them either
FORBIDDEN = [r"\bsee[d]s?\b", r"\bspec[ ]page", r"\bissue[ ]#", r"-counci[l]\b", r"\bcounse[l]\b", r"/wor[k]/"]
ON_DEMAND = "sh scripts/docs regenerates it"
FILTER = re.compile(r"\b(sed -n|grep|tail|head) [^>]*$")


@pytest.mark.parametrize("page", WRITTEN)
def test_every_example_does_what_the_page_says(page: Path, tmp_path: Path) -> None:
    for ran in run_page(page.read_text(encoding="utf-8"), tmp_path):
        assert ran.is_true, f"{name_of(page)}:{ran.block.line} should say\n{ran.actual}\n{ON_DEMAND}"


@pytest.mark.parametrize("page", WRITTEN)
def test_every_example_is_of_a_kind_that_is_checked(page: Path) -> None:
    kinds = {block.language for block in blocks_of(page.read_text(encoding="utf-8"))}
    assert kinds - KINDS.keys() == set()


@pytest.mark.parametrize("page", WRITTEN)
def test_every_file_of_an_example_is_named_to_the_reader_first(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    lines = text.split("\n")
    titled = [block for block in blocks_of(text) if block.title]
    before = {block.title: prose_of("\n".join(lines[: block.line - 2])) for block in titled}
    assert [title for title, prose in before.items() if f"`{title}`" not in prose] == []


@pytest.mark.parametrize("name", PAGES)
def test_the_reference_is_what_the_code_says(name: str) -> None:
    assert (REFERENCE / name).read_text(encoding="utf-8") == generated(name), ON_DEMAND


def test_the_reference_has_no_page_that_nobody_generates() -> None:
    assert {page.name for page in REFERENCE.iterdir()} == PAGES.keys()


@pytest.mark.parametrize("page", PAGES_ON_DISK)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = links_of(page.read_text(encoding="utf-8"))
    assert [link for link in links if not link.startswith("https://") and not _leads(page, link)] == []


def _leads(page: Path, link: str) -> bool:
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    if not target.is_file():
        return False
    return not anchor or anchor in anchors_of(target.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES_ON_DISK)
def test_no_page_speaks_of_what_its_reader_cannot_see(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [word for word in FORBIDDEN if re.search(word, text, re.IGNORECASE)] == []


def test_every_page_can_be_reached_from_the_first() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        reached.add(page)
        targets = {(page.parent / link.partition("#")[0]).resolve() for link in links_of(page.read_text("utf-8"))}
        waiting += [target for target in targets if target.suffix == ".md" and target not in reached]
    assert set(all_pages()) - reached == set()


def test_the_readme_names_every_result_beside_its_action() -> None:
    table = [line for line in (ROOT / "README.md").read_text("utf-8").splitlines() if line.startswith("| `")]
    missing = [
        (protocol, result)
        for protocol, actions in results_by_action().items()
        for results in actions.values()
        for result in results
        if not any(line.startswith(f"| `{protocol}`") and result in line for line in table)
    ]
    assert missing == []


def test_the_architecture_names_every_room() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    inside = [path for path in (ROOT / "src" / "quorate").iterdir() if not path.name.startswith(("_", "."))]
    rooms = [f"{path.name}/" if path.is_dir() else path.name for path in inside if path.suffix in ("", ".py")]
    assert [room for room in rooms if f"`{room}`" not in text and f"\n {room} " not in text] == []


def test_the_architecture_points_imports_the_way_that_is_checked() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    arrows = " -> ".join(layer.replace("quorate.", "") for layer in layers)
    assert arrows in " ".join((ROOT / "ARCHITECTURE.md").read_text("utf-8").split())


def test_how_to_contribute_names_every_script() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    scripts = {path.name for path in (ROOT / "scripts").iterdir() if not path.suffix}
    assert set(re.findall(r"^\| `sh scripts/(\w+)`", text, re.MULTILINE)) == scripts


@pytest.mark.parametrize(
    "lie",
    [
        "```console\n$ echo yes\nno\n```\n",
        "```console\n$ false\n$ echo $?\n0\n```\n",
        "```python\n>>> 1 + 1\n3\n```\n",
        "```python\n>>> int('x')\n```\n",
    ],
)
def test_an_example_that_lies_is_noticed(lie: str, tmp_path: Path) -> None:
    assert [ran.is_true for ran in run_page(lie, tmp_path)] == [False]


def test_a_deliberation_may_be_of_another_day(tmp_path: Path) -> None:
    page = '```console\n$ quorate decide "Go?" --seat a=person > seen.txt\n```\n'
    first = (
        "```console\n$ quorate show MAGI-2001-0102-001 2> seen.txt | head -1\nDeliberation  MAGI-2001-0102-001\n```\n"
    )
    assert [ran.is_true for ran in run_page(page + first, tmp_path)] == [False, True]


def test_a_date_may_be_another_one(tmp_path: Path) -> None:
    page = "```console\n$ echo 2001-01-01\n1999-12-31\n```\n"
    assert [ran.is_true for ran in run_page(page, tmp_path)] == [True]


def test_examples_find_the_engines_that_their_page_names_and_no_others(tmp_path: Path) -> None:
    seen = "```console\n$ quorate engines | cut -c 1-14 | sed 1d | head -3\n```\n"
    named = "<!-- stand-ins\ncodex: {version: 0.150.0}\n-->\n"
    said = [ran.actual.partition("\n")[2].split() for ran in run_page(seen + named + seen, tmp_path)]
    assert said == [["claude", "codex", "gemini"], ["claude", "codex", "0.150.", "gemini"]]


def test_those_that_are_asked_together_may_answer_in_any_order(tmp_path: Path) -> None:
    page = "```console\n$ printf 'b: answered after 0.1 s\\na: answered after 12 s\\n'\n"
    shown = "a: answered after 0.3 s\nb: answered after 0.2 s\n```\n"
    assert [ran.is_true for ran in run_page(page + shown, tmp_path)] == [True]


@pytest.mark.parametrize("page", WRITTEN)
def test_a_filter_shows_what_the_page_speaks_of(page: Path) -> None:
    blocks = [block for block in blocks_of(page.read_text(encoding="utf-8")) if block.language == "console"]
    silent = [line for block in blocks for line in filters_without_output(block.text.splitlines())]
    assert silent == []


def filters_without_output(lines: list[str]) -> list[str]:
    """Commands that end in a filter, and after which the page shows nothing."""
    following = [*lines[1:], "$ "]
    ends = [(line, after) for line, after in zip(lines, following, strict=True) if line.startswith("$ ")]
    return [line for line, after in ends if FILTER.search(line) and after.startswith("$ ")]
