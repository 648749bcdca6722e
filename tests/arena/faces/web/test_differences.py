"""No byte that a seat is sent depends on what it may not know: games that differ in secrets only.

All seats are people, who answer alike in both games, one after another: what may differ is what the
others hold, look at and choose in secret.
"""

import asyncio
from pathlib import Path
from typing import Any

import engine
from arena.config import TableConfig
from arena.faces.person.questions import awaited
from arena.faces.web.hosted import Hosted
from arena.faces.web.masking import Masking
from arena.faces.web.viewpoint import Viewpoint
from arena.records.game import Answer
from arena.records.record import Record
from arena.seats import Question
from arena.settings import HUMAN
from arena.table.stepped_game import SeatTask
from arena.transcript.reader import read
from tests.arena.faces.web.served import answer
from tests.arena.questions_of import questions_of
from tests.arena.records_of import record_of

SEATS = ("A", "B", "C", "D")
CYCLES = 40
"""Turns of the event loop in which a game comes to its next question: no clock is in them."""
LATER = 1e12
"""After all that can be told, by the clock of the event loop."""
BOARDS: dict[str, dict[str, Any]] = {
    "moh": {
        "phase": "truck", "round": 2,
        "locations": {
            1: ["A.pin_up", "B.pin_up"], 4: ["A.gunman", "B.gunman", "C.pin_up"],
            5: ["C.gunman", "D.gunman"],
        },
        "zombies": {1: 2, 4: 1},
    },
}  # fmt: skip
HANDS = (
    {"A": ["sprint"], "B": ["threat", "camera"], "C": ["hardware"], "D": ["pistol"]},
    {"A": ["sprint"], "B": ["hardware", "pistol"], "C": ["threat"], "D": ["camera"]},
)
DECK = ["sprint", "hidden", "hardware", "hidden", "sprint", "hardware"]


class Recorder:
    """All that one viewpoint is sent, as a page reads it that misses nothing."""

    def __init__(self, viewpoint: Viewpoint) -> None:
        """Read from the beginning."""
        self._viewpoint, self._said = viewpoint, -1
        self.sent: list[bytes] = []
        self._read = 0
        viewpoint.wake = self.read  # type: ignore[method-assign]
        self.read()

    def read(self) -> None:
        """Read what has come since; whatever its time is, so that no clock counts."""
        frames = self._viewpoint.frames(self._read, 10_000, LATER)
        self._read += len(frames)
        self.sent += frames
        now = self._viewpoint.now(LATER)
        if now is not None and now[0] != self._said:
            self._said = now[0]
            self.sent.append(b"%d " % now[0] + now[1])


def choice(now: dict[str, Any]) -> list[str]:
    """Pass where one can, else take the first option."""
    if now["task"] != "answer":
        return answer(now)
    keys = [each["key"] for each in now["options"]]
    return ["0" if "0" in keys else keys[0]]


async def played(
    config: TableConfig, out: Path, who: tuple[str, ...], most: int | None = None
) -> dict[str, list[bytes]]:
    """Play a game; return what each viewpoint was sent."""
    table = await Hosted.new(config, out, pace=0.0)
    recorders = {each: Recorder(table.viewpoint(each)) for each in who}
    answers = 0
    while not table.is_finished and (most is None or answers < most):
        for _ in range(CYCLES):
            await asyncio.sleep(0)
        asked = next((each for each in table.places.values() if each.now is not None), None)
        if asked is not None and asked.now is not None:
            answers += 1
            for line in choice(dict(asked.now)):
                id_ = None if asked.now is None else asked.now["asked"]
                await asked.do(id_, line)
    await table.stop()
    return {name: each.sent for name, each in recorders.items()}


