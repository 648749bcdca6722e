"""What follows `planted:` in a SPEC."""

import pytest

from arena.errors import ConfigError
from arena.seats.planted import PLANTS, planted_talks
from arena.seats.planted.plant import read_argument


@pytest.mark.parametrize(
    ("argument", "values"),
    [
        ("liar", {"p": 0.3}),
        ("liar(0.5)", {"p": 0.5}),
        ("liar(p=0.5)", {"p": 0.5}),
        ("liar(1)", {"p": 1.0}),
        ("liar(.5)", {"p": 0.5}),
        ("bloc(Ada_Ben,0.9)", {"id": "Ada_Ben", "cohesion": 0.9}),
        ("bloc(cohesion=0.9,id=Ada_Ben)", {"id": "Ada_Ben", "cohesion": 0.9}),
    ],
)
def test_parameters_stand_in_their_order_or_by_name(
    argument: str, values: dict[str, object]
) -> None:
    """What is left out has its default."""
    assert read_argument(argument, PLANTS.values())[1] == values


@pytest.mark.parametrize(
    ("argument", "told"),
    [
        ("lair(0.5)", "Possible: planted:strength(p), planted:liar(p)"),
        ("liar(2)", "Its p is '2'. Possible: a number from 0 to 1."),
        ("liar(q=1)", "It has 'q=1'. Possible: planted:liar"),
        ("liar(0.5,p=0.5)", "It has 'p=0.5'"),
        ("liar(0.5", "Possible: planted:strength"),
        ("betrayer(0)", "Possible: a whole number from 1."),
    ],
)
def test_what_is_none_is_refused_with_what_is_possible(argument: str, told: str) -> None:
    """In a sentence."""
    with pytest.raises(ConfigError) as refused:
        read_argument(argument, PLANTS.values())
    assert told in str(refused.value)


@pytest.mark.parametrize("name", PLANTS)
def test_a_form_has_its_parameters(name: str) -> None:
    """In brackets, where there are any."""
    plant = PLANTS[name]
    assert plant.form().startswith(name)
    assert all(each in plant.form() for each in plant.parameters())


def test_who_is_silent_has_no_turns() -> None:
    """A bloc only votes, a liar talks."""
    assert planted_talks("liar")
    assert not planted_talks("bloc(Ada_Ben,0.9)")
