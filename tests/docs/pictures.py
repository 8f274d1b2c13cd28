"""Pictures of a terminal: what the real program shows at 80 columns, drawn as SVG. `sh scripts/pictures` makes them."""

import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pexpect
from rich.console import Console
from rich.text import Text

from tests.engines.standins import Standins
from tests.patience import PATIENCE
from tests.surfaces.program import QUORATE, environment

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
COLUMNS, ROWS = 80, 50
QUESTION = "Move the job queue to Postgres?"
_PIECE = re.compile(r"(\x1b\[[0-9;?]*[A-Za-z]|\r|\n)")
_COMMENT = re.compile(r"<!--.*?-->\s*", re.DOTALL)
_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


class Screen:
    """Lines as a terminal has them after what was written: enough for rows that are drawn again."""

    def __init__(self) -> None:
        self.lines, self._row = [""], 0

    def write(self, text: str) -> None:
        """What a program writes; colours stay in the lines as they are."""
        for piece in _PIECE.split(text):
            if piece == "\n":
                self._row += 1
                self.lines += [""] * (self._row + 1 - len(self.lines))
            elif piece.startswith("\x1b[") and piece[-1] == "A":
                self._row = max(0, self._row - int(piece[2:-1] or 1))
            elif piece.startswith("\x1b[") and piece[-1] == "K":
                self.lines[self._row] = ""
            elif piece != "\r" and (not piece.startswith("\x1b[") or piece[-1] == "m"):
                self.lines[self._row] += piece


def drawn(text: str, title: str) -> str:
    """What a terminal shows, as SVG without anything from elsewhere."""
    screen = Screen()
    screen.write(text)
    console = Console(record=True, width=COLUMNS, file=open("/dev/null", "w"), force_terminal=True)  # noqa: SIM115
    console.print(Text.from_ansi("\n".join(screen.lines).rstrip()), soft_wrap=True)
    picture = console.export_svg(title=title, unique_id="quorate")
    return _COMMENT.sub("", _FONT.sub("", picture))


def started(folder: Path, *arguments: str, **variables: str) -> Any:
    """The real program at a terminal."""
    home = {"QUORATE_HOME": str(folder / "home"), "QUORATE_USER": "ann", "TERM": "xterm-256color"}
    size = {"dimensions": (ROWS, COLUMNS), "encoding": "utf-8", "timeout": PATIENCE}
    return pexpect.spawn(QUORATE, list(arguments), env=environment(**{**home, **variables}), cwd=str(folder), **size)


def shown(folder: Path, *arguments: str, **variables: str) -> str:
    """All that it shows."""
    child = started(folder, *arguments, **variables)
    child.expect(pexpect.EOF)
    child.close()
    return str(child.before)


def live_view(folder: Path) -> str:
    """The seats while the last one thinks."""
    standins = Standins(folder)
    for engine in ("claude", "codex"):
        standins.install(engine)
    standins.install("gemini", behaviour="wait")
    path = f"{standins.folder / 'bin'}:{environment()['PATH']}"
    child = started(
        folder,
        "decide",
        QUESTION,
        "--mode",
        "engine",
        "--no-input",
        **{**standins.environment, "PATH": path, "GEMINI_API_KEY": "none"},
    )
    child.expect(r"Codex +codex +\S*answered after [\s\S]*?Gemini +gemini +\S*thinking, 2 s *\x1b\[0m")
    seen = str(child.before) + str(child.after)
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    return seen


def main(folder: Path = PICTURES) -> None:
    """Draws all of them."""
    folder.mkdir(exist_ok=True)
    with TemporaryDirectory() as name:
        place = Path(name)
        demo, report = shown(place, "demo"), shown(place, "demo", "--full")
        pictures = {
            "demo": drawn(f"$ quorate demo\n{demo}", "quorate demo"),
            "live": drawn(f'$ quorate decide "{QUESTION}" --mode engine\n{live_view(place)}', "quorate decide"),
            "report": drawn(f"$ quorate demo --full\n{report}", "quorate demo --full"),
        }
        shutil.rmtree(place / "home", ignore_errors=True)
    for name, picture in pictures.items():
        (folder / f"{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
