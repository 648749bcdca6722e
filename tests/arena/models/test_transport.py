"""What is taken from a real connection: how much of a reply, in which form, and from where."""

import asyncio
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from arena.errors import Fault
from arena.models.http_client import MOST_BYTES
from arena.models.keys import ORDINARY
from arena.models.opening import open_model
from arena.models.specs import parse
from arena.provider import Provider, Trouble
from arena.provider.bad_transport import BOMB_BYTES, REDIRECT, bomb
from arena.settings import ModelSettings
from tests.arena.models.helpers import PROTOCOLS, SAY, raw_reply, system, user
from tests.arena.models.web import Page, json_page, serving
from tests.breadth import examples

KEY = "sk-0123456789abcdef"
ASKED = (system("You are Anna."), user("Say something.\nAnswer with the tool `say`."))


def sent(spec: str, key: str = KEY) -> dict[str, Any]:
    """Return the raw reply to one question."""

    async def once() -> dict[str, Any]:
        opened = open_model(parse(spec), ModelSettings(), key=key)
        try:
            return await opened.send(opened.payload(ASKED, [SAY], "forced"), 30.0)
        finally:
            await opened.close()

    return asyncio.run(once())


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_packed_reply_is_unpacked(protocol: str) -> None:
    """It is the same as the plain one."""
    with Provider([Trouble(kind="gzip", at=(2,))]) as provider:
        spec = f"{protocol}:m@{provider.url}"
        plain, unpacked = sent(spec), sent(spec)
    assert len(str(plain)) == len(str(unpacked))
    assert plain.keys() == unpacked.keys()


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_redirect_is_not_followed(protocol: str) -> None:
    """The key would go along; the fault names the status and where it should have gone."""
    with Provider([Trouble(kind="redirect")]) as provider:
        with pytest.raises(Fault) as caught:
            sent(f"{protocol}:m@{provider.url}")
        assert len(provider.requests) == 1
    got = caught.value
    assert (got.kind, got.status, got.retried) == ("not_found", 307, False)
    assert got.why.endswith(f": HTTP 307: a redirect, and none is followed: {REDIRECT}")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_redirect_to_another_host_gets_no_key(protocol: str, status: int) -> None:
    """Neither a call nor the check before a game goes there."""
    with serving(lambda *_: json_page({})) as other:

        def answer(*_: object) -> Page:
            return Page(status=status, headers={"location": f"{other.root}/v1/{KEY}"})

        with serving(answer) as web:
            spec = f"{protocol}:m@{web.root}/v1"
            for found in asyncio.run(_asked_twice(spec)):
                assert isinstance(found, Fault)
                assert f"HTTP {status}: a redirect" in found.why
                assert KEY not in found.why
        assert other.asked == []


async def _asked_twice(spec: str) -> list[Any]:
    """Return what comes of a call and of the check."""
    opened = open_model(parse(spec), ModelSettings(), key=KEY)
    tasks = (opened.send({}, 10.0), opened.check(10.0))
    found = await asyncio.gather(*tasks, return_exceptions=True)
    await opened.close()
    return found


WATCHED = """
import asyncio, resource, sys
from arena.errors import Fault
from arena.models.opening import open_model
from arena.models.specs import parse
from arena.settings import ModelSettings
from tests.breadth import examples

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

async def main():
    opened = [open_model(parse(spec), ModelSettings(), key="k") for spec in sys.argv[1:]]
    await asyncio.gather(*(each.send({}, 60.0) for each in opened), return_exceptions=True)
    before = peak()
    tasks = [each.send({}, 60.0) for each in opened] + [each.check(60.0) for each in opened]
    found = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(each, Fault) for each in found[: len(opened)]), found
    print(peak() - before)
    for each in opened:
        await each.close()

asyncio.run(main())
"""


