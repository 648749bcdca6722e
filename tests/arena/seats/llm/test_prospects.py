"""What the board comes to is what the rules make of it."""

from random import Random

import pytest

import engine
from arena.families import family_of
from arena.narration.dialects import words_of
from arena.seats.llm.board_text import drawing, getting_in
from engine import Table
from engine.events import CharacterEaten
from engine.rules.board import Board
from engine.rules.board_events import ZombiesCame
from engine.rules.moh.attack import is_breached
from engine.rules.osaczeni.build import OsaczeniRules
from engine.rules.osaczeni.events import ZombiesDiverted


def enters(table: Table, place: int) -> bool:
    """Tell whether attackers get in at a location, by the engine's own rules."""
    game = table.fork()._game
    if isinstance(game.rules, OsaczeniRules):
        return game.rules.enter(game.state, place)
    return is_breached(game, place)


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_who_gets_in_is_who_the_rules_let_in(ruleset: str) -> None:
    """In the attacks of whole games, wherever there is somebody to be eaten."""
    facts, reached = engine.ruleset(ruleset), set[bool]()
    for seed in range(2):
        table, draw = engine.new_table(ruleset, 5, seed), Random(seed)  # noqa: S311 - no secret
        while not table.is_over:
            view, state = table.view_data(None), table.fork()._game.state
            assert isinstance(state, Board)
            inside_at = getting_in(view, words_of(facts, table.seats))
            for place in range(state.attack or 7, 7):
                if state.votes(place):
                    inside = place in inside_at
                    assert inside is enters(table, place), (place, view)
                    reached.add(inside)
            decision = draw.choice(table.pending())
            table.answer(decision.seat, draw.choice(decision.options).id, decision.id)
    assert reached == {True, False}


@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_who_is_drawn_is_where_they_come(ruleset: str) -> None:
    """Seen from the last move of a round, by the gathering that it leads to."""
    facts, came = engine.ruleset(ruleset), 0
    for seed in range(6):
        table, draw = engine.new_table(ruleset, 5, seed), Random(seed)  # noqa: S311 - no secret
        while not table.is_over:
            known = len(table.events)
            decision = draw.choice(table.pending())
            table.answer(decision.seat, draw.choice(decision.options).id, decision.id)
            new = table.events[known:]
            causes = {each.cause: each.places for each in new if isinstance(each, ZombiesCame)}
            eaten = any(isinstance(each, CharacterEaten) for each in new)
            if not {"crowd", "noise"} & set(causes) or eaten or table.is_over:
                continue
            found = drawing({**table.view_data(None), "phase": "movement"}, family_of(facts))
            crowd, noise = found["crowd"], found["noise"]
            if ruleset == "moh":
                assert (causes.get("crowd", ()), causes.get("noise", ())) == (crowd, noise)
                came += 1
            elif not any(isinstance(each, ZombiesDiverted) for each in new):
                assert (causes["crowd"], causes["noise"]) == (crowd, noise)
                came += 1
    assert came > 5
