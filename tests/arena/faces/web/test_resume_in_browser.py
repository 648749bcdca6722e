"""A game that `arena play --web` began, and that was killed: it goes on under the same link."""

import asyncio
import re
import resource
import signal
import socket
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from shlex import split

import pytest
import structlog

from arena.faces.cli import main
from arena.faces.cli.play_in_browser import _listener
from arena.faces.cli.progress import Progress
from arena.faces.web import wording
from arena.faces.web.links import Links
from arena.faces.web.lobby import Lobby
from arena.projections.reckoning import honesty_of
from arena.table.verify import verify
from arena.transcript import reader
from engine import restore, ruleset
from tests.arena.faces.web.processes import Process, at, end_all, given, until, write
from tests.arena.faces.web.served import TABLE as SERVED
from tests.arena.faces.web.served import Event, Guest, answer, served

TABLE = """
[seats]
Ana = "human"
Bo = "house"
Cy = "house"
[talk]
protocol = "off"
[people]
words_a_minute = 0
"""


def playing(out: Path) -> Process:
    """Begin a game at which nobody has to read, or talks."""
    table = out / "table.toml"
    table.write_text(TABLE)
    return Process("play", str(table), "--web", "--seed", "3", "--out", str(out))


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """End the processes of a test, however it ended."""
    yield
    end_all()


async def played_some(process: Process, most: int) -> tuple[str, list[Event]]:
    """Answer so many questions; return which is open then, and all that was told."""
    asked = list[str]()

    def enough(now: dict[str, str]) -> bool:
        asked.append(now["asked"])
        return len(asked) > most

    async with at(process, process.token) as (ana,):
        await until(ana, enough)
        return asked[-1], ana.seen


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
async def test_a_game_goes_on_in_the_browser_under_the_same_link(
    number: signal.Signals, tmp_path: Path
) -> None:
    """By the command that Ctrl-C prints; after a kill that is the same. Nothing is asked twice."""
    process = playing(tmp_path)
    link = process.link
    asked, told = await played_some(process, 5)
    process.end(number)
    folder = tmp_path / "moh-0001"
    command = ["arena", "resume", str(folder), "--web"]
    if number == signal.SIGINT:
        (printed,) = re.findall(r"To go on: (.*)", process.said)
        assert split(printed) == command
    process = Process(*command[1:])
    assert process.link == link
    async with at(process, process.token) as (ana,):
        assert (await ana.asked())["asked"] == asked
        frames = [each.text for each in told if each.name == "frame"]
        assert ana.frames[: len(frames)] == frames
    assert (await played_some(process, 2))[0] != asked
    assert process.end(signal.SIGINT) == 1
    assert process.said.count(" goes on after ") == 1
    assert f"To go on: arena resume {folder} --web" in process.said
    assert verify(folder).sound
    assert len(given(folder)) == len(set(given(folder))) == 7


async def read(guest: Guest) -> None:
    """Read until the stream ends."""
    async for _ in guest.events():
        pass


@pytest.mark.usefixtures("toy")
async def test_a_game_that_waited_in_between_is_told_once_at_its_end(tmp_path: Path) -> None:
    """Who prints it gets its records again whenever it goes on, and counts each once."""
    table_of_toy = {**SERVED, "ruleset": "toy", "answer_seconds": 10}
    config = Lobby().table(table_of_toy).model_copy(update={"seed": "3"})
    progress = Progress(epilogues=False, shown=False, web=True)
    async with served(tmp_path) as server:
        table = await server.hosting.begin(config, progress)
        ana = server.guest(server.hosting.tokens(table)["Ana"])
        people = table.header.people
        assert people is not None
        while '"said"' not in (table.folder / "log.jsonl").read_text():
            now = await ana.asked()
            for line in answer(now):
                await ana.line(now["asked"], line)
        object.__setattr__(people, "answer_seconds", 0.05)
        async for event in ana.events():
            if event.name == "now" and event.data["title"] == wording.ASLEEP:
                break
            if event.name == "now" and event.data["seconds_left"]:
                await ana.line(event.data["asked"], answer(event.data)[0])
        assert not table.is_played
        object.__setattr__(people, "answer_seconds", 60.0)
        await server.guest(ana.token).play()
    whole = reader.read(tmp_path / "toy-0001")
    facts = ruleset(whole.header.ruleset, whole.header.options)
    clockwise = restore(whole.header.saved()).seats
    printed, found = progress.honesty_of(), honesty_of(whole.records, facts, clockwise)
    assert {name: each.data() for name, each in printed.items()} == {
        name: each.data() for name, each in found.items()
    }


