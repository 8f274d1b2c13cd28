"""Gemini CLI as a voter: `gemini` or `gemini:MODEL`. A policy denies it every tool.

Always there: the policy, which holds whatever mode the program thinks it is in, JSON as output, no MCP servers, no
extensions, and a working directory of its own whose settings turn off hooks, skills, repeated attempts, updates,
statistics, telemetry and listings of folders. `@path` in it is made harmless. It reads `~/.gemini/.env`, where the
key to log in may be, but a variable that is set wins: so do those that would change its instructions or turn telemetry
on. It reads the user's own `~/.gemini/GEMINI.md` and keeps a transcript beside it; nothing turns that off. Into a pipe
it writes 64 KiB and drops the rest, so it is given a file. Without a model it asks a small one first which to take,
which is a second call.
"""

import json

from quorate.voters.calls.call_folders import Calls
from quorate.voters.command import MOST_FILE, Command
from quorate.voters.programs.engine_program import (
    Engine,
    without_mentions,
)
from quorate.voters.programs.installation import asked_by, installed

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
    fixed={
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
        "GEMINI_CLI_NO_RELAUNCH": "true",
        "NO_BROWSER": "true",
        "GEMINI_SYSTEM_MD": "false",
        "GEMINI_WRITE_SYSTEM_MD": "false",
        "GEMINI_TELEMETRY_ENABLED": "false",
    },
    flags={"-m": r"\w\S*", "--model": r"\w\S*"},
    tells=False,
)
MOST_PROMPT = 8 << 20
_POLICY = b'[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n'
_SETTINGS = {
    "general": {"maxAttempts": 1, "retryFetchErrors": False, "enableAutoUpdate": False},
    "privacy": {"usageStatisticsEnabled": False},
    "telemetry": {"enabled": False},
    "context": {"includeDirectoryTree": False},
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
        most_prompt=MOST_PROMPT,
        most_file=MOST_FILE,
        prepare=without_mentions,
        is_filed=True,
    )
