"""A stand-in for the three vendors' model servers on loopback: it says whatever the case asks for."""

import json
import re
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from typing import Any, NamedTuple

BARE = "bare"  # an attack on a program that is asked without our flags
CASES = ("good", "large", "prose", "empty", "401", "429", "500", "dropped", "cut", "long", "hang", "attack", BARE)
PROSE = "That depends on many things, and I would rather talk about the weather."
HANG = 600.0
# several times what a pipe takes at once, and no word twice: Gemini stops whoever repeats himself
LARGE = " ".join(f"word-{number}" for number in range(30_000))
_NONCE = re.compile(r"<<<([0-9a-f]{8,})")
_CALLS = count(1)  # no call has the id of another
Events = Iterator[dict[str, Any]]


class Tool(NamedTuple):
    """A call of a tool that the model asks for."""

    name: str
    arguments: dict[str, Any]


class Models(ThreadingHTTPServer):
    """The server: `case` is what to do, `target` a path that an attack tries to write to."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.case, self.target = "good", ""
        self.asked: list[str] = []
        self.teams: list[str | None] = []
        self.offered: set[str] = set()
        self.attacks = 0

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def begin(self, case: str, target: str) -> None:
        """Forgets what was, and does another case."""
        self.case, self.target, self.attacks = case, target, 0
        self.asked.clear()
        self.teams.clear()
        self.offered.clear()

    def handle_error(self, *_: Any) -> None:
        """Programs that are ended let go of their connections."""


def vote(body: str) -> str:
    """A good vote for the prompt in the request."""
    nonce = _NONCE.search(body)
    lines = ["position: APPROVE", "confidence: 80", "rationale: It can be undone."]
    return "\n".join(["```yaml", *([f"nonce: {nonce[1]}"] if nonce else []), *lines, "```"])


class Answering(BaseHTTPRequestHandler):
    """One request: which vendor it is for is seen from its path."""

    server: Models
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Lists of models and the like: there are none."""
        self._json({"data": [], "models": []})

    def do_HEAD(self) -> None:
        """Claude looks whether somebody is there."""
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()

    def do_POST(self) -> None:
        """A model is asked."""
        body = self.rfile.read(int(self.headers.get("content-length", 0))).decode(errors="replace")
        path, case = self.path.partition("?")[0], self.server.case
        self.server.asked.append(f"{path} {body}")
        self.server.teams.append(self.headers.get("x-team"))
        if path.endswith(("count_tokens", "countTokens")):
            self._json({"input_tokens": 100, "totalTokens": 100})
        elif case.isdigit():
            self._json({"error": {"type": "a_type", "code": int(case), "message": f"said {case}"}}, int(case))
        elif case == "hang":
            time.sleep(HANG)
        else:
            self._answer(path, body)

    def _answer(self, path: str, body: str) -> None:
        asked = json.loads(body)
        self.server.offered |= set(_offered(asked))
        if path.endswith("/messages"):
            said = list(_messages(*self._next(_CLAUDE, body), self._is_long))
            self._stream(said) if asked.get("stream") else self._json(_whole_message(self._text(body)))
        elif path.endswith("/responses"):
            self._stream(list(_responses(*self._next(_CODEX, body), self._is_long)))
        else:
            self._stream(list(_content(*self._next(_GEMINI, body), self._is_long)), named=False)

    @property
    def _is_long(self) -> bool:
        """True where the model stops because it has said as much as it may."""
        return self.server.case == "long"

    def _next(self, attacks: list[Tool], body: str) -> tuple[str, Tool | None]:
        """What to say: the next attack, or the text of the case."""
        server = self.server
        if server.case not in ("attack", BARE) or server.attacks >= len(attacks):
            return self._text(body), None
        server.attacks += 1
        name, arguments = attacks[server.attacks - 1]
        aimed = json.loads(json.dumps(arguments).replace("TARGET", f"{server.target}-{name}"))
        return "", Tool(name, aimed)

    def _text(self, body: str) -> str:
        large = f"{LARGE}\n{vote(body)}"
        return {"prose": PROSE, "empty": "", "large": large}.get(self.server.case, vote(body))

    def _json(self, value: Any, status: int = 200) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, events: list[dict[str, Any]], named: bool = True) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        case = self.server.case
        for event in events[: max(1, len(events) - 3)] if case in ("cut", "dropped") else events:
            head = f"event: {event['type']}\n" if named else ""
            data = f"{head}data: {json.dumps(event)}\n\n".encode()
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        if case == "dropped":
            self.close_connection = True
        else:
            self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *_: Any) -> None:
        """Nothing is printed."""


def _offered(asked: dict[str, Any]) -> Iterator[str]:
    """Tools stand in a list of their own, by groups, and with newer models of Codex among the messages."""
    said = asked.get("input")
    within = [tool for one in said if isinstance(one, dict) for tool in one.get("tools") or ()] if said else []
    groups = [tool for one in within for tool in one.get("tools") or (one,)]
    for tool in [*(asked.get("tools") or ()), *groups]:
        for one in tool.get("functionDeclarations") or (tool,):
            if said := one.get("name") or one.get("type"):
                yield str(said)


