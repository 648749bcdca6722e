"""A person leaves their seat to a house bot, and takes over again: recorded and proved."""

import asyncio
import json
import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from arena.records.game import BACK, Answer, SeatReplaced
from arena.records.record import Record, of_type, perceived, stripped
from arena.seats.human import Chair, Given, Open
from arena.table import Outcome, play, resume
from arena.table.verify import verify
from arena.transcript.reader import read
from tests.arena.questions_of import questions_of
from tests.arena.records_of import plain_of
from tests.arena.seats.human.sitters import config, mind
from tests.arena.seats.human.test_person import CALLS, LOG, lines_of, rewritten, unsealed
from tests.engine.test_secret_questions import CARDS

pytestmark = pytest.mark.usefixtures("toy")

TOY = {"ruleset": "toy", "rules": {"rounds": 6}, "seed": "1"}
LEAVES, RETURNS, NEVER = 5, 4, 1000
"""At which of their questions they leave, and in which round they take over again."""


class Walker:
    """Somebody who leaves at a question, and is back in a later round."""

    def __init__(self, leaves: int = LEAVES, returns: int = RETURNS) -> None:
        """Sit down."""
        self._leaves, self._returns = leaves, returns
        self.chair = Chair(self._look)
        self.given: list[tuple[str, Given]] = []

    def _look(self) -> None:
        if self.chair.is_waiting:
            asyncio.get_running_loop().call_soon(self._do, self.chair.open)

    def _do(self, now: Open | None) -> None:
        if now is None or not self.chair.is_waiting:
            return
        if now.asked.id == f"Ana.{self._leaves}":
            self.chair.leave()
        else:
            given = mind(now)
            self.chair.give(now.asked.id, given)
            self.given.append((now.asked.id, given))

    def take(self, record: Record) -> None:
        """Come back when their round begins."""
        if record.type == "phase_began" and record.round == self._returns:
            self.chair.come_back()


def walked(
    out: Path,
    person: Walker,
    on_record: Callable[[Record], None] = lambda _: None,
    **changes: object,
) -> Outcome:
    """Play a game in which Ana walks."""

    def take(record: Record) -> None:
        person.take(record)
        on_record(record)

    table = config(**(TOY | changes))
    return asyncio.run(play(table, out, people={"Ana": person.chair}, on_record=take))


def gone_on(folder: Path, person: Walker) -> Outcome:
    """Go on with such a game."""
    return asyncio.run(resume(folder, people={"Ana": person.chair}, on_record=person.take))


def replaced(folder: Path) -> list[tuple[str, str, Any]]:
    """Return who answered for Ana from when on, as the log says."""
    return [
        (each["data"]["by"], each["data"]["reason"], each["seen_by"])
        for each in lines_of(folder / LOG)
        if each["type"] == "seat_replaced"
    ]


NEXT = 'the rules give {"type":"seat_replaced"'
THERE_AND_BACK = [("house", "left", "all"), ("human", "back", "all")]


@pytest.mark.parametrize(
    ("ruleset", "leaves"), [("moh", 4), pytest.param("osaczeni", 5, marks=pytest.mark.slow)]
)
def test_a_bot_goes_on_for_who_leaves_until_they_are_back(
    ruleset: str, leaves: int, tmp_path: Path
) -> None:
    """All are told of both, nothing is a default, and the transcript proves itself."""
    ana = Walker(leaves, returns=3)
    game = walked(tmp_path, ana, ruleset=ruleset, rules={}, seed="4")
    assert game.finished
    assert verify(game.folder).ok
    assert replaced(game.folder) == THERE_AND_BACK
    assert game.counts["Ana"].defaults == {}
    answered = [
        each["data"]["asked"]
        for each in lines_of(game.folder / CALLS)
        if each["type"] == "person_answered"
    ]
    assert answered == [asked for asked, _ in ana.given]
    assert f"Ana.{leaves}" not in answered
    assert len(answered) < game.counts["Ana"].answers + game.counts["Ana"].speeches


def test_a_table_that_nobody_leaves_has_no_such_record(tmp_path: Path) -> None:
    """Who takes over what they never left changes nothing."""
    game = walked(tmp_path, Walker(leaves=NEVER, returns=2))
    assert replaced(game.folder) == []
    assert all(each["type"] != "person_replaced" for each in lines_of(game.folder / CALLS))


