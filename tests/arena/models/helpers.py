"""Servers that answer inside the process, replies as the three APIs write them, conversations."""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx2
from hypothesis import strategies as st

from arena.models.anthropic_messages import MessagesModel
from arena.models.openai_chat import ChatModel
from arena.models.openai_responses import ResponsesModel
from arena.models.specs import parse
from arena.models.types import Item, Reply, Step, Tool
from arena.provider import App
from arena.settings import ModelSettings

KEY = "sk-test-0123456789abcdef"
SPECS = {
    "openai": "openai:gpt-9@http://server.test/v1",
    "openai-compatible": "openai-compatible:qwen@http://server.test/v1",
    "anthropic": "anthropic:claude-9@http://server.test/v1",
}
CLASSES = {"openai": ResponsesModel, "openai-compatible": ChatModel, "anthropic": MessagesModel}
PROTOCOLS = tuple(SPECS)
STEPS: tuple[Step, ...] = ("forced", "offered", "text")

SCHEMA = {
    "type": "object",
    "properties": {"text": {"type": "string"}, "note": {"type": ["string", "null"]}},
    "required": ["text", "note"],
    "additionalProperties": False,
}
SAY = Tool(name="say", description="Say something to the table.", schema=SCHEMA)

AnyModel = ResponsesModel | ChatModel | MessagesModel
Handler = Callable[[httpx2.Request], Any]


@dataclass
class Server:
    """A server that gives one reply to all requests, and keeps what it was sent."""

    reply: object = None
    """The body: bytes as they are, else written as JSON."""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    requests: list[httpx2.Request] = field(default_factory=list)

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        """Answer a request."""
        self.requests.append(request)
        body = self.reply if isinstance(self.reply, bytes) else json.dumps(self.reply).encode()
        return httpx2.Response(self.status, content=body, headers=self.headers)


def model(protocol: str, handler: Handler | None = None, **settings: object) -> AnyModel:
    """Return a model whose requests are answered by the handler."""
    client = httpx2.AsyncClient(transport=httpx2.MockTransport(handler or Server()))
    given = ModelSettings.model_validate(settings)
    return CLASSES[protocol](parse(SPECS[protocol]), given, key=KEY, http_client=client)


def on_the_provider(
    protocol: str, app: App | None = None, *, name: str = "m", **settings: object
) -> tuple[AnyModel, App]:
    """Return a model that the loopback provider plays, without a port, and the provider."""
    served = app or App()
    transport = httpx2.ASGITransport(app=served)  # type: ignore[arg-type]
    client = httpx2.AsyncClient(transport=transport)
    given = ModelSettings.model_validate(settings)
    spec = parse(f"{protocol}:{name}@http://server.test/v1")
    return CLASSES[protocol](spec, given, key=KEY, http_client=client), served


def send(opened: AnyModel, payload: dict[str, Any], seconds: float = 5.0) -> dict[str, Any]:
    """Send one request and close the model."""

    async def once() -> dict[str, Any]:
        try:
            return await opened.send(payload, seconds)
        finally:
            await opened.close()

    return asyncio.run(once())


def raw_reply(
    protocol: str, *, words: str = "", calls: Sequence[tuple[str, str]] = (), thoughts: str = ""
) -> dict[str, Any]:
    """Return a reply as an API writes it; calls are pairs of an id and JSON arguments of `say`.

    Without anything it has empty words, as a model can write them.
    """
    match protocol:
        case "openai":
            return _responses_reply(words, calls, thoughts)
        case "openai-compatible":
            return _chat_reply(words, calls, thoughts)
        case _:
            return _messages_reply(words, calls, thoughts)


