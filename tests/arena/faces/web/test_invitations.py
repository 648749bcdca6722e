"""Links of people: who has opened theirs, and those that the host makes anew."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.errors import WriteError
from arena.faces.web.hosting import Hosting
from arena.faces.web.invitations import Invitations
from arena.faces.web.private_file import locked
from arena.table import resume
from tests.arena.faces.web.served import Guest, Server, answer, served

pytestmark = pytest.mark.usefixtures("toy")

SEATS = {"Ana": "human", "Bo": "human", "Cy": "house"}
GAME = "toy-0001"
TOLD = "The host renewed the link of Bo."


async def two(server: Server) -> dict[str, Guest]:
    """Begin a table of two people; return who comes by its links."""
    return await server.links(ruleset="toy", seats=SEATS)


async def shown(server: Server) -> dict[str, str | None]:
    """Return the links that the lobby shows."""
    (table,) = (await server.host.get("/api/tables")).json()
    links: dict[str, str | None] = table["links"]
    return links


async def renewed(server: Server, seat: str = "Bo") -> Guest:
    """Renew the link of a seat; return who comes by the new one."""
    reply = await server.host.post("/api/renew", {"game": GAME, "who": seat})
    assert reply.status_code == 200, reply.text
    return server.guest(reply.json()["links"][seat].partition("#")[2])


async def first(guest: Guest, name: str) -> dict[str, Any]:
    """Read along until an event of this name; return what it says."""
    async for event in guest.events():
        if event.name == name:
            return dict(event.data)
    raise AssertionError(f"the stream ended without {name}")


def words(told: dict[str, Any]) -> str:
    """Return a notice in words."""
    return "".join(span[0] for line in told["told"] for span in line["spans"])


@pytest.mark.parametrize("path", ["/api/head", "/api/events"])
async def test_a_link_that_was_opened_is_in_no_reply_to_the_host(path: str, tmp_path: Path) -> None:
    """Whatever they ask, and after a restart too; those that nobody has opened are."""
    async with served(tmp_path) as server:
        links = await two(server)
        assert None not in (await shown(server)).values()
        async with server.http.stream("GET", path, headers=links["Bo"].headers) as reply:
            assert reply.status_code == 200
    async with served(tmp_path) as server:
        found = await shown(server)
        assert {who for who, link in found.items() if link is None} == {"Bo"}
        assert found["Ana"] == f"table#{links['Ana'].token}"
        asked = {"game": GAME, "who": "Bo", "root": "http://192.0.2.1:8765/"}
        replies = [
            await server.host.get("/api/tables"), await server.host.get("/api/lobby"),
            await server.host.get("/api/links"),
            await server.host.post("/api/qr", asked), await server.host.get("/api/head"),
            await server.host.post("/api/tables", {"seats": SEATS, "ruleset": "toy"}),
        ]  # fmt: skip
        assert [each.status_code for each in replies] == [200, 200, 200, 409, 403, 201]
        assert not [each for each in replies if links["Bo"].token in each.text]
        again = server.guest(links["Bo"].token)
        assert (await again.get("/api/head")).status_code == 200


async def test_links_of_who_looks_on_are_for_many(tmp_path: Path) -> None:
    """They are never taken, and none of them is renewed."""
    async with served(tmp_path) as server:
        links = await two(server)
        assert (await links["public:0"].get("/api/head")).status_code == 200
        assert (await shown(server))["public:0"] == f"table#{links['public:0'].token}"
        reply = await server.host.post("/api/renew", {"game": GAME, "who": "public:0"})
        assert reply.status_code == 404
        assert reply.json()["why"].endswith("Possible: Ana, Bo.")


async def test_a_renewed_link_ends_the_old_one(tmp_path: Path) -> None:
    """Its open pages end, whatever it is used for is refused, and the new one is to be had."""
    async with served(tmp_path) as server:
        links = await two(server)
        old = links["Bo"]
        page = old.events()
        await anext(page)
        new = await renewed(server)
        assert [each.name async for each in page if each.name == "over"] == []
        assert new.token != old.token
        for path in ("/api/head", "/api/events", "/api/replay"):
            assert (await old.get(path)).status_code == 403
        assert (await old.line(None, "board")).status_code == 403
        assert (await shown(server))["Bo"] == f"table#{new.token}"
        assert (await new.line(None, "board")).status_code == 200
        assert (await shown(server))["Bo"] is None
        assert (await links["Ana"].get("/api/head")).status_code == 200


async def test_a_line_that_was_on_its_way_is_refused(tmp_path: Path) -> None:
    """What comes by a link counts by what it opens once all of it is there."""
    async with served(tmp_path) as server:
        links, is_renewed = await two(server), asyncio.Event()
        await links["Bo"].get("/api/head")

        async def slow() -> Any:  # noqa: ANN401 - an iterator of bytes
            yield b'{"asked": null, '
            await is_renewed.wait()
            yield b'"line": "board"}'

        headers = {**links["Bo"].headers, "content-type": "application/json"}
        posting = asyncio.ensure_future(
            server.http.post("/api/line", headers=headers, content=slow())
        )
        await asyncio.sleep(0.05)
        await renewed(server)
        is_renewed.set()
        assert (await posting).status_code == 403


async def test_all_at_the_table_are_told_who_has_a_new_link(tmp_path: Path) -> None:
    """Once each, by name, now and when they come later, those who look on behind time too."""
    async with served(tmp_path) as server:
        links = await two(server)
        reading = asyncio.create_task(first(links["Ana"], "notice"))
        await links["Ana"].get("/api/head")
        new = await renewed(server)
        assert words(await reading) == TOLD
        for who in (links["Ana"], links["public:0"], links["public:120"], new):
            assert words(await first(who, "notice")) == TOLD


async def test_a_notice_stands_where_it_was_told(tmp_path: Path) -> None:
    """Whoever reads from before it is told it there, and whoever has read on is not told again."""
    async with served(tmp_path) as server:
        before = (await server.links(ruleset="toy"))["Ana"]
        asked = await before.asked()
        told = len(before.frames)
        ana = await renewed(server, "Ana")
        for line in answer(asked):
            assert (await ana.line(asked["asked"], line)).status_code == 200
        late = server.guest(ana.token)
        async for event in late.events():
            if event.id == told:
                break
        names = [each.name for each in late.seen if each.name != "now"]
        assert names == ["frame"] * told + ["notice", "frame"]
        for last, count in ((told - 1, 1), (told, 0)):
            again = server.guest(ana.token)
            async for event in again.events(last):
                if event.name == "now":
                    break
            assert [each.name for each in again.seen].count("notice") == count


async def test_a_renewal_outlives_the_server_and_changes_no_frame(tmp_path: Path) -> None:
    """The old link stays closed, the new one open, and who comes is told, in the order it was."""
    async with served(tmp_path) as server:
        links = await two(server)
        await links["Ana"].asked()
        new = await renewed(server, "Bo")
        await renewed(server, "Ana")
        newest = await renewed(server, "Bo")
    async with served(tmp_path) as server:
        for ended in (links["Bo"], links["Ana"], new):
            assert (await server.guest(ended.token).get("/api/head")).status_code == 403
        watcher, told = server.guest(links["public:0"].token), list[str]()
        async for event in watcher.events():
            if event.name == "notice":
                assert event.data["number"] == len(told)
                told.append(words(event.data))
            if len(told) == 3:
                break
        assert [each.partition(" of ")[2] for each in told] == ["Bo.", "Ana.", "Bo."]
        again = server.guest(newest.token)
        await again.asked()
        numbers = [each.id for each in again.seen if each.name == "frame"]
        assert numbers == list(range(len(numbers)))
        assert [each.id for each in again.seen if each.name == "notice"] == [None] * 3


async def test_a_command_that_goes_on_with_the_game_keeps_to_it(tmp_path: Path) -> None:
    """`arena resume` has the links as the lobby left them."""
    async with served(tmp_path) as server:
        links = await two(server)
        await links["Ana"].asked()
        new = await renewed(server)
    hosting = Hosting(tmp_path)
    table = await hosting.go_on(tmp_path / GAME, resume)
    try:
        assert hosting.tokens(table)["Bo"] == new.token
        assert hosting.open(links["Bo"].token) is None
        assert hosting.open(links["Ana"].token) is not None
    finally:
        await hosting.stop()


async def test_two_servers_of_a_folder_know_of_each_others_renewals(tmp_path: Path) -> None:
    """A link that one has ended opens nothing at the other, whose open page of it ends."""
    async with served(tmp_path) as one:
        links = await two(one)
        await links["Ana"].get("/api/head")
        async with served(tmp_path) as other:
            bo = other.guest(links["Bo"].token)
            reading = asyncio.create_task(first(other.guest(links["public:0"].token), "notice"))
            page = bo.events()
            await anext(page)
            new = await renewed(one)
            for path in ("/api/head", "/api/events"):
                assert (await bo.get(path)).status_code == 403
            assert (await bo.line(None, "board")).status_code == 403
            assert words(await reading) == TOLD
            rest = [each async for each in page]
            assert not [each for each in rest if each.name in {"notice", "over"}]
            assert (await shown(other))["Bo"] == f"table#{new.token}"
            assert (await other.guest(new.token).get("/api/head")).status_code == 200
            assert await shown(one) == await shown(other)
            newest = await renewed(other)
            assert (await one.guest(new.token).get("/api/head")).status_code == 403
            assert (await one.guest(newest.token).get("/api/head")).status_code == 200
    kept = json.loads((tmp_path / ".server" / f"{GAME}.links.json").read_text())
    assert kept["renewed"] == ["Bo", "Bo"]
    assert set(kept["opened"]) == {"Ana", "Bo"}


RENEWING = """
import sys
from pathlib import Path
from arena.faces.web.invitations import Invitations
links = Invitations(Path(sys.argv[1]), "toy 1")
print(flush=True)
sys.stdin.read(1)
for _ in range(20):
    links.renew(sys.argv[2])
    links.mark_opened(sys.argv[2])
