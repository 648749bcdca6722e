"""A server that says of itself that its model knows no tools is sent none."""

import asyncio
import time

import pytest

from arena.models.opening import open_model
from arena.models.specs import parse
from arena.settings import ModelSettings
from tests.arena.models.web import Page, Web, json_page, serving

LISTED = json_page({"object": "list", "data": []})
REFUSED = json_page({"error": {"message": "messages: field required"}}, 400)
NOT_FOUND = json_page({"error": {"message": "File Not Found", "code": 404}}, 404)


def props(said: object) -> Page:
    """Return a page as llama.cpp's server has it, with what its template can."""
    return json_page({"total_slots": 1, "chat_template_caps": said})


def takes_tools(page: Page, path: str = "/v1", *, at: str = "/props", **settings: object) -> bool:
    """Return whether a model takes tools, as far as a server says that has a page at `at`."""

    def answer(method: str, asked: str, _: bytes) -> Page:
        if asked.endswith("/models"):
            return LISTED
        return REFUSED if method == "POST" else page if asked == at else NOT_FOUND

    with serving(answer) as web:
        return asyncio.run(_checked(web, path, settings))


async def _checked(web: Web, path: str, settings: dict[str, object]) -> bool:
    given = ModelSettings.model_validate(settings)
    model = open_model(parse(f"openai-compatible:m@{web.root}{path}"), given, key=None)
    await model.check(10.0)
    await model.close()
    return model.takes_tools


@pytest.mark.parametrize(
    ("path", "at"),
    [("/v1", "/props"), ("/v1/", "/props"), ("", "/props"), ("/one/v1", "/one/props")],
)
def test_a_server_that_knows_no_tools_says_so(path: str, at: str) -> None:
    """In a page beside its API, wherever that is."""
    assert not takes_tools(props({"supports_tools": False}), path, at=at)


@pytest.mark.parametrize(
    "page",
    [
        props({"supports_tools": True}),
        props({"supports_tools": None}),
        props({"supports_tools": 0}),
        props({}),
        props(None),
        props([{"supports_tools": False}]),
        json_page([{"chat_template_caps": {"supports_tools": False}}]),
        json_page({"supports_tools": False}),
        json_page({"error": {"message": "Invalid API key"}}, 401),
        json_page({"error": "no"}, 500),
        Page(body=b"<!doctype html><h1>It works!</h1>", headers={"content-type": "text/html"}),
        Page(status=307, headers={"location": "http://elsewhere.test/props"}),
        Page(),
        NOT_FOUND,
    ],
)
def test_any_other_page_says_nothing(page: Page) -> None:
    """Whatever it holds: a game begins with tools then, and its server is no worse for it."""
    assert takes_tools(page)


def test_a_page_that_never_comes_is_not_awaited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game begins."""
    monkeypatch.setattr("arena.models.openai_chat.PROPS_SECONDS", 0.2)

    def answer(method: str, path: str, _: bytes) -> Page:
        if path == "/props":
            time.sleep(1.0)
        return LISTED if path.endswith("/models") else REFUSED if method == "POST" else NOT_FOUND

    with serving(answer) as web:
        assert asyncio.run(_checked(web, "/v1", {}))


def test_it_is_not_asked_where_its_table_says_so() -> None:
    """With `tools = false` none are sent, whatever it can."""
    with serving(lambda *_: LISTED) as web:
        asyncio.run(_checked(web, "/v1", {"tools": False}))
        assert not [path for _, path in web.asked if "props" in path]
