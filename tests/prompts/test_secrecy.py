"""What a seat can't know changes no byte of what it is shown."""

import json
from collections.abc import Mapping

import pytest

import engine
from arena.seats.llm.prompts import Prompts
from arena.seats.seat import Question, question_data
from arena.settings import TalkRules
from engine import Table
from engine.testing import Moment, moments, other_world, random_game
from tests.prompts.moments import heard_by

GAMES: list[tuple[str, int, Mapping[str, object]]] = [
    ("moh", 4, {}),
    ("moh", 3, {"hidden_in_elections": True, "sprint_same_dest": True}),
    ("moh-ru", 5, {"truck_optional": True}),
    ("osaczeni", 4, {}),
    ("osaczeni", 3, {"discussion": "lap", "gun_without_voter": True}),
]


def shown(prompts: Prompts, table: Table, seat: str) -> str:
    """Return the user item, told from the beginning, at a question of the seat."""
    decision = next(each for each in table.pending() if each.seat == seat)
    question = Question.read(question_data(decision))
    view, heard = table.view_data(seat), heard_by(table, seat)
    return prompts.turn(question, view, heard, known=0, last_board=None).text


@pytest.mark.parametrize(("ruleset", "seats", "options"), GAMES)
def test_another_world_is_told_alike(
    ruleset: str, seats: int, options: Mapping[str, object]
) -> None:
    """Other hands, dice, ballots and chance: at each question the seat reads the same."""
    table = random_game(ruleset, seats, 7, options, floors=True)
    saved = json.loads(json.dumps(table.save()))
    prompts = Prompts(engine.ruleset(ruleset, options), table.seats, TalkRules(), hints="full")
    changed: set[str] = set()
    asked: list[Moment] = [each for each in moments(saved) if each.decision is not None]
    for at, moment in enumerate(asked[::5]):
        world = other_world(saved, moment, f"world {at}")
        there = shown(prompts, world.table, moment.seat)
        assert there == shown(prompts, moment.table, moment.seat), (moment.decision, world.changed)
        changed.update(world.changed)
    assert {"cards", "dice"} <= changed


def test_a_secret_that_a_seat_knows_is_told_to_it_alone() -> None:
    """The dealt card stands in its owner's text and in nobody else's."""
    table = engine.new_table("moh", ("Ada", "Ben", "Cyd"), 3)
    prompts = Prompts(engine.ruleset("moh"), table.seats, TalkRules(), hints="full")
    (seat,) = (decision.seat for decision in table.pending())
    (card,) = table.view_data(seat)["hand"]  # type: ignore[misc]
    name = {each.id: each.name for each in engine.ruleset("moh").cards}[card]
    text = shown(prompts, table, seat)
    assert f"{seat} is dealt {name}. (only you)" in text
    assert text.count("is dealt") == 1