def _responses_reply(words: str, calls: Sequence[tuple[str, str]], thoughts: str) -> dict[str, Any]:
    output: list[dict[str, Any]] = []
    if thoughts:
        summary = [{"type": "summary_text", "text": thoughts}]
        output.append(
            {"type": "reasoning", "id": "rs_1", "summary": summary, "encrypted_content": "gAAA"}
        )
    if words or not (calls or thoughts):
        part = {"type": "output_text", "text": words, "annotations": []}
        message = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed"}
        output.append({**message, "content": [part]})
    output += [
        {
            "type": "function_call",
            "id": f"fc_{call}",
            "call_id": call,
            "name": "say",
            "arguments": arguments,
            "status": "completed",
        }
        for call, arguments in calls
    ]
    usage = {
        "input_tokens": 900,
        "input_tokens_details": {"cached_tokens": 600, "cache_write_tokens": 0},
        "output_tokens": 50,
        "output_tokens_details": {"reasoning_tokens": 20},
        "total_tokens": 950,
    }
    return {
        "id": "resp_1",
        "object": "response",
        "status": "completed",
        "error": None,
        "incomplete_details": None,
        "model": "gpt-9-2026-01-01",
        "output": output,
        "usage": usage,
    }


def _chat_reply(words: str, calls: Sequence[tuple[str, str]], thoughts: str) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": words or None, "refusal": None}
    if thoughts:
        message["reasoning_content"] = thoughts
    if calls:
        message["tool_calls"] = [
            {
                "index": at,
                "id": call,
                "type": "function",
                "function": {"name": "say", "arguments": a},
            }
            for at, (call, a) in enumerate(calls)
        ]
    finish = "tool_calls" if calls else "stop"
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": "qwen-served",
        "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
        "usage": {
            "prompt_tokens": 900,
            "completion_tokens": 50,
            "total_tokens": 950,
            "prompt_tokens_details": {"cached_tokens": 600},
            "completion_tokens_details": {"reasoning_tokens": 20},
        },
    }


def _messages_reply(words: str, calls: Sequence[tuple[str, str]], thoughts: str) -> dict[str, Any]:
    content: list[dict[str, Any]] = []
    if thoughts:
        content.append({"type": "thinking", "thinking": thoughts, "signature": "EqQB"})
    if words or not (calls or thoughts):
        content.append({"type": "text", "text": words})
    content += [
        {"type": "tool_use", "id": call, "name": "say", "input": json.loads(arguments)}
        for call, arguments in calls
    ]
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-9-20260101",
        "content": content,
        "stop_reason": "tool_use" if calls else "end_turn",
        "stop_sequence": None,
        "usage": {
            "input_tokens": 200,
            "cache_read_input_tokens": 600,
            "cache_creation_input_tokens": 100,
            "output_tokens": 50,
            "output_tokens_details": {"thinking_tokens": 20},
        },
    }


def system(text: str) -> Item:
    """Return the first entry of a conversation."""
    return {"role": "system", "text": text}


def user(text: str) -> Item:
    """Return what a seat is told."""
    return {"role": "user", "text": text}


def tool(call: str, text: str) -> Item:
    """Return the result of a call."""
    return {"role": "tool", "call": call, "text": text}


def three_turns(protocol: str) -> list[Item]:
    """Return a conversation of three questions: answered by a call, then by words, then open."""
    opened = model(protocol)
    called = raw_reply(protocol, calls=[("call_1", '{"text": "Hi", "note": null}')], thoughts="Hm.")
    worded = raw_reply(protocol, words="I am Anna.")
    return [
        system("The rules."),
        user("First?"),
        opened.read(called).item,
        tool("call_1", "Taken."),
        user("Second?"),
        opened.read(worded).item,
        user("Third?"),
    ]


@st.composite
def conversations(draw: st.DrawFn, protocol: str) -> list[list[Item]]:
    """Return a conversation as it stood at each of its questions, the longest last."""
    opened = model(protocol)
    words = st.text(st.characters(codec="utf-8"), max_size=12)
    told: list[Item] = [system("The rules.")]
    stages = []
    for turn in range(draw(st.integers(1, 5))):
        told.append(user(draw(words) or "?"))
        stages.append(list(told))
        calls = [
            (f"call_{turn}_{at}", json.dumps({"text": draw(words), "note": None}))
            for at in range(draw(st.integers(0, 2)))
        ]
        reply = raw_reply(protocol, words=draw(words), calls=calls, thoughts=draw(words))
        told.append(read(opened, reply).item)
        told += [tool(call, draw(words)) for call, _ in calls]
    return stages


def read(opened: AnyModel, raw: dict[str, Any]) -> Reply:
    """Return what a reply says, through JSON as it comes from a record."""
    return opened.read(json.loads(json.dumps(raw)))
