"""The server on its port: what it saw, many at once, its end; and the command that runs it."""

import asyncio
import gc
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager

import openai
import pytest

from arena import provider as public
from arena.errors import ConfigError
from arena.faces.cli import main
from arena.provider import Abilities, App, Provider, ReceivedRequest, Trouble
from arena.provider.server import _listening, _server
from tests.arena.provider.clients import VOTE, chat_body, raw, responses_body

Capture = pytest.CaptureFixture[str]
ARENA = [sys.executable, "-m", "arena.faces.cli"]


def posted(url: str, body: object = None, key: str = "any") -> tuple[int, bytes]:
    """Return status and body of one POST."""
    request = urllib.request.Request(  # noqa: S310 - our own address
        f"{url}/chat/completions",
        data=json.dumps(body or chat_body()).encode(),
        headers={"authorization": f"Bearer {key}", "content-type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 - as above
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def test_the_public_face() -> None:
    """These names, and no others, are for use; the server comes only where it is asked for."""
    names = ["Abilities", "App", "Provider", "ReceivedRequest", "Trouble", "TroubleKind"]
    assert public.__all__ == names
    with pytest.raises(AttributeError):
        _ = public.Nothing


def test_it_serves_on_this_machine_only() -> None:
    """On a free port, with and without `/v1`."""
    with Provider() as server:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/v1", server.url)
        assert server.url == f"{server.root}/v1"
        assert posted(server.url)[0] == 200


def test_outside_its_block_there_is_no_address() -> None:
    """Before and after it says so."""
    server = Provider()
    with pytest.raises(ConfigError, match="doesn't run"):
        _ = server.url
    with server:
        url = server.url
    with pytest.raises(ConfigError, match="doesn't run"):
        _ = server.root
    with pytest.raises(urllib.error.URLError):
        posted(url)


def test_it_keeps_what_it_saw() -> None:
    """Number, path, headers without the key, the bytes, their JSON, and the status."""
    with Provider() as server:
        posted(server.url, key="secret")
        posted(server.url, {"model": 3}, key="secret")
        first, second = server.requests
    assert isinstance(first, ReceivedRequest)
    assert (first.number, first.path, first.status) == (1, "/v1/chat/completions", 200)
    assert (second.number, second.status) == (2, 400)
    assert first.json == chat_body()
    assert json.loads(first.body) == chat_body()
    assert first.headers["content-type"] == "application/json"
    assert "secret" not in repr(first)


def test_it_can_keep_the_last_requests_only() -> None:
    """The numbers go on; a server that runs for long does not fill the memory."""
    with Provider(requests_kept=2) as server:
        for _ in range(3):
            posted(server.url)
        assert [seen.number for seen in server.requests] == [2, 3]


def test_bytes_that_are_no_json_are_kept_too() -> None:
    """Their JSON is None."""
    app = App()
    raw(app, "/v1/responses", b"{", {"authorization": "Bearer any"})
    assert app.requests[0].json is None
    assert app.requests[0].body == b"{"


def test_a_mark_before_a_body_is_none_of_it() -> None:
    """As the servers behind real addresses have it."""
    app = App()
    response = raw(app, "/v1/responses", b"\xef\xbb\xbf[]", {"authorization": "Bearer any"})
    assert app.requests[0].json == []
    assert "it is no object" in response.text


def test_the_same_bytes_get_the_same_reply_after_a_restart() -> None:
    """Nothing that is remembered decides anything."""
    replies = set()
    for _ in range(2):
        with Provider() as server:
            replies.add(posted(server.url))
    assert len(replies) == 1


def test_troubles_change_while_it_runs() -> None:
    """They count from the next request on."""
    with Provider((Trouble(kind="server"),)) as server:
        statuses = [posted(server.url)[0]]
        server.change((Trouble(kind="overloaded", at=(2,)),))
        statuses += [posted(server.url)[0] for _ in range(3)]
        server.change(())
        assert [*statuses, posted(server.url)[0]] == [500, 200, 529, 200, 200]


def test_many_requests_wait_together() -> None:
    """Fifty slow ones are all taken before the first is answered."""
    count = 50

    async def all_at_once(server: Provider) -> int:
        async with openai.AsyncOpenAI(api_key="any", base_url=server.url, max_retries=0) as client:
            asks = [
                asyncio.create_task(client.responses.create(**responses_body(user=f"{n}{VOTE}")))
                for n in range(count)
            ]
            while len(server.requests) < count:
                assert not any(ask.done() for ask in asks)
                await asyncio.sleep(0.01)
            for ask in asks:
                ask.cancel()
            done = await asyncio.gather(*asks, return_exceptions=True)
            return sum(isinstance(each, asyncio.CancelledError) for each in done)

    with Provider(latency=600) as server:
        assert asyncio.run(all_at_once(server)) == count
    assert {seen.status for seen in server.requests} == {200}


def test_it_ends_while_requests_wait() -> None:
    """Those that hang and those that are late lose their connection, and nothing is left."""
    troubles = (Trouble(kind="hang", at=(1,)), Trouble(kind="late", at=(2,), seconds=300))
    outcomes: list[str] = []

    def ask(url: str) -> None:
        try:
            posted(url)
        except OSError as error:
            outcomes.append(type(error).__name__)

    with Provider(troubles) as server:
        threads = [threading.Thread(target=ask, args=(server.url,)) for _ in troubles]
        for thread in threads:
            thread.start()
        while len(server.requests) < len(threads):
            threading.Event().wait(0.01)
    for thread in threads:
        thread.join()
    assert len(outcomes) == 2
    assert not [t for t in threading.enumerate() if t.name == "provider"]


def test_a_connection_that_was_just_accepted_is_closed_too() -> None:
    """Its socket is known to a task alone, which has not begun when the server is told to end."""
    listener = _listening(0)
    server = _server(App(), {})
    with (
        warnings.catch_warnings(record=True) as caught,
        asyncio.Runner() as runner,
        socket.socket() as client,
    ):
        warnings.simplefilter("always", ResourceWarning)
        loop = runner.get_loop()

        def connect() -> None:
            """Connect; the loop accepts in its next round, in which it is told to end."""
            if server.started:
                client.connect(listener.getsockname())
                loop.call_soon(server.ended.set)
            else:
                loop.call_soon(connect)

        loop.call_soon(connect)
        runner.run(server.serve(sockets=[listener]))
        gc.collect()
    assert [str(each.message) for each in caught] == []


def test_a_client_that_leaves_hangs_nothing() -> None:
    """The next one is served."""
    with Provider((Trouble(kind="hang", at=(1,)),)) as server:
        port = int(server.root.rpartition(":")[2])
        with closing(socket.create_connection(("127.0.0.1", port))) as client:
            client.sendall(b"POST /v1/responses HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}")
            while not server.requests:
                threading.Event().wait(0.01)
        assert posted(server.url)[0] == 200


def test_a_port_that_is_taken_is_one_sentence() -> None:
    """Nothing is left running."""
    with Provider() as server:
        port = int(server.root.rpartition(":")[2])
        with pytest.raises(ConfigError, match=f"port {port} of 127.0.0.1 can't be had"):
            Provider(port=port).__enter__()


@pytest.mark.parametrize("port", [-1, 65536])
def test_a_port_that_is_none_is_one_sentence(port: int) -> None:
    """The range is told."""
    with pytest.raises(ConfigError, match="0 to 65535"):
        Provider(port=port).__enter__()


@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_what_is_only_posted_is_not_got(method: str) -> None:
    """405 where the path is known, 404 where it is not."""
    with Provider() as server:
        for path, status in (("responses", 405), ("files", 404 if method == "GET" else 405)):
            request = urllib.request.Request(  # noqa: S310 - our own address
                f"{server.url}/{path}", method=method, headers={"authorization": "Bearer any"}
            )
            with pytest.raises(urllib.error.HTTPError) as caught:
                urllib.request.urlopen(request, timeout=30)  # noqa: S310 - as above
            with caught.value as error:
                assert error.code == status


@contextmanager
def command(*args: str) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """Run `arena provider` on a free port; give the process, its address and its example."""
    with subprocess.Popen(
        [*ARENA, "provider", "--port", "0", *args], stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            first, second = process.stderr.readline(), process.stderr.readline()
            found = re.search(r"http://127\.0\.0\.1:\d+/v1", first)
            assert found, first
            yield process, found[0], second
        finally:
            process.kill()


def test_the_command_serves_until_it_is_stopped() -> None:
    """It tells its address and an example; Ctrl-C is its end, with exit code 0 and no word."""
    with command() as (process, url, example):
        assert f"arena play --seat Anna=openai-compatible:loopback@{url}" in example
        assert posted(url)[0] == 200
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
        assert process.returncode == 0
        assert said == ""


def broken(url: str) -> None:
    """Ask, and lose the connection."""
    with pytest.raises(OSError, match=r"\w"):
        posted(url)


@pytest.mark.slow
def test_the_command_takes_troubles_and_abilities() -> None:
    """Each option more than once; a hanging request does not keep it from ending."""
    troubles = ("--trouble", "overloaded@1", "--trouble", "hang@3")
    with command(*troubles, "--without", "tools", "--latency", "0.01") as (process, url, _):
        assert posted(url)[0] == 529
        status, body = posted(url)
        assert status == 400
        assert b"does not support tools" in body
        waiting = threading.Thread(target=broken, args=(url,))
        waiting.start()
        waiting.join(0.5)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        waiting.join()
        assert process.returncode == 0


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["--trouble", "overload@3"], "Did you mean 'overloaded'?"),
        (["--trouble", "hang"], "doesn't say when"),
        (["--without", "tool"], "Did you mean 'tools'?"),
        (["--latency", "-1"], "--latency is -1.0"),
        (["--latency", "nan"], "--latency is nan"),
        (["--port", "70000"], "0 to 65535"),
        (["--window", "0"], "--window is 0"),
    ],
)
def test_wrong_options_are_one_sentence(args: list[str], why: str, capsys: Capture) -> None:
    """Exit code 2, and nothing is served."""
    assert main(["provider", *args]) == 2
    said = capsys.readouterr().err
    assert why in said
    assert said.count("\n") == 1


def test_a_taken_port_is_exit_code_2(capsys: Capture) -> None:
    """One sentence."""
    with Provider() as server:
        port = server.root.rpartition(":")[2]
        assert main(["provider", "--port", port]) == 2
    assert f"port {port} of 127.0.0.1 can't be had" in capsys.readouterr().err


def test_help_shows_an_example(capsys: Capture) -> None:
    """As with each command."""
    assert main(["provider", "-h"]) == 0
    assert "Example: arena provider" in capsys.readouterr().out


def test_the_server_is_not_imported_where_it_is_not_used() -> None:
    """The help of the command line pays for no server."""
    script = "import sys, arena.faces.cli.commands, arena.provider as p; p.Trouble; "
    script += "sys.exit('uvicorn' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_abilities_are_all_there_at_first() -> None:
    """A server that nothing is said of can do everything."""
    assert Abilities() == Abilities(tools=True, tool_choice=True, strict=True)
