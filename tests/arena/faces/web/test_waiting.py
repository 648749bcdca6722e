"""A new table waits for the first of its people, and who is waited for later is named."""

from pathlib import Path
from typing import Any

from tests.arena.faces.web.served import Guest, answer, served
from tests.arena.faces.web.twins import is_secret, rest


async def test_nobody_is_asked_before_one_of_the_people_comes(tmp_path: Path) -> None:
    """Who looks on is none of them; with the first all are asked."""
    async with served(tmp_path) as server:
        links = await server.links(seats={"Ana": "human", "Bo": "human", "Cy": "house"})
        (table,) = server.hosting.tables
        async for event in links["public:0"].events():
            if event.name == "frame":
                break
        assert await rest(table, is_asked=False) == {}
        assert all(place.until is None for place in table.places.values())
        assert (await links["Ana"].asked())["seconds_left"] > 250
        assert set(await rest(table)) >= {"Ana"}


async def test_who_is_waited_for_is_named_except_where_cards_are_played(tmp_path: Path) -> None:
    """By name to who waits and who looks on; in card windows to nobody."""
    seats = {"Ana": "human", "Bo": "human", "Cy": "house"}
    named, unnamed = set[str](), 0
    async with served(tmp_path) as server:
        links = await server.links(seats=seats)
        (table,) = server.hosting.tables
        table.wake("Ana")
        for _ in range(25):
            asks = await rest(table)
            if any(is_secret(table, seat) for seat in asks):
                told = await first_now(links["public:0"])
                assert (told["title"], told["thinking"]) == ("You look on.", [])
                unnamed += 1
            elif "Bo" in asks:
                expected = "Waiting for Ana and Bo …" if "Ana" in asks else "Waiting for Bo …"
                assert (await first_now(links["public:0"]))["title"] == expected
                if "Ana" not in asks:
                    assert (await first_now(links["Ana"]))["title"] == expected
                    named.add(str(asks["Bo"]["task"]))
            seat = "Ana" if "Ana" in asks else next(iter(asks))
            for line in answer(dict(asks[seat])):
                await table.places[seat].do(asks[seat]["asked"], line)
    assert named == {"answer", "speak"}
    assert unnamed > 1


async def first_now(guest: Guest) -> dict[str, Any]:
    """Return what a link that comes now is told of this moment."""
    async for event in guest.events():
        if event.name == "now":
            return dict(event.data)
    raise AssertionError("the stream ended")
