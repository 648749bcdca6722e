"""Who opens connections and sends nothing keeps nobody out, and fills no log."""

import asyncio
import resource
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest
from structlog.testing import capture_logs

from arena.faces.web import serving as module
from arena.faces.web.connections import Connections, most_accepted, most_connections, whose
from tests.arena.faces.web.processes import at, begun, end_all, serving, until
from tests.arena.faces.web.served import served
from tests.breadth import breadth

HEAD = b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n"


@pytest.fixture(autouse=True)
def _end() -> Iterator[None]:
    yield
    end_all()


@dataclass(eq=False)
class Kept:
    """A connection that says whether it was closed."""

    address: str = "192.0.2.1"
    given_way: list[bool] = field(default_factory=list)

    def give_way(self) -> None:
        """Be closed."""
        self.given_way.append(True)


def test_the_oldest_without_a_request_gives_way() -> None:
    """First who never sent one, then who is idle; who waits for an answer stays."""
    all_ = Connections(8, clock=lambda: 0.0)
    busy, idle, old, new = Kept("a"), Kept("b"), Kept("c"), Kept("d")
    for each in (busy, idle, old, new, *(Kept(str(number)) for number in range(3))):
        assert all_.opened(each)
    for each in (busy, idle):
        all_.busy(each)
    all_.idle(idle)
    late = [Kept(f"late {number}") for number in range(9)]
    for each in late[:2]:
        assert all_.opened(each)
    assert [bool(each.given_way) for each in (busy, idle, old, new)] == [False, False, True, False]
    for each in late[2:]:
        assert all_.opened(each)
        all_.busy(each)
    assert [bool(each.given_way) for each in (busy, idle, new)] == [False, True, True]
    assert len(all_) == 8
    assert not all_.opened(Kept("e"))


def test_one_address_has_half_of_the_places() -> None:
    """Others come in however many requests of one wait for answers."""
    all_ = Connections(8, clock=lambda: 0.0)
    many = [Kept("a") for _ in range(5)]
    assert [all_.opened(each) or all_.busy(each) for each in many[:4]] == [True] * 4
    for each in many[:4]:
        all_.busy(each)
    assert not all_.opened(many[4])
    assert all_.opened(Kept("b"))
    all_.lost(many[0])
    all_.lost(many[0])
    assert all_.opened(many[4])


@pytest.mark.parametrize(
    ("one", "another", "together"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("", "", True),
    ],
)
def test_a_network_counts_as_one(one: str, another: str, together: bool) -> None:  # noqa: FBT001
    """Whoever has one IPv6 address has 2^64 of them."""
    assert (whose(one) == whose(another)) is together


@pytest.mark.parametrize("files", [1, 16, 256, 1024, 20_000, 1 << 20])
def test_places_stay_below_the_limit_of_files(files: int) -> None:
    """With what is accepted before anybody looks, and a quarter for the games."""
    assert 1 <= most_connections(files) <= 2048
    if files >= 16:
        assert most_connections(files) + 2 * most_accepted(files) <= 3 * files // 4


def test_a_limit_is_read_of_the_process() -> None:
    """Where none is given."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert most_connections() == most_connections(files)


def test_what_is_closed_is_logged_once_a_minute() -> None:
    """With how many they were since the line before."""
    now = [0.0]
    all_ = Connections(2, clock=lambda: now[0])
    with capture_logs() as logged:
        for second in range(130):
            now[0] = float(second)
            all_.opened(Kept())
    assert [each["closed"] for each in logged] == [1, 60, 60]
    assert {each["most"] for each in logged} == {2}


@contextmanager
def half_open(port: int, count: int) -> Iterator[list[socket.socket]]:
    """Open connections, each of which sends half a head."""
    with ExitStack() as stack:
        opened = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in opened:
            each.settimeout(5.0)
            each.connect(("127.0.0.1", port))
            with suppress(OSError):
                each.sendall(HEAD)
        yield opened


@pytest.mark.parametrize(("files", "count"), breadth([(96, 160), (1024, 1100)], []))
async def test_half_open_connections_keep_nobody_out(
    files: int, count: int, tmp_path: Path
) -> None:
    """More of them than files: who plays plays on, who comes comes in, and the log is short."""
    process = serving(tmp_path, files=files)
    ana, bo = await begun(process)
    async with at(process, ana, bo) as guests:
        reading = asyncio.create_task(until(guests[0], _is_talk))
        with half_open(int(process.port), count):
            took = [await _seconds_of_a_visit(process.root) for _ in range(5)]
            await until(guests[1], _is_talk)
            await reading
    assert max(took) < 5.0
    assert process.end(signal.SIGTERM) == 0
    assert len(process.said) < 2000
    assert process.said.count("too_many_connections") == 1
    assert "Traceback" not in process.said


def _is_talk(now: dict[str, Any]) -> bool:
    return bool(now["task"] != "answer")


async def _seconds_of_a_visit(root: str) -> float:
    """Come as a stranger does: by a connection of one's own."""
    since = time.monotonic()
    async with httpx2.AsyncClient(trust_env=False, timeout=10.0) as http:
        assert (await http.get(f"{root}/table")).status_code == 200
    return time.monotonic() - since


@pytest.mark.parametrize("sent", breadth([b"", HEAD, HEAD * 2, b"G"], [b"", HEAD * 2]))
async def test_a_head_comes_in_time(
    sent: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else its connection ends, though a letter comes now and then, and be it the second head."""
    monkeypatch.setattr(module, "HEAD_SECONDS", 0.5)
    async with served(tmp_path) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(server.root[17:]))
        if sent == HEAD * 2:
            writer.write(HEAD + b"\r\n")
            assert await reader.readuntil(b"\r\n\r\n")
        writer.write(sent[: len(HEAD)])
        for _ in range(8):
            await asyncio.sleep(0.1)
            with suppress(ConnectionError):
                writer.write(b"x" if sent else b"")
        async with asyncio.timeout(5.0):
            with suppress(ConnectionError):
                await reader.read()
            assert reader.at_eof() or reader.exception() is not None
        writer.close()


async def test_an_answered_connection_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits for its next request longer than a head may take, and so does a stream."""
    monkeypatch.setattr(module, "HEAD_SECONDS", 0.2)
    async with served(tmp_path) as server:
        guests = await server.links()
        reading = asyncio.create_task(guests["Ana"].asked())
        reader, writer = await asyncio.open_connection("127.0.0.1", int(server.root[17:]))
        for _ in range(2):
            writer.write(HEAD + b"\r\n")
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200")
            length = next(
                int(line.partition(b":")[2])
                for line in head.lower().splitlines()
                if line.startswith(b"content-length")
            )
            await reader.readexactly(length)
            await asyncio.sleep(0.6)
        assert (await guests["Ana"].get("/api/head")).status_code == 200
        assert (await reading)["asked"]
        writer.close()
