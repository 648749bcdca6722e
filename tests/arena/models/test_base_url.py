"""A base URL that answers, but is none, is found before a game; one that is odd is let pass."""

import asyncio
from collections.abc import Callable

import pytest

from arena.errors import Fault
from arena.models.opening import open_model
from arena.models.specs import parse
from arena.provider import Provider
from arena.settings import ModelSettings
from tests.arena.models.helpers import PROTOCOLS
from tests.arena.models.web import Page, json_page, serving

Answer = Callable[[str, str, bytes], Page]

PATHS = {
    "openai": ("/v1/models", "/v1/responses"),
    "openai-compatible": ("/v1/models", "/v1/chat/completions"),
    "anthropic": ("/v1/models", "/v1/messages"),
}
HTML = Page(body=b"<!doctype html><h1>It works!</h1>", headers={"content-type": "text/html"})
LISTED = json_page({"object": "list", "data": []})
REFUSED = json_page({"error": {"message": "messages: field required"}}, 400)
NOT_FOUND = json_page({"detail": "Not Found"}, 404)
UNEXPECTED = json_page({"error": "Unexpected endpoint or method."})


def problem(spec: str) -> str | None:
    """Return why a model can't be asked; None where it can."""

    async def check() -> None:
        opened = open_model(parse(spec), ModelSettings(), key="sk-0123456789abcdef")
        try:
            await opened.check(10.0)
        finally:
            await opened.close()

    try:
        asyncio.run(check())
    except Fault as fault:
        return fault.why
    return None


def api(protocol: str, elsewhere: Page = NOT_FOUND) -> Answer:
    """Return a server with a protocol's paths, and one page everywhere else."""
    pages, calls = PATHS[protocol]

    def answer(method: str, path: str, _: bytes) -> Page:
        if (method, path) == ("GET", pages):
            return LISTED
        if path == calls:
            return REFUSED if method == "POST" else json_page({"detail": "Method Not Allowed"}, 405)
        return elsewhere

    return answer


WEB_SERVERS: dict[str, Answer] = {
    "pages that are not there": lambda *_: Page(status=404, body=HTML.body),
    "one page for all": lambda *_: HTML,
    "files, and no posts": lambda method, *_: (
        Page(status=501) if method == "POST" else Page(status=404)
    ),
    "one page, and no posts": lambda method, *_: Page(status=405) if method == "POST" else HTML,
    "errors with status 200": lambda *_: UNEXPECTED,
    "empty pages": lambda *_: Page(),
    "another API": lambda method, path, _: (
        LISTED if (method, path) == ("GET", "/v1/models") else NOT_FOUND
    ),
}


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("kind", list(WEB_SERVERS))
def test_a_web_server_is_no_base_url(kind: str, protocol: str) -> None:
    """Whatever it answers: the sentence names what was asked, and what is possible."""
    with serving(WEB_SERVERS[kind]) as web:
        why = problem(f"{protocol}:m@{web.root}/v1")
        assert why is not None
        called = PATHS[protocol][1]
        assert f": nothing can be called at {web.root}{called}: " in why
        assert "Possible: an address with " in why
        assert "Did you mean" not in why


@pytest.mark.slow
@pytest.mark.parametrize("protocol", ["openai", "openai-compatible"])
@pytest.mark.parametrize("elsewhere", [NOT_FOUND, HTML, UNEXPECTED])
def test_an_address_without_its_version_is_completed(protocol: str, elsewhere: Page) -> None:
    """`/v1` is missing, or the path of the call stands behind it: the right one is found."""
    with serving(api(protocol, elsewhere)) as web:
        for wrong in (web.root, f"{web.root}/", f"{web.root}{PATHS[protocol][1]}"):
            why = problem(f"{protocol}:m@{wrong}")
            assert why is not None
            assert why.endswith(f" Did you mean {web.root}/v1?")
        assert problem(f"{protocol}:m@{web.root}/v1") is None


def test_the_version_is_no_matter_for_anthropics_api() -> None:
    """Its paths have it; the path of the call is taken off."""
    with serving(api("anthropic")) as web:
        assert problem(f"anthropic:m@{web.root}") is None
        assert problem(f"anthropic:m@{web.root}/v1") is None
        why = problem(f"anthropic:m@{web.root}/v1/messages")
        assert why is not None
        assert why.endswith(f" Did you mean {web.root}?")


