"""Claude, Codex and Gemini are asked: what each is given, what it may see, and what becomes of each way to answer."""

import pytest

from quorate.core.errors import InputError
from quorate.replies.envelopes import Usage
from quorate.voters import voter_kinds
from quorate.voters.port import EngineSettings, PaidVoter
from tests.engines.asking import ENGINES, GOOD, PROMPT, Office, prompt
from tests.patience import ends, timeouts

KEYS = {"claude": "ANTHROPIC_API_KEY", "codex": "CODEX_API_KEY", "gemini": "GEMINI_API_KEY"}
USED = {
    "claude": Usage(130, 20, "0.0123", "claude-stand-in"),
    "codex": Usage(100, 20),
    "gemini": Usage(150, 50, "", "gemini-stand-in"),
}
every_engine = pytest.mark.parametrize("engine", ENGINES)


# --- what becomes of an answer ---------------------------------------------------------------------------


@every_engine
def test_a_vote_arrives_with_the_nonce_and_what_it_used(office: Office, engine: str) -> None:
    office.install(engine)
    answered = office.ask(engine)
    assert (answered.vote, answered.letter.usage) == (GOOD, USED[engine])
    assert len(office.standins.calls(engine)) == 1


@every_engine
def test_prose_is_handed_to_the_reader(office: Office, engine: str) -> None:
    office.install(engine, "prose")
    assert office.ask(engine).letter.text.startswith("That depends on many things")


@every_engine
def test_an_empty_answer_is_a_failure(office: Office, engine: str) -> None:
    office.install(engine, "empty")
    letter = office.ask(engine).letter
    assert letter.failure.startswith(f"{engine} did not answer: ")
    assert letter.usage.input_tokens


@every_engine
@pytest.mark.parametrize("status", ["401", "429", "500"])
def test_an_error_of_the_server_is_named_and_asked_about_once(office: Office, engine: str, status: str) -> None:
    office.install(engine, status)
    reply, letter, _ = office.ask(engine)
    ended = int(status) % 256 if engine == "gemini" else 1
    assert reply.outcome == "error"
    assert letter.failure.startswith(f"{engine} ended with status {ended}: ")
    assert status in letter.failure
    assert letter.usage == Usage()
    assert len(office.standins.calls(engine)) == 1


@pytest.mark.parametrize(
    ("engine", "behaviour"),
    [
        *[("claude", "long"), ("claude", "status")],
        *[("codex", "long"), ("codex", "dropped"), ("codex", "unfinished")],
        *[("gemini", "dropped"), ("gemini", "partial")],
    ],
)
def test_half_an_answer_or_one_with_a_bad_status_is_no_answer(office: Office, engine: str, behaviour: str) -> None:
    office.install(engine, behaviour)
    letter = office.ask(engine).letter
    assert (letter.text, letter.error_type) == ("", "cli_error")


@every_engine
def test_an_answer_outside_its_envelope_is_a_failure_to_parse(office: Office, engine: str) -> None:
    office.install(engine, "garbage")
    letter = office.ask(engine).letter
    assert (letter.text, letter.error_type) == ("", "parse_failure")


@every_engine
def test_who_is_not_logged_in_is_told_so(office: Office, engine: str) -> None:
    office.install(engine, logged_in=False)
    said = {"claude": "Not logged in", "codex": "401 Unauthorized", "gemini": "Please set an Auth method"}
    assert said[engine] in office.ask(engine).letter.failure
    assert office.ask(engine, environment={KEYS[engine]: "key-of-a-test"}).vote == GOOD


@every_engine
def test_a_program_that_is_not_there_is_named(office: Office, engine: str) -> None:
    letter = office.ask(engine).letter
    assert letter.failure == f"no program called '{engine}'; install it, or give its full path"


@every_engine
@pytest.mark.parametrize("behaviour", ["hang", "stubborn"])
def test_whoever_hangs_is_ended_and_is_a_timeout_by_our_clock(office: Office, engine: str, behaviour: str) -> None:
    office.install(engine, behaviour)
    for seconds in timeouts(1):
        reply, letter, _ = office.ask(engine, settings=EngineSettings(timeout=seconds, attempts=1))
        assert (reply.outcome, reply.status, letter.error_type) == ("timeout", None, "timeout")
        if office.standins.calls(engine):
            break
    (run,) = office.standins.calls(engine)
    assert ends(run.process)