"""


@pytest.mark.slow
def test_no_renewal_is_lost_among_processes(tmp_path: Path) -> None:
    """They change the file one after the other, each what the one before has left."""
    file = tmp_path / ".server" / "toy.links.json"
    running = [
        subprocess.Popen(
            [sys.executable, "-c", RENEWING, file, seat],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for seat in ("Ana", "Bo")
    ]  # fmt: skip
    here = Invitations(file, "toy 1")
    for each in running:
        assert each.stdout is not None
        each.stdout.readline()
    for each in running:
        assert each.stdin is not None
        each.stdin.write("x")
        each.stdin.flush()
    for each in running:
        each.communicate(timeout=60)
        assert each.returncode == 0
    assert (here.state.renewed.count("Ana"), here.state.renewed.count("Bo")) == (20, 20)
    assert "Ana" in here.state.opened
    assert "Bo" in here.state.opened


@pytest.mark.slow
def test_a_file_that_another_process_keeps_locked_is_not_waited_for_long(tmp_path: Path) -> None:
    """Whoever renews is told, and nothing is renewed."""
    links = Invitations(tmp_path / "toy.links.json", "toy 1")
    with (
        locked(tmp_path / "toy.links.json"),
        pytest.raises(WriteError, match="another process keeps it locked"),
    ):
        links.renew("Ana")
    assert links.state.renewed.count("Ana") == 0


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/renew", {"game": GAME, "who": "Bo"}, 200),
        ("/api/renew", {"game": "toy-0009", "who": "Bo"}, 404),
        ("/api/renew", {"game": GAME, "who": "Cy"}, 404),
        ("/api/renew", {"game": GAME, "who": ["Bo"]}, 422),
        ("/api/renew", [], 422),
        ("/api/qr", {"game": GAME, "who": "Bo", "root": "https://games.example/arena/"}, 200),
        ("/api/qr", {"game": GAME, "who": "Bo", "root": "javascript:alert(1)//"}, 422),
        ("/api/qr", {"game": GAME, "who": "Bo", "root": f"http://{'a' * 500}/"}, 422),
        ("/api/qr", {"game": GAME, "who": "Bo"}, 422),
        ("/api/qr", {"game": GAME, "who": "Dan", "root": "http://192.0.2.1/"}, 404),
    ],
)
async def test_only_the_host_draws_and_renews(
    path: str, body: object, status: int, tmp_path: Path
) -> None:
    """What can't be is said with what can; to everybody else it is one refusal."""
    async with served(tmp_path) as server:
        links = await two(server)
        for who in (*links.values(), server.guest("x")):
            reply = await who.post(path, body)
            assert reply.status_code == 403
            assert "image" not in reply.text
        assert (await server.http.post(path, json=body)).status_code == 403
        reply = await server.host.post(path, body)
        assert reply.status_code == status, reply.text
        assert status == 200 or "Possible: " in reply.json()["why"]


