"""A person's records are folded once, however many pages look on and whatever is asked there."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from arena.config import TableConfig
from arena.faces.person.command_line import Refused
from arena.faces.web.hosted import Hosted
from arena.faces.web.viewpoint import events_of
from arena.narration.narrator import Narrator
from arena.narration.words import Words
from arena.projections.board import Board
from arena.projections.ledger import Ledger
from engine import Ruleset
from tests.arena.faces.web.clocked import Clock, on_a_clock, settled
from tests.arena.faces.web.served import answer

SEATS = {"Ana": "human", "Bo": "house", "Cy": "house:liar"}
LOOKS = ("board", "promises", "last", "votes", "room 1", "options")
STEP = 60.0
PAGES = 3


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[str, str]]:
    """How many folds of each kind were made, by whose they are."""
    found = Counter[tuple[str, str]]()
    board, ledger, narrator = Board.__init__, Ledger.__init__, Narrator.__init__

    def a_board(self: Board, ruleset: Ruleset, seats: tuple[str, ...], who: str) -> None:
        found["board", who] += 1
        board(self, ruleset, seats, who)

    def a_ledger(self: Ledger, ruleset: Ruleset, seats: tuple[str, ...], seat: str) -> None:
        found["ledger", seat] += 1
        ledger(self, ruleset, seats, seat)

    def a_narrator(self: Narrator, words: Words, who: str = "public", **more: object) -> None:
        found["narrator", who] += 1
        narrator(self, words, who, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Board, "__init__", a_board)
    monkeypatch.setattr(Ledger, "__init__", a_ledger)
    monkeypatch.setattr(Narrator, "__init__", a_narrator)
    return found


def config() -> TableConfig:
    """Return a table of the toy at which Ana reads, and has time."""
    people = {"answer_seconds": 1000.0, "words_a_minute": 300}
    return TableConfig.model_validate(
        {"ruleset": "toy", "seats": SEATS, "seed": "4", "people": people}
    )


async def read(stream: AsyncIterator[bytes]) -> bytes:
    """Return the frames of a page, to the end."""
    return b"".join([each async for each in stream if each.startswith(b"event: frame")])


@pytest.mark.usefixtures("toy")
def test_a_seat_in_a_browser_has_one_board_one_ledger_and_one_narrator(
    tmp_path: Path, made: Counter[tuple[str, str]]
) -> None:
    """With several pages that look at everything, and a stop after which the game goes on."""

    async def test(clock: Clock) -> None:
        table = await Hosted.new(config(), tmp_path, pace=1.0)
        place, viewpoint = table.places["Ana"], table.viewpoint("Ana")
        pages = [
            asyncio.create_task(read(events_of(viewpoint, asyncio.Event()))) for _ in range(PAGES)
        ]
        has_stopped, looked = False, 0
        while not table.is_finished:
            await settled()
            clock.now += STEP
            await settled()
            if not table.is_played:
                table.wake("Ana")
            if place.now is None:
                continue
            asked = place.now["asked"]
            for line in LOOKS:
                await place.do(asked, line)
                looked += 1
            if not has_stopped and looked > 2 * len(LOOKS):
                has_stopped = True
                table._stop.set()
            for line in answer(dict(place.now)):
                await place.do(asked, line)
        clock.now += STEP**2
        assert len({await each for each in pages}) == 1
        assert has_stopped
        assert not isinstance(await place.do(None, "reveal"), Refused)
        await table.stop()

    on_a_clock(test)
    assert {kind: n for (kind, who), n in made.items() if who == "Ana"} == {
        "board": 1, "ledger": 1, "narrator": 1,
    }  # fmt: skip
