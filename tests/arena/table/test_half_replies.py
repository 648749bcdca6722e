"""Games that were killed before an answer was whole end and are true, whoever gives it then."""

import asyncio
import shutil
from collections.abc import Callable, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from arena.forms import JsonRecord
from arena.hash_chain import parsed
from arena.records.game import SeatReplaced
from arena.records.record import Record
from arena.seats.human import Chair
from arena.table import play, resume
from arena.table.recorded_replies import whole_replies
from arena.table.recovery import recovered
from arena.table.verify import verify
from tests.arena.seats.human.sitters import Sitter, config
from tests.arena.seats.human.test_leaving import NEVER, Walker
from tests.arena.seats.human.test_person import rewritten
from tests.breadth import breadth
from tests.corpus import reading

LOG, CALLS = "log.jsonl", "calls.jsonl"
GAMES = ("osaczeni-person-leaves", "moh-person-away")


def lines_of(folder: Path, name: str) -> list[bytes]:
    """Return the lines of a file."""
    return (folder / name).read_bytes().splitlines(keepends=True)


def ids_of(log: Sequence[Record]) -> list[str | None]:
    """Return which question or turn each record is part of the reply to."""
    ids, after = list[str | None](), dict[str, str]()
    for each in reversed(log):
        own = _question(each)
        if each.actor is not None and own is not None:
            after[each.actor] = own
        replaced = isinstance(each.data, SeatReplaced) and each.actor is not None
        ids.append(after.get(str(each.actor)) if replaced else own)
    return ids[::-1]


def _question(record: Record) -> str | None:
    data = record.plain()["data"]
    found: str | None = data.get("decision") or data.get("turn")
    return found


def killed(name: str, count: int, out: Path) -> Path:
    """Make a recorded game's folder as it stood when its log had `count` records.

    Of `calls.jsonl` it has what these rest on.
    """
    game, folder = reading.folder(name), out / str(count)
    log, calls = reading.records(name), lines_of(game, CALLS)
    begun = set(ids_of(log)[:count]) - {None}
    asked = [
        each["data"].get("asked") or each["data"].get("decision") for each in map(parsed, calls)
    ]
    last = max((at for at, each in enumerate(asked) if each in begun), default=0)
    shutil.copytree(game, folder)
    (folder / LOG).write_bytes(b"".join(lines_of(game, LOG)[:count]))
    (folder / CALLS).write_bytes(b"".join(calls[: last + 1]))
    return folder


def stays_away() -> Chair:
    """Return the chair of somebody who does not come back to the game."""
    return Walker(leaves=NEVER).chair


def comes_back() -> Chair:
    """Return the chair of somebody who answers again."""
    person = Sitter()
    person.chair.take_over()
    return person.chair


def leaves_again() -> Chair:
    """Return the chair of somebody who answers again, and leaves when they are asked."""

    def look() -> None:
        if chair.is_waiting:
            asyncio.get_running_loop().call_soon(chair.leave)

    chair = Chair(look, takes_over=True)
    return chair


PEOPLE = (stays_away, comes_back, leaves_again)


def gone_on(name: str, count: int, person: Callable[[], Chair], out: Path) -> list[JsonRecord]:
    """Go on with a game that was killed, check it, and return its log."""
    folder = killed(name, count, out / person.__name__)
    kept = whole_replies(lines_of(folder, LOG))
    found = verify(folder)
    assert found.sound, found.why
    assert asyncio.run(resume(folder, people={"Ana": person()})).finished
    assert lines_of(folder, LOG)[: len(kept)] == kept
    found = verify(folder)
    assert found.ok, (count, person.__name__, found.why)
    return list(map(parsed, lines_of(folder, LOG)))


def changes_in(name: str) -> list[int]:
    """Return which records say who answers."""
    return [each.at for each in reading.records(name) if isinstance(each.data, SeatReplaced)]


