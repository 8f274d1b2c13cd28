"""Codex as a voter: `codex` or `codex:MODEL`. It writes nothing, starts nothing and keeps no session.

Always there: `exec` with a read-only sandbox, nothing of the user's configuration (whose MCP servers it would start),
no shell, browser, apps, plugins, hooks, skills, images, memories, web search, project files or metrics, and JSON lines
as output. `$name` in a prompt, for which it would read in a skill of the user's, is made harmless. It reads the user's
own `AGENTS.md` in its home; nothing turns that off. A provider of the user's own stands in the settings:
`flags = ["-c", 'model_provider="mine"', ...]`.
Its answer is held to a JSON Schema, which is a file in the call's folder.
"""

from quorate.prompts.prompt import Prompt
from quorate.voters.ballot_schema import schema_file
from quorate.voters.calls.call_folders import Calls
from quorate.voters.command import Command
from quorate.voters.programs.engine_program import (
    Engine,
    without_skills,
)
from quorate.voters.programs.installation import asked_by, installed

_OF_THE_MODEL = r"(?:model|model_provider|model_providers\.[\w.-]+|model_reasoning_\w+|model_verbosity|service_tier)=.+"
ENGINE = Engine(
    name="codex",
    package="@openai/codex",
    oldest=(0, 129, 0),
    login="codex login, or set CODEX_API_KEY",
    keys=("CODEX_API_KEY",),
    passes=("CODEX_HOME", "CODEX_CA_CERTIFICATE"),
    fixed={},
    flags={"-c": _OF_THE_MODEL, "--config": _OF_THE_MODEL, "-m": r"\w\S*", "--model": r"\w\S*"},
)
MOST_PROMPT = 1 << 20
_SCHEMA = "schema.json"
# a name that a version does not know is passed over
_WITHOUT = (
    *("plugins", "shell_tool", "unified_exec", "shell_snapshot", "apps", "hooks", "browser_use", "computer_use"),
    *("image_generation", "view_image", "memories", "goals", "multi_agent", "daemon_auto_start", "sleep_tool"),
)
_SET = (
    'web_search="disabled"',
    "analytics.enabled=false",
    "project_doc_max_bytes=0",
    "skills.include_instructions=false",
)
_ALWAYS = (
    "--skip-git-repo-check",
    "-s",
    "read-only",
    "--ephemeral",
    "--ignore-user-config",
    "--color",
    "never",
    "--json",
)


def voter_of(words: str, calls: Calls) -> Command:
    """`codex:gpt-5`: the model may be left out. Raises InputError where the program is too old to be asked safely."""
    one = installed(ENGINE, words, calls)
    set_so = [*(f"features.{name}=false" for name in _WITHOUT), *_SET]
    arguments = [
        "exec",
        *one.flags,
        *(["-m", one.model] if one.model else []),
        *_ALWAYS,
        *(word for setting in set_so for word in ("-c", setting)),
        *(["--output-schema", f"{{call}}/{_SCHEMA}"] if one.settings.structured_output else []),
        "-",
    ]
    files_for = _schema_for if one.settings.structured_output else None
    return asked_by(one, arguments, calls, most_prompt=MOST_PROMPT, prepare=without_skills, files_for=files_for)


def _schema_for(prompt: Prompt) -> dict[str, bytes]:
    return {_SCHEMA: schema_file(prompt)}
