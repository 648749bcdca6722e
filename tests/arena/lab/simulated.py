"""Whole games that several tests of the lab read, with all that was asked in them."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import engine
from arena.config import TableConfig
from arena.lab.game import Game
from arena.lab.reading import game_of
from arena.records.record import Record
from arena.seats.house import House
from arena.seats.seat import Question
from arena.table.simulation import simulate
from arena.transcript.reader import Transcript
from tests.corpus import reading

RULESETS = engine.rulesets()
SPECS = {"Ada": "house", "Ben": "house:liar", "Cyd": "house:honest", "Dan": "house:greedy"}
RECORDED = {"5": "", "6": "-other"}
"""Seeds of recorded games, with what their names end in."""
_ASKED: list[Question] = []


class Noting(House):
    """A `house` bot that notes what it is asked."""

    def __init__(self, seed: str, _: str = "") -> None:
        """`seed` is the bots' seed of the game; what the SPEC says further is ignored."""
        super().__init__(seed)

    async def answer(
        self, question: Question, view: Mapping[str, Any], heard: Sequence[Record]
    ) -> str:
        """Note the question, and answer it as ever."""
        _ASKED.append(question)
        return await super().answer(question, view, heard)


def played(ruleset: str, seed: str = "5") -> Transcript:
    """Return a recorded game of four kinds of house bots that talk and bargain."""
    return reading.transcript(f"{ruleset}-house-4{RECORDED[seed]}")


@cache
def read(ruleset: str, seed: str = "5") -> Game:
    """Return what the records of that game say; nobody changes it."""
    game = played(ruleset, seed)
    return game_of(game.header, game.records, game="g")


def asked_in(ruleset: str, seed: str) -> tuple[Game, Mapping[str, Question]]:
    """Return a game of seats that note what they are asked, and their questions by id."""
    _ASKED.clear()
    spec = f"{Noting.__module__}:{Noting.__name__}"
    (game,) = simulate(TableConfig(ruleset=ruleset, seats=dict.fromkeys(SPECS, spec)), [seed])
    return game_of(game.header, game.bodies, game="g"), {each.id: each for each in _ASKED}
