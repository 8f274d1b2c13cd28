"""The engines that are installed programs, one entry each; users declare their own in the settings.

What every program gets besides: no shell, the prompt on standard input, an empty working directory and a temporary
one, an environment by allow-list.
"""

import json
from collections.abc import Mapping

from quorate.voters.command import MOST_FILE
from quorate.voters.port import EngineSettings
from quorate.voters.programs.codex import MODELS, adapt_codex
from quorate.voters.programs.login import claude_login, codex_login, gemini_login, login_by_status
from quorate.voters.programs.profile import FLAGS, SCHEMA, Profile, Words

_NAME = r"\w\S*"
_MENTION, _SKILL = r"@(?=\S)", r"\$(?=[^\W\d])"

# No tools, MCP servers or transcript, and `--restricted`, which keeps the user's hooks, memory and files out. Versions
# that do not know it get no settings at all instead, and no `@path` in the prompt.
_CLAUDE = Profile(
    name="claude",
    package="@anthropic-ai/claude-code",
    oldest=(2, 1, 197),
    get="npm install -g @anthropic-ai/claude-code",
    login="claude auth login, or set ANTHROPIC_API_KEY",
    login_check=claude_login,
    home=("CLAUDE_CONFIG_DIR", "~/.claude"),
    traces=(".credentials.json", "settings.json"),
    keys=("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"),
    passes=("CLAUDE_CONFIG_DIR", "ANTHROPIC_BASE_URL", "ANTHROPIC_CUSTOM_HEADERS"),
    fixed={
        "CLAUDE_CODE_MAX_RETRIES": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
        "ENABLE_TOOL_SEARCH": "false",  # with it, newer versions offer a placeholder beside the form for the answer
    },
    flags={"--effort": r"\w+", "--model": _NAME, "--fallback-model": _NAME},
    arguments=(
        FLAGS,
        Words(("--model", "{model}"), "model"),
        Words(("--max-budget-usd", "{max_cost}"), "max_cost"),
        Words(("-p", "--output-format", "json", "--tools", "", "--strict-mcp-config", "--no-session-persistence")),
        Words(("--restricted",), since=(2, 1, 248)),
        Words(("--setting-sources", ""), before=(2, 1, 248)),
    ),
    is_structured=True,
    schema_flag="--json-schema",
    hides=_MENTION,
    hides_before=(2, 1, 248),
    most_prompt=10_000_000,
)

# A read-only sandbox, and nothing of the user's configuration except the provider: it would start their MCP servers.
# A feature that a version does not know is passed over. `$name` in a prompt would read in a skill of the user's. It
# reads the user's own `AGENTS.md` in its home; nothing turns that off.
_OF_THE_MODEL = r"(?:model|model_provider|model_providers\.[\w.-]+|model_reasoning_\w+|model_verbosity|service_tier)=.+"
_FEATURES = (
    *("plugins", "shell_tool", "unified_exec", "shell_snapshot", "apps", "hooks", "browser_use", "computer_use"),
    *("image_generation", "view_image", "memories", "goals", "multi_agent", "multi_agent_v2", "daemon_auto_start"),
    *("sleep_tool", "code_mode", "code_mode_only"),
)
_SET = (
    *(f"features.{name}=false" for name in _FEATURES),
    'web_search="disabled"',
    "analytics.enabled=false",
    "project_doc_max_bytes=0",
    "skills.include_instructions=false",
    "orchestrator.skills.enabled=false",
    "tools.update_plan.enabled=false",
    "tools.experimental_request_user_input.enabled=false",
    f'model_catalog_json="{{call}}/{MODELS}"',
)
_CODEX = Profile(
    name="codex",
    package="@openai/codex",
    oldest=(0, 129, 0),
    no_tools_from=(0, 146, 0),
    get="npm install -g @openai/codex",
    login="codex login, or set CODEX_API_KEY",
    login_check=codex_login,
    home=("CODEX_HOME", "~/.codex"),
    traces=("auth.json", "config.toml"),
    keys=("CODEX_API_KEY",),
    passes=("CODEX_HOME", "CODEX_CA_CERTIFICATE"),
    fixed={"CODEX_EXEC_SERVER_URL": "none"},  # no place where a tool could run
    flags={"-c": _OF_THE_MODEL, "--config": _OF_THE_MODEL, "-m": _NAME, "--model": _NAME},
    arguments=(
        Words(("exec",)),
        FLAGS,
        Words(("-m", "{model}"), "model"),
        Words(("--skip-git-repo-check", "-s", "read-only", "--ephemeral", "--ignore-user-config")),
        Words(("--color", "never", "--json")),
        Words(tuple(word for setting in _SET for word in ("-c", setting))),
        Words(("--output-schema", f"{{call}}/{SCHEMA}"), "schema"),
        Words(("-",)),
    ),
    is_structured=True,
    hides=_SKILL,
    most_prompt=1 << 20,
    adapt=adapt_codex,
)

