"""Several people at one table: who answers waits for nobody's answer but the table's."""

import asyncio
import json
import os
import signal
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from arena.seats.human import Given, Open
from arena.table.verify import verify
from arena.talk.speech import TalkTurn
from tests.arena.seats.human.sitters import Sitter, config, go_on, mind, play_with
from tests.breadth import EACH_FAMILY

TWO = {"Ana": "human", "Bo": "human", "Cy": "house"}
BEFORE = 4
"""Answers of each before the process dies."""
LEFT = "left.json"


def calls_of(folder: Path) -> list[dict[str, Any]]:
    """Return what people gave."""
    lines = (folder / "calls.jsonl").read_text().splitlines()
    records = [json.loads(line) for line in lines]
    return [each["data"] for each in records if each["type"] == "person_answered"]


@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_two_people_are_asked_at_the_same_time(ruleset: str, tmp_path: Path) -> None:
    """Each in their own chair; all that they gave is recorded, and neither gave for the other."""
    open_together = set[tuple[str, str]]()
    people: dict[str, Sitter] = {}

    def looking(now: Open) -> Given:
        asked = [each.chair.open for each in people.values()]
        if all(asked):
            open_together.add(tuple(each.asked.id for each in asked if each is not None))
        return mind(now)

    people |= {name: Sitter(looking) for name in ("Ana", "Bo")}
    game = play_with(people, tmp_path, config(ruleset=ruleset, seats=TWO))
    assert game.finished
    assert verify(game.folder).ok
    assert len(open_together) > 5
    for name, each in people.items():
        assert [a["asked"] for a in calls_of(game.folder) if a["seat"] == name] == [
            asked for asked, _ in each.given
        ]
        assert game.counts[name].defaults == {}


@pytest.mark.parametrize("ruleset", EACH_FAMILY)
def test_who_hangs_is_stood_in_for_and_the_other_is_asked_once(
    ruleset: str, tmp_path: Path
) -> None:
    """The time-out is recorded for the seat of who hangs alone."""
    people = {"Ana": Sitter(), "Bo": Sitter(most=0)}
    table = config(
        ruleset=ruleset, seats=TWO, talk={"protocol": "off"}, people={"answer_seconds": 1.0}
    )
    game = play_with(people, tmp_path, table)
    assert game.finished
    assert verify(game.folder).ok
    assert set(game.counts["Bo"].defaults) == {"timeout"}
    given = [each["asked"] for each in calls_of(game.folder)]
    assert {each.rpartition(".")[0] for each in given} == {"Ana"}
    assert len(given) == len(set(given)) == len(people["Ana"].given)


class Leaver(Sitter):
    """Answers until somebody else is asked at the same time; then the process dies unanswered."""

    def __init__(self, other: Sitter, out: Path, *, speaks: bool) -> None:
        """Die once `other` was written down, on a turn to speak where it `speaks`."""
        super().__init__()
        self._other, self._out, self._speaks = other, out, speaks

    def _give(self, now: Open) -> None:
        other, is_turn = self._other.chair.open, isinstance(now.asked, TalkTurn)
        if other is None or is_turn != self._speaks or len(self.given) < BEFORE:
            super()._give(now)
        else:
            self._die(other.asked.id, now.asked.id)

    def _die(self, answered: str, hanging: str) -> None:
        (calls,) = self._out.glob("*/calls.jsonl")
        if f'"asked":"{answered}"' in calls.read_text():
            (self._out / LEFT).write_text(json.dumps([answered, hanging]))
            os.kill(os.getpid(), signal.SIGKILL)
        asyncio.get_running_loop().call_later(0.01, self._die, answered, hanging)


def play_and_die(out: str, ruleset: str, at: str) -> None:
    """Play in a process of its own."""
    ana = Sitter()
    bo = Leaver(ana, Path(out), speaks=at == "turn")
    play_with({"Ana": ana, "Bo": bo}, Path(out), config(ruleset=ruleset, seats=TWO))


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "at"), [("moh", "question"), ("osaczeni", "turn")])
def test_after_a_kill_only_who_had_not_answered_is_asked_again(
    ruleset: str, at: str, tmp_path: Path
) -> None:
    """SIGKILL with two open questions, of which one is answered and written down."""
    process = get_context("spawn").Process(target=play_and_die, args=(str(tmp_path), ruleset, at))
    process.start()
    process.join(120)
    assert process.exitcode == -signal.SIGKILL
    answered, hanging = json.loads((tmp_path / LEFT).read_text())
    (folder,) = (each for each in tmp_path.iterdir() if each.is_dir())
    before = [each["asked"] for each in calls_of(folder)]
    assert before[-1] == answered
    people = {"Ana": Sitter(), "Bo": Sitter()}
    assert go_on(people, folder).finished
    again = [asked for each in people.values() for asked, _ in each.given]
    assert hanging in again
    assert not set(before) & set(again)
    assert sorted(each["asked"] for each in calls_of(folder)) == sorted([*before, *again])
    assert verify(folder).ok
