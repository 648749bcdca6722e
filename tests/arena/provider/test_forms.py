"""Replies as the clients' own models define them; requests in which anything stands anywhere."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from anthropic.types import Message, ModelInfo
from openai.types import Model
from openai.types.chat import ChatCompletion
from openai.types.responses import Response
from pydantic import BaseModel

from arena.provider import App, Trouble, TroubleKind
from arena.provider.likenesses import LIKENESSES
from arena.provider.protocol import model_list
from tests.arena.provider.clients import (
    VOTE,
    Body,
    chat_body,
    chat_tools,
    messages_body,
    messages_tools,
    raw,
    responses_body,
    responses_tools,
)
from tests.breadth import breadth

HEADERS = {"authorization": "Bearer any", "x-api-key": "any", "anthropic-version": "2023-06-01"}
THINK: Body = {"thinking": {"type": "adaptive"}, "tool_choice": {"type": "auto"}}
ENCRYPTED: Body = {"include": ["reasoning.encrypted_content"], "reasoning": {"summary": "auto"}}
FORMS: list[tuple[str, type[BaseModel], Body]] = [
    ("/v1/responses", Response, responses_body()),
    ("/v1/responses", Response, responses_body(**ENCRYPTED)),
    ("/v1/responses", Response, {"model": "loopback", "input": VOTE}),
    ("/v1/chat/completions", ChatCompletion, chat_body()),
    ("/v1/chat/completions", ChatCompletion, {"model": "x", "messages": chat_body()["messages"]}),
    ("/v1/messages", Message, messages_body()),
    ("/v1/messages", Message, messages_body(**THINK)),
    ("/v1/messages", Message, messages_body(tool_choice={"type": "none"})),
]
SPOILT: tuple[TroubleKind, ...] = ("no_usage", "refusal", "truncated", "empty", "two_calls")


@pytest.mark.parametrize("kind", [None, *SPOILT])
def test_replies_have_every_field_that_the_clients_models_require(kind: TroubleKind | None) -> None:
    """The clients read leniently; their models, asked strictly, find nothing missing or wrong."""
    for path, model, body in FORMS:
        if kind == "no_usage" and model is Message:
            continue
        app = App(() if kind is None else (Trouble(kind=kind),))
        reply = raw(app, path, json.dumps(body).encode(), HEADERS)
        assert reply.status_code == 200
        assert model.model_validate_json(reply.content)


def test_lists_of_models_have_their_fields_too() -> None:
    """In either provider's form."""
    for anthropic, model in ((True, ModelInfo), (False, Model)):
        for listed in model_list(anthropic=anthropic)["data"]:
            assert model.model_validate(listed)


@pytest.mark.parametrize("messages", ["x", ["x"], [[]], {"role": "user"}])
def test_every_likeness_refuses_what_is_no_list_of_messages(messages: object) -> None:
    """Those too that read messages before their form is checked."""
    body = json.dumps({"model": "x", "messages": messages}).encode()
    for name, like in LIKENESSES.items():
        reply = raw(App(like=like), "/v1/chat/completions", body, HEADERS)
        assert reply.status_code == 400, name


def paths(value: Any, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:  # noqa: ANN401
    """Yield where every part of a JSON value stands."""
    yield at
    inside = value if isinstance(value, dict) else range(len(value) if type(value) is list else 0)
    for key, each in ((key, value[key]) for key in inside):
        yield from paths(each, (*at, key))


def put(value: Any, at: tuple[str | int, ...], new: object) -> Any:  # noqa: ANN401
    """Return a copy of a JSON value with another part in one place."""
    if not at:
        return new
    key, *rest = at
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[key] = put(value[key], tuple(rest), new)
    return copy


ODD: list[object] = [
    None, True, -1, 10**30, 1.5, "", "x", "\x00`", [], [None], [[]], {}, {"type": None},
    {"type": []}, {"type": "text"}, {"role": {}}, ["text"],
]  # fmt: skip
LONG: list[tuple[str, Body]] = [
    (
        "/v1/responses",
        responses_body(
            {"type": "function_call", "call_id": "c", "name": "bid", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "c", "output": "Taken."},
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "x"}]},
            tools=responses_tools()[:1],
            tool_choice={"type": "function", "name": "cast_vote"},
            reasoning={"effort": "low"},
        ),
    ),
    (
        "/v1/chat/completions",
        chat_body(
            {
                "role": "assistant",
                "tool_calls": [
                    {"id": "c", "type": "function", "function": {"name": "bid", "arguments": "{}"}}
                ],
            },
            {"role": "tool", "tool_call_id": "c", "content": "Taken."},
            tools=chat_tools(strict=True)[:1],
        ),
    ),
    (
        "/v1/messages",
        messages_body(
            {
                "role": "assistant",
                "content": [
                    {"type": "thinking", "thinking": "x", "signature": "y"},
                    {"type": "tool_use", "id": "c", "name": "bid", "input": {}},
                ],
            },
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": "c", "content": "Taken."}],
            },
            tools=[messages_tools()[0] | {"strict": True}],
            **THINK,
        ),
    ),
]


@pytest.mark.parametrize(("path", "body"), breadth(LONG, LONG[-1:]), ids=[path for path, _ in LONG])
def test_whatever_stands_anywhere_is_answered(path: str, body: Body) -> None:
    """With a reply or a refusal, in JSON; no request is too odd to be answered."""
    app = App(requests_kept=0)
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "headers": [(name.encode(), value.encode()) for name, value in HEADERS.items()],
    }

    async def answer(content: bytes) -> tuple[int, Body]:
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": content}

        async def send(event: dict[str, Any]) -> None:
            sent.append(event)

        await app(scope, receive, send)
        return sent[0]["status"], json.loads(sent[1]["body"])

    async def all_of_them() -> None:
        for at in paths(body):
            for odd in ODD:
                status, said = await answer(json.dumps(put(body, at, odd)).encode())
                assert status in {200, 400, 404}
                assert ("error" in said and said["error"] is not None) == (status != 200)

    asyncio.run(all_of_them())