LEFT, BACK = changes_in(GAMES[0])
(AWAY,) = changes_in(GAMES[1])
WAITED_FOR = (
    (GAMES[1], AWAY, stays_away, "timeouts"),
    (GAMES[1], AWAY, comes_back, None),
    (GAMES[1], AWAY, leaves_again, "left"),
)


@pytest.mark.parametrize(
    ("name", "at", "person", "says"),
    breadth(
        [
            (GAMES[0], LEFT, stays_away, "left"),
            (GAMES[0], LEFT, comes_back, None),
            (GAMES[0], LEFT, leaves_again, "left"),
            (GAMES[0], BACK, stays_away, "back"),
            (GAMES[0], BACK, leaves_again, "back"),
            *WAITED_FOR,
        ],
        WAITED_FOR,
    ),
)
def test_who_answers_is_said_anew_where_the_answer_is_missing(
    name: str, at: int, person: Callable[[], Chair], says: str | None, tmp_path: Path
) -> None:
    """The question is put again, to whom sits there then; what they had given stands."""
    log = gone_on(name, at + 1, person, tmp_path)
    is_said = log[at]["type"] == "seat_replaced"
    assert (log[at]["data"]["reason"] if is_said else None) == says


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", GAMES)
def test_killed_at_any_record_it_ends_with_whoever_sits_there(name: str, tmp_path: Path) -> None:
    """All records about those that say who answers, and every few of the others."""
    end = len(reading.records(name))
    near = {at + by for at in changes_in(name) for by in range(-4, 5)}
    for at, count in enumerate(sorted(near | set(range(2, end, 9)))):
        gone_on(name, count, PEOPLE[at % len(PEOPLE)], tmp_path)


@pytest.mark.usefixtures("toy")
def test_two_who_leave_at_once_are_told_of_one_by_one(tmp_path: Path) -> None:
    """Killed at any record of what is asked together: one is back, the other stays away."""
    moments: list[Path] = []
    changed: list[int] = []

    def snap(record: Record) -> None:
        if isinstance(record.data, SeatReplaced):
            changed.append(record.at)
        if changed and record.at < changed[0] + 5:
            (game,) = (tmp_path / "played").iterdir()
            moments.append(shutil.copytree(game, tmp_path / str(record.at) / game.name))

    table = config(ruleset="toy", seats={"Ana": "human", "Bo": "human", "Cy": "house"})
    people = {"Ana": leaves_again(), "Bo": leaves_again()}
    asyncio.run(play(table, tmp_path / "played", people=people, on_record=snap))
    assert len(changed) == 2
    assert changed[1] - changed[0] < len(moments)
    for folder in moments:
        back = {"Ana": comes_back(), "Bo": stays_away()}
        assert asyncio.run(resume(folder, people=back)).finished
        found = verify(folder)
        assert found.ok, (folder, found.why)


def test_a_bot_that_comes_for_want_of_money_comes_again(tmp_path: Path) -> None:
    """Killed between the record of it and its answer; the model is not called."""
    name = "osaczeni-model-budget"
    (at,) = changes_in(name)
    folder = shutil.copytree(reading.folder(name), tmp_path / name)
    (folder / LOG).write_bytes(b"".join(lines_of(folder, LOG)[: at + 1]))
    (folder / CALLS).write_bytes(b"".join(lines_of(folder, CALLS)[:-1]))
    assert asyncio.run(resume(folder)).finished
    assert list(map(parsed, lines_of(folder, LOG)))[at]["data"]["reason"] == "budget"
    assert verify(folder).ok


def test_what_a_model_replied_is_no_part_of_a_log(tmp_path: Path) -> None:
    """A reply may say `"type":"said"` as records of talk do: it stays, and so does its cost."""
    folder = killed("moh-model-faults", 1, tmp_path)
    calls = [each.plain() for each in reading.transcript("moh-model-faults").calls[:3]]
    reply: dict[str, Any] = deepcopy(calls[-1])
    reply["data"]["raw"]["content"][0]["input"]["type"] = "said"
    rewritten(folder, [*calls[:-1], reply], CALLS)
    assert len(recovered(folder).calls) == len(calls)
