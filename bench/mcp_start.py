"""How long a client waits for `quorate mcp`, next to starting Python with the SDK that it is built on."""

import json
import shlex
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measuring import in_child, quorate, ratio
from bench.result import Effort, Line

LIBRARY = "import mcp"
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
MESSAGES = (
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
)


def run(effort: Effort) -> list[Line]:
    """Both are whole processes; ours greets a client, lists its tools, and ends when its input does."""
    with TemporaryDirectory() as folder:
        said = Path(folder, "messages")
        said.write_text("".join(json.dumps(one) + "\n" for one in MESSAGES), encoding="utf-8")
        command = shlex.join(["env", f"QUORATE_HOME={folder}", *quorate("mcp")])
        serving = in_child("sh", "-c", f"{command} < {shlex.quote(str(said))}")
        starting = in_child("sh", "-c", f"{shlex.quote(sys.executable)} -c '{LIBRARY}'")
        times = ratio(effort.rounds(21, 5), serving, starting)
    return [Line("mcp", f"`quorate mcp`, greeted and asked for its tools, to `python -c '{LIBRARY}'`", times, 1.5)]