def test_the_version_is_missed_where_the_key_is_refused_too() -> None:
    """A server that shows strangers nothing shows all the same where it is."""
    secret = json_page({"error": {"message": "Who are you?"}}, 401)

    def answer(_: str, path: str, __: bytes) -> Page:
        return secret if path.startswith("/v1/") else NOT_FOUND

    with serving(answer) as web:
        why = problem(f"openai-compatible:m@{web.root}")
        assert why is not None
        assert why.endswith(f" Did you mean {web.root}/v1?")
        refused = problem(f"openai-compatible:m@{web.root}/v1")
        assert refused is not None
        assert "HTTP 401: Who are you?" in refused


LISTS: dict[str, Page] = {
    "as an object": LISTED,
    "as an array": json_page([{"id": "m"}]),
    "nowhere": NOT_FOUND,
    "to posts only": Page(status=405),
    "to nobody": json_page({"error": {"message": "Missing scopes"}}, 403),
    "as a page": HTML,
    "not yet": Page(status=501),
}
CALLS: dict[str, Page] = {
    "refused": REFUSED,
    "refused as unprocessable": json_page({"detail": [{"msg": "field required"}]}, 422),
    "refused with status 200": json_page(
        {"error": {"type": "invalid_request_error", "message": "no messages"}}
    ),
    "failing": Page(status=500, body=b"KeyError: 'messages'"),
    "too many": json_page({"error": {"message": "Slow down."}}, 429),
    "answered": json_page({"choices": []}),
}


@pytest.mark.parametrize("listed", list(LISTS))
@pytest.mark.parametrize("called", list(CALLS))
def test_an_odd_server_is_let_pass(listed: str, called: str) -> None:
    """Not all list their models, and each refuses half a call in its own way."""

    def answer(method: str, path: str, _: bytes) -> Page:
        if path == "/v1/models":
            return LISTS[listed]
        return CALLS[called] if (method, path) == ("POST", "/v1/chat/completions") else NOT_FOUND

    with serving(answer) as web:
        assert problem(f"openai-compatible:m@{web.root}/v1") is None


@pytest.mark.parametrize("status", [401, 403])
def test_a_key_that_is_refused_for_calls_is_refused(status: int) -> None:
    """Where the list is shown to everybody as well."""
    refused = json_page({"error": {"message": "Wrong key."}}, status)

    def answer(method: str, *_: object) -> Page:
        return refused if method == "POST" else NOT_FOUND

    with serving(answer) as web:
        assert f"HTTP {status}: Wrong key." in (problem(f"openai:m@{web.root}/v1") or "")


def test_a_server_that_is_right_gets_no_call() -> None:
    """To ask whether calls are taken no call is made where it is clear without."""
    with Provider() as provider:
        for protocol in PROTOCOLS:
            assert problem(f"{protocol}:m@{provider.url}") is None
        assert provider.requests == []
        why = problem(f"openai-compatible:m@{provider.root}")
        assert why is not None
        assert why.endswith(f" Did you mean {provider.url}?")


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("query", ["api-version=2026-01-01", "a=1&a=2&b=%20+c&d", ""])
def test_a_query_is_sent_with_each_request(protocol: str, query: str) -> None:
    """Behind the path, as it is written: in calls, and in what is asked before a game."""
    with serving(whatever_query(protocol)) as web:
        spec = f"{protocol}:m@{web.root}/v1?{query}"
        problem(spec)
        with pytest.raises(Fault):
            asyncio.run(called(spec))
        paths = dict.fromkeys(path for _, path in web.asked)
    expected = [*PATHS[protocol], *(["/props"] if protocol == "openai-compatible" else [])]
    assert list(paths) == [f"{each}?{query}".rstrip("?") for each in expected]


def test_a_query_stays_behind_an_address_that_is_completed() -> None:
    """So that what is proposed can be copied."""
    with serving(whatever_query("openai")) as web:
        why = problem(f"openai:m@{web.root}?a=b")
        assert why is not None
        assert why.endswith(f" Did you mean {web.root}/v1?a=b?")
        assert problem(f"openai:m@{web.root}/v1?a=b") is None


def whatever_query(protocol: str) -> Answer:
    """Return a server with a protocol's paths, whatever query is behind them."""
    served = api(protocol)
    return lambda method, path, body: served(method, path.partition("?")[0], body)


async def called(spec: str) -> None:
    """Send one call."""
    opened = open_model(parse(spec), ModelSettings(), key="sk-0123456789abcdef")
    try:
        await opened.send({}, 10.0)
    finally:
        await opened.close()
