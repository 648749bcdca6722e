"""What all planted seats share: their coins, their SPECs, and how they play otherwise."""

import asyncio
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, chisquare  # type: ignore[import-untyped]

from arena.config import TableConfig
from arena.errors import ConfigError
from arena.seats import make_seat
from arena.seats.planted import PLANTS, planted_seat, planted_talks
from arena.seats.planted.plant import Draws, Planted, read_argument
from arena.seats.seat import Question
from arena.seats.uniform import Uniform
from arena.table.simulation import simulate
from arena.talk.speech import TalkTurn
from engine import new_table

SURE = 0.999
SHARES = st.floats(0, 1)


@dataclass(eq=False)
class Example(Planted):
    """Has a parameter of each kind, some with a default."""

    color: Literal["red", "blue"]
    p: float
    size: int = 3
    mark: str = "a"
    name = "bloc"
    says = "does something"


class Mute(Planted):
    """Has none."""

    name = "mute"
    says = ""


def first_question() -> tuple[Question, dict[str, Any]]:
    """Return a question with several options, and the view of its seat."""
    table = new_table("moh", ("Ada", "Ben", "Cyd"), seed="1")
    decision = table.pending()[0]
    return Question.of(decision), table.view_data(decision.seat)


def turn_to_talk() -> TalkTurn:
    """Return the first turn of a game to talk."""
    return TalkTurn(
        id="Ada.t1", seat="Ada", task="speak", floor="truck", place=None,
        present=("Ada", "Ben", "Cyd"), round=1, phase="truck", turn=1, turns=1, reply=0, replies=0,
        messages=1, whispers=True, characters=500, wave=1,
    )  # fmt: skip


def written(plant: type[Planted]) -> str:
    """Return a plant as a SPEC has it, with a value for each parameter."""
    values, kinds = {float: "0.5", int: "2", str: "a"}, get_type_hints(plant)
    given_ = [
        f"{name}={values.get(kinds[name]) or get_args(kinds[name])[0]}"
        for name in plant.parameters()
    ]
    return f"{plant.name}({','.join(given_)})" if given_ else plant.name


# --- coins ---


@pytest.mark.parametrize("planted", [0.1, 0.3, 0.5, 0.9])
def test_coins_fall_with_their_probability(planted: float) -> None:
    """Within the exact central 99.9 % of a binomial, over games and over turns of one game."""
    low, high = binom.ppf((1 - SURE) / 2, 4000, planted), binom.ppf((1 + SURE) / 2, 4000, planted)
    over_turns = sum(Draws("seed").below(planted, f"Ada.t{at}") for at in range(4000))
    over_games = sum(Draws(f"seed {at}").below(planted, "Ada.t1") for at in range(4000))
    assert low <= over_turns <= high
    assert low <= over_games <= high


@given(st.text(max_size=5), st.text(max_size=9))
def test_coins_of_0_never_and_those_of_1_always_fall_so(seed: str, key: str) -> None:
    """What is certain is exact."""
    assert not Draws(seed).below(0, key)
    assert Draws(seed).below(1, key)


@given(st.text(max_size=5), st.text(max_size=9), SHARES, SHARES)
def test_a_coin_is_drawn_by_seed_and_key_alone(
    seed: str, key: str, one: float, other: float
) -> None:
    """It falls the same whenever it is asked for, and is monotone in its probability."""
    draws = Draws(seed)
    low, high = sorted((one, other))
    first = draws.below(low, key)
    draws.below(other, f"{key}!")
    assert Draws(seed).below(low, key) is first
    assert draws.below(high, key) or not first


def test_coins_of_other_keys_are_independent() -> None:
    """Pairs of neighbouring turns, and the same turns of two seeds, fall in all four ways alike."""
    one = [Draws("s").below(0.5, f"Ada.t{at}") for at in range(4000)]
    other = [Draws("t").below(0.5, f"Ada.t{at}") for at in range(4000)]
    for pairs in (zip(one[::2], one[1::2], strict=True), zip(one, other, strict=True)):
        assert chisquare(list(Counter(pairs).values())).pvalue > 1 - SURE


def test_things_are_picked_with_the_same_chance() -> None:
    """Six faces over 6000 draws."""
    drawn = Counter(Draws("s").pick("123456", f"die {at}") for at in range(6000))
    assert len(drawn) == 6
    assert chisquare(list(drawn.values())).pvalue > 1 - SURE


# --- SPECs ---


