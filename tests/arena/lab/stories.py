"""Logs written by hand, read as games."""

from dataclasses import replace
from functools import cache

import engine
from arena.claims import Judgement
from arena.config import TableConfig
from arena.events import GameBegan
from arena.lab.game import Game
from arena.lab.reading import game_of
from arena.projections.judge import Judge
from arena.table.simulation import simulate
from arena.transcript.header import GameHeader
from tests.arena.claims.helpers import SEATS, Story
from tests.arena.records_of import records_of


@cache
def header(ruleset: str) -> GameHeader:
    """Return the header of a game of those who are in stories."""
    table = TableConfig(ruleset=ruleset, seats=dict.fromkeys(SEATS, "random"))
    (game,) = simulate(table, ["1"], keep="results")
    return game.header


def told(story: Story, ruleset: str = "moh") -> Game:
    """Return what a story says: its records with all that is judged of them, numbered anew."""
    began = GameBegan(ruleset=ruleset, seats=SEATS, closed=())
    written = records_of(story.records)
    judge, records = Judge(engine.ruleset(ruleset), SEATS), [replace(written[0], data=began)]
    for record in written:
        records.append(record)
        for each in judge.feed(record):
            actor = None if isinstance(each, Judgement) else each.actor
            records.append(replace(record, data=each, actor=actor))
    numbered = [replace(each, i=at) for at, each in enumerate(records)]
    return game_of(header(ruleset), numbered, game="g")


def takes_turn(story: Story, seat: str, task: str = "silent") -> Story:
    """Give a seat a turn to talk, in a wave of its own, without a word: `task` is its record."""
    story.turns += 1
    story.wave += 1
    story.add(task, {"turn": f"{seat}.t{story.turns}", "floor": "dice", "wave": story.wave})
    story.records[-1]["actor"] = seat
    return story
