"""Asks a vendor's own API through a library: an order in JSON on standard input, an answer in JSON on standard output.

It is run as a program of its own, `python -I vendor.py`, by the keeper of a call, which also ends it in time. The
answer is `{"text", "usage": {"input_tokens", "output_tokens"}, "model", "finish_reason"}`, with null for what the
vendor does not say. Whatever is not an answer is said in one line on standard error, with HTTP and the status in front
where there was one, and the vendor's own error on standard output.
"""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Callable
from http import HTTPStatus
from typing import Any

import httpx2
from pydantic_ai import ModelRequest, ModelResponse, ModelSettings
from pydantic_ai.direct import model_request
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.models import Model

_MOST = 1 << 20
_CUT_OFF = {
    "length": "the answer was cut off at the token limit; raise max_tokens in the flags",
    "content_filter": "the answer was blocked by a filter",
    "error": "the answer broke off",
}

Order = dict[str, Any]


class NoVendorAnswer(Exception):
    """There was no answer that could be taken; the text says why."""


class Capped(httpx2.AsyncByteStream):
    """A body that ends with an error where it goes on for too long."""

    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream, self._left = stream, _MOST

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """The body's pieces."""
        async for piece in self._stream:
            self._left -= len(piece)
            if self._left < 0:
                raise NoVendorAnswer(f"more than {_MOST} bytes")
            yield piece

    async def aclose(self) -> None:
        """Lets go of the connection."""
        await self._stream.aclose()


def main() -> int:
    """The whole program; its status is 0 where there was an answer."""
    try:
        order: Order = json.load(sys.stdin.buffer)
        response = asyncio.run(ask(order))
    except ModelHTTPError as error:
        said = error.body if isinstance(error.body, dict) and "error" in error.body else {"error": error.body}
        sys.stdout.write(json.dumps(said, default=str))
        return _failed(_refusal(error.status_code, order))
    except Exception as error:  # noqa: BLE001 - a traceback could hold what nobody may read
        return _failed(f"no answer from {order['vendor']}: {_reason(error)}")
    sys.stdout.write(json.dumps(_answer(response)))
    cut = _CUT_OFF.get(response.finish_reason or "")
    return _failed(f"{order['vendor']} did not answer: {cut}") if cut else 0


async def ask(order: Order) -> ModelResponse:
    """One request to the model: no tool, no retry, no redirect."""
    async with httpx2.AsyncClient(
        headers={"Accept-Encoding": "identity"},
        event_hooks={"response": [_guard]},
        follow_redirects=False,
        timeout=order["timeout"] + 60,  # the keeper is stricter
    ) as client:
        model = _MODELS[order["vendor"]](order, client)
        settings: ModelSettings = order["settings"]
        return await model_request(model, [ModelRequest.user_text_prompt(order["text"])], model_settings=settings)


async def _guard(response: httpx2.Response) -> None:
    """Looks at an answer before the library reads it."""
    if response.is_redirect:
        raise NoVendorAnswer(f"HTTP {response.status_code}, and redirects are not followed")
    if response.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise NoVendorAnswer("an unexpected encoding")
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    response.stream = Capped(response.stream)


def _anthropic(order: Order, client: httpx2.AsyncClient) -> Model[Any]:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    key, url = os.environ[order["key"]], order["url"] or None
    maker = AsyncAnthropic(api_key=key, base_url=url, http_client=client, max_retries=0)
    return AnthropicModel(order["model"], provider=AnthropicProvider(anthropic_client=maker))


def _google(order: Order, client: httpx2.AsyncClient) -> Model[Any]:
    from google.genai.types import HttpRetryOptions
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    key, url, once = os.environ[order["key"]], order["url"] or None, HttpRetryOptions(attempts=1)
    return GoogleModel(
        order["model"], provider=GoogleProvider(api_key=key, base_url=url, http_client=client, retry_options=once)
    )


_MODELS: dict[str, Callable[[Order, httpx2.AsyncClient], Model[Any]]] = {"anthropic": _anthropic, "google": _google}


def _answer(response: ModelResponse) -> dict[str, Any]:
    usage = {"input_tokens": response.usage.input_tokens or None, "output_tokens": response.usage.output_tokens or None}
    return {
        "text": response.text,
        "usage": usage,
        "model": response.model_name,
        "finish_reason": response.finish_reason,
    }


def _refusal(status: int, order: Order) -> str:
    known = status in HTTPStatus.__members__.values()
    phrase = f" {HTTPStatus(status).phrase}" if known else ""
    is_about_key = status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)
    advice = f"; check the key in {order['key']}" if is_about_key else ""
    return f"HTTP {status}{phrase}: {order['vendor']} gave no answer{advice}"


def _reason(error: Exception) -> str:
    """What is at the bottom of it: libraries wrap what went wrong on the way."""
    causes: list[BaseException] = [error]
    while (below := causes[-1].__cause__ or causes[-1].__context__) and below not in causes:
        causes.append(below)
    for cause in causes:
        if isinstance(cause, NoVendorAnswer):
            return str(cause)
        if isinstance(cause, httpx2.HTTPError):
            return f"{type(cause).__name__}, {' '.join(str(cause).split())[:200]}"
    return f"its answer could not be understood ({type(error).__name__})"


def _failed(line: str) -> int:
    sys.stderr.write(f"{line}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
