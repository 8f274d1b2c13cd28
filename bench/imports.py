"""What `import quorate` costs and drags in."""

import subprocess
import sys

from bench.measuring import in_child, ratio
from bench.result import Effort, Line

HEAVY = ("mcp", "fastapi", "rich", "numpy")
_LOADED = f"import sys, quorate; print(sum(name in sys.modules for name in {HEAVY!r}))"


def run(effort: Effort) -> list[Line]:
    """Next to a Python that does nothing; the heavy packages are counted in a fresh process."""
    importing = in_child(sys.executable, "-c", "import quorate")
    idling = in_child(sys.executable, "-c", "pass")
    times = ratio(effort.rounds(31, 11), importing, idling)
    return [
        Line("import", "`import quorate` to a Python that does nothing", times),
        Line("import", f"of {', '.join(HEAVY)} loaded by it", _heavy_loaded(), 0, unit=""),
    ]


def _heavy_loaded() -> int:
    shown = subprocess.run([sys.executable, "-c", _LOADED], stdout=subprocess.PIPE, check=True, text=True)
    return int(shown.stdout)