def table(family: str, hands: dict[str, list[str]], **changes: object) -> TableConfig:
    """Return a table of people that begins with these hands."""
    scenario = {
        "scenario": 1, "ruleset": family, "seats": list(SEATS), **BOARDS[family], "hands": hands,
        "deck": DECK, "seed": 5, **changes,
    }  # fmt: skip
    return TableConfig.model_validate(
        {
            "seats": dict.fromkeys(SEATS, "human"),
            "scenario": scenario,
            "seed": "5",
            "people": {"words_a_minute": 0},
        }
    ).model_copy(update={"ruleset": family})


async def test_what_others_hold_changes_no_byte_of_a_whole_game(tmp_path: Path) -> None:
    """Hands of B, C and D differ; A and who looks on are sent the same to the end."""
    one = await played(table("moh", HANDS[0]), tmp_path / "1", ("A", "public", "B"))
    two = await played(table("moh", HANDS[1]), tmp_path / "2", ("A", "public", "B"))
    assert one["A"] == two["A"]
    assert one["public"] == two["public"]
    assert one["B"] != two["B"]
    assert sum(b"event: now" in each for each in one["A"]) > 30
    assert any(b"game_ended" in each for each in one["A"])


async def test_the_moment_at_which_something_is_told_does_not_tell_of_cards(
    tmp_path: Path,
) -> None:
    """With and without a choice in a window for cards: the same answers at the same pace."""
    told: list[list[float]] = []
    for number, hands in enumerate(HANDS):
        out = tmp_path / str(number)
        await played(table("moh", hands), out, ("A",))
        (game,) = [each for each in out.iterdir() if each.name != ".server"]
        asked, masking = questions_of(game), Masking(3.0)
        told.append([])
        for record in filter(is_public, read(game).records):
            if isinstance(record.data, Answer):
                masking.ask([asked[record.data.decision]])
            told[-1].append(masking.told_at(record, 0.0))
    assert told[0] == told[1]
    assert max(told[0]) > 20


def is_public(record: Record) -> bool:
    """Tell whether everybody perceives a record, or it is an answer."""
    return record.seen_by == "all" or isinstance(record.data, Answer)


def test_nobody_is_named_as_waited_for_while_a_question_is_secret(game: Path) -> None:
    """Nor while another is asked something that all may know; bots never are."""
    header = Hosted.found(game, pace=3.0).header
    ana, bo, *bots = header.seats
    people = [each.model_copy(update={"spec": HUMAN}) for each in (ana, bo)]
    header = header.model_copy(update={"seats": (*people, *bots)})
    card, vote = sent(ana.name, secret=True), sent(bo.name)
    assert awaited({ana.name: card, bo.name: vote}, header) == ()
    tasks = {name: sent(name) for name in (bots[0].name, bo.name, ana.name)}
    assert awaited(tasks, header) == (bo.name, ana.name)


def sent(seat: str, *, secret: bool = False) -> SeatTask:
    """Return what a seat is sent with a question."""
    question = Question(
        id=f"{seat}.1", seat=seat, kind="cast_vote", options=(), sealed=True, phase="attack",
        round=1, place=None, context={}, secret=secret,
    )  # fmt: skip
    return SeatTask(asked=question, view={}, heard=0)


def test_an_answer_in_secret_takes_its_time_whoever_gives_it() -> None:
    """At once, or within the pace: told at the same moment. Later: when it comes."""
    masking, asked = Masking(3.0), engine.new_table("moh", 3, 1).pending()[0]
    masking.ask([asked._replace(secret=True)])
    quick = record_of({"type": "answer", "data": {"decision": asked.id}})
    other = record_of({"type": "phase_began", "data": {}})
    assert masking.told_at(other, 10.0) == 10.0
    assert masking.told_at(quick, 10.0) == 13.0
    assert masking.told_at(quick, 14.5) == 16.0
    assert masking.told_at(other, 14.5) == 16.0
    assert masking.told_at(quick, 25.0) == 25.0
    assert masking.told_at(other, 25.5) == 25.5
    masking.ask([asked])
    assert masking.told_at(quick, 25.5) == 25.5
