"""A disk that refuses while tables are served: one table stops, says so, and goes on afterwards."""

import asyncio
import errno
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.errors import WriteError
from arena.faces.cli.progress import Progress
from arena.faces.web import wording
from arena.faces.web.hosting import Hosting
from arena.faces.web.lobby import Lobby
from arena.table.verify import verify
from arena.transcript import disk
from tests.arena.faces.web.processes import at, end_all, given, serving, to_the_end, until, write
from tests.arena.faces.web.served import TABLE, Guest, answer, served

pytestmark = pytest.mark.usefixtures("toy")

POWERLESS = () if os.geteuid() else ("setpriv", "--bounding-set=-all", "--inh-caps=-all")
"""Takes from root what lets it read and write everywhere."""
without_power = pytest.mark.skipif(
    bool(POWERLESS) and shutil.which(POWERLESS[0]) is None, reason="root, and no setpriv"
)


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """End the servers of a test, however it ended."""
    yield
    end_all()


class Refusing:
    """The system's calls, which refuse what is done with the files of one game."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, number: int, call: str, part: str) -> None:
        """Refuse `call` with the error `number`, for paths that have `part`, once it `is_on`."""
        self.is_on = False
        system: Callable[..., Any] = getattr(os, call)

        def refusing(what: int | str | Path, *more: Any) -> Any:  # noqa: ANN401 - as the call has
            path = Path(f"/proc/self/fd/{what}").readlink() if isinstance(what, int) else what
            only_reads = call == "open" and not more[0] & os.O_WRONLY
            if self.is_on and part in str(path) and not only_reads:
                raise OSError(number, os.strerror(number))
            return system(what, *more)

        monkeypatch.setattr(disk.os, call, refusing)


async def asked_to(guest: Guest, task: str) -> dict[str, Any]:
    """Answer until one is asked to do something, as often as it takes."""
    while (now := await guest.asked())["task"] != task:
        for line in answer(now):
            await guest.line(now["asked"], line)
    return now


async def stopped(guest: Guest) -> None:
    """Come to the table, and read until it says that it has stopped."""
    async for event in guest.events():
        if event.name == "now" and event.data["title"] == wording.STOPPED:
            assert event.data["asked"] is None
            return
    raise AssertionError("the stream ended")


@pytest.mark.slow
@pytest.mark.parametrize("then", ["come back", "restart"])
@pytest.mark.parametrize(
    ("number", "call", "part"),
    [
        (errno.ENOSPC, "write", "toy-0001/calls.jsonl"),
        (errno.EROFS, "write", "toy-0001/"),
        (errno.EIO, "write", "toy-0001/log.jsonl"),
    ],
)
async def test_what_can_not_be_written_down_is_not_taken(
    number: int, call: str, part: str, then: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """It is asked again, with all that was prepared; what was written down is not asked again."""
    full = Refusing(monkeypatch, number, call, part)
    async with served(tmp_path) as server:
        ana = (await server.links(ruleset="toy"))["Ana"]
        now = await asked_to(ana, "speak")
        await ana.line(now["asked"], "say Trust me.")
        full.is_on = True
        told = await ana.line(now["asked"], "done")
        await stopped(server.guest(ana.token))
        (table,) = (await server.host.get("/api/tables")).json()
        refused = tmp_path / "toy-0001" / f"{'log' if 'log' in part else 'calls'}.jsonl"
        assert f"{refused} can't be written: {os.strerror(number)}" in table["stopped"]
        is_recorded = now["asked"] in given(tmp_path / "toy-0001")
        assert is_recorded == ("log" in part)
        assert told.status_code == (200 if is_recorded else 422)
        if not is_recorded:
            assert told.json()["why"] == wording.UNRECORDED
        await stopped(server.guest(ana.token))  # as long as the disk refuses
        await server.hosting.tables[0].ended()
        if then == "come back":
            full.is_on = False
            await _goes_on(server.guest(ana.token), now["asked"], is_recorded=is_recorded)
            (table,) = (await server.host.get("/api/tables")).json()
            assert table["stopped"] is None
    if then == "restart":
        full.is_on = False
        async with served(tmp_path) as server:
            await _goes_on(server.guest(ana.token), now["asked"], is_recorded=is_recorded)
    folder = tmp_path / "toy-0001"
    assert len(given(folder)) == len(set(given(folder)))
    assert verify(folder).ok


async def _goes_on(ana: Guest, asked: str, *, is_recorded: bool) -> None:
    """Play to the end, from the question at which the table had stopped, or from the next."""
    now = await ana.asked()
    assert (now["asked"] == asked) is not is_recorded
    if not is_recorded:
        assert now["messages"]["prepared"] == ["Trust me."]
        assert (await ana.line(asked, "done")).json()["taken"]
    await ana.play()
    assert len({each for each in ana.frames if "Trust me." in each}) == 1


async def test_who_comes_when_a_game_broke_off_keeps_no_command_from_saying_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command that plays one game ends with it: whoever comes then reads that it stopped."""
    full = Refusing(monkeypatch, errno.ENOSPC, "write", "toy-0001/log.jsonl")
    progress = Progress(epilogues=False, shown=False, web=True)
    async with served(tmp_path) as server:
        table = await server.hosting.begin(Lobby().table({**TABLE, "ruleset": "toy"}), progress)
        ana = server.guest(server.hosting.tokens(table)["Ana"])
        now = await ana.asked()
        full.is_on = True
        for line in answer(now):
            await ana.line(now["asked"], line)
        await table.over()
        broken, full.is_on = table.error, False
        assert isinstance(broken, WriteError)
        assert "log.jsonl can't be written" in str(broken)
        await stopped(server.guest(ana.token))
        table.wake("Ana")
        assert not table.is_played
        assert table.error is broken