async def test_a_code_is_drawn_of_the_link_below_a_root(tmp_path: Path) -> None:
    """As an image that needs nothing else; another root or seat gives another."""
    async with served(tmp_path) as server:
        await two(server)
        asked = [
            ("Ana", "http://192.0.2.1:1/"),
            ("Bo", "http://192.0.2.1:1/"),
            ("Bo", "https://x/"),
        ]
        images = [
            (await server.host.post("/api/qr", {"game": GAME, "who": w, "root": r})).json()["image"]
            for w, r in asked
        ]
    assert len(set(images)) == 3
    assert all(each.startswith("data:image/svg+xml;") for each in images)


async def test_a_disk_that_refuses_leaves_the_link_as_it_is(tmp_path: Path) -> None:
    """Whoever has it goes on to play; the host is told what can't be written."""
    async with served(tmp_path) as server:
        links = await two(server)
        await links["Ana"].get("/api/head")
        kept = tmp_path / ".server" / f"{GAME}.links.json"
        kept.unlink()
        kept.mkdir()
        reply = await server.host.post("/api/renew", {"game": GAME, "who": "Bo"})
        assert reply.status_code == 503
        assert f"{GAME}.links.json says which links were renewed" in reply.json()["why"]
        assert (await links["Bo"].get("/api/head")).status_code == 200
        assert (await shown(server))["Bo"] is None
        kept.rmdir()
        assert (await renewed(server)).token != links["Bo"].token
        assert [each.name for each in kept.parent.iterdir() if "links" in each.name] == [kept.name]


