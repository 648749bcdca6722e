"""An option is checked where it comes in and where it is applied, and nowhere between."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Self

import pytest

from arena.errors import InvalidAnswer
from arena.seats.human import Given, Open
from arena.seats.scripted import Scripted
from arena.seats.seat import Question
from arena.table import Outcome, play
from arena.table.referee import Referee
from arena.table.replies import Answered
from tests.arena.seats.human.sitters import Sitter, config, mind, play_with
from tests.arena.table.test_simulate import stepped

pytestmark = pytest.mark.usefixtures("toy")
TOY = {"ruleset": "toy", "rules": {}}


class Watched(str):
    """The id of an option that counts with what it is compared."""

    __slots__ = ("met",)
    met: list[str]

    def __new__(cls, option: str) -> Self:
        """Count from nothing."""
        made = super().__new__(cls, option)
        made.met = []
        return made

    def __eq__(self, other: object) -> bool:
        """Take note."""
        self.met.append(str(other))
        return super().__eq__(other)

    __hash__ = str.__hash__

    def __str__(self) -> str:
        """Stay what it is, also where it is made text."""
        return self


class Answers:
    """All that one seat answered."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.given: list[tuple[Question, Watched]] = []

    def last(self, asked: Question) -> Watched:
        """Choose the last option: whoever looks for it meets all others."""
        chosen = Watched(asked.options[-1].id)
        self.given.append((asked, chosen))
        return chosen

    def searches(self) -> set[int]:
        """Return how often each answer was looked for among the options."""
        return {chosen.met.count(asked.options[0].id) for asked, chosen in self.given}


def by_own_seat(answers: Answers, out: Path) -> Outcome:
    """Play with a seat of one's own."""
    return asyncio.run(play(config(**TOY), out, seats={"Ana": Scripted(answers.last)}))


def by_person(answers: Answers, out: Path) -> Outcome:
    """Play with a person."""

    def sits(now: Open) -> Given:
        return answers.last(now.asked) if isinstance(now.asked, Question) else mind(now)

    return play_with({"Ana": Sitter(sits)}, out, config(**TOY))


@pytest.mark.parametrize("played", [by_own_seat, by_person])
def test_an_answer_is_looked_for_among_the_options_twice(
    played: Callable[[Answers, Path], Outcome], tmp_path: Path
) -> None:
    """Once as it comes in, once by the rules."""
    answers = Answers()
    assert played(answers, tmp_path).finished
    assert len(answers.given) > 3
    assert answers.searches() == {2}


def test_what_is_recorded_is_checked_by_the_rules() -> None:
    """Nobody is asked for it again, and nothing is logged of what they refuse."""
    game = stepped()
    (asked, *_) = game.go_on()
    before = len(game.log)
    known = {asked.id: Answered(id=asked.id, option="nonsense")}
    seats = {each: Scripted({}) for each in game.table.seats}
    again = Referee(stepped(), seats, stopped=lambda: False, known=known)
    with pytest.raises(InvalidAnswer, match=f"'nonsense' is no option of {asked.id}"):
        again.go_on([])
    assert len(again.game.log) == before