async def test_a_sync_that_fails_stops_the_table_until_somebody_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was written before may be lost with the machine, and is whole as long as it runs."""
    failing = Refusing(monkeypatch, errno.EIO, "fsync", "toy-0001/log.jsonl")
    async with served(tmp_path) as server:
        ana = (await server.links(ruleset="toy", talk="off"))["Ana"]
        await ana.asked()
        failing.is_on = True
        page, playing = server.guest(ana.token), asyncio.create_task(ana.play())
        async for event in page.events():
            if event.name == "now" and event.data["title"] == wording.STOPPED:
                break
        (table,) = (await server.host.get("/api/tables")).json()
        assert "log.jsonl can't be written: Input/output error" in table["stopped"]
        await asyncio.wait({playing}, timeout=0)
        playing.cancel()
        failing.is_on = False
        await server.hosting.tables[0].ended()
        await server.guest(ana.token).play()
    assert verify(tmp_path / "toy-0001").ok


async def test_a_table_that_is_begun_on_a_full_disk_is_there_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where its header had room and no record has: its keeper is told with the links."""
    full = Refusing(monkeypatch, errno.ENOSPC, "write", "toy-0001/log.jsonl")
    async with served(tmp_path) as server:
        full.is_on = True
        table = (
            await server.host.post("/api/tables", {**TABLE, "ruleset": "toy", "talk": "off"})
        ).json()
        assert table["state"] == "waits"
        assert "No space left on device" in table["stopped"]
        ana = server.guest(table["links"]["Ana"].partition("#")[2])
        await stopped(ana)
        await server.hosting.tables[0].ended()
        full.is_on = False
        await server.guest(ana.token).play()
    assert verify(tmp_path / "toy-0001").ok


async def test_a_folder_that_can_only_be_read_is_said_to_be_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a restart: the game stands there to be read, and waits until it can be written."""
    async with served(tmp_path) as server:
        links = await server.links(ruleset="toy", talk="off")
        await links["Ana"].asked()
    only = Refusing(monkeypatch, errno.EROFS, "open", "toy-0001/calls.jsonl")
    async with served(tmp_path) as server:
        only.is_on = True
        ana = server.guest(links["Ana"].token)
        await stopped(ana)
        (table,) = (await server.host.get("/api/tables")).json()
        assert "toy-0001/calls.jsonl can't be written: Read-only" in table["stopped"]
        assert [each for each in ana.frames if '"told"' in each]
        await server.hosting.tables[0].ended()
        only.is_on = False
        await server.guest(ana.token).play()
    assert verify(tmp_path / "toy-0001").ok


@pytest.mark.slow
async def test_a_full_disk_stops_one_table_and_no_other(tmp_path: Path) -> None:
    """A real server, whose files may not grow beyond a size: only the longest game reaches it."""
    process = serving(tmp_path)
    async with at(process, process.token) as (host,):
        seats = []
        for _ in range(2):
            links = (await host.post("/api/tables", {**TABLE})).json()["links"]
            seats.append(Guest(host.http, links["Ana"].partition("#")[2]))
        one, two = seats
        asked = list[str]()

        def has_played(now: dict[str, Any]) -> bool:
            asked.append(now["asked"])
            return len(asked) > 8

        now = await until(one, has_played)
        other = await two.asked()
        size = (tmp_path / "moh-0001" / "log.jsonl").stat().st_size
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size + 10, resource.RLIM_INFINITY))
        for line in answer(now):
            await write(one, now["asked"], line)
        await stopped(one)
        for line in answer(other):
            await write(two, other["asked"], line)
        assert (await two.asked())["asked"] != other["asked"]
        states = {each["game"]: each["stopped"] for each in (await host.get("/api/tables")).json()}
        assert [name for name, why in states.items() if why is not None] == ["moh-0001"]
        assert "moh-0001/log.jsonl can't be written: File too large" in states["moh-0001"]
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (40, resource.RLIM_INFINITY))
        refused = await host.post("/api/tables", {**TABLE})
        assert refused.status_code == 422
        assert "game.json can't be written: File too large" in refused.json()["why"]
        assert not (tmp_path / "moh-0003").exists()
        no_limit = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, no_limit)
        await asyncio.gather(to_the_end(one), to_the_end(two))
    assert process.end(signal.SIGINT) == 0
    assert "table_stopped" in process.said
    assert "Traceback" not in process.said
    for name in ("moh-0001", "moh-0002"):
        assert verify(tmp_path / name).ok
        assert len(given(tmp_path / name)) == len(set(given(tmp_path / name)))


KEPT_SMALL = """
import resource, sys
from arena.faces.cli import main
sys.dont_write_bytecode = True  # or half of a module is kept
resource.setrlimit(resource.RLIMIT_FSIZE, (8, 8))
sys.exit(main(["serve", "--port", "0", "--out", sys.argv[1]]))
"""


@pytest.mark.slow
def test_a_disk_without_room_for_the_key_is_one_sentence(tmp_path: Path) -> None:
    """Nothing of it stays: the next server makes a key."""
    run = subprocess.run(
        [sys.executable, "-c", KEPT_SMALL, str(tmp_path)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert run.returncode == 1
    assert run.stdout == ""
    assert run.stderr.count("\n") == 1
    assert "can't be used for the server's key: File too large" in run.stderr
    assert list((tmp_path / ".server").iterdir()) == []
    Hosting(tmp_path)
    assert [each.name for each in (tmp_path / ".server").iterdir()] == ["key"]


@pytest.mark.slow
@without_power
def test_a_folder_that_may_not_be_written_is_one_sentence(tmp_path: Path) -> None:
    """Of a server that has no key yet; one that has serves what is there."""
    command = [*POWERLESS, sys.executable, "-B", "-m", "arena", "serve", "--port", "0", "--out"]
    tmp_path.chmod(0o555)
    run = subprocess.run(
        [*command, str(tmp_path)], capture_output=True, text=True, timeout=60, check=False
    )
    tmp_path.chmod(0o755)
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1
    assert ".server can't be used for the server's key: Permission denied" in run.stderr


FOUND = """
import asyncio, sys
from pathlib import Path
from arena.faces.web.hosting import Hosting
async def find():
    hosting = Hosting(Path(sys.argv[1]))
    hosting.find()
    print(*(each.folder.name for each in hosting.tables))