def test_a_timeout_is_tried_again_once(office: Office) -> None:
    office.install("claude", "hang")
    for seconds in timeouts(1):
        before = len(office.standins.calls("claude"))
        reply = office.ask("claude", settings=EngineSettings(timeout=seconds)).reply
        assert (reply.detail, reply.attempts) == (f"no answer within {seconds:g} s, asked twice", 2)
        if len(runs := office.standins.calls("claude")[before:]) == 2:
            break
    assert len(runs) == 2


@every_engine
def test_children_that_are_left_behind_are_ended(office: Office, engine: str) -> None:
    office.install(engine, "orphan")
    assert office.ask(engine).vote == GOOD
    (orphan,) = office.standins.orphans(engine)
    assert ends(orphan)


@every_engine
def test_a_flood_is_cut_off_and_an_error(office: Office, engine: str) -> None:
    office.install(engine, "flood")
    assert office.ask(engine).letter.failure == "more than 1048576 bytes on standard output"


@every_engine
def test_a_reason_carries_neither_escapes_nor_the_prompt(office: Office, engine: str) -> None:
    office.install(engine, "escapes")
    failure = office.ask(engine).letter.failure
    assert failure.startswith(f"{engine} ended with status 1")
    assert failure.isprintable()
    assert "You hold a seat" not in failure


@every_engine
def test_a_key_that_a_program_repeats_is_kept_nowhere(office: Office, engine: str) -> None:
    key = KEYS[engine]
    office.install(engine, "401", tells=(key, "HTTPS_PROXY"))
    secret = {key: "sk-very-secret-value", "HTTPS_PROXY": "http://user:password@proxy:3128"}
    reply, letter, _ = office.ask(engine, environment=secret)
    assert f"[{key}] [HTTPS_PROXY]" in letter.failure
    assert all(value not in str(reply) for value in secret.values())


# --- what a program is given -----------------------------------------------------------------------------


@every_engine
def test_the_prompt_comes_on_standard_input_and_stands_in_no_argument(office: Office, engine: str) -> None:
    office.install(engine)
    text = PROMPT + "zebra " * 60_000
    assert office.ask(engine, text).vote == GOOD
    (run,) = office.standins.calls(engine)
    assert run.length == len(text)
    assert not any("Adopt" in argument or "zebra" in argument for argument in run.arguments)


@every_engine
def test_all_calls_work_in_one_directory_with_nothing_of_the_users_in_it(office: Office, engine: str) -> None:
    office.install(engine)
    for _ in range(2):
        office.ask(engine)
    first, second = office.standins.calls(engine)
    assert first.directory == second.directory
    assert first.files == second.files == (["./.gemini/settings.json"] if engine == "gemini" else [])


@every_engine
def test_only_what_it_needs_is_seen_of_the_environment(office: Office, engine: str) -> None:
    office.install(engine)
    keys = dict.fromkeys(KEYS.values(), "x" * 10)
    more = {"HTTPS_PROXY": "http://proxy", "NODE_EXTRA_CA_CERTS": "/ca.pem", "MINE": "mine"}
    others = {"AWS_SECRET_ACCESS_KEY": "x", "GITHUB_TOKEN": "x", "PYTHONPATH": "/x", "NODE_OPTIONS": "--require /x"}
    office.ask(engine, settings=EngineSettings(passes=("MINE",)), environment={**keys, **more, **others})
    (run,) = office.standins.calls(engine)
    assert {KEYS[engine], "PATH", "HOME", "TMPDIR", *more} <= set(run.environment)
    assert not (set(KEYS.values()) - {KEYS[engine]} | set(others)) & set(run.environment)


def test_variables_that_hold_something_secret_are_known_by_their_names(office: Office) -> None:
    voter = office.voter("claude", EngineSettings(passes=("MY_TOKEN", "MY_REGION")))
    assert {"MY_TOKEN", "ANTHROPIC_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN", "https_proxy"} <= set(voter.program.secrets)
    assert not {"MY_REGION", "NO_PROXY", "CLAUDE_CONFIG_DIR"} & set(voter.program.secrets)


@every_engine
@pytest.mark.parametrize("text", ["/help me", "- a list", "--yolo", "@/etc/passwd", "<<<x", "  /help"])
def test_a_prompt_never_begins_like_a_command_or_a_flag(office: Office, engine: str, text: str) -> None:
    office.install(engine)
    assert "APPROVE" in office.ask(engine, text).letter.text
    (run,) = office.standins.calls(engine)
    assert run.prompt.startswith("The prompt:\n\n")
    assert run.prompt.replace("\u200b", "").endswith(text)


@pytest.mark.parametrize("text", ["", "  \n"])
@every_engine
def test_an_empty_prompt_is_an_error(office: Office, engine: str, text: str) -> None:
    office.install(engine)
    ended = 42 if engine == "gemini" else 1
    assert office.ask(engine, text).letter.failure.startswith(f"{engine} ended with status {ended}: ")


