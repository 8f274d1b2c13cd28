"""Voters: the kinds there are, what stands behind the colon, and what the programs of engines may see."""

from collections.abc import Sequence

from quorate.voters import voter_kinds
from quorate.voters.api import VENDORS
from quorate.voters.command import _FIXED, _PASSED, MOST_FILE, MOST_OUTPUT
from quorate.voters.models.model_call import _NETWORK
from quorate.voters.port import USUAL
from quorate.voters.profiles import PROFILES
from quorate.voters.programs.engine_program import shown
from quorate.voters.programs.profile import PROXIES, USUAL_PASSES, Profile
from tests.docs.reference.tables import code, codes, table

INTRODUCTION = """# Voters

Who may hold a seat. A voter is written `KIND` or `KIND:WORDS`, in `--seat NAME=VOTER`, in the `panel` of a
[question document](question-document.md), or among the seats of a panel in [quorate.toml](settings.md). Other packages
add kinds by the entry-point group `quorate.voters`.

"""
AGY = "../how-to/ask-engines.md#gemini-without-a-company-account"
KINDS = {
    "claude": (
        "`claude`, `claude:MODEL`",
        "Claude Code, the installed program. [Ask engines](../how-to/ask-engines.md)",
    ),
    "codex": ("`codex`, `codex:MODEL`", "Codex, the program."),
    "gemini": ("`gemini`, `gemini:MODEL`", "Gemini CLI, the program."),
    "agy": (
        "`agy`, `agy:MODEL`",
        f"Antigravity CLI, where settings or `--seat` name it: read about, not tried. [Ask engines]({AGY})",
    ),
    "openai": (
        "`openai:MODEL@URL`, `openai:MODEL`",
        "Any address that is asked as OpenAI's is. [Use a local model](../how-to/use-a-local-model.md)",
    ),
    "api": ("`api:VENDOR:MODEL`", f"A vendor's own API: {codes(VENDORS)}. Needs the extra `llm`."),
    "command": (
        "`command:PROGRAM ARGUMENTS`",
        "Any program: prompt in, ballot out. [Add a program as a voter](../how-to/add-a-program-as-a-voter.md)",
    ),
    "scorecard": (
        "`scorecard`",
        "No model: votes by the scores in the question. [Vote by scorecard](../how-to/vote-by-scorecard.md)",
    ),
    "person": (
        "`person`, `person:NAME`",
        "Anybody, or somebody by name; answers later. [Let people vote](../how-to/let-people-vote.md)",
    ),
    "agent": ("`agent`, `agent:NAME`", "An agent that votes by itself, in the same way as people do."),
}
NOT_FOR_SEATS = {"scripted"}  # it says what a program tells it to
PROGRAMS = """
## Engines that are programs

A program that is older than `oldest` is refused. One of the variables logs it in, if it is not logged in by itself.

"""
SEEN = """
## What programs see of the environment

All of them:

"""
LIMITS = """
## Limits

| what | how much |
| --- | --- |
"""
FLAGS = """
## Flags in settings

`flags` of an engine in your own settings file take the place of none that keeps it harmless. Allowed are:

"""


def voters() -> str:
    """The kinds, then what is particular to programs."""
    kinds = set(voter_kinds()) - NOT_FOR_SEATS
    assert kinds == KINDS.keys(), kinds ^ KINDS.keys()
    return "".join(
        (
            INTRODUCTION + table(("voter", "who answers"), KINDS.values()),
            PROGRAMS + table(("kind", "package at npm", "oldest", "logs in by"), map(_program, PROFILES.values())),
            SEEN + _seen(),
            FLAGS + _flags(),
            LIMITS + "".join(f"| {what} | {most} |\n" for what, most in _limits().items()),
        )
    )


def _program(engine: Profile) -> Sequence[str]:
    package, keys = engine.package and code(engine.package), codes(engine.keys) if engine.keys else "its own log-in"
    return code(engine.name), package, shown(engine.oldest), keys


def _seen() -> str:
    everybody = f"- {codes(_PASSED)} and `LC_*`\n- {', '.join(f'`{name}={value}`' for name, value in _FIXED.items())}\n"
    seen = {one.name: (*one.keys, *one.passes) for one in PROFILES.values()}
    engines = "".join(f"- {code(name)}: {codes(names)}\n" for name, names in seen.items() if names)
    asking = f"- {code('openai')}, {code('api')}: the one key for the host, {codes(_NETWORK)}\n"
    return (
        f"{everybody}- `TMPDIR`, a folder of the call's own\n\n"
        f"Programs of engines also {codes((*USUAL_PASSES, *PROXIES))}.\n\nBesides:\n\n{engines}{asking}\n"
        "`environment` of an engine in your own settings file adds names to that.\n"
    )


def _flags() -> str:
    programs = "".join(f"- {code(one.name)}: {codes(sorted(one.flags))}\n" for one in PROFILES.values())
    return (
        f"{programs}- `openai`: `NAME=VALUE`, further keys of the request; `plain_http=HOST`\n"
        "- `api`: `max_tokens`, `temperature`, `top_p`, `plain_http`, each as `NAME=VALUE`\n\n"
        "With `-c` or `--config` Codex takes keys of the model and of its provider only.\n"
    )


def _limits() -> dict[str, str]:
    return {
        "one attempt": f"{USUAL.timeout:g} s, or `timeout`",
        "attempts where none answers in time": f"{USUAL.attempts}, or `attempts`",
        "standard output": f"{MOST_OUTPUT >> 20} MiB",
        "a file that a `command` writes": f"{MOST_FILE >> 20} MiB",
    }
