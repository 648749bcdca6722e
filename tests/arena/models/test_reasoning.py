"""What models thought is asked for in words, where their API has them, and how much of it."""

import asyncio
import json
from typing import Any

import httpx2
import pytest

from arena.errors import Fault
from arena.models.types import Tool
from arena.provider import Abilities, App, Trouble
from tests.arena.models.helpers import (
    SCHEMA,
    AnyModel,
    model,
    on_the_provider,
    raw_reply,
    send,
    system,
    user,
)

VOTE = user("Options:\n- `a`: A\nAnswer with the tool `say`.")
SAY = Tool(name="say", description="Say something.", schema=SCHEMA)
UNVERIFIED = Abilities(summaries=False)


def body(opened: AnyModel, step: Any = "offered") -> dict[str, Any]:  # noqa: ANN401 - a step
    """Return a request."""
    return opened.payload([system("You are Anna."), VOTE], [SAY], step)


def sent(opened: AnyModel, *bodies: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the replies to requests of one model, one after the other."""

    async def all_of_them() -> list[dict[str, Any]]:
        try:
            return [await opened.send(each, 5.0) for each in bodies]
        finally:
            await opened.close()

    return asyncio.run(all_of_them())


@pytest.mark.parametrize(
    ("protocol", "given"),
    [
        ("openai", {}),
        ("openai", {"effort": "high"}),
        ("anthropic", {"thinking": True}),
        ("anthropic", {"thinking": True, "effort": "max"}),
    ],
)
def test_thoughts_come_in_words(protocol: str, given: dict[str, Any]) -> None:
    """The newest models show none that nobody asks for."""
    opened, _ = on_the_provider(protocol, name="thinker", **given)
    assert opened.read(send(opened, body(opened))).reasoning


def test_who_may_see_no_summary_is_asked_once_more_without() -> None:
    """One free refusal a game; all else stays as it was, and thoughts still go back."""
    opened, app = on_the_provider("openai", App(abilities=UNVERIFIED), effort="low")
    first, second = sent(opened, body(opened), body(opened))
    assert opened.read(first).calls or opened.read(first).text
    assert second["status"] == "completed"
    assert [seen.status for seen in app.requests] == [400, 200, 200]
    asked, *others = [seen.json for seen in app.requests]
    assert asked["reasoning"] == {"summary": "auto", "effort": "low"}
    assert [each for each in others if each != asked | {"reasoning": {"effort": "low"}}] == []


def test_calls_at_once_may_each_be_refused_a_summary() -> None:
    """Two seats that asked before either was refused are both answered."""
    error = {"error": {"message": "No summaries.", "param": "reasoning.summary"}}
    asked = asyncio.Barrier(2)

    async def answered(request: httpx2.Request) -> httpx2.Response:
        if "summary" not in json.loads(request.content).get("reasoning", {}):
            return httpx2.Response(200, json=raw_reply("openai", words="Yes."))
        await asked.wait()
        return httpx2.Response(400, json=error)

    async def both() -> list[dict[str, Any]]:
        opened = model("openai", answered)
        return await asyncio.gather(*(opened.send(body(opened), 5.0) for _ in range(2)))

    assert [each["status"] for each in asyncio.run(both())] == ["completed"] * 2


def test_a_summary_alone_leaves_nothing_behind() -> None:
    """Without an effort no `reasoning` is sent at all."""
    opened, app = on_the_provider("openai", App(abilities=UNVERIFIED))
    send(opened, body(opened))
    assert "reasoning" not in app.requests[-1].json


def test_another_refusal_is_no_reason_to_ask_without() -> None:
    """A summary is dropped only where it is what was refused."""
    app = App([Trouble(kind="bad_request", at=(1,))], abilities=Abilities())
    opened, _ = on_the_provider("openai", app)
    with pytest.raises(Fault, match="bad_request"):
        send(opened, body(opened))
    assert len(app.requests) == 1


@pytest.mark.parametrize(
    ("protocol", "efforts"),
    [
        ("openai", ("none", "minimal", "low", "medium", "high", "xhigh", "max")),
        ("openai-compatible", ("none", "minimal", "low", "medium", "high", "xhigh", "max")),
        ("anthropic", ("low", "medium", "high", "xhigh", "max")),
    ],
)
def test_every_effort_of_an_api_is_taken(protocol: str, efforts: tuple[str, ...]) -> None:
    """The provider is as strict about the words as their makers' clients."""
    for effort in efforts:
        opened, app = on_the_provider(protocol, effort=effort)
        send(opened, body(opened))
        assert [seen.status for seen in app.requests] == [200]
        assert f'"{effort}"' in json.dumps(app.requests[0].json)


def test_the_tools_of_one_seat_are_served_from_the_cache_to_the_next() -> None:
    """Anthropic's: two seats have nothing but the tools in common."""
    app = App()
    tools = [SAY, Tool(name="bid", description="Bid. " * 2000, schema=SCHEMA)]
    usages = []
    for name in ("Anna", "Bruno"):
        opened, _ = on_the_provider("anthropic", app)
        told = [system(f"You are {name}."), VOTE]
        usages.append(opened.read(send(opened, opened.payload(told, tools, "forced"))).usage)
    assert [usage and usage.cached > 1000 for usage in usages] == [False, True]