@pytest.mark.parametrize(("engine", "most"), [("claude", 10_000_000), ("codex", 1 << 20), ("gemini", 8 << 20)])
def test_a_prompt_over_the_limit_is_refused_before_the_call(office: Office, engine: str, most: int) -> None:
    office.install(engine)
    voter = office.voter(engine)
    assert not voter.problem_with(prompt("x" * most))
    assert f"the prompt has {most + 1} bytes, 1 more than {engine} accepts" in voter.problem_with(
        prompt("x" * (most + 1))
    )
    assert office.ask(engine, "x" * (most + 1)).reply.outcome == "error"
    assert not office.standins.runs(engine)


@pytest.mark.parametrize(("engine", "most"), [("claude", 10_000_000), ("codex", 1 << 20), ("gemini", 8 << 20)])
def test_the_longest_prompt_is_answered(office: Office, engine: str, most: int) -> None:
    office.install(engine)
    assert office.ask(engine, PROMPT + "x" * (most - len(PROMPT))).vote == GOOD


# --- words and settings ----------------------------------------------------------------------------------


@every_engine
def test_an_engine_is_a_kind_of_voter_whose_calls_are_found_again(office: Office, engine: str) -> None:
    assert engine in voter_kinds()
    assert isinstance(office.voter(engine), PaidVoter)


@every_engine
def test_the_model_comes_from_the_words_else_from_the_settings(office: Office, engine: str) -> None:
    for voter, settings, model in (
        (f"{engine}:large-2.5", EngineSettings(model="small"), "large-2.5"),
        (engine, EngineSettings(model="small"), "small"),
    ):
        argv = office.voter(voter, settings).program.argv
        assert argv[argv.index("--model" if engine == "claude" else "-m") + 1] == model
    assert "-m" not in office.voter(engine).program.argv


@every_engine
@pytest.mark.parametrize("model", ["--yolo", "-x", "a b", "x" * 101, "$(id)"])
def test_a_model_that_is_none_is_refused(office: Office, engine: str, model: str) -> None:
    with pytest.raises(InputError, match=f"{engine}: found the model"):
        office.voter(f"{engine}:{model}")


@pytest.mark.parametrize(
    ("engine", "flags"),
    [
        ("claude", ("--effort", "high")),
        ("claude", ("--effort=high",)),
        ("codex", ("-c", 'model_provider="mine"', "-c", 'model_providers.mine={base_url="http://127.0.0.1:1/v1"}')),
        ("codex", ("-c", "model_reasoning_effort=high")),
        ("gemini", ("-m", "flash")),
    ],
)
def test_flags_in_the_settings_stand_beside_those_that_keep_it_safe(
    office: Office, engine: str, flags: tuple[str, ...]
) -> None:
    usual, argv = office.voter(engine).program.argv, office.voter(engine, EngineSettings(flags=flags)).program.argv
    assert [word for word in argv if word not in flags] == [word for word in usual if word not in flags]
    assert set(flags) <= set(argv)


@pytest.mark.parametrize(
    ("engine", "flags"),
    [
        ("claude", ("--dangerously-skip-permissions",)),
        ("claude", ("--tools", "Bash")),
        ("claude", ("--permission-mode=acceptEdits",)),
        ("claude", ("--mcp-config", "x.json")),
        ("claude", ("--effort", "--tools")),
        ("claude", ("--effort",)),
        ("codex", ("--full-auto",)),
        ("codex", ("--yolo",)),
        ("codex", ("-s", "workspace-write")),
        ("codex", ("-c", "sandbox_mode=danger-full-access")),
        ("codex", ("-c", "features.shell_tool=true")),
        ("codex", ("-c", "mcp_servers.x.command=id")),
        ("gemini", ("--yolo",)),
        ("gemini", ("--approval-mode", "yolo")),
        ("gemini", ("a prompt",)),
    ],
)
def test_flags_that_would_give_it_tools_are_refused(office: Office, engine: str, flags: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match=f"{engine}: flags: found .* for others use command:PROGRAM"):
        office.voter(engine, EngineSettings(flags=flags))


def test_a_program_can_be_named_by_its_path(office: Office) -> None:
    file = office.standins.install("claude")
    settings = EngineSettings(program=str(file))
    assert office.ask("claude", settings=settings, environment={"PATH": "/nowhere"}).reply.outcome == "answered"
    home = office.standins.home / "claude"
    home.symlink_to(file)
    assert office.voter("claude", EngineSettings(program="~/claude")).program.argv[0] == str(home)
