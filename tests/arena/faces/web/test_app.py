"""What a seat is sent and can do over HTTP: whole games, several pages, late lines."""

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from arena.faces.web.lobby import Lobby
from arena.table.verify import verify
from tests.arena.faces.web.served import Guest, answer, served


async def answered(guest: Guest, last: int | None = None) -> int:
    """Answer what is asked next; return how many frames were told before."""
    now = await guest.asked(last)
    for line in answer(now):
        assert (await guest.line(now["asked"], line)).json()["told"] is not None
    return max(each.id for each in guest.seen if each.id is not None)


@dataclass(frozen=True)
class Evening:
    """A whole game over HTTP."""

    folder: Path
    ana: Guest
    """Who played, on a page that was cut off twice."""
    late: Guest
    """Who came by the same link after the end."""
    public: Guest
    viewpoints: tuple[str, ...]
    """Whose the heads of Ana and of who looks on are."""


async def _evening(out: Path, ruleset: str) -> Evening:
    async with served(out) as server:
        links = await server.links(ruleset=ruleset)
        ana, public = links["Ana"], links["public:0"]
        last = await answered(ana)
        await answered(ana, last)
        await ana.play(last=max(each.id or 0 for each in ana.seen))
        late = server.guest(ana.token)
        for each in (late, public):
            await each.play()
        heads = [(await each.get("/api/head")).json()["viewpoint"] for each in (ana, public)]
    return Evening(out / f"{ruleset}-0001", ana, late, public, tuple(heads))