def test_who_leaves_and_is_back_before_they_are_asked_never_left(tmp_path: Path) -> None:
    """What is recorded is who answered."""
    ana = Walker(leaves=NEVER, returns=NEVER)

    def blink(record: Record) -> None:
        if record.type == "phase_began":
            ana.chair.leave()
            ana.chair.come_back()

    game = walked(tmp_path, ana, blink)
    assert verify(game.folder).ok
    assert replaced(game.folder) == []


def test_after_two_time_outs_a_bot_goes_on(tmp_path: Path) -> None:
    """The first two end in defaults; all are told why the bot goes on."""
    chair = Chair()
    changes = {"talk": {"protocol": "off"}, "people": {"answer_seconds": 0.01}}
    game = asyncio.run(play(config(**TOY, **changes), tmp_path, people={"Ana": chair}))
    assert game.finished
    assert verify(game.folder).ok
    assert chair.away == "timeouts"
    assert replaced(game.folder) == [("house", "timeouts", "all")]
    defaults = [e for e in lines_of(game.folder / LOG) if e["type"] == "answer_defaulted"]
    asked = questions_of(game.folder)
    assert sum(not asked[each["data"]["decision"]].secret for each in defaults) == 2


@pytest.mark.slow
def test_an_answer_between_two_time_outs_keeps_the_seat(tmp_path: Path) -> None:
    """Only those in a row count."""

    class Dozer(Walker):
        asked = 0

        def _do(self, now: Open | None) -> None:
            self.asked += 1
            if self.asked % 2:
                super()._do(now)

    dozer = Dozer(leaves=NEVER)
    changes = {"talk": {"protocol": "off"}, "people": {"answer_seconds": 0.1}}
    game = walked(tmp_path, dozer, **changes)
    assert game.counts["Ana"].defaults["timeout"] > 2
    assert replaced(game.folder) == []
    assert verify(game.folder).ok


