"""Stories at the command line: real commands on a record in a file, each typed as whoever acts."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Queue
from typing import Any

import click
import pytest
import yaml

from quorate.core.errors import DocumentError, QuorateError
from quorate.surfaces.cli.command_table import program
from quorate.surfaces.cli.entry import run
from quorate.surfaces.cli.exit_status import FAILED, WORKED, WRONG
from quorate.surfaces.cli.terminal.phrases import Words
from tests.stories.answer import Answer, code_of
from tests.stories.contributions import EPIC
from tests.stories.library import ANSWER_NAMES, PARTS, WHOLE_BALLOT, filled_ballot, with_lines
from tests.stories.story import Person
from tests.stories.vocabulary import REQUESTS_OF_AGENTS
from tests.stories.world import World

Fields = dict[str, Any]
LEFT_OUT: Mapping[str, str] = {
    "person: by name": "whoever runs a command on a file of theirs owns the record, whatever their name",
    "person: a program": "a program that acts for somebody comes by way of MCP",
    "person: a program with a key": "a program that acts for somebody comes by way of MCP",
    "person: in a form": "a form is shown by way of MCP",
    **dict.fromkeys(("listen", "hear", "wait"), "a command looks once"),
    **dict.fromkeys(
        (
            *("look at own seats", "look before voting", "look before voting again", "look before answering"),
            "ask what is required",
            *("look before resuming", "look before reframing", "stop calls"),
        ),
        "done for a person at a terminal: tests/surfaces/test_at_the_terminal.py",
    ),
    "find": "every command finds: tests/surfaces/test_short_names.py",
    "keep report": "a report is kept in a folder of the user's: tests/surfaces/test_manifest_command.py",
    "tell outcomes": "a line that is refused has no refusal of the whole: tests/surfaces/test_outcome_command.py",
    "restore": "a copy is restored elsewhere: tests/surfaces/test_care_of_the_record.py",
    "look after the record": "a server looks after its record",
    "demonstrate": "a demonstration has a record of its own: tests/surfaces/test_other_commands.py",
    "speak for agent": "whoever types speaks as themselves",
    "import sessions.request": "no request ids here",
    "redeliberate.trigger=a hunch": "the option knows the triggers that there are",
    "ask advice on tool": "a program runs the hook, with the call on standard input",
    "call tool": "a program runs the hook, with the call on standard input: tests/surfaces/test_hook_command.py",
    "grant window": "windows belong to the hook, whose settings they follow",
    "close window": "windows belong to the hook, whose settings they follow",
    "list windows": "windows belong to the hook, whose settings they follow",
    "suggest rules": "suggestions are for the rules of the settings: tests/surfaces/test_gate_presets.py",
    **dict.fromkeys(
        ("propose resolution", "vote on resolution", "resolve conflict"),
        "conflicts are files of the local user, who needs no key: tests/surfaces/test_conflict_command.py",
    ),
    **dict.fromkeys(REQUESTS_OF_AGENTS, "neither the fleet nor conflicts have request ids here"),
    "file synthesis.concerns": "no option: whoever has concerns does not agree",
    "open.ballot": "only a program brings a ballot of its own along",
}
_OPTIONS = {
    "conditions": "condition",
    "seats": "seat",
    "constraints": "constraint",
    "options": "option",
    "tags": "tag",
    "scopes": "scope",
    "concerns": "concern",
    "choice": "choice",
    "request": "key",
    "agrees": "agree",
    "accept_notes": "accept-note",
    "strike_notes": "strike-note",
}
_FILES = ("context", "action", "evidence", "text")
_WORDS = Words("en")
_SOME_REFUSED = '{"taken":'
"""How a list begins of what was taken over, and what was not."""


class _Watched:
    """The program, and the error that the last run of it ended with."""

    error: Exception | None = None

    def main(self, *arguments: Any, **more: Any) -> Any:
        """What click runs."""
        self.error = None
        try:
            return program.main(*arguments, **more)
        except Exception as error:
            self.error = error
            raise


class CommandLine:
    """A command belongs in the main thread, where signals arrive; so the story goes on in another one."""

    name = "command line"
    binds_content = False

    def __init__(self, world: World, capture: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self._world, self._capture, self._patch = world, capture, patch
        self._watched = _Watched()
        self._waiting: Queue[Callable[[], None] | None] = Queue()

    def goes_through(self, story: Coroutine[Any, Any, None]) -> None:
        """Types whatever the story asks for, until it ends."""
        with ThreadPoolExecutor(1) as other:
            told = other.submit(asyncio.run, story)
            told.add_done_callback(lambda _: self._waiting.put(None))
            while wanted := self._waiting.get():
                wanted()
        told.result()

    def codes(self, code: str) -> tuple[str, ...]:
        """As it is."""
        return (code,)

    async def do(self, person: Person, operation: str, fields: Fields) -> Answer:
        """What the command prints, or the code of what it refuses. Refusals go to standard error alone."""
        if operation == "look everywhere":
            return await self._look_everywhere(person, fields)
        words = getattr(self, f"_{operation.replace(' ', '_')}")(fields)
        ended: Future[Answer] = Future()
        self._waiting.put(lambda: self._type(person, words, ended))
        answer = await asyncio.wrap_future(ended)
        return self._read(operation, answer)

    def _type(self, person: Person, words: Sequence[str], ended: "Future[Answer]") -> None:
        self._patch.setenv("QUORATE_USER", person.name)
        self._patch.setenv("QUORATE_KEY", self._world.keys.get(person.label, ""))
        try:
            store = [f"--store={self._world.address}"] if words[0] not in ("tally", "consensus", "conflict") else []
            status = run(self._watched, [*words, *store])  # type: ignore[arg-type]
            printed = self._capture.readouterr()
            ended.set_result(self._answer(status, printed.out, printed.err))
        except BaseException as error:  # noqa: BLE001 - the story waits for it, and says what it was
            ended.set_exception(error)

    def _answer(self, status: int, out: str, err: str) -> Answer:
        error = self._watched.error
        if error is None and status == WRONG and out.startswith('{"success":false'):
            refusal = json.loads(out)["error_code"]  # agents of a fleet read their refusals on standard output
            return Answer(text=out + err, refusal=refusal)
        if error is None:
            assert status in (WORKED, FAILED) or out.startswith(_SOME_REFUSED), (status, err)
            return Answer(None, out + err, is_repeated=_WORDS("key.repeated") in err.splitlines())
        assert status == WRONG, (status, err)
        assert not out, out
        assert err
        if isinstance(error, click.UsageError):
            return Answer(text=err, refusal="invalid")
        assert isinstance(error, QuorateError)
        if not isinstance(error, DocumentError):
            assert str(error).split(maxsplit=1)[0] in err, err
        return Answer(text=err, refusal=code_of(error))

    def _read(self, operation: str, answer: Answer) -> Answer:
        if answer.refusal or operation in ("report", "replies", "export", "tally"):
            return self._verdict(operation, answer)
        line = answer.text.splitlines()[0] if answer.text else ""
        value = json.loads(line) if line.startswith(("{", "[")) else None
        if operation in _SHOW_WHOLE and isinstance(value, dict):
            whole = answer._replace(value=value, id=value["id"], is_whole=True)
            if "repeated" in value:
                return whole._replace(is_repeated=value.pop("repeated"))
            return whole._replace(line=line)
        if operation == "list agents":
            return answer._replace(value={"agents": [one["agent_id"] for one in value or ()]})
        if isinstance(value, dict):
            return answer._replace(**_named(operation, value))
        return answer._replace(value=value)

    def _verdict(self, operation: str, answer: Answer) -> Answer:
        if operation != "tally" or answer.refusal:
            return answer
        return answer._replace(value={"verdict": json.loads(answer.text.splitlines()[0])})

    # every operation as the words of a command

    def _open(self, said: Fields) -> list[str]:
        document = self._world.document(said)
        file = self._file("question.yaml", yaml.safe_dump(document, sort_keys=False))
        return ["decide", file, *_words(said, "supersedes", "request"), "--json"]

    def _plan(self, said: Fields) -> list[str]:
        return [*self._open(said), "--dry-run"]

    def _vote(self, said: Fields) -> list[str]:
        bound = _words(said, "seat", "question", "round", "supersede", "request")
        if WHOLE_BALLOT & set(said):
            vote = json.dumps(filled_ballot(self._world, said).vote, default=float)
            return ["vote", said["id"], "--ballot", self._file("ballot.yaml", vote), *bound, "--json"]
        return ["vote", said["id"], *_words(said, *PARTS), *bound, "--json"]

    def _revise(self, said: Fields) -> list[str]:
        return ["revise", said["id"], *self._all_words(said), "--json"]

    def _close(self, said: Fields) -> list[str]:
        return ["close", said["id"], *self._all_words(said), "--json"]

    def _redeliberate(self, said: Fields) -> list[str]:
        return ["redeliberate", said["id"], *self._all_words(said), "--json"]

    def _retry(self, said: Fields) -> list[str]:
        return ["retry", said["id"], *self._all_words(said), "--json"]

    def _resume(self, said: Fields) -> list[str]:
        return ["resume", said["id"], "--json"]

    def _check_evidence(self, said: Fields) -> list[str]:
        return ["check", said["id"], *self._all_words(said), "--json"]

    def _reframe(self, said: Fields) -> list[str]:
        return ["reframe", said["id"], *self._all_words(said), "--json"]

    def _defer(self, said: Fields) -> list[str]:
        return ["defer", said["id"], *self._all_words(said), "--json"]

    def _resolve(self, said: Fields) -> list[str]:
        answers = {ANSWER_NAMES[name]: said[name] for name in ANSWER_NAMES if name in said}
        go = answers.pop("go", None)
        held = [] if go is None else ["--go" if go else "--hold"]
        return ["resolve", said["id"], *_words(answers), *held, *_words(said, "verdict", "request"), "--json"]

    def _release(self, said: Fields) -> list[str]:
        return ["release", said["id"], *self._all_words(said), "--json"]

    def _revoke(self, said: Fields) -> list[str]:
        return ["revoke", said["id"], *self._all_words(said), "--json"]

    def _show(self, said: Fields) -> list[str]:
        return ["show", said["id"], "--json"]

    def _log(self, said: Fields) -> list[str]:
        return ["log", *_words(said, "search"), "--json"]

    def _inbox(self, said: Fields) -> list[str]:
        return ["inbox", *_words(said, "for"), "--json"]

    def _risks(self, said: Fields) -> list[str]:
        return ["risks", said["id"], "--json"]

    def _explain(self, said: Fields) -> list[str]:
        return ["explain", said["id"], "--json"]

    def _retally(self, said: Fields) -> list[str]:
        return ["retally", said["id"], *_words(said, "protocol", "threshold"), "--json"]

    def _replies(self, said: Fields) -> list[str]:
        return ["show", said["id"], "--reply", said["seat"]]

    def _report(self, said: Fields) -> list[str]:
        return ["report", said["id"], *_words(said, "format")]

    def _track(self, said: Fields) -> list[str]:
        more = {name: value for name, value in said.items() if name != "item"}
        return ["risks", "set", said["id"], said["item"], *self._all_words(more), "--json"]

    def _vindicate(self, said: Fields) -> list[str]:
        return ["risks", "vindicate", said["id"], said["item"], *_words(said, "what", "link", "request"), "--json"]

    def _tell_outcome(self, said: Fields) -> list[str]:
        return ["outcome", said["id"], *self._all_words(said), "--json"]

    def _list_due_outcomes(self, _: Fields) -> list[str]:
        return ["outcome", "--due", "--json"]

    def _list_voters(self, _: Fields) -> list[str]:
        return ["voters", "--json"]

    def _issue_key(self, said: Fields) -> list[str]:
        return ["keys", "create", said["name"], *_words(said, "scopes", "expires"), "--json"]

    def _list_keys(self, _: Fields) -> list[str]:
        return ["keys", "list", "--json"]

    def _rotate_key(self, said: Fields) -> list[str]:
        return ["keys", "rotate", said["key"], *_words(said, "overlap", "expires"), "--json"]

    def _revoke_key(self, said: Fields) -> list[str]:
        return ["keys", "revoke", said["key"], *_words(said, "reason"), "--json"]

    def _list_refusals(self, _: Fields) -> list[str]:
        return ["keys", "refusals", "--json"]

    def _verify_record(self, said: Fields) -> list[str]:
        against = [f"--checkpoint={said['against']}"] if "against" in said else []
        return ["verify", *against, "--json"]

    def _make_checkpoint(self, said: Fields) -> list[str]:
        return ["checkpoint", "-o", self._kept("checkpoint", said), "--json"]

    def _back_up(self, said: Fields) -> list[str]:
        return ["backup", self._kept("copy", said), "--json"]

    def _kept(self, what: str, said: Fields) -> str:
        """A file of the story, by its label from now on."""
        file = str(self._world.folder / f"{what} of {said['as']}")
        self._world.labels[said["as"]] = file
        return file

    def _sweep_record(self, _: Fields) -> list[str]:
        return ["redact", "--sweep", "--json"]

    def _export(self, said: Fields) -> list[str]:
        return ["export", said["id"]]

    def _redact(self, said: Fields) -> list[str]:
        more = {"dry_run" if name == "preview" else name: value for name, value in said.items()}
        return ["redact", said["id"], *self._all_words(more), "--json"]

    def _tally(self, said: Fields) -> list[str]:
        file = self._file("tally.yaml", yaml.safe_dump(said["document"], sort_keys=False))
        return ["tally", file, *_words(said, "protocol"), "--json"]

    def _register_agent(self, said: Fields) -> list[str]:
        return ["agents", "register", said["agent"], *_words(said, "owner", "tags", "voter"), "--json"]

    def _describe_agent(self, said: Fields) -> list[str]:
        return ["agents", "describe", said["agent"], *_words(said, "owner", "tags"), "--json"]

    def _report_agent(self, said: Fields) -> list[str]:
        return ["agents", "report", said["agent"], *_words(said, "risk", "coherence", "void"), "--json"]

    def _pause_agent(self, said: Fields) -> list[str]:
        return ["agents", "pause", said["agent"], *_words(said, "reason"), "--json"]

    def _archive_agent(self, said: Fields) -> list[str]:
        return ["agents", "archive", said["agent"], *_words(said, "reason"), "--json"]

    def _judge_review(self, said: Fields) -> list[str]:
        return ["agents", "judge", said["agent"], said["id"], "--held-up" if said["held_up"] else "--failed", "--json"]

    def _show_agent(self, said: Fields) -> list[str]:
        return ["agents", "show", said["agent"], "--json"]

    def _show_history(self, said: Fields) -> list[str]:
        return ["agents", "history", said["agent"], "--json"]

    def _list_agents(self, said: Fields) -> list[str]:
        return ["agents", "list", *_words(said, "status"), "--json"]

    def _list_reviews(self, said: Fields) -> list[str]:
        return ["review", "list", *_words(said, "status", "agent"), "--json"]

    def _show_fleet(self, _: Fields) -> list[str]:
        return ["agents", "overview", "--json"]

    def _import_sessions(self, said: Fields) -> list[str]:
        return ["review", "import", self._file("sessions.json", json.dumps(said["sessions"])), "--json"]

    def _request_review(self, said: Fields) -> list[str]:
        return ["review", "request", said["agent"], *_words(said, "reason", "dispute", "dialectic"), "--json"]

    def _vote_in_review(self, said: Fields) -> list[str]:
        more = _words(said, "reasoning", "conditions", "agent")
        return ["review", "vote", said["id"], said["vote"], *more, "--json"]

    def _show_review(self, said: Fields) -> list[str]:
        return ["review", "show", said["id"], "--json"]

    def _file_thesis(self, said: Fields) -> list[str]:
        return ["review", "thesis", said["id"], *_words(said, "root_cause", "conditions", "reasoning"), "--json"]

    def _file_antithesis(self, said: Fields) -> list[str]:
        metrics = [f"--metric={name}={value}" for name, value in said.get("metrics", {}).items()]
        return ["review", "antithesis", said["id"], *metrics, *_words(said, "concerns", "reasoning"), "--json"]

    def _file_synthesis(self, said: Fields) -> list[str]:
        names = ("conditions", "agrees", "root_cause", "reasoning")
        return ["review", "synthesis", said["id"], *_words(said, *names), "--json"]

    def _reassign_review(self, said: Fields) -> list[str]:
        return ["review", "reassign", said["id"], said["to"], *_words(said, "reason"), "--json"]

    def _verify_review(self, said: Fields) -> list[str]:
        approves = "--approve" if said["approves"] else "--refuse"
        more = _words(said, "reason", "accept_notes", "strike_notes", "ended")
        return ["review", "verify", said["id"], approves, *more, "--json"]

    def _decide_review(self, said: Fields) -> list[str]:
        return ["review", "decide", said["id"], said["action"], *_words(said, "reason", "conditions"), "--json"]

    def _show_consensus(self, _: Fields) -> list[str]:
        return ["consensus", self._epics, "--epic", EPIC, "--json"]

    def _list_conflicts(self, _: Fields) -> list[str]:
        return ["conflict", "list", self._epics, "--epic", EPIC, "--json"]

    @property
    def _epics(self) -> str:
        return str(self._world.folder / "epics")

    async def _look_everywhere(self, person: Person, said: Fields) -> Answer:
        texts = []
        for operation in ("show", "log", "inbox", "risks", "explain", "export", "list voters"):
            texts.append((await self.do(person, operation, {"id": said["id"]})).text)
        for form in ("text", "markdown", "html", "madr"):
            texts.append((await self.do(person, "report", {"id": said["id"], "format": form})).text)
        for seat in await self._world.seats(said["id"]):
            texts.append((await self.do(person, "replies", {"id": said["id"], "seat": seat})).text)
        other = {"id": said["id"], "protocol": "quorum"}
        texts.append((await self.do(person, "retally", other)).text)
        return Answer(text="\n".join(texts))

    def _all_words(self, said: Fields) -> list[str]:
        """Every field as an option; long texts are files."""
        words = {name: value for name, value in said.items() if name not in ("id", "as")}
        for name in _FILES:
            if name in words:
                words[name] = self._file(f"{name}.txt", words[name])
        return _words(words)

    def _file(self, name: str, text: str) -> str:
        (self._world.folder / name).write_bytes(text.encode(errors="surrogatepass"))
        return str(self._world.folder / name)


_ROUNDS = ("open", "vote", "revise", "close", "redeliberate", "retry", "resume")
_SHOW_WHOLE = frozenset({*_ROUNDS, "check evidence", "reframe", "defer", "resolve", "release", "revoke", "show"})


def _named(operation: str, value: dict[str, Any]) -> dict[str, Any]:
    """What was made, by the id that later steps need."""
    if operation in ("issue key", "rotate key"):
        return {"value": {"key": value.get("key") or value.get("text")}, "id": value.get("id", "")}
    if operation in ("explain", "retally"):
        return {"value": {"verdict": value["verdict" if operation == "explain" else "other"]}}
    if operation == "list refusals":
        return {"value": [f"{one['code']}, {one['name']}, {one['operation']}" for one in value["refusals"]]}
    if operation == "verify record":
        return {"value": {"intact": value["intact"]}}
    if operation == "plan":
        calls = [one for one in value["seats"] if "attempts" in one]
        return {"value": {"calls": len(calls), "problems": len(value["problems"])}}
    if operation == "list due outcomes":
        return {"value": {"lines": value["due"]}}
    if operation == "list reviews":
        return {"value": with_lines(value)}
    return {"value": value, "id": value.get("session_id", "") if operation == "request review" else ""}


def _words(said: Mapping[str, Any], *names: str) -> list[str]:
    """These fields as options; a list is one option each."""
    words: list[str] = []
    for name in names or said:
        option, value = f"--{_OPTIONS.get(name, name).replace('_', '-')}", said.get(name)
        if value is True:
            words.append(option)
        elif value not in (None, False, ""):
            words += [f"{option}={one}" for one in (value if isinstance(value, list | tuple) else [value])]
    return words