@pytest.mark.slow
@pytest.mark.parametrize("status", [200, 400, 500])
def test_a_small_reply_can_not_fill_the_memory(status: int) -> None:
    """Six at once that would unpack to 800 MiB each take a few, whatever their status is."""
    packed = {"content-encoding": "gzip"}
    page = Page(status=status, body=bomb(), headers=packed)
    ready = [False] * 3

    def answer(method: str, *_: object) -> Page:
        if method == "POST" and not all(ready):
            ready[ready.index(False)] = True
            return json_page({})
        return page

    with serving(answer) as web:
        specs = [f"{protocol}:m@{web.root}/v1" for protocol in PROTOCOLS]
        done = subprocess.run(
            [sys.executable, "-c", WATCHED, *specs], capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stderr
    assert len(bomb()) < 2**20 < BOMB_BYTES
    assert int(done.stdout) < 30 * MOST_BYTES < BOMB_BYTES


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_reply_is_measured_unpacked(protocol: str) -> None:
    """The limit is the same, packed or not; what is over it is the server's fault, and final."""
    raw = raw_reply(protocol, words="Yes.") | {"news": ""}
    raw["news"] = "x" * (MOST_BYTES - len(json.dumps(raw)))
    pages = [json_page(raw, packed=True), json_page(raw | {"more": 1}, packed=True)]
    with serving(lambda *_: pages.pop(0)) as web:
        assert sent(f"{protocol}:m@{web.root}/v1") == raw
        with pytest.raises(Fault, match="the reply has more than 4194304 bytes") as caught:
            sent(f"{protocol}:m@{web.root}/v1")
    assert (caught.value.kind, caught.value.status) == ("unreadable", 200)


@pytest.mark.parametrize("kind", ["gzip", "deflate"])
def test_a_reply_that_is_packed_badly_broke_on_its_way(kind: str) -> None:
    """It may come whole the next time."""
    page = Page(body=b'{"a": 1}', headers={"content-encoding": kind})
    with serving(lambda *_: page) as web, pytest.raises(Fault) as caught:
        sent(f"openai-compatible:m@{web.root}/v1")
    assert caught.value.kind == "connection"


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("variable", ["no_proxy", "NO_PROXY"])
def test_networks_without_a_proxy_are_named_as_everywhere(
    protocol: str, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also as a range of IPv6, which one of the SDKs can't read."""
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv(variable, "127.0.0.1,::1/128")
    with Provider() as provider:
        assert sent(f"{protocol}:m@{provider.url}")


# --- a server that repeats the key ---

SECRETS = st.text(
    st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="*"),
    min_size=8,
    max_size=40,
).filter(lambda secret: not ORDINARY.fullmatch(secret))


def everywhere(value: Any, said: str, depth: int) -> Any:  # noqa: ANN401
    """Return JSON with a text at the end of each text and each name, as often inside JSON."""
    inner = said
    for _ in range(depth):
        inner = json.dumps({"a": [inner, inner]})
    if isinstance(value, dict):
        found = {name: everywhere(each, said, depth) for name, each in value.items()}
        return found | {f"x{inner}": 1}
    if isinstance(value, list):
        return [everywhere(each, said, depth) for each in value]
    return f"{value}{inner}" if isinstance(value, str) else value


def texts(value: Any) -> list[str]:  # noqa: ANN401
    """Return all texts and names of JSON, opened where they are JSON themselves."""
    if isinstance(value, dict):
        return [text for pair in value.items() for each in pair for text in texts(each)]
    if isinstance(value, list):
        return [text for each in value for text in texts(each)]
    if not isinstance(value, str):
        return []
    try:
        return [value, *texts(json.loads(value[value.index("{") :]))]
    except ValueError:
        return [value]


@examples(25)
@given(secret=SECRETS, depth=st.integers(0, 3), protocol=st.sampled_from(PROTOCOLS))
def test_no_form_of_a_key_is_returned(secret: str, depth: int, protocol: str) -> None:
    """In no text and no name of a reply, however deep it is written as JSON in JSON."""
    raw = raw_reply(protocol, words="Yes.")
    assume(secret not in json.dumps(raw))
    echoed = {**raw, "news": everywhere({"a": "b", "c": ["d"]}, secret, depth)}
    with serving(lambda *_: json_page(echoed)) as web:
        got = sent(f"{protocol}:m@{web.root}/v1", secret)
    assert {name: each for name, each in got.items() if name != "news"} == raw
    assert not any(secret in text for text in texts(got))
    assert secret not in json.dumps(got)
    assert "***" in json.dumps(got)
