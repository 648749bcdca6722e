"""What a Chat server wants otherwise than others is learned of its first refusal."""

import asyncio
import json
from collections.abc import Callable
from contextlib import nullcontext
from itertools import pairwise
from typing import Any

import httpx2
import pytest

from arena.errors import Fault
from arena.models.types import Step, Tool
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
        "max_tokens is deprecated in favor of max_completion_tokens",
        "body.max_tokens: Extra inputs are not permitted",
        "Completions.create() got an unexpected keyword argument 'max_tokens'",
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
        "Conversation roles must alternate user/assistant/user/assistant/...",
        "'messages[0].role' does not support 'system' with this model.",
        "messages.0.role: Input should be permitted: 'user', 'assistant'",
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


History = list[dict[str, Any]]


def after_results(messages: History) -> bool:
    """Tell whether a question follows a result."""
    return ("tool", "user") in pairwise(each["role"] for each in messages)


def out_of_turn(messages: History) -> bool:
    """Tell whether users and assistants do not alternate."""
    return any(each["role"] != ("user", "assistant")[at % 2] for at, each in enumerate(messages))


def some(role: str, wrong: Callable[[dict[str, Any]], object]) -> Callable[[History], bool]:
    """Return what tells whether a message of a role is wrong."""
    return lambda messages: any(wrong(each) for each in messages if each["role"] == role)


@pytest.mark.parametrize(
    ("wrong", "why", "tries"),
    [
        (after_results, "Unexpected role 'user' after role 'tool'", 2),
        (after_results, "user message cannot follow tool message", 2),
        (out_of_turn, "Conversation roles must alternate user/assistant/user/assistant/...", 3),
        (some("tool", lambda _: True), "Invalid role: tool", 2),
        (some("tool", lambda _: True), "messages.3.role: Input should be 'user' or 'tool'", 2),
        (some("tool", lambda each: not each.get("name")),
         "GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty",
         2),
        (some("assistant", lambda each: each["content"] is None),
         "messages.2.content: Input should be a valid string", 2),
        (some("assistant", lambda each: each["content"] is not None),
         "An assistant message has either content or tool_calls, but not both.", 2),
        (some("assistant", lambda each: isinstance(
            each["tool_calls"][0]["function"]["arguments"], str)),
         "Can only get item pairs from a mapping: arguments must be an object", 2),
        (some("assistant", lambda each: isinstance(
            each["tool_calls"][0]["function"]["arguments"], str)),
         "json: cannot unmarshal string into Go struct field .arguments of type map", 2),
    ],
)  # fmt: skip
@pytest.mark.parametrize("said", [None, "", "I think so."])
def test_a_history_is_written_as_its_server_wants_it(
    wrong: Callable[[History], bool], why: str, tries: int, said: str | None
) -> None:
    """By a free refusal for each thing; words, calls, results and questions are all there."""
    call = {
        "id": "c1",
        "type": "function",
        "function": {"name": "say", "arguments": '{"text":"A"}'},
    }
    message = {"role": "assistant", "content": said, "tool_calls": [call]}
    items = [
        {"role": "system", "text": "Rules."}, {"role": "user", "text": "First?"},
        model(PROTOCOL).read({"choices": [{"message": message}]}).item,
        {"role": "tool", "call": "c1", "text": "Taken."}, {"role": "user", "text": "Second?"},
    ]  # fmt: skip
    server = Picky((lambda body: wrong(body["messages"]), why))

    async def both() -> None:
        opened = model(PROTOCOL, server)
        for _ in range(2):
            await opened.send(opened.payload(items, [SAY], "forced"), 5.0)

    asyncio.run(both())
    refused = [wrong(each["messages"]) for each in server.asked]
    if not refused[0]:
        assert len(refused) == 2
        return
    assert refused == [True] * (tries - 1) + [False, False]
    last = json.dumps(server.asked[-1]["messages"])
    assert all(word in last for word in ("Rules.", "First?", "say", "Taken.", "Second?"))
    assert said is None or said in last or "not both" in why


@pytest.mark.parametrize(
    ("why", "key"),
    [
        ("Completions.create() got an unexpected keyword argument 'max_tokens'", "max_tokens"),
        ("unexpected keyword argument 'parallel_tool_calls'", "parallel_tool_calls"),
    ],
)
def test_what_a_server_broke_down_over_is_not_sent_again(why: str, key: str) -> None:
    """The call failed, and is booked; the next, which may be its next try, is made otherwise."""
    server = Picky((has(key), why), status=500)

    async def both() -> None:
        opened = model(PROTOCOL, server)
        with pytest.raises(Fault, match=key):
            await opened.send(opened.payload(conversation(), [SAY], "forced"), 5.0)
        await opened.send(opened.payload(conversation(), [SAY], "forced"), 5.0)

    asyncio.run(both())
    assert [key in each for each in server.asked] == [True, False]


def test_a_guess_that_was_wrong_is_forgotten() -> None:
    """A server that breaks down speaks of streams, and is well again: none is asked for later."""
    statuses = iter([500, 400, 200, 200])
    asked: list[Body] = []

    def server(request: httpx2.Request) -> httpx2.Response:
        asked.append(json.loads(request.content))
        status = next(statuses)
        error = {"error": {"message": "stream closed" if status == 500 else "no such thing"}}
        reply = raw_reply(PROTOCOL, words="Yes.") if status == 200 else error
        return httpx2.Response(status, json=reply)

    async def four() -> None:
        opened = model(PROTOCOL, server)
        for fails in (True, True, False, False):
            with pytest.raises(Fault) if fails else nullcontext():
                await opened.send(opened.payload(conversation(), [SAY], "forced"), 5.0)

    asyncio.run(four())
    assert ["stream" in each for each in asked] == [False, True, False, False]


def test_a_schema_that_is_refused_as_such_is_left_to_the_words() -> None:
    """Any object is asked for; without bounds it was refused too."""
    why = "response_format.type json_schema is unavailable now"
    server = Picky((lambda body: body["response_format"]["type"] == "json_schema", why))
    kinds = [each["response_format"]["type"] for each in asked_twice(server, BOUNDED, "schema")]
    assert kinds == ["json_schema", "json_schema", "json_object", "json_object"]


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
