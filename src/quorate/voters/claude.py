"""Claude Code as a voter: `claude` or `claude:MODEL`. It is offered no tools and nothing of the user's own.

Always there: `-p`, JSON as output, no tools, no MCP servers, no transcript, and `--restricted`, which keeps the user's
hooks, memory and files out. Versions that do not know it get no settings at all instead, and no `@path` in the prompt.
Its answer is held to a JSON Schema. That stands in the arguments, where every user can read it, so it holds no word of
the question and no nonce: an option is any text there.
"""

import json

from quorate.prompts.prompt import Prompt
from quorate.voters.ballot_schema import ballot_schema
from quorate.voters.calls.call_folders import Calls
from quorate.voters.command import Command
from quorate.voters.programs.engine_program import (
    Engine,
    Version,
    begun_with_words,
    without_mentions,
)
from quorate.voters.programs.installation import asked_by, installed

ENGINE = Engine(
    name="claude",
    package="@anthropic-ai/claude-code",
    oldest=(2, 1, 197),
    login="claude auth login, or set ANTHROPIC_API_KEY",
    keys=("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"),
    passes=("CLAUDE_CONFIG_DIR", "ANTHROPIC_BASE_URL", "ANTHROPIC_CUSTOM_HEADERS"),
    fixed={
        "CLAUDE_CODE_MAX_RETRIES": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
        "ENABLE_TOOL_SEARCH": "false",  # with it, newer versions offer a placeholder beside the form for the answer
    },
    flags={"--effort": r"\w+", "--model": r"\w\S*", "--fallback-model": r"\w\S*"},
)
MOST_PROMPT = 10_000_000
_RESTRICTED: Version = (2, 1, 248)
_ALWAYS = ("-p", "--output-format", "json", "--tools", "", "--strict-mcp-config", "--no-session-persistence")


def voter_of(words: str, calls: Calls) -> Command:
    """`claude:opus`: the model may be left out. Raises InputError where the program is too old to be asked safely."""
    one = installed(ENGINE, words, calls)
    most = one.settings.max_cost_per_call
    is_restricted = one.version is not None and one.version >= _RESTRICTED
    arguments = [
        *one.flags,
        *(["--model", one.model] if one.model else []),
        *(["--max-budget-usd", most] if most else []),
        *_ALWAYS,
        *(["--restricted"] if is_restricted else ["--setting-sources", ""]),
    ]
    prepare = begun_with_words if is_restricted else without_mentions
    arguments_for = _schema_for if one.settings.structured_output else None
    return asked_by(one, arguments, calls, most_prompt=MOST_PROMPT, prepare=prepare, arguments_for=arguments_for)


def _schema_for(prompt: Prompt) -> list[str]:
    return ["--json-schema", json.dumps(ballot_schema(prompt, is_public=True))]