@pytest.fixture(scope="module", params=["moh", pytest.param("osaczeni", marks=pytest.mark.slow)])
def evening(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """A game of each family."""
    return asyncio.run(_evening(tmp_path_factory.mktemp("evening"), request.param))


def test_a_person_plays_a_whole_game(evening: Evening) -> None:
    """To the end, where it is told who kept faith; the transcript is true."""
    assert "reveal" in json.loads(evening.ana.frames[-1])
    assert evening.ana.seen[-1].name == "over"
    assert sum("Keep calm." in each for each in evening.ana.frames) > 3
    assert verify(evening.folder).ok


def test_who_comes_late_or_again_is_told_the_same(evening: Evening) -> None:
    """A page that was cut off gets exactly what follows the last that it has seen."""
    ana = evening.ana
    assert evening.late.frames == ana.frames
    numbers = [each.id for each in ana.seen if each.name == "frame"]
    assert numbers == list(range(len(numbers)))


def test_who_looks_on_is_told_what_all_know(evening: Evening) -> None:
    """Nothing of anybody's own, and nothing is asked; a seat's records come to that seat alone."""
    ana, public = evening.ana, evening.public
    assert [each.data["asked"] for each in public.seen if each.name == "now"] == [None]
    assert not any('"private":true' in each for each in public.frames)
    assert any('"private":true' in each for each in ana.frames)
    assert evening.viewpoints == ("Ana", "public")


async def test_two_pages_of_one_seat_share_what_is_prepared(tmp_path: Path) -> None:
    """What one prepares the other shows; one of them answers, and the other's answer is late."""
    async with served(tmp_path) as server:
        ana = (await server.links())["Ana"]
        other = server.guest(ana.token)
        while (now := await ana.asked())["task"] != "speak":
            await ana.line(now["asked"], answer(now)[0])
        done = await ana.line(now["asked"], "say I was first.")
        assert done.json()["taken"] is False
        assert (await other.asked())["messages"]["prepared"] == ["I was first."]
        assert (await other.line(now["asked"], "done")).json()["taken"] is True
        late = await ana.line(now["asked"], "done")
        assert late.status_code == 409
        assert late.json()["why"].startswith(f"{now['asked']} is not open any more.")


async def test_a_double_click_is_taken_once(tmp_path: Path) -> None:
    """The second is late, whatever is asked then."""
    async with served(tmp_path) as server:
        ana = (await server.links(talk="off"))["Ana"]
        now = await ana.asked()
        first = await ana.line(now["asked"], answer(now)[0])
        second = await ana.line(now["asked"], answer(now)[0])
        assert (first.json()["taken"], second.status_code) == (True, 409)


async def test_what_can_not_be_done_is_said_and_changes_nothing(tmp_path: Path) -> None:
    """The question is still the same."""
    undoable = {
        "nonsense": "'nonsense' is none of the options",
        "done": "One says things when there is talk.",
        "quit": "A closed page stops nothing",
    }
    async with served(tmp_path) as server:
        ana = (await server.links())["Ana"]
        asked = (await ana.asked())["asked"]
        for line, why in undoable.items():
            response = await ana.line(asked, line)
            assert response.status_code == 422
            assert why in response.json()["why"]
            assert (await ana.asked())["asked"] == asked


async def test_one_can_look_at_any_time(tmp_path: Path) -> None:
    """Lines that answer nothing need no question, and the board is told in words too."""
    async with served(tmp_path) as server:
        ana = (await server.links())["Ana"]
        await ana.asked()
        for line, words in {"room 4": "Parking", "rules dice": "MOH-", "board": "Deck"}.items():
            response = await ana.line(None, line)
            assert response.json()["taken"] is False
            assert words.casefold() in response.text.casefold()


async def test_seats_that_look_alike_are_told_to_who_named_them(tmp_path: Path) -> None:
    """No table is laid."""
    async with served(tmp_path) as server:
        seats = {"Ana": "human", "\u0410na": "house", "Cy": "house"}
        refused = await server.host.post("/api/tables", {"seats": seats})
        assert refused.status_code == 422
        assert "It can't be told apart from 'Ana'" in refused.json()["why"]
        assert (await server.host.get("/api/tables")).json() == []


@pytest.mark.slow
async def test_two_people_and_two_tables(tmp_path: Path) -> None:
    """Each has a question of their own; what one table does is not told at the other."""
    seats = {"Ana": "human", "Bo": "human", "Cy": "house"}
    async with served(tmp_path) as server:
        one, two = await server.links(seats=seats), await server.links(seats=seats)
        people = [each[name] for each in (one, two) for name in ("Ana", "Bo")]
        await asyncio.gather(*(each.play() for each in people))
    assert [each.seen[-1].name for each in people] == ["over"] * 4
    assert people[0].frames != people[2].frames
    assert verify(tmp_path / "moh-0001").ok
    assert verify(tmp_path / "moh-0002").ok


async def test_pages_and_files_are_sent_once(tmp_path: Path) -> None:
    """With their types and a mark; a browser that has them already is told so."""
    async with served(tmp_path) as server:
        for path, kind in {
            "/": "text/html", "/table": "text/html", "/static/table.js": "text/javascript",
            "/static/table.css": "text/css", "/static/favicon.svg": "image/svg+xml",
        }.items():  # fmt: skip
            first = await server.http.get(path)
            assert first.status_code == 200
            assert first.headers["content-type"].startswith(kind)
            mark = {"if-none-match": first.headers["etag"]}
            again = await server.http.get(path, headers=mark)
            assert (again.status_code, again.content) == (304, b"")
            plain = await server.http.get(path, headers={"accept-encoding": "identity"})
            assert plain.content == first.content


async def test_the_lobby_says_what_can_be_chosen(tmp_path: Path) -> None:
    """To who keeps the tables, with models only where the server names them."""
    async with served(tmp_path, lobby=Lobby(models={"openai:m": "openai:m"})) as server:
        found = (await server.host.get("/api/lobby")).json()
        assert found["specs"]["models"] == ["openai:m"]
        offered = {each["name"]: each["words"] for each in found["words_a_minute"]["offered"]}
        assert offered == {"slow": 140, "normal": 240, "quick": 350, "at once": 0}
        assert found["words_a_minute"]["usual"] == 240
        assert {"id": "osaczeni", "title": "Osaczeni", "family": "osaczeni"} in found["rulesets"]
        for scenario in found["scenarios"]:
            seats = {"A": "human"}
            body = {"seats": seats, "scenario": scenario, "talk": "off"}
            begun = await server.host.post("/api/tables", body)
            assert begun.status_code == 201, (scenario, begun.text)
            assert "A" in begun.json()["links"]


async def test_quit_is_told_as_what_it_is_at_a_table_that_is_kept(tmp_path: Path) -> None:
    """It stops no game there."""
    async with served(tmp_path) as server:
        ana = (await server.links())["Ana"]
        await ana.asked()
        told = (await ana.line(None, "help")).text
        assert "your link brings you back" in told
        assert "stop the game" not in told
