"""What a seat can't know changes no byte of what it is shown."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from jinja2 import DictLoader, StrictUndefined

import engine
from arena.seats.llm.prompts import Prompts
from arena.seats.llm.sandbox import Sandbox, unseal
from arena.seats.llm.templates import Templates
from arena.seats.seat import Question
from arena.settings import TalkRules
from engine import Table
from engine.testing import Moment, moments, other_world, random_game
from tests.prompts.moments import heard_by, seen_in

GAMES: list[tuple[str, int, Mapping[str, object]]] = [
    ("moh", 4, {}),
    ("moh", 3, {"hidden_in_elections": True, "sprint_same_dest": True}),
    ("moh-ru", 5, {"truck_optional": True}),
    ("osaczeni", 4, {}),
    ("osaczeni", 3, {"discussion": "lap", "gun_without_voter": True}),
]

NO_OPTIONS: Mapping[str, object] = {}


def shown(
    prompts: Prompts, table: Table, seat: str, options: Mapping[str, object] = NO_OPTIONS
) -> str:
    """Return the user item, told from the beginning, at a question of the seat."""
    decision = next(each for each in table.pending() if each.seat == seat)
    question = Question.of(decision)
    view, heard = table.view_data(seat), heard_by(table, seat)
    facts = engine.ruleset(str(view["ruleset"]), options)
    seen = seen_in(heard, seat, facts, table.seats)
    return prompts.turn(question, view, heard, known=0, last_board=None, seen=seen).text


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
        there = shown(prompts, world.table, moment.seat, options)
        assert there == shown(prompts, moment.table, moment.seat, options), (
            moment.decision,
            world.changed,
        )
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


SANDBOX = Sandbox(DictLoader({}))


def reached(value: object) -> Any:  # noqa: ANN401 - plain data of any shape
    """Return all that somebody else's template could take of a value, down to texts and numbers."""
    value = unseal(value)
    if isinstance(value, str | int | float | None):
        return value
    if isinstance(value, Mapping):
        return {key: reached(each) for key, each in value.items()}
    if isinstance(value, Sequence):
        return [reached(each) for each in value]
    names = [name for name in dir(value) if not name.startswith("_")]
    found = {name: unseal(SANDBOX.getattr(value, name)) for name in names}
    return {
        "is": type(value).__name__,
        **{
            name: "called" if callable(each) else reached(each)
            for name, each in found.items()
            if not isinstance(each, StrictUndefined)
        },
    }


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of attributes that are out of reach
@pytest.mark.parametrize(("ruleset", "seats", "options"), GAMES[::3])
def test_no_template_reaches_more_than_its_seat_may_know(
    ruleset: str, seats: int, options: Mapping[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that one could take of its values is the same in another world, too."""
    taken: list[Any] = []
    filled = Templates.rendered

    def rendered(self: Templates, name: str, **values: object) -> str:
        taken.append((name, reached(values)))
        return filled(self, name, **values)

    monkeypatch.setattr(Templates, "rendered", rendered)
    table = random_game(ruleset, seats, 7, options, floors=True)
    saved = json.loads(json.dumps(table.save()))
    prompts = Prompts(engine.ruleset(ruleset, options), table.seats, TalkRules(), hints="full")
    asked: list[Moment] = [each for each in moments(saved) if each.decision is not None]
    for at, moment in enumerate(asked[::20]):
        world = other_world(saved, moment, f"world {at}")
        shown(prompts, world.table, moment.seat, options)
        there = taken[:]
        taken.clear()
        shown(prompts, moment.table, moment.seat, options)
        assert there == taken
        taken.clear()
        kinds = set(re.findall(r"'is': '(\w+)'", str(there)))
        assert kinds <= {"Board", "Family", "Question", "Option", "TalkRules", "function"}


def test_a_template_takes_no_callable_but_those_it_is_told_of() -> None:
    """Methods of its objects by name; what they return is text."""
    facts, names = engine.ruleset("moh"), ("Ada", "Ben", "Cyd")
    assert {name for name, each in reached(facts).items() if each == "called"} == set()
    board = reached(Prompts(facts, names, TalkRules(), hints="full")._board)
    assert board == {
        "is": "Board", "card": "card", "cards": "called", "place": "called", "topic": "called",
        "vote": "called",
    }  # fmt: skip
    assert {"options", "options_in_force", "says"}.isdisjoint(reached(facts))
