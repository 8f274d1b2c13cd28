"""The voter that asks an installed program as its profile says."""

import json
import re
from collections.abc import Mapping
from functools import partial

from quorate.core.errors import InputError
from quorate.prompts.prompt import Prompt
from quorate.voters.ballot_schema import ballot_schema, schema_file
from quorate.voters.calls.call_folders import Calls
from quorate.voters.command import Command, Program
from quorate.voters.port import USUAL, EngineSettings
from quorate.voters.programs.engine_program import harmless, path_of, secrets_of, shown, version_of
from quorate.voters.programs.profile import FLAGS, SCHEMA, Profile, Version

_MODEL = re.compile(r"[A-Za-z0-9][\w.:/@\[\]-]{0,99}")


def program_voter(profile: Profile, words: str, calls: Calls) -> Command:
    """`claude:opus`: the model may be left out. Raises InputError if the program is too old to be asked safely."""
    settings = calls.settings.get(profile.name, USUAL)
    profile = profile.adapted(settings, calls.environment)
    path = path_of(profile, settings, calls.environment)
    version = version_of(profile, path, calls.environment)
    # of a program whose tools are only caught, no version is taken on trust
    if version < profile.oldest if version else profile.no_tools_from is None:
        raise InputError(
            f"{profile.name}: found version {shown(version) or 'unknown'}, which cannot run without tools; "
            f"allowed: {shown(profile.oldest)} or later ({profile.get})"
        )
    model = words or settings.model
    if model and not _MODEL.fullmatch(model):
        allowed = f"{profile.name} or {profile.name}:MODEL"
        raise InputError(f"{profile.name}: found the model {model[:60]!r}; allowed: {allowed}")
    is_structured = settings.structured_output and profile.is_structured
    values = {
        "model": model,
        "max_cost": settings.max_cost_per_call,
        "schema": SCHEMA if is_structured else "",
        "seconds": f"{max(settings.timeout - 2, 1):.0f}",
    }
    named, names = path or settings.program or profile.name, profile.sees(settings)
    is_hidden = version is None or version < profile.hides_before or not profile.hides_before
    seen = profile.environment(settings, calls.environment)

    def files_for(prompt: Prompt) -> dict[str, bytes]:
        schema = {SCHEMA: schema_file(prompt)} if is_structured and not profile.schema_flag else {}
        return {**schema, **(profile.files_for(named, seen) if profile.files_for else {})}

    def arguments_for(prompt: Prompt) -> list[str]:
        # every user can read arguments, so the schema there holds no word of the question and no nonce
        return [profile.schema_flag, json.dumps(ballot_schema(prompt, is_public=True))]

    program = Program(
        [named, *_arguments(profile, version, values, _flags_of(profile, settings))],
        timeout=settings.timeout,
        attempts=settings.attempts,
        passes=names,
        fixed=profile.fixed,
        secrets=secrets_of(names),
        files=profile.files,
        directory=profile.directory,
        most_prompt=profile.most_prompt,
        most_file=profile.most_file,
        prepare=partial(harmless, pattern=profile.hides if is_hidden else ""),
        is_filed=profile.is_filed,
        max_cost_per_call=settings.max_cost_per_call,
        files_for=files_for,
        arguments_for=arguments_for if is_structured and profile.schema_flag else None,
        envelope=profile.envelope,
    )
    return Command(program, calls)


def _arguments(profile: Profile, version: Version | None, values: Mapping[str, str], flags: list[str]) -> list[str]:
    """The words for this version, filled in; a version that is not known counts as the oldest."""
    arguments: list[str] = []
    for part in profile.arguments:
        if part is FLAGS:
            arguments += flags
        is_of_version = part.since <= (version or ()) and (not part.before or (version or ()) < part.before)
        if not is_of_version or (part.needs and not values.get(part.needs)):
            continue
        for word in part.words:
            for name, value in values.items():
                word = word.replace(f"{{{name}}}", value)
            arguments.append(word)
    return arguments


def _flags_of(profile: Profile, settings: EngineSettings) -> list[str]:
    """The flags in the settings, if they give the program nothing that a voter must not have."""
    flags, at = list(settings.flags or ()), 0
    while at < len(flags):
        name, is_joined, value = flags[at].partition("=")
        if name not in profile.flags:
            raise _refused(profile, flags[at])
        if not is_joined:
            at += 1
            value = flags[at] if at < len(flags) else ""
        if not re.fullmatch(profile.flags[name], value, re.DOTALL):
            raise _refused(profile, f"{name} {value}".strip())
        at += 1
    return flags


def _refused(profile: Profile, flag: str) -> InputError:
    allowed = ", ".join(f"{name} {pattern}" for name, pattern in sorted(profile.flags.items())) or "none"
    return InputError(f"{profile.name}: flags: found {flag[:60]!r}; allowed: {allowed}; for others use command:PROGRAM")