asyncio.run(find())
"""


def _not_to_be_entered(folder: Path) -> None:
    folder.chmod(0)


def _of_other_rules(folder: Path) -> None:
    header = (folder / "game.json").read_bytes()
    (folder / "game.json").write_bytes(header.replace(b'"first_chief"', b'"first_chef"', 1))


def _empty_header(folder: Path) -> None:
    (folder / "game.json").write_bytes(b"")


def _zeros_at_the_end(folder: Path) -> None:
    with (folder / "log.jsonl").open("ab") as opened:
        opened.write(bytes(512) + b"\n")


@pytest.mark.slow
@without_power
def test_games_that_can_not_be_read_hide_no_other(tmp_path: Path) -> None:
    """What a machine left that went off, what other rules wrote, what is somebody else's."""

    async def five_tables() -> None:
        async with served(tmp_path) as server:
            for _ in range(5):
                await server.links()

    asyncio.run(five_tables())
    breaks = (_not_to_be_entered, _of_other_rules, _empty_header, _zeros_at_the_end)
    for number, broken in enumerate(breaks, 1):
        broken(tmp_path / f"moh-000{number}")
    run = subprocess.run(
        [*POWERLESS, sys.executable, "-B", "-c", FOUND, str(tmp_path)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    (tmp_path / "moh-0001").chmod(0o755)
    assert (run.returncode, run.stdout) == (0, "moh-0005\n"), run.stderr


async def test_files_that_are_gone_are_told_at_their_table_alone(tmp_path: Path) -> None:
    """Its keeper still sees all tables, and the others are played to their end."""
    async with served(tmp_path) as server:
        links = await server.links(ruleset="toy", talk="off")
        two = (await server.links(ruleset="toy", talk="off"))["Ana"]
        await links["Ana"].asked()
        for name in ("calls.jsonl", "log.jsonl"):
            (tmp_path / "toy-0001" / name).unlink()
            (tmp_path / "toy-0001" / name).mkdir()
        response = await links["public:0"].get("/api/head")
        assert response.status_code == 503
        assert response.json()["why"] == wording.UNREADABLE
        tables = (await server.host.get("/api/tables")).json()
        assert [each["left"] for each in tables] == [[], []]
        await two.play()
    assert verify(tmp_path / "toy-0002").ok


async def test_what_ends_a_page_is_told_there_first(tmp_path: Path) -> None:
    """A server that ends tells its pages what becomes of the table."""
    async with served(tmp_path) as server:
        ana = (await server.links(ruleset="toy", talk="off"))["Ana"]
        async for event in ana.events():
            if event.name == "now" and event.data["asked"] is not None:
                await server.hosting.stop()
    assert ana.seen[-1].data["title"] == wording.ASLEEP
