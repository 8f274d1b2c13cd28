"""Any OpenAI-compatible endpoint: `openai:MODEL@URL`, or `openai:MODEL` for the address in the settings, else OpenAI's.

Keys follow the rule in `addresses`: OPENAI_API_KEY goes to OpenAI's own hosts, by https; any other host gets the
variable that settings bind to it, `passes = ["GROQ_API_KEY@api.groq.com"]`, or no key. In the settings of this kind
`program` is the default address and `flags` are further keys of the request, such as `max_tokens=2000`;
`response_format=null` asks for no structured output, and `plain_http=HOST` allows http to a host that is not this
machine. A server is asked for structured output first, and again without where it knows none. Nothing is streamed, no
tool is offered, no redirect is followed, and nothing but a timeout is tried again.
"""

import re
from typing import Any, NamedTuple

from quorate.core.errors import InputError
from quorate.prompts.prompt import Prompt
from quorate.voters.ballot_schema import ballot_schema
from quorate.voters.calls.call_folders import Calls
from quorate.voters.models.addresses import Address, check_key, read_address, read_bindings
from quorate.voters.models.model_call import ModelCall, Order, check_model, program_of, read_flags
from quorate.voters.port import USUAL, EngineSettings

KIND, KEY, USUAL_URL = "openai", "OPENAI_API_KEY", "https://api.openai.com/v1"
_WORDS = re.compile(r"(?P<model>.*?)(?:@(?P<url>[A-Za-z][A-Za-z0-9+.-]*://.*))?", re.DOTALL)
_PLAIN_HTTP = "plain_http"
_REFUSED = ("model", "messages", "stream", "n", "tools", "tool_choice", "functions", "web_search_options", "plugins")
_PATH = "/chat/completions"
_ALLOWED = "allowed: openai:MODEL or openai:MODEL@URL, such as openai:llama3.1:8b@http://127.0.0.1:11434/v1"


class Endpoint(NamedTuple):
    """A model, where it is asked, the variable of the key that goes there, and what else is in the request."""

    model: str
    address: Address
    key: str
    more: dict[str, Any]
    is_structured: bool = True


def voter_of(words: str, calls: Calls) -> ModelCall:
    """`openai:llama3.1:8b@http://127.0.0.1:11434/v1`: everything that is wrong with it is said here."""
    settings = calls.settings.get(KIND, USUAL)
    endpoint, passes = _endpoint(words, settings)
    if endpoint.key:
        check_key(f"{KIND}:{endpoint.model}", endpoint.key, calls.environment)
    program = program_of("endpoint.py", settings, passes, endpoint.key, ("-I", "-S"))
    return ModelCall(program, calls, lambda prompt: order_for(endpoint, prompt))


def order_for(endpoint: Endpoint, prompt: Prompt) -> Order:
    """What is asked of the endpoint, in its own words."""
    shape = {"name": "ballot", "schema": ballot_schema(prompt)}
    body = {
        "model": endpoint.model,
        "messages": [{"role": "user", "content": prompt.text}],
        "stream": False,
        "response_format": {"type": "json_schema", "json_schema": shape} if endpoint.is_structured else None,
        **endpoint.more,
    }
    return {
        "url": endpoint.address.url + _PATH,
        "host": endpoint.address.host,
        "is_here": endpoint.address.is_here,
        "key": endpoint.key,
        "body": {name: value for name, value in body.items() if value is not None},
    }


def _endpoint(words: str, settings: EngineSettings) -> tuple[Endpoint, tuple[str, ...]]:
    found = _WORDS.fullmatch(words)
    assert found is not None
    model, url = found["model"] or settings.model, found["url"] or settings.program or USUAL_URL
    if not found["url"] and "@" in model:
        raise InputError(f"{KIND}: found no http:// or https:// after the @; {_ALLOWED}")
    check_model(KIND, model, _ALLOWED)
    more = read_flags(KIND, settings.flags or (), _REFUSED)
    address = read_address(f"{KIND}:{model}", url, str(more.pop(_PLAIN_HTTP, "")).split(","))
    if address.url.endswith(_PATH):
        raise InputError(f"{KIND}:{model}: found an address that ends with {_PATH}; allowed: the part before it")
    bindings = read_bindings(KIND, settings.passes)
    is_openai = f".{address.host}".endswith(".api.openai.com")  # those of its regions included
    usual = KEY if is_openai and address.url.startswith("https://") else ""
    key = bindings.keys.get(address.host) or usual
    return Endpoint(model, address, key, more, settings.structured_output), bindings.plain
