"""Requests through the real clients to the app, without a port, made as our adapters make them."""

import asyncio
import copy
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import anthropic
import httpx2
import openai
from anthropic.types import Message
from openai.types.chat import ChatCompletion
from openai.types.responses import Response

from arena.provider import App

Body = dict[str, Any]
NAMES = ("Anna", "Bruno", "Clara")
SYSTEM = "The rules of the mall.\n\nYou are Anna. You play to win."
ANSWER = "Answer with the tool `{}`."
LACKS = {
    "tools": "this server does not support tools",
    "tool_choice": "failed to parse grammar",
    "strict": "JSON schema conversion failed",
}
"""What a server says that lacks an ability."""
VOTE = (
    "# Your turn\nWho is eaten?\nOptions:\n- `Anna`: Anna\n- `Bruno`: Bruno\n- `Clara`: Clara\n"
    + ANSWER.format("cast_vote")
)


def closed(**properties: Any) -> Body:  # noqa: ANN401 - schemas
    """Return an object's schema that strict modes take."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


WORD: Body = {"type": ["string", "null"]}
WHOM: Body = {"type": ["string", "null"], "enum": [*NAMES, None]}
WHERE: Body = {"type": ["integer", "null"], "enum": [1, 2, 3, 4, 5, 6, None]}
SCHEMAS: dict[str, Body] = {
    "cast_vote": closed(option=WORD, player=WHOM, note=WORD),
    "choose_destination": closed(option=WORD, location=WHERE, note=WORD),
    "play_attack_card": closed(option=WORD, card=WORD, location=WHERE, note=WORD),
    "say": closed(
        note=WORD,
        messages={
            "type": "array",
            "items": closed(
                text={"type": "string"},
                to={"type": "array", "items": {"type": "string", "enum": list(NAMES)}},
                whisper={"type": "boolean"},
                claims={"type": "array", "items": {"type": "string"}},
            ),
        },
    ),
    "bid": closed(urgency={"type": "integer", "enum": [0, 1, 2, 3, 4]}, note=WORD),
    "summarize": closed(summary={"type": "string"}),
}


def responses_tools(*, strict: bool = True) -> list[Body]:
    """Return the tools as the Responses protocol wants them."""
    return [
        {"type": "function", "name": name, "description": "A tool.", "parameters": schema}
        | {"strict": strict}
        for name, schema in copy.deepcopy(SCHEMAS).items()
    ]


def chat_tools(*, strict: bool | None = None) -> list[Body]:
    """Return the tools as the Chat Completions protocol wants them."""
    extra = {} if strict is None else {"strict": strict}
    return [
        {"type": "function", "function": {"name": name, "parameters": schema, **extra}}
        for name, schema in copy.deepcopy(SCHEMAS).items()
    ]


def messages_tools() -> list[Body]:
    """Return the tools as the Messages protocol wants them."""
    return [
        {"name": name, "description": "A tool.", "input_schema": schema}
        for name, schema in copy.deepcopy(SCHEMAS).items()
    ]


def responses_body(*items: Body, user: str = VOTE, **more: Any) -> Body:  # noqa: ANN401
    """Return a Responses request; `items` go behind the first question."""
    return {
        "model": "loopback",
        "instructions": SYSTEM,
        "input": [{"role": "user", "content": user}, *items],
        "tools": responses_tools(),
        "tool_choice": "required",
        "parallel_tool_calls": False,
        "store": False,
    } | more


def chat_body(*messages: Body, user: str = VOTE, **more: Any) -> Body:  # noqa: ANN401
    """Return a Chat Completions request; `messages` go behind the first question."""
    first = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": user}]
    return {
        "model": "loopback",
        "messages": [*first, *messages],
        "tools": chat_tools(),
        "tool_choice": "required",
    } | more


def messages_body(*messages: Body, user: str = VOTE, **more: Any) -> Body:  # noqa: ANN401
    """Return a Messages request; `messages` go behind the first question."""
    return {
        "model": "loopback",
        "max_tokens": 4096,
        "system": SYSTEM,
        "messages": [{"role": "user", "content": user}, *messages],
        "tools": messages_tools(),
        "tool_choice": {"type": "any", "disable_parallel_tool_use": True},
    } | more


@asynccontextmanager
async def openai_client(app: App, key: str = "any") -> AsyncIterator[openai.AsyncOpenAI]:
    """Give OpenAI's client on the app."""
    http = httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app))  # type: ignore[arg-type]
    async with openai.AsyncOpenAI(
        api_key=key, base_url="http://loopback/v1", http_client=http, max_retries=0
    ) as client:
        yield client


@asynccontextmanager
async def anthropic_client(app: App, key: str = "any") -> AsyncIterator[anthropic.AsyncAnthropic]:
    """Give Anthropic's client on the app."""
    http = httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app))  # type: ignore[arg-type]
    async with anthropic.AsyncAnthropic(
        api_key=key, base_url="http://loopback", http_client=http, max_retries=0
    ) as client:
        yield client


def respond(*bodies: Body, app: App | None = None, key: str = "any") -> list[Response]:
    """Return the responses to bodies, one after the other."""

    async def all_of_them() -> list[Response]:
        async with openai_client(app or App(), key) as client:
            return [await client.post("/responses", cast_to=Response, body=body) for body in bodies]

    return asyncio.run(all_of_them())


def chat(*bodies: Body, app: App | None = None, key: str = "any") -> list[ChatCompletion]:
    """Return the completions of bodies, one after the other."""

    async def all_of_them() -> list[ChatCompletion]:
        async with openai_client(app or App(), key) as client:
            return [
                await client.post("/chat/completions", cast_to=ChatCompletion, body=body)
                for body in bodies
            ]

    return asyncio.run(all_of_them())


def message(*bodies: Body, app: App | None = None, key: str = "any") -> list[Message]:
    """Return the messages that answer bodies, one after the other."""

    async def all_of_them() -> list[Message]:
        async with anthropic_client(app or App(), key) as client:
            return [
                await client.post("/v1/messages", cast_to=Message, body=body) for body in bodies
            ]

    return asyncio.run(all_of_them())


SENDERS: Mapping[str, tuple[Callable[..., Sequence[Any]], Callable[..., Body]]] = {
    "responses": (respond, responses_body),
    "chat": (chat, chat_body),
    "messages": (message, messages_body),
}
"""How a request of each protocol is sent, and made."""


def raw(app: App, path: str, content: bytes, headers: Mapping[str, str]) -> httpx2.Response:
    """Return the answer to bytes that no client would send."""

    async def once() -> httpx2.Response:
        transport = httpx2.ASGITransport(app=app)  # type: ignore[arg-type]
        async with httpx2.AsyncClient(transport=transport) as client:
            return await client.post(f"http://loopback{path}", content=content, headers=headers)

    return asyncio.run(once())


def listed(ask: Callable[[App], Awaitable[list[str]]]) -> list[str]:
    """Return what a coroutine on a new app gives."""

    async def once() -> list[str]:
        return await ask(App())

    return asyncio.run(once())
