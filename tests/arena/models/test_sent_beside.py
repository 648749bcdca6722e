"""What a Chat server sends beside words and calls: it goes back, unless the server refuses it."""

import asyncio
import json
from typing import Any

import httpx2
import pytest

from arena.errors import Fault
from arena.models.types import Item
from tests.arena.models.helpers import SAY, model

SIGNED = {"google": {"thought_signature": "s1"}}
THOUGHTS = {"reasoning_content": "Hm.", "reasoning_details": [{"type": "x", "data": "y"}]}
CALL = {
    "id": "c1", "type": "function", "index": 0, "extra_content": SIGNED,
    "function": {"name": "say", "arguments": "{}", "signature": "s2"},
}  # fmt: skip
MESSAGE = {"role": "assistant", "content": None, "tool_calls": [CALL], **THOUGHTS}


def raw(message: dict[str, Any]) -> dict[str, Any]:
    """Return a server's reply."""
    return {"choices": [{"message": message, "finish_reason": "stop"}], "model": "m"}


def conversation(*items: Item) -> list[Item]:
    """Return a conversation that ends with a reply and its result."""
    return [{"role": "system", "text": "Play."}, {"role": "user", "text": "Speak."}, *items]


def of(message: dict[str, Any]) -> list[Item]:
    """Return the entries of a reply and its result."""
    item = model("openai-compatible").read(raw(message)).item
    return [item, {"role": "tool", "call": "c1", "text": "Taken."}]


def sent(request: httpx2.Request) -> list[dict[str, Any]]:
    """Return the messages of a request."""
    messages: list[dict[str, Any]] = json.loads(request.content)["messages"]
    return messages