@pytest.mark.parametrize(("argument", "values"), [
    ("bloc(red,0.9)", {"color": "red", "p": 0.9, "size": 3, "mark": "a"}),
    ("bloc(red,.5,2,b_1)", {"color": "red", "p": 0.5, "size": 2, "mark": "b_1"}),
    ("bloc(p=1,color=blue)", {"color": "blue", "p": 1.0, "size": 3, "mark": "a"}),
    ("bloc(blue,0,mark=Z)", {"color": "blue", "p": 0.0, "size": 3, "mark": "Z"}),
])  # fmt: skip
def test_parameters_stand_in_their_order_or_by_name(argument: str, values: dict[str, Any]) -> None:
    """Those that are left out have their defaults."""
    assert read_argument(argument, [Example]) == (Example, values)


@pytest.mark.parametrize(("argument", "why"), [
    ("bloc", "It has no color"), ("bloc(red)", "It has no p"), ("bloc(red,1.1)", "Its p is '1.1'"),
    ("bloc(red,-0.1)", "Its p is"), ("bloc(red,nan)", "Its p is"), ("bloc(red,1e-1)", "Its p is"),
    ("bloc(green,1)", "Its color is 'green'. Possible: red or blue"),
    ("bloc(red,1,0)", "Its size is '0'. Possible: a whole number from 1"),
    ("bloc(red,1,2.5)", "Its size is"), ("bloc(red,1,2,a!)", "Its mark is"),
    ("bloc(red,1,2,a,5)", "It has '5'"), ("bloc(red,color=red)", "It has 'color=red'"),
    ("bloc(red,q=1)", "It has 'q=1'"), ("bloc(red, 1)", "Its p is ' 1'"),
    ("blok(red,1)", "Possible"),
    ("bloc(red,1", "Possible"), ("", "Possible"), ("bloc(red,1))", "Possible"),
])  # fmt: skip
def test_what_can_not_be_planted_is_refused_with_what_can(argument: str, why: str) -> None:
    """In one sentence; no number is rounded, no word guessed."""
    with pytest.raises(ConfigError) as caught:
        read_argument(argument, [Example])
    assert why in str(caught.value)
    assert "Possible: " in str(caught.value)


def test_a_plant_tells_how_it_is_written() -> None:
    """With the names of its parameters; without any there are no brackets."""
    assert Example.form() == "bloc(color, p, size, mark)"
    assert Mute.form() == "mute"


@pytest.mark.parametrize("name", PLANTS)
def test_every_plant_can_be_written_made_and_seated(name: str) -> None:
    """With its defaults or a value for each parameter; it says what it does in half a sentence."""
    plant = PLANTS[name]
    assert plant.name == name
    assert plant.says
    assert plant.says[0].islower()
    argument = written(plant)
    seat = planted_seat(argument, "s", {})
    assert seat.talks is plant.talks is planted_talks(argument)
    assert make_seat(f"planted:{argument}", name="Ada", seed="s").talks is plant.talks


# --- play ---


def test_a_planted_seat_decides_at_random_and_is_silent() -> None:
    """As the `random` bot answers, question by question, but for what its subclass does."""
    seat, drawn = Planted("s"), Uniform("s")
    question, view = first_question()
    assert len(question.options) > 1
    assert asyncio.run(seat.answer(question, view, ())) == asyncio.run(
        drawn.answer(question, view, ())
    )
    turn = turn_to_talk()
    assert asyncio.run(seat.speak(turn, view, ())) is None
    assert asyncio.run(seat.bid(turn, view, ())) > 0
    assert seat.talks
    assert seat.only_reads


class Last(Planted):
    """Takes the last option where there are more than two."""

    def choose(self, question: Question, view: Any, heard: Any) -> str | None:  # noqa: ANN401, ARG002 - as planted
        """Return the last, or leave it to chance."""
        return question.options[-1].id if len(question.options) > 2 else None


def test_a_subclass_decides_what_it_wants_to() -> None:
    """The rest is drawn."""
    question, view = first_question()
    assert len(question.options) > 2
    assert asyncio.run(Last("s").answer(question, view, ())) == question.options[-1].id
    two = replace(question, options=question.options[:2])
    assert asyncio.run(Last("s").answer(two, view, ())) in {each.id for each in two.options}


@pytest.mark.parametrize("family", ["moh", "osaczeni"])
@pytest.mark.parametrize("name", PLANTS)
def test_no_planted_seat_fails_at_a_table(name: str, family: str) -> None:
    """Three of a kind, with two that lie of the dice, play a game to its end without a default."""
    spec = f"planted:{written(PLANTS[name])}"
    seats = dict.fromkeys(("Ada", "Ben", "Cyd"), spec) | dict.fromkeys(
        ("Dan", "Eve"), "planted:liar(0.5)"
    )
    (game,) = simulate(TableConfig(ruleset=family, seats=seats), ["3"])
    types = Counter(each["type"] for each in game.records)
    assert types["answer_defaulted"] == types["turn_defaulted"] == 0
    assert types["answer"] > 20