# A policy that denies every tool, whatever mode the program thinks it is in; no MCP servers or extensions. The settings
# in its working directory turn off hooks, skills, repeated attempts, updates, statistics, telemetry and listings of
# folders. It reads `~/.gemini/.env`, where the key may be, but a variable that is set wins. It reads the user's own
# `GEMINI.md` and keeps a transcript; nothing turns that off. Into a pipe it writes 64 KiB and drops the rest.
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
_GEMINI = Profile(
    name="gemini",
    package="@google/gemini-cli",
    oldest=(0, 39, 1),
    tells=False,
    get="npm install -g @google/gemini-cli",
    login="set GEMINI_API_KEY, or log in with a Standard or Enterprise account",  # others cannot since June 2026
    login_check=gemini_login,
    home=("GEMINI_CLI_HOME", "~"),
    traces=(".gemini/settings.json", ".gemini/oauth_creds.json", ".gemini/.env", ".env"),
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
    flags={"-m": _NAME, "--model": _NAME},
    arguments=(
        FLAGS,
        Words(("-m", "{model}"), "model"),
        Words(("--admin-policy", "{call}/policy.toml", "--allowed-mcp-server-names", "none")),
        Words(("-e", "none", "-o", "json")),
    ),
    files={"policy.toml": _POLICY},
    directory={".gemini/settings.json": json.dumps(_SETTINGS, sort_keys=True).encode()},
    most_prompt=8 << 20,
    most_file=MOST_FILE,
    is_filed=True,
    hides=_MENTION,
)

# The successor of the Gemini CLI for individuals: read in its documentation and issues, not tried. It has no flag for
# a list of tools, so a call is caught in its stream; a tool that would have to be allowed is refused, because nobody is
# there to allow it. Without a flag that names a prompt it reads one from standard input; a flag's value would be an
# argument, which every user can read.
_AGY = Profile(
    name="agy",
    oldest=(1, 2, 12),
    no_tools_from=None,
    get="install it as https://antigravity.google/docs/cli/install/ says",
    login="agy, and sign in",
    login_check=login_by_status("models"),
    traces=(".gemini/antigravity-cli/settings.json",),
    fixed={"AGY_CLI_DISABLE_AUTO_UPDATE": "true"},
    flags={"--model": _NAME, "--effort": r"\w+"},
    arguments=(
        FLAGS,
        Words(("--model", "{model}"), "model"),
        Words(("--output-format", "stream-json", "--sandbox", "--print-timeout", "{seconds}s")),
    ),
    hides=_MENTION,
    most_file=MOST_FILE,
)

PROFILES: Mapping[str, Profile] = {profile.name: profile for profile in (_CLAUDE, _CODEX, _GEMINI, _AGY)}


def profile_of(name: str, settings: Mapping[str, EngineSettings]) -> Profile | None:
    """Return the profile of this name: one of ours, or one that the settings declare."""
    if name in PROFILES:
        return PROFILES[name]
    declared = settings.get(name)
    if declared is None or declared.arguments is None:
        return None
    words = [Words((word,), "model" if "{model}" in word else "") for word in declared.arguments]
    words += [Words((declared.schema_flag, f"{{call}}/{SCHEMA}"), "schema")] if declared.schema_flag else []
    return Profile(
        name=name,
        get=declared.get or f"install {declared.program or name}",
        login=" ".join((declared.program or name, *declared.login)) if declared.login else "",
        login_check=login_by_status(*declared.login) if declared.login else None,
        arguments=tuple(words),
        is_structured=bool(declared.schema_flag),
        envelope=declared.envelope,
        most_file=MOST_FILE,
    )
