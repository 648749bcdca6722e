"""People are asked once they have read what led to the question, and their time begins then."""

import json
from pathlib import Path
from typing import Any

import pytest

from arena.config import TableConfig
from arena.errors import StaleQuestion
from arena.faces.person.command_line import Refused
from arena.faces.scene.data import Line, LineResult
from arena.faces.web.hosted import Hosted
from arena.faces.web.place import Place
from arena.settings import PeopleRules
from arena.table.verify import verify
from tests.arena.faces.web.clocked import ALL, Clock, moments, on_a_clock, settled, until
from tests.arena.faces.web.served import answer
from tests.arena.faces.web.test_differences import HANDS, choice
from tests.arena.faces.web.test_differences import table as a_table

SEATS = {"Ana": "human", "Bo": "house", "Cy": "house:liar"}
PEOPLE: dict[str, Any] = {"answer_seconds": 100.0, "words_a_minute": 60}
LEAST, LATER, STEP = 1e-3, 1e9, 0.5


def config(**changes: object) -> TableConfig:
    """Return a table of somebody who reads a word a second."""
    table = {"seats": SEATS, "seed": "4", "people": PEOPLE}
    return TableConfig.model_validate({**table, **changes})


def due(table: Hosted, clock: Clock, seat: str = "Ana") -> float:
    """Return when all that is there is told to a seat."""
    return moments(table.viewpoint(seat), clock.now)[-1]


def done(came: LineResult | Refused) -> list[Line]:
    """Return what is told of a line that was done."""
    assert not isinstance(came, Refused)
    return came["told"]


async def read(table: Hosted, clock: Clock) -> Place:
    """Let Ana read until she is asked something."""
    place = table.places["Ana"]
    await settled()
    while place.now is None and not table.is_finished:
        told = due(table, clock)
        clock.now = told if told > clock.now else clock.now + STEP  # a window for cards, to its end
        await settled()
    return place


async def answered(place: Place) -> None:
    """Answer what is asked there."""
    assert place.now is not None
    asked = place.now["asked"]
    for line in answer(dict(place.now)):
        await place.do(asked, line)


def said_now(table: Hosted, clock: Clock) -> dict[str, Any]:
    """Return what Ana's page says is asked."""
    now = table.viewpoint("Ana").now(clock.now)
    assert now is not None
    found: dict[str, Any] = json.loads(now[1].split(b"data: ", 1)[1])
    return found


def test_a_question_comes_with_the_last_of_what_led_to_it(tmp_path: Path) -> None:
    """Not a moment sooner; nor can it be asked for, answered or late before."""

    async def test(clock: Clock) -> None:
        table = await Hosted.new(config(), tmp_path, pace=0.0)
        place = table.places["Ana"]
        await settled()
        shown = due(table, clock)
        assert shown > clock.now + 1
        for moment in (clock.now, shown - LEAST):
            clock.now = moment
            await settled()
            assert place.now is None
            assert said_now(table, clock)["asked"] is None
            assert said_now(table, clock)["reading"]
            (told,) = done(await place.do(None, "options"))
            assert told["spans"] == [["Nothing is asked of you at this moment."]]
            with pytest.raises(StaleQuestion):
                await place.do("Ana.1", "1")
        clock.now = shown
        await until(lambda: place.now is not None)
        assert said_now(table, clock)["asked"] is not None
        assert not said_now(table, clock)["reading"]
        await table.stop()

    on_a_clock(test)


def test_the_time_of_a_person_begins_when_they_are_asked(tmp_path: Path) -> None:
    """What the page and `clock` say is what they have; the answer's time is theirs alone."""

    async def test(clock: Clock) -> None:
        table = await Hosted.new(config(), tmp_path, pace=0.0)
        place = await read(table, clock)
        shown, asked = clock.now, place.chair.open
        assert asked is not None
        assert place.until == shown + 100.0
        assert said_now(table, clock)["seconds_left"] == 100
        clock.now = shown + 99.0
        await settled()
        assert place.chair.open is asked
        assert said_now(table, clock)["seconds_left"] == 1
        clock.now = shown + 100.0
        await until(lambda: place.chair.open is not asked)
        await settled()
        await table.stop()
        assert verify(table.folder).sound
        log = (table.folder / "log.jsonl").read_text().splitlines()
        late = [each for each in map(json.loads, log) if each["type"] == "answer_defaulted"]
        assert [(each["actor"], each["data"]["reason"]) for each in late] == [("Ana", "timeout")]

    on_a_clock(test)


@pytest.mark.slow
@pytest.mark.parametrize(("pace", "words"), [(0.0, 60), (3.0, 0), (3.0, 60)])
def test_one_can_ask_for_what_one_was_told_and_for_nothing_else(
    tmp_path: Path, pace: float, words: int
) -> None:
    """Just before each frame and with it: neither reading nor a window for cards is outrun."""

    async def test(clock: Clock) -> None:
        table = await Hosted.new(
            config(people={**PEOPLE, "words_a_minute": words}), tmp_path, pace=pace
        )
        viewpoint, place, waited = table.viewpoint("Ana"), table.places["Ana"], 0

        async def check() -> None:
            last = {text_of(line) for line in done(await place.do(None, "last"))}
            told = len(viewpoint.frames(0, ALL, clock.now))
            texts = [
                {text_of(line) for line in json.loads(each.split(b"data: ", 1)[1])["told"]}
                for each in viewpoint.frames(0, ALL, LATER)
            ]
            assert not last & (set().union(*texts[told:]) - set().union(*texts[:told]))

        for _ in range(25):
            await settled()
            for at in sorted({each for each in moments(viewpoint, 0.0) if each > clock.now}):
                for clock.now in (at - LEAST, at):
                    await check()
                waited += 1
            await read(table, clock)
            await check()
            await answered(place)
        assert waited > 5
        await table.stop()

    on_a_clock(test)


