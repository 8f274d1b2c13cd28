"""Codex as a voter: `codex` or `codex:MODEL`. It writes nothing, starts nothing and keeps no session.

Always there: `exec` with a read-only sandbox, nothing of the user's configuration (whose MCP servers it would start),
no shell, browser, apps, plugins, hooks, skills, images, memories, web search, project files or metrics, and JSON lines
as output. What a model is offered is decided by its entry in the program's list of models, whatever the features say.
So each call is given that list with everything taken out that brings a tool. `$name` in a prompt, for which it would
read in a skill of the user's, is made harmless. It reads the user's own `AGENTS.md` in its home; nothing turns that
off. Of the user's configuration a provider is kept, unless the settings name another:
`flags = ["-c", 'model_provider="mine"', ...]`.
Its answer is held to a JSON Schema, which is a file in the call's folder.
"""

import json
import os
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from quorate.prompts.prompt import Prompt
from quorate.voters.ballot_schema import schema_file
from quorate.voters.calls.call_folders import Calls
from quorate.voters.command import Command
from quorate.voters.port import USUAL
from quorate.voters.programs.codex_provider import codex_provider, with_provider
from quorate.voters.programs.engine_program import Engine, run, without_skills
from quorate.voters.programs.installation import asked_by, installed

_OF_THE_MODEL = r"(?:model|model_provider|model_providers\.[\w.-]+|model_reasoning_\w+|model_verbosity|service_tier)=.+"
ENGINE = Engine(
    name="codex",
    package="@openai/codex",
    oldest=(0, 129, 0),
    login="codex login, or set CODEX_API_KEY",
    keys=("CODEX_API_KEY",),
    passes=("CODEX_HOME", "CODEX_CA_CERTIFICATE"),
    fixed={"CODEX_EXEC_SERVER_URL": "none"},  # no place where a tool could run
    no_tools_from=(0, 146, 0),
    flags={"-c": _OF_THE_MODEL, "--config": _OF_THE_MODEL, "-m": r"\w\S*", "--model": r"\w\S*"},
)
MOST_PROMPT = 1 << 20
_SCHEMA, _MODELS = "schema.json", "models.json"
_PATIENCE, _LARGEST_LIST = 6.0, 16 << 20
_NO_TOOLS: Mapping[str, Any] = {
    "tool_mode": "direct",
    "multi_agent_version": "disabled",
    "shell_type": "disabled",
    "apply_patch_tool_type": None,
    "experimental_supported_tools": [],
    "supports_search_tool": False,
}
# a name that a version does not know is passed over
_WITHOUT = (
    *("plugins", "shell_tool", "unified_exec", "shell_snapshot", "apps", "hooks", "browser_use", "computer_use"),
    *("image_generation", "view_image", "memories", "goals", "multi_agent", "multi_agent_v2", "daemon_auto_start"),
    *("sleep_tool", "code_mode", "code_mode_only"),
)
_SET = (
    'web_search="disabled"',
    "analytics.enabled=false",
    "project_doc_max_bytes=0",
    "skills.include_instructions=false",
    "orchestrator.skills.enabled=false",
    "tools.update_plan.enabled=false",
    "tools.experimental_request_user_input.enabled=false",
    f'model_catalog_json="{{call}}/{_MODELS}"',
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
    settings = calls.settings.get("codex", USUAL)
    provider = codex_provider(calls.environment, settings)
    one = installed(with_provider(ENGINE, settings, calls.environment), words, calls)
    set_so = [*(f"features.{name}=false" for name in _WITHOUT), *_SET]
    arguments = [
        "exec",
        *provider.arguments,
        *one.flags,
        *(["-m", one.model] if one.model else []),
        *_ALWAYS,
        *(word for setting in set_so for word in ("-c", setting)),
        *(["--output-schema", f"{{call}}/{_SCHEMA}"] if one.settings.structured_output else []),
        "-",
    ]
    listing = [one.program, "debug", "models", *provider.arguments]
    for flag, value in pairwise(one.flags):
        listing += [flag, value] if flag in ("-c", "--config") else []
    seen = one.engine.environment(one.settings, calls.environment)
    files_for = partial(_files_for, listing, seen, one.settings.structured_output)
    return asked_by(one, arguments, calls, most_prompt=MOST_PROMPT, prepare=without_skills, files_for=files_for)


def _files_for(
    listing: Sequence[str], environment: Mapping[str, str], is_structured: bool, prompt: Prompt
) -> dict[str, bytes]:
    schema = {_SCHEMA: schema_file(prompt)} if is_structured else {}
    return {**schema, _MODELS: _models_without_tools(listing, environment)}


def _models_without_tools(listing: Sequence[str], environment: Mapping[str, str]) -> bytes:
    """Return the program's list of models without tools. Raises ValueError if the program does not tell its models.

    It is asked for the list of this user first, which it may have to fetch, and then for the one it came with. A
    program that is not there is not asked: starting it says so.
    """
    if not os.path.exists(listing[0]):
        return b""
    for argv in (listing, [*listing, "--bundled"]):
        text = run(argv, environment, _PATIENCE, _LARGEST_LIST)[1]
        line = next((line for line in text.splitlines() if line.startswith("{")), "")
        try:
            models = [{**model, **_NO_TOOLS} for model in json.loads(line)["models"]]
        except (ValueError, KeyError, TypeError, RecursionError):
            continue
        if models:
            return json.dumps({"models": models}).encode()
    raise ValueError("codex does not tell its models (codex debug models), so its tools cannot be turned off")
