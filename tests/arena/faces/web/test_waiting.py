"""A new table waits for the first of its people: no clock runs before."""

from pathlib import Path

from tests.arena.faces.web.served import served
from tests.arena.faces.web.twins import rest


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
