"""The picture of the modules is what the code is."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
PICTURE, CHAIN = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)[:2]
SOURCE = ROOT / "src" / "quorate"
DATA = {"examples", "schemas", "shell"}


def test_every_module_at_the_top_is_in_the_picture() -> None:
    packages = {folder.name for folder in SOURCE.iterdir() if (folder / "__init__.py").exists()}
    modules = {file.name for file in SOURCE.glob("*.py")} - {"__init__.py"}
    shown = set(re.findall(r"^ ([a-z_]+/|[a-z_]+\.py) ", PICTURE, re.MULTILINE))
    assert shown == {f"{package}/" for package in packages - DATA} | modules


def test_imports_point_where_the_linter_lets_them() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    allowed = [_layer(layer.replace("quorate.", "")) for layer in contracts[0]["layers"]]
    assert [_layer(layer) for layer in CHAIN.split("->")] == allowed


def _layer(text: str) -> set[str]:
    return {module.strip() for module in text.split("|")}


def test_every_file_that_a_change_touches_is_there() -> None:
    table = PAGE.partition("## Where to change what")[2].partition("\n## ")[0]
    named = re.findall(r"`((?:[a-z_]+/)+[a-z_]*(?:\.py)?|[a-z_]+\.py)`", table)
    lost = [path for path in named if not _is_there(path)]
    assert lost == []


def _is_there(path: str) -> bool:
    beside = any(SOURCE.rglob(path)) if "/" not in path else False
    return beside or (SOURCE / path).exists() or (ROOT / path).exists()