@pytest.mark.slow
async def test_a_disk_that_refuses_ends_the_command_with_how_to_go_on(tmp_path: Path) -> None:
    """It says why, and the page that it stopped; after that the same command goes on."""
    process = playing(tmp_path)
    await played_some(process, 3)
    size = (tmp_path / "moh-0001" / "log.jsonl").stat().st_size
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, size))
    async with at(process, process.token) as (ana,):
        now = await ana.asked()
        reading = asyncio.create_task(read(ana))
        await write(ana, now["asked"], answer(now)[0])
        await reading
        titles = [each.data["title"] for each in ana.seen if each.name == "now"]
        assert titles[-1] == wording.STOPPED
    assert process.ended() == 1
    assert "log.jsonl can't be written: File too large" in process.said
    folder = tmp_path / "moh-0001"
    assert process.said.endswith(f"To go on: arena resume {folder} --web\n")
    process = Process("resume", str(folder), "--web")
    await played_some(process, 1)
    assert process.end(signal.SIGINT) == 1
    assert verify(folder).sound


async def arena(*arguments: str) -> tuple[int, str, str]:
    """Run a command to its end; return its exit code and what it printed, errors last."""
    out, err, logs = StringIO(), StringIO(), structlog.get_config()
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = await asyncio.to_thread(main, list(arguments))
    finally:
        structlog.configure(**logs)
    return code, out.getvalue(), err.getvalue()


@pytest.mark.slow
async def test_what_can_not_go_on_in_the_browser_is_one_sentence(tmp_path: Path) -> None:
    """A game that is being played, one of other faces, one without people; nothing is served."""
    process = playing(tmp_path)
    await played_some(process, 1)
    folder = str(tmp_path / "moh-0001")
    bots = tmp_path / "bots"
    code, *_ = await arena("play", "--seats", "3", "--seed", "3", "--quiet", "--out", str(bots))
    assert code == 0
    for arguments, says in (
        ((folder, "--web"), "is being played by another process"),
        ((folder, "--web", "--full-screen"), "--web and --full-screen are two places."),
        ((folder, "--web", "--json"), "--json prints no links"),
        ((str(bots), "--web"), "--web is for people, and none sits at this table."),
    ):
        code, printed, why = await arena("resume", *arguments)
        assert says in why
        assert (code, why.count("\n")) == (2, 1), why
        assert "http" not in printed
    process.end(signal.SIGINT)
    log = tmp_path / "moh-0001" / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"round":0', b'"round":7', 1))
    code, printed, why = await arena("resume", folder, "--web")
    assert (code, printed) == (1, "")
    assert "log.jsonl line" in why
    assert "Traceback" not in why


@pytest.mark.slow
async def test_a_finished_game_is_read_and_not_gone_on_with(tmp_path: Path) -> None:
    """The sentence says how."""
    async with served(tmp_path) as server:
        await (await server.links(talk="off"))["Ana"].play()
    code, _, why = await arena("resume", str(tmp_path), "--web")
    assert code == 2
    assert "is finished. Possible: arena replay" in why


def test_a_game_has_a_port_of_its_own_as_long_as_nobody_else_has_it() -> None:
    """It follows from key and game; where it is taken another one is."""
    links = Links(b"k" * 32)
    ports = {links.port(f"moh-{number:04}") for number in range(50)}
    assert len(ports) > 40
    assert all(20_000 <= each < 30_000 for each in ports)
    assert Links(b"k" * 32).port("moh-0001") == links.port("moh-0001")
    assert Links(b"l" * 32).port("moh-0001") != links.port("moh-0001")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with _listener(port) as listening:
            assert listening.getsockname()[1] != port