def text_of(line: Any) -> str:  # noqa: ANN401 - a line, as data or as it was sent
    """Return the words of a line."""
    return "".join(span[0] for span in line["spans"])


def test_skip_tells_all_that_waits_and_asks_at_once(tmp_path: Path) -> None:
    """On the clock nothing has passed."""

    async def test(clock: Clock) -> None:
        table = await Hosted.new(config(), tmp_path, pace=0.0)
        place, viewpoint = table.places["Ana"], table.viewpoint("Ana")
        await settled()
        assert not done(await place.do(None, "skip"))
        await until(lambda: place.now is not None)
        assert len(viewpoint.frames(0, ALL, clock.now)) == viewpoint.count
        assert place.until == clock.now + 100.0
        (told,) = done(await place.do(None, "skip"))
        assert text_of(told) == "Nothing waits to be read."
        await table.stop()

    on_a_clock(test)


def test_each_reads_at_their_own_pace(tmp_path: Path) -> None:
    """Who skips is asked at once, and another is not."""

    async def test(_: Clock) -> None:
        seats = {"Ana": "human", "Bo": "human", "Cy": "human"}
        table = await Hosted.new(config(seats=seats), tmp_path, pace=0.0)
        ana, *others = table.places.values()
        alone = 0
        while not alone:
            for each in (ana, *others):
                before = [place for place in others if place.now is None]
                await settled()
                await each.do(None, "skip")
                await settled()
                if each is ana and ana.now is not None:
                    assert [place for place in others if place.now is None] == before
                    alone = len(before)
            asked = [each for each in (ana, *others) if each.now is not None]
            alone *= len(asked) > 1
            for each in asked:
                await answered(each)
        await table.stop()

    on_a_clock(test)


def test_who_reads_holds_up_no_end_of_the_server(tmp_path: Path) -> None:
    """A table is stopped while somebody reads; it goes on where it was, and what was is told."""

    async def test(clock: Clock) -> None:
        table = await Hosted.new(config(), tmp_path, pace=0.0)
        place = await read(table, clock)
        await answered(place)
        await settled()
        assert place.now is None
        await table.stop()
        again = Hosted.found(table.folder, pace=0.0)
        viewpoint = again.viewpoint("Ana")
        assert len(viewpoint.frames(0, ALL, clock.now)) == viewpoint.count > 5
        again.wake()
        await until(lambda: again.places["Ana"].now is not None)
        await again.stop()

    on_a_clock(test)


@pytest.mark.slow
def test_after_the_end_the_rest_is_told_at_the_same_pace(tmp_path: Path) -> None:
    """Then it is said that the game is over, and `reveal` tells how it ended."""

    async def test(clock: Clock) -> None:
        talk = {"protocol": "off"}
        table = await Hosted.new(config(talk=talk), tmp_path, pace=0.0)
        while not table.is_finished:
            place = await read(table, clock)
            if place.now is not None:
                await answered(place)
                await settled()
        viewpoint, place = table.viewpoint("Ana"), table.places["Ana"]
        at, ended = moments(viewpoint, 0.0), clock.now
        clock.now = at[-1] - LEAST
        assert len(viewpoint.frames(0, ALL, clock.now)) < viewpoint.count
        clock.now = max(at[-1], ended)  # a slow disk seals the game later
        assert len(viewpoint.frames(0, ALL, clock.now)) == viewpoint.count
        assert said_now(table, clock)["title"] == "The game is over."
        assert done(await place.do(None, "reveal"))

    on_a_clock(test)


async def told_at(table: Hosted, clock: Clock, seconds: float) -> list[float]:
    """Let people answer whatever they are asked as soon as it is; return when A was told what."""
    end = clock.now + seconds
    while clock.now < end:
        await settled()
        for place in table.places.values():
            if place.now is not None:
                id_ = place.now["asked"]
                for line in choice(dict(place.now)):
                    await place.do(id_, line)
                break
        else:
            clock.now += STEP
    found = moments(table.viewpoint("A"), 0.0)
    await table.stop()
    return [each for each in found if each < end]


def test_when_one_is_told_what_does_not_depend_on_what_others_hold(tmp_path: Path) -> None:
    """Read at a word a second, with windows for cards that take three: the same moments."""
    found: list[list[float]] = []

    async def test(clock: Clock) -> None:
        number = len(found)
        config = a_table("moh", HANDS[number]).model_copy(update={"people": PeopleRules(**PEOPLE)})
        table = await Hosted.new(config, tmp_path / str(number), pace=3.0)
        found.append(await told_at(table, clock, 120.0))

    on_a_clock(test)
    on_a_clock(test)
    assert found[0] == found[1]
    assert len(found[0]) > 20
    assert found[0][-1] > found[0][0] + 60
