"""Gemini CLI as a voter: `gemini` or `gemini:MODEL`. A policy denies it every tool.

Always there: the policy, which holds whatever mode the program thinks it is in, JSON as output, no MCP servers, no
extensions, and a working directory of its own whose settings turn off hooks, skills, repeated attempts, updates and
statistics. `@path` in a paper is made harmless. It reads the user's own `~/.gemini/GEMINI.md` and keeps a transcript
beside it; nothing turns that off. Without a model it asks a small one first which to take, which is a second call.
"""

import json

from quorate.voters.calls import Calls
from quorate.voters.command import Command
from quorate.voters.installed import asked_by, installed
from quorate.voters.programs import (
    Engine,
    without_mentions,
)

ENGINE = Engine(
    name="gemini",
    package="@google/gemini-cli",
    oldest=(0, 39, 1),
    login="gemini, and choose how to log in, or set GEMINI_API_KEY",
    keys=("GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI", "GOOGLE_GENAI_USE_GCA"),
    passes=(
        *("GEMINI_CLI_HOME", "GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_PROJECT_ID", "GOOGLE_CLOUD_LOCATION"),
        *("GOOGLE_APPLICATION_CREDENTIALS", "GOOGLE_GEMINI_BASE_URL", "GOOGLE_VERTEX_BASE_URL"),
    ),
    fixed={"GEMINI_CLI_TRUST_WORKSPACE": "true", "GEMINI_CLI_NO_RELAUNCH": "true", "NO_BROWSER": "true"},
    flags={"-m": r"\w\S*", "--model": r"\w\S*"},
    tells=False,
)
MOST_PAPER = 8 << 20
_POLICY = b'[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n'
_SETTINGS = {
    "general": {"maxAttempts": 1, "retryFetchErrors": False, "enableAutoUpdate": False},
    "privacy": {"usageStatisticsEnabled": False},
    "tools": {"core": ["none"]},
    "hooksConfig": {"enabled": False},
    "skills": {"enabled": False},
}


def voter_of(words: str, calls: Calls) -> Command:
    """`gemini:pro`: the model may be left out. Raises InputError where the program is too old to be asked safely."""
    one = installed(ENGINE, words, calls)
    arguments = [
        *one.flags,
        *(["-m", one.model] if one.model else []),
        *("--admin-policy", "{call}/policy.toml", "--allowed-mcp-server-names", "none", "-e", "none", "-o", "json"),
    ]
    return asked_by(
        one,
        arguments,
        calls,
        files={"policy.toml": _POLICY},
        directory={".gemini/settings.json": json.dumps(_SETTINGS, sort_keys=True).encode()},
        most_paper=MOST_PAPER,
        prepare=without_mentions,
    )