def assistant(messages: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the assistant's message."""
    (found,) = [each for each in messages if each["role"] == "assistant"]
    return found


class Chat:
    """A server that refuses messages which lack something, or have it."""

    def __init__(self, *, wants: bool) -> None:
        """`wants`: whether it refuses what lacks thoughts, or what has them."""
        self.wants = wants
        self.seen: list[tuple[int, list[dict[str, Any]]]] = []

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        """Answer, or refuse."""
        messages = sent(request)
        called = [each for each in messages if each.get("tool_calls")]
        taken = all(("reasoning_content" in each) is self.wants for each in called)
        self.seen.append((200 if taken else 400, messages))
        error = {"error": {"message": "messages[2]: is not as it should be"}}
        return httpx2.Response(self.seen[-1][0], json=raw(MESSAGE) if taken else error)


def play(server: Chat, times: int = 3) -> list[dict[str, Any]]:
    """Send the same conversation several times; return the replies."""

    async def played() -> list[dict[str, Any]]:
        opened, items = model("openai-compatible", server), conversation(*of(MESSAGE))
        return [
            await opened.send(opened.payload(items, [SAY], "forced"), 5.0) for _ in range(times)
        ]

    return asyncio.run(played())


def test_what_came_beside_calls_goes_back_as_it_came() -> None:
    """At every level, but for what is empty or a number of its place."""
    server = Chat(wants=True)
    play(server, 1)
    message = assistant(server.seen[0][1])
    assert {key: message[key] for key in THOUGHTS} == THOUGHTS
    (call,) = message["tool_calls"]
    assert call == {key: each for key, each in CALL.items() if key != "index"}


def test_a_server_that_wants_it_refuses_nothing() -> None:
    """It finds in all of the conversation what it looks for."""
    server = Chat(wants=True)
    play(server)
    assert [status for status, _ in server.seen] == [200, 200, 200]


def test_a_server_that_refuses_it_is_sent_none_from_then_on() -> None:
    """One free refusal; words, calls and results stay as they were."""
    server = Chat(wants=False)
    play(server)
    assert [status for status, _ in server.seen] == [400, 200, 200, 200]
    plain = [{key: CALL[key] for key in ("id", "type")} | {
        "function": {"name": "say", "arguments": "{}"}
    }]  # fmt: skip
    for _, messages in server.seen[1:]:
        assert assistant(messages) == {"role": "assistant", "content": None, "tool_calls": plain}
        others = [each for each in messages if each["role"] != "assistant"]
        assert others == [each for each in server.seen[0][1] if each["role"] != "assistant"]


def test_another_refusal_is_raised_as_it_was() -> None:
    """What is refused without these too is refused for something else, and they go on."""
    asked: list[list[dict[str, Any]]] = []

    def refuse(request: httpx2.Request) -> httpx2.Response:
        asked.append(sent(request))
        return httpx2.Response(400, json={"error": {"message": "No."}})

    async def refused() -> None:
        opened, items = model("openai-compatible", refuse), conversation(*of(MESSAGE))
        for _ in range(2):
            with pytest.raises(Fault, match=r"No\."):
                await opened.send(opened.payload(items, [SAY], "forced"), 5.0)

    asyncio.run(refused())
    assert ["reasoning_content" in assistant(each) for each in asked] == [True, False] * 2


@pytest.mark.parametrize(
    ("refused", "wanted", "why", "tries"),
    [
        ("reasoning_content", "extra_content", "messages[2]: {key}", 2),
        ("reasoning_content", "extra_content", "messages[2] is odd, or lacks something: {at}", 3),
        ("reasoning_details", "reasoning_content", "{key}: unknown field", 2),
        ("signature", "extra_content", "signature: Extra inputs are not permitted", 2),
        ("extra_content", "reasoning_content", "messages[2] is odd, or lacks something: {at}", 4),
    ],
)
def test_one_thing_is_left_out_where_another_is_wanted(
    refused: str, wanted: str, why: str, tries: int
) -> None:
    """By its name, else by where it stands; then the server refuses nothing more."""
    statuses: list[int] = []

    def server(request: httpx2.Request) -> httpx2.Response:
        body = json.dumps(assistant(sent(request)))
        taken = f'"{refused}"' not in body and f'"{wanted}"' in body
        statuses.append(200 if taken else 400)
        told = why.format(key=refused, at=len(statuses))
        error = {"error": {"message": told}}
        return httpx2.Response(statuses[-1], json=raw(MESSAGE) if taken else error)

    async def played() -> None:
        opened, items = model("openai-compatible", server), conversation(*of(MESSAGE))
        for _ in range(2):
            await opened.send(opened.payload(items, [SAY], "forced"), 5.0)

    asyncio.run(played())
    assert statuses == [400] * (tries - 1) + [200, 200]


def test_a_try_that_may_have_cost_something_is_told_as_it_came() -> None:
    """The second request broke down behind the refusal of the first: it is booked."""
    statuses = iter([400, 500])

    def server(_: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(next(statuses), json={"error": {"message": "no"}})

    async def sent_once() -> None:
        opened, items = model("openai-compatible", server), conversation(*of(MESSAGE))
        await opened.send(opened.payload(items, [SAY], "forced"), 5.0)

    with pytest.raises(Fault) as caught:
        asyncio.run(sent_once())
    assert (caught.value.status, caught.value.unbilled) == (500, False)


def test_words_without_a_call_go_back_alone() -> None:
    """Nobody wants thoughts back that led to no call."""
    (item, _) = of({"role": "assistant", "content": "Hi.", **THOUGHTS})
    assert item["raw"] == [{"role": "assistant", "content": "Hi."}]


def test_nothing_is_asked_twice_where_nothing_came_beside() -> None:
    """A refusal is then about something else."""
    asked: list[object] = []

    def refuse(request: httpx2.Request) -> httpx2.Response:
        asked.append(request)
        return httpx2.Response(400, json={"error": {"message": "No."}})

    async def refused() -> None:
        opened = model("openai-compatible", refuse)
        bare = {key: each for key, each in MESSAGE.items() if key not in THOUGHTS}
        plain = {"id": "c1", "type": "function", "function": {"name": "say", "arguments": "{}"}}
        items = conversation(*of({**bare, "tool_calls": [plain]}))
        with pytest.raises(Fault):
            await opened.send(opened.payload(items, [SAY], "forced"), 5.0)

    asyncio.run(refused())
    assert len(asked) == 1
