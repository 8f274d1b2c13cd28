"""Regenerates docs/reference, and the output of the examples on the other pages: python -m tests.docs [PAGE ...]"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.docs.examples import of_today, run_page
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
        _write(page, _with_true_examples(page.read_text(encoding="utf-8"), anew=bool(named)))


def _with_true_examples(text: str, *, anew: bool) -> str:
    """All examples from one run, so that their moments follow each other; as it is where they are true, unless anew."""
    dated = of_today(text)
    with TemporaryDirectory() as folder:
        examples = run_page(dated, Path(folder))
    untrue = [ran for ran in examples if not ran.is_true]
    if broken := next((ran for ran in untrue if BROKEN in ran.actual), None):
        sys.exit(f"the program is broken, and nobody should read that:\n{broken.actual}")
    if not untrue and not anew:
        return text
    for ran in reversed(examples):
        dated = replaced(dated, ran.block, ran.actual)
    return dated


def _write(page: Path, text: str) -> None:
    if not page.exists() or page.read_text(encoding="utf-8") != text:
        page.write_text(text, encoding="utf-8")
        sys.stdout.write(f"wrote {name_of(page)}\n")


if __name__ == "__main__":
    main()
