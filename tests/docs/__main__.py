"""Regenerates docs/reference, and the output of the examples on the other pages: python -m tests.docs [PAGE ...]"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.docs.examples import Ran, run_page
from tests.docs.pages import REFERENCE, name_of, replaced, written_pages
from tests.docs.reference import PAGES, generated

BROKEN = "quorate: unexpected "


def main() -> None:
    """Rewrites what is out of date and names it."""
    REFERENCE.mkdir(parents=True, exist_ok=True)
    for name in PAGES:
        _write(REFERENCE / name, generated(name))
    named = [Path(word).resolve() for word in sys.argv[1:]]
    for page in named or written_pages():
        _write(page, _with_true_examples(page.read_text(encoding="utf-8")))


def _with_true_examples(text: str) -> str:
    with TemporaryDirectory() as folder:
        untrue: list[Ran] = [ran for ran in run_page(text, Path(folder)) if not ran.is_true]
    if broken := next((ran for ran in untrue if BROKEN in ran.actual), None):
        sys.exit(f"the program is broken, and nobody should read that:\n{broken.actual}")
    for ran in reversed(untrue):
        text = replaced(text, ran.block, ran.actual)
    return text


def _write(page: Path, text: str) -> None:
    if not page.exists() or page.read_text(encoding="utf-8") != text:
        page.write_text(text, encoding="utf-8")
        sys.stdout.write(f"wrote {name_of(page)}\n")


if __name__ == "__main__":
    main()