def cut_short(file: Path) -> None:
    """Cut the end of a file off."""
    file.write_text(file.read_text()[:-9])


def led_nowhere(file: Path) -> None:
    """Put a link that leads nowhere in a file's place."""
    file.unlink()
    file.symlink_to(file.parent / "gone" / "links.json")


def without_renewals(file: Path) -> None:
    """Take out which links were renewed."""
    kept = json.loads(file.read_text())
    del kept["renewed"]
    file.write_text(json.dumps(kept))


def without_openings(file: Path) -> None:
    """Take out which links were opened."""
    kept = json.loads(file.read_text())
    del kept["opened"]
    file.write_text(json.dumps(kept))


@pytest.mark.parametrize("harm", [cut_short, led_nowhere, without_renewals, without_openings])
async def test_links_that_were_ended_stay_so_where_nobody_knows_which(
    harm: Callable[[Path], None], tmp_path: Path
) -> None:
    """A file that can't be read is no empty one: its table is not found again."""
    async with served(tmp_path) as server:
        links = await two(server)
        await renewed(server)
    kept = tmp_path / ".server" / f"{GAME}.links.json"
    harm(kept)
    async with served(tmp_path) as server:
        assert server.hosting.tables == ()
        assert (await server.guest(links["Bo"].token).get("/api/head")).status_code == 403


def test_another_game_of_the_name_begins_anew(tmp_path: Path) -> None:
    """What is kept counts for one game."""
    file = tmp_path / "toy.links.json"
    Invitations(file, "toy 1").renew("Ana")
    assert Invitations(file, "toy 1").state.renewed.count("Ana") == 1
    assert Invitations(file, "toy 2").state.renewed.count("Ana") == 0
    file.write_text(json.dumps({"game": "toy 2", "more": 1}))
    with pytest.raises(WriteError, match="Possible: "):
        Invitations(file, "toy 2")


def test_what_is_kept_is_its_owners_alone(tmp_path: Path) -> None:
    """No other user of the machine reads it."""
    file = tmp_path / ".server" / "toy.links.json"
    Invitations(file, "toy 1").mark_opened("Ana")
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
