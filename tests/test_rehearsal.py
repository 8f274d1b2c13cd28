"""While voters think, what reads their replies is made ready."""

import subprocess
import sys

import pytest

from quorate.protocols import protocol_names
from quorate.replies.rehearsal import rehearse

SCRIPT = """
import re, sys
from quorate.replies.ballot import Expected
from quorate.replies.reading import read_text
from quorate.replies.rehearsal import rehearse
if sys.argv[1] == "rehearsed":
    rehearse("magi", {"claude"})
compiled, compile_ = [], re.compile
re.compile = lambda *words: compiled.append(words) or compile_(*words)
reply = "```yaml\\nposition: REJECT\\nconfidence: 70\\nrationale: It is late. It costs money.\\nnonce: n1\\n```\\n"
assert read_text(reply, Expected("magi", ("APPROVE", "REJECT"), "n1")).vote["position"] == "REJECT"
print(len(compiled))
"""


def compiled_for_a_reply(word: str) -> int:
    done = subprocess.run([sys.executable, "-c", SCRIPT, word], capture_output=True, text=True, check=True)
    return int(done.stdout)


def test_hardly_a_pattern_is_compiled_when_a_reply_comes() -> None:
    assert compiled_for_a_reply("rehearsed") * 4 < compiled_for_a_reply("unprepared")


def test_what_only_yaml_needs_is_left_out_where_nobody_writes_it() -> None:
    script = (
        "import sys; from quorate.replies.rehearsal import rehearse; "
        "rehearse('magi', {KINDS}); print('yaml' in sys.modules)"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", script.replace("KINDS", kinds)], capture_output=True, text=True, check=True
        )
        for kinds in ("'openai'", "'openai', 'claude'")
    ]
    assert [one.stdout for one in said] == ["False\n", "True\n"]


@pytest.mark.parametrize("protocol", protocol_names())
def test_every_protocol_can_be_rehearsed(protocol: str) -> None:
    rehearse(protocol, {"openai"})
    rehearse(protocol, {"openai", "command"})