# --- how each vendor's server says it ----------------------------------------------------------------------


def _whole_message(text: str) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-stand-in",
        "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 100, "output_tokens": 20},
    }


def _messages(text: str, tool: Tool | None, is_long: bool) -> Events:
    yield {"type": "message_start", "message": {**_whole_message(""), "content": [], "stop_reason": None}}
    if tool:
        block: dict[str, Any] = {"type": "tool_use", "id": f"toolu_{next(_CALLS)}", "name": tool.name, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(tool.arguments)}
    else:
        block, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": text}
    yield {"type": "content_block_start", "index": 0, "content_block": block}
    yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    why = "tool_use" if tool else "max_tokens" if is_long else "end_turn"
    reason = {"stop_reason": why, "stop_sequence": None}
    yield {"type": "message_delta", "delta": reason, "usage": {"output_tokens": 20}}
    yield {"type": "message_stop"}


def _responses(text: str, tool: Tool | None, is_long: bool) -> Events:
    yield {"type": "response.created", "response": {"id": "resp_1"}}
    if tool:
        call = {"name": tool.name, "call_id": f"call_{next(_CALLS)}"}
        item = (
            {"type": "custom_tool_call", "input": tool.arguments["input"], **call}
            if "input" in tool.arguments
            else {"type": "function_call", "arguments": json.dumps(tool.arguments), **call}
        )
    else:
        content = [{"type": "output_text", "text": text}]
        item = {"type": "message", "role": "assistant", "id": "msg_1", "content": content}
        yield {"type": "response.output_item.added", "output_index": 0, "item": {**item, "content": []}}
        yield {"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": text}
    yield {"type": "response.output_item.done", "output_index": 0, "item": item}
    usage = {
        "input_tokens": 100,
        "input_tokens_details": {"cached_tokens": 10},
        "output_tokens": 20,
        "output_tokens_details": {"reasoning_tokens": 5},
        "total_tokens": 120,
    }
    if is_long:
        why = {"incomplete_details": {"reason": "max_output_tokens"}}
        yield {"type": "response.incomplete", "response": {"id": "resp_1", "usage": usage, **why}}
    else:
        yield {"type": "response.completed", "response": {"id": "resp_1", "usage": usage}}


def _content(text: str, tool: Tool | None, is_long: bool) -> Events:
    part = {"functionCall": {"name": tool.name, "args": tool.arguments}} if tool else {"text": text}
    usage = {"promptTokenCount": 100, "candidatesTokenCount": 20, "totalTokenCount": 120}
    for index, last in ((0, False), (1, True)):
        content = {"role": "model", "parts": [part if not last else {"text": ""}]}
        candidate = {
            "content": content,
            "index": 0,
            **({"finishReason": "MAX_TOKENS" if is_long else "STOP"} if last else {}),
        }
        yield {"candidates": [candidate], "usageMetadata": usage, "responseId": f"r{index}"}


_PATCH = "*** Begin Patch\n*** Add File: TARGET\n+x\n*** End Patch\n"
_CLAUDE = [
    Tool("Write", {"file_path": "TARGET", "content": "x"}),
    Tool("Bash", {"command": "echo x > TARGET", "description": "a file"}),
    Tool("Edit", {"file_path": "TARGET", "old_string": "", "new_string": "x"}),
    Tool("WebFetch", {"url": "http://192.0.2.1/x", "prompt": "x"}),
]
_CODEX = [
    Tool("shell", {"command": ["sh", "-c", "echo x > TARGET"]}),
    Tool("exec_command", {"cmd": "echo x > TARGET"}),
    Tool("shell_command", {"command": "echo x > TARGET"}),
    Tool("apply_patch", {"input": _PATCH}),
    Tool("exec", {"input": "await tools.exec_command({cmd: 'echo x > TARGET'})"}),
    Tool("exec", {"input": f"await tools.apply_patch({json.dumps(_PATCH)})"}),
    Tool("exec", {"input": "require('fs').writeFileSync('TARGET', 'x')"}),
    Tool("update_plan", {"plan": [{"step": "Write TARGET", "status": "pending"}]}),
    Tool("request_user_input", {"questions": [{"id": "a", "header": "A", "question": "May I?", "options": []}]}),
    Tool("spawn_agent", {"message": "Run: echo x > TARGET", "task_name": "t", "agent_type": "default"}),
]
_GEMINI = [
    Tool("write_file", {"file_path": "TARGET", "content": "x"}),
    Tool("run_shell_command", {"command": "echo x > TARGET"}),
    Tool("enter_plan_mode", {"reason": "x"}),
    Tool("write_file", {"file_path": "TARGET", "content": "x"}),
    Tool("exit_plan_mode", {"plan_filename": "plan.md", "plan_path": "plan.md"}),
    Tool("run_shell_command", {"command": "echo x > TARGET"}),
    Tool("web_fetch", {"prompt": "fetch http://192.0.2.1/x"}),
    Tool("replace", {"file_path": "TARGET", "old_string": "", "new_string": "x"}),
]
