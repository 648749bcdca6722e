"""What a Chat server wants otherwise than others is learned of its first refusal."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from arena.errors import Fault
from arena.models import Step, Tool
from tests.arena.models.helpers import SAY, model, raw_reply
from tests.arena.models.test_sent_beside import conversation

PROTOCOL = "openai-compatible"
Body = dict[str, Any]


class Picky:
    """A server that refuses a body, and says why."""

    def __init__(self, *refusals: tuple[Callable[[Body], object], str], status: int = 400) -> None:
        self.refusals, self.status = refusals, status
        self.asked: list[Body] = []

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        """Answer, or refuse."""
        body = json.loads(request.content)
        self.asked.append(body)
        for refuses, why in self.refusals:
            if refuses(body):
                return httpx2.Response(self.status, json={"error": {"message": why}})
        return httpx2.Response(200, json=raw_reply(PROTOCOL, words="Yes."))


def asked_twice(server: Picky, tool: Tool = SAY, step: Step = "forced") -> list[Body]:
    """Return what came of two calls of one model."""

    async def both() -> None:
        opened = model(PROTOCOL, server, max_output=600)
        for _ in range(2):
            await opened.send(opened.payload(conversation(), [tool], step), 5.0)

    asyncio.run(both())
    return server.asked


def has(key: str) -> Callable[[Body], object]:
    """Return what tells whether a body has a key."""
    return lambda body: key in body


@pytest.mark.parametrize(
    "why",
    [
        "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
        "Unrecognized request argument supplied: max_tokens",
        "max_tokens is not supported for this model",
        "`max_tokens` isn't allowed here",
    ],
)
def test_the_limit_of_tokens_has_the_name_that_its_server_asks_for(why: str) -> None:
    """One free refusal; all else of the body stays as it was, in its order."""
    first, second, third = asked_twice(Picky((has("max_tokens"), why)))
    assert second == third == {
        {"max_tokens": "max_completion_tokens"}.get(key, key): each for key, each in first.items()
    }  # fmt: skip
    assert second["max_completion_tokens"] == 600


@pytest.mark.parametrize(
    "why",
    [
        "System role not supported",
        "Developer instruction is not enabled for models/gemma-3-27b-it",
        "Only user and assistant roles are supported!",
        "This model does not support system messages.",
    ],
)
def test_rules_stand_in_the_first_question_where_there_is_no_place_for_them(why: str) -> None:
    """Whole, before what is asked; the messages behind it stay."""
    server = Picky((lambda body: body["messages"][0]["role"] == "system", why))
    first, second, third = asked_twice(server)
    rules, asked, *others = first["messages"]
    both = f"{rules['content']}\n\n{asked['content']}"
    assert second["messages"] == [{"role": "user", "content": both}, *others]
    assert second == third


BOUNDED = Tool(
    name="say",
    description="Say something to the table.",
    schema={
        "type": "object",
        "properties": {
            "pattern": {"type": "string", "maxLength": 400, "enum": ["pattern", "maxLength"]},
            "claims": {"type": "array", "maxItems": 3, "items": {"type": "string", "pattern": "x"}},
        },
        "required": ["pattern", "claims"],
        "additionalProperties": False,
    },
)


@pytest.mark.parametrize(
    "why",
    [
        "The provided JSON schema contains features not supported by xgrammar.",
        "Invalid schema for response_format 'answer': 'maxLength' is not permitted.",
        'Grammar error: Unimplemented keys: ["pattern"]',
        "JSON schema conversion failed: Pattern must start with '^' and end with '$'",
        "The specified schema produces a constraint that has too many states for serving.",
        "Schema field maxItems is not supported",
    ],
)
def test_a_schema_has_no_bounds_where_they_are_refused(why: str) -> None:
    """It stays a schema, with its options, for what is bounded is checked by the table anyway."""
    server = Picky((lambda body: 'maxLength":' in json.dumps(body), why))
    first, second, third = asked_twice(server, BOUNDED, "schema")
    schema = second["response_format"]["json_schema"]["schema"]["properties"]["arguments"]
    assert schema == BOUNDED.schema | {"properties": {
        "pattern": {"type": "string", "enum": ["pattern", "maxLength"]},
        "claims": {"type": "array", "items": {"type": "string"}},
    }}  # fmt: skip
    assert second == third == first | {"response_format": second["response_format"]}


def test_several_things_are_learned_in_one_call() -> None:
    """Each costs a free refusal, once."""
    server = Picky(
        (has("max_tokens"), "Use max_completion_tokens."),
        (has("parallel_tool_calls"), "Unknown field parallel_tool_calls"),
    )
    assert len(asked_twice(server)) == 4
    assert "parallel_tool_calls" not in server.asked[-1]
    assert server.asked[-1]["max_completion_tokens"] == 600


@pytest.mark.parametrize("status", [429, 500])
def test_nothing_is_learned_of_a_try_that_brought_no_reply(status: int) -> None:
    """It may have been for another reason; whoever asks next begins as before."""
    asked: list[Body] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(json.loads(request.content))
        code = (400, status)[len(asked) % 2 == 0]
        return httpx2.Response(code, json={"error": {"message": "only stream mode"}})

    async def both() -> None:
        opened = model(PROTOCOL, answer)
        for _ in range(2):
            with pytest.raises(Fault) as fault:
                await opened.send(opened.payload(conversation(), [SAY], "forced"), 5.0)
            assert fault.value.status == status

    asyncio.run(both())
    assert [each.get("stream") for each in asked] == [None, True] * 2


def test_all_tries_of_a_call_share_its_seconds() -> None:
    """A server that takes long to refuse leaves less for what it is sent instead."""

    async def slow(_: httpx2.Request) -> httpx2.Response:
        await asyncio.sleep(0.3)
        return httpx2.Response(400, json={"error": {"message": "only stream mode"}})

    async def once() -> None:
        opened = model(PROTOCOL, slow)
        with pytest.raises(Fault) as fault:
            await opened.send(opened.payload(conversation(), [SAY], "forced"), 0.5)
        assert fault.value.kind == "timeout"

    asyncio.run(once())


@pytest.mark.parametrize(
    "why", ["No.", "max_tokens is too large: 9000", "Upstream request failed", "the system is down"]
)
def test_other_refusals_are_told_at_once(why: str) -> None:
    """They name nothing that could be otherwise."""
    server = Picky((lambda _: True, why))

    async def once() -> None:
        opened = model(PROTOCOL, server)
        with pytest.raises(Fault, match=why):
            await opened.send(opened.payload(conversation(), [SAY], "forced"), 5.0)

    asyncio.run(once())
    assert len(server.asked) == 1