@pytest.fixture(scope="module")
def left(toy: str, tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    """Return a game of somebody who left and was back."""
    assert toy == TOY["ruleset"]
    return walked(tmp_path_factory.mktemp("left"), Walker())


@pytest.mark.slow
def test_killed_at_any_record_it_goes_on_as_if_it_never_was(left: Outcome, tmp_path: Path) -> None:
    """The bot still answers, or the person does; nobody is asked again."""
    moments: list[Path] = []
    records = lines_of(left.folder / LOG)
    changes = [at for at, each in enumerate(records) if each["type"] == "seat_replaced"]
    cuts = {at + by for at in changes for by in range(-4, 5)} | set(range(2, len(records) - 1, 6))

    def snap(record: Record) -> None:
        if record.at in cuts:
            (game,) = (tmp_path / "played").iterdir()
            moments.append(tmp_path / str(record.at) / game.name)
            shutil.copytree(game, moments[-1])

    whole = walked(tmp_path / "played", Walker(), snap)
    expected = [(each["type"], each["data"]) for each in records[1:-1]]
    assert [(e["type"], e["data"]) for e in lines_of(whole.folder / LOG)[1:-1]] == expected
    assert len(moments) == len(cuts)
    for folder in moments:
        assert gone_on(folder, Walker()).finished
        again = lines_of(folder / LOG)
        assert [(each["type"], each["data"]) for each in again[1:-1]] == expected, folder.parent
        assert verify(folder).ok


@pytest.mark.slow
def test_the_bot_stays_until_the_person_says_so(left: Outcome, tmp_path: Path) -> None:
    """Who goes on with the game at a chair that takes over is asked again."""
    records = lines_of(left.folder / LOG)
    at = next(n for n, each in enumerate(records) if each["type"] == "seat_replaced") + 3
    moments: list[Path] = []

    def snap(record: Record) -> None:
        if record.i == at:
            (game,) = (tmp_path / "played").iterdir()
            for name in ("stays", "takes"):
                moments.append(tmp_path / name / game.name)
                shutil.copytree(game, moments[-1])

    walked(tmp_path / "played", Walker(), snap)
    stays, takes = Walker(returns=NEVER), Walker(returns=NEVER)
    takes.chair = Chair(takes._look, takes_over=True)
    assert gone_on(moments[0], stays).finished
    assert replaced(moments[0]) == THERE_AND_BACK[:1]
    assert stays.given == []
    assert gone_on(moments[1], takes).finished
    assert replaced(moments[1]) == THERE_AND_BACK
    assert takes.given
    assert all(verify(each).ok for each in moments)


@pytest.mark.parametrize(
    ("damage", "file", "why"),
    [
        ("log gone", LOG, NEXT),
        ("log reason", LOG, NEXT),
        ("log twice", LOG, 'recorded is {"type":"seat_replaced"'),
        ("log later", LOG, NEXT),
        ("calls gone", CALLS, "has no answer of its person"),
        ("calls back gone", CALLS, 'recorded is {"type":"seat_replaced"'),
        ("calls reason", CALLS, "can't replace Ana"),
        ("calls twice", CALLS, "can't replace Ana"),
        ("calls stranger", CALLS, "replaces no person"),
        ("calls left gone", CALLS, "can't replace Ana"),
    ],
)
def test_who_answered_can_not_be_told_otherwise(
    damage: str, file: str, why: str, left: Outcome, tmp_path: Path
) -> None:
    """Even where the chain of hashes was made anew."""
    folder = tmp_path / left.folder.name
    calls, log = unsealed(left, folder), lines_of(left.folder / LOG)[:-1]
    said = [each for each in log if each["type"] == "seat_replaced"]
    gave = [each for each in calls if each["type"] == "person_replaced"]
    match damage:
        case "log gone":
            log.remove(said[0])
        case "log reason":
            said[0]["data"]["reason"] = "timeouts"
        case "log twice":
            log.insert(log.index(said[0]) + 1, said[0])
        case "log later":
            at = log.index(said[0])
            log[at], log[at + 1] = log[at + 1], log[at]
        case "calls gone":
            calls = [each for each in calls if each["type"] != "person_replaced"]
            log = [each for each in log if each["type"] != "seat_replaced"]
        case "calls back gone":
            calls.remove(gave[1])
        case "calls reason":
            gave[0]["data"]["reason"] = "back"
        case "calls twice":
            calls.insert(calls.index(gave[0]), gave[0])
        case "calls stranger":
            gave[0]["data"]["seat"] = "Bo"
        case _:
            calls.remove(gave[0])
    rewritten(folder, calls, CALLS)
    rewritten(folder, log, LOG)
    verdict = verify(folder)
    assert not verdict.sound
    assert verdict.why is not None
    assert why in verdict.why, (file, verdict.why)


def test_a_copy_before_the_seal_is_sound(left: Outcome, tmp_path: Path) -> None:
    """So that what is refused above is refused for the damage alone."""
    folder = tmp_path / left.folder.name
    rewritten(folder, unsealed(left, folder), CALLS)
    rewritten(folder, lines_of(left.folder / LOG)[:-1], LOG)
    assert verify(folder).sound


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_no_card_window_tells_that_somebody_was_asked_there(seed: int, tmp_path: Path) -> None:
    """Who leaves in such a window is told of at the next question that all know of."""
    walker = Walker(leaves=NEVER, returns=NEVER)

    def leave(record: Record) -> None:
        in_secret = isinstance(record.data, Answer) and record.data.kind in CARDS["moh"]
        if in_secret and record.actor != "Ana" and record.round > 0:
            walker.chair.leave()

    game = walked(tmp_path, walker, leave, ruleset="moh", rules={}, seed=str(seed))
    assert verify(game.folder).ok
    records = lines_of(game.folder / LOG)
    asked = questions_of(game.folder)
    for record, after in pairwise(records):
        if record["type"] == "seat_replaced" and "decision" in after["data"]:
            assert not asked[after["data"]["decision"]].secret


def test_others_are_told_of_it_and_of_nothing_else(left: Outcome) -> None:
    """The records of `calls.jsonl` are nobody's to perceive; the log's say no more than who."""
    told = [stripped(e) for e in read(left.folder).records if perceived(e, "public")]
    assert list(of_type(SeatReplaced, told)) == [SeatReplaced(by="house", reason="left"), BACK]
    assert "person_replaced" not in json.dumps(plain_of(told))
