import ast
import asyncio
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arena.seats.house
import engine
from arena.seats import Uniform, make_seat
from arena.seats.house import DIALS, PLAIN, TACTICS, Beliefs, House, Situation, uniform
from arena.seats.house.house import PATIENCE
from arena.seats.house.situation import Draw
from arena.seats.seat import Question
from engine import Option
from tests.arena.seats.house.asking import NOTHING_ASKED, ask, played_on, situation_of
from tests.engine.helpers import draw, until

PACKAGE = Path(arena.seats.house.__file__).parent
ODD: Mapping[str, object] = {
    "zombie_supply": 4, "monster_supply": 8, "parking_notches": 2, "capacity": "2,2,2,2,2",
    "deck": "1,1,2,4,1,1,1,1,11", "cold_rows": "1,1,1", "unlocked": "2,18",
    "area_names": "glass_lobby,toy_shop,clothes_shop,toilets",
}  # fmt: skip
"""Values away from the default where they are open."""


def switched(ruleset: str) -> dict[str, object]:
    """Return every option that is no seat's name, away from its default."""
    facts = engine.ruleset(ruleset)
    found: dict[str, object] = {}
    for key, option in facts.options.items():
        if option.kind in {"count", "numbers", "order"}:
            found[key] = ODD[key]
        elif option.kind == "choice" and option.values is not None:
            others = [each for each in option.values if each != facts.options_in_force[key]]
            found |= {key: others[0]} if others else {}
    return found


def house_table(
    ruleset: str, seats: int, seed: int, options: Mapping[str, object]
) -> list[tuple[Question, str]]:
    """Play a game of house bots, each with other dials."""
    table = engine.new_table(ruleset, seats, seed, options)
    dials = [PLAIN, *DIALS.values()]
    bots = {
        name: House(f"{seed}|{name}", dials[at % len(dials)]) for at, name in enumerate(table.seats)
    }
    return played_on(table, bots)


def test_the_public_face_of_the_house() -> None:
    """What talk and benchmarks build on."""
    assert set(arena.seats.house.__all__) == {
        "DIALS", "PLAIN", "TACTICS", "Beliefs", "Dials", "House", "Tactics", "Tactic",
        "Promises", "Situation", "uniform",
    }  # fmt: skip


# --- always legal ---


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", engine.rulesets())
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("all_switched", [False, True], ids=["default", "switched"])
def test_whole_games_are_played_with_legal_answers(
    ruleset: str, seats: int, *, all_switched: bool
) -> None:
    """`played_on` asserts each one."""
    assert house_table(ruleset, seats, 7, switched(ruleset) if all_switched else {})


@pytest.mark.slow
@settings(deadline=None, max_examples=15)
@given(
    seed=st.integers(0, 10**6),
    seats=st.integers(3, 6),
    ruleset=st.sampled_from(engine.rulesets()),
    data=st.data(),
)
def test_any_game_is_played_with_legal_answers(
    seed: int, seats: int, ruleset: str, data: st.DataObject
) -> None:
    """Whatever the options, among bots that play at random, who make odd positions."""
    away = switched(ruleset)
    chosen = data.draw(st.sets(st.sampled_from(sorted(away))))
    table = engine.new_table(ruleset, seats, seed, {key: away[key] for key in chosen})
    bots = {
        name: House("s") if at % 2 else Uniform(f"{seed}{name}")
        for at, name in enumerate(table.seats)
    }
    assert played_on(table, bots)


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_every_kind_of_question_has_a_policy(ruleset: str) -> None:
    """Of the rulesets there are; further kinds are drawn."""
    assert set(engine.ruleset(ruleset).catalogue(4)) <= set(TACTICS)


def test_no_policy_is_for_nothing() -> None:
    """Each answers a question of some ruleset."""
    asked = {kind for each in engine.rulesets() for kind in engine.ruleset(each).catalogue(4)}
    assert asked == set(TACTICS)


def test_an_unknown_kind_is_drawn_uniformly_with_the_seed() -> None:
    """A later family's question is answered too, the same way each time."""
    view = draw("attack", {1: "A.pin_up B.pin_up"}, zombies={1: 4}).view_data("A")
    options = tuple(Option(id=name, label=name, args={}) for name in "abcd")
    asked = [replace(NOTHING_ASKED, id=f"A.{n}", options=options) for n in range(40)]
    answers = [ask(House("s"), question, view) for question in asked]
    assert set(answers) == set("abcd")
    assert answers == [ask(House("s"), question, view) for question in asked]
    assert answers != [ask(House("t"), question, view) for question in asked]


# --- a function of what it is given ---


def test_the_same_question_gets_the_same_answer_whatever_was_asked_before() -> None:
    """Asked again in reverse order by a bot that has seen the game backwards."""
    table = engine.new_table("moh", 4, 11)
    asked: list[tuple[Question, dict[str, Any], str]] = []
    seat = House("s")
    while not table.is_over:
        for decision in table.pending():
            view = table.view_data(decision.seat)
            situation = situation_of(table, decision.seat)
            chosen = ask(seat, situation.question, view)
            asked.append((situation.question, view, chosen))
            table.answer(decision.seat, chosen, decision.id)
    twin = House("s")
    assert [ask(twin, q, view) for q, view, _ in asked[::-1]] == [a for *_, a in asked[::-1]]


def test_the_view_is_only_read() -> None:
    """It is the seat's own copy, but talk reads it after tactics."""
    table = draw("destinations", {1: "A.pin_up", 3: "B.pin_up C.gunman D.gunman"})
    view = table.view_data("A")
    before = repr(view)
    ask(House("s"), situation_of(table, "A").question, MappingProxyType(view))
    assert repr(view) == before


@pytest.mark.parametrize("kind", ["choose_destination", "use_camera"])
def test_dice_that_were_not_seen_change_nothing(kind: str) -> None:
    """Two tables that differ under the box alone."""
    places = {1: "A.pin_up A.gunman", 3: "B.pin_up C.gunman D.gunman", 6: "B.gunman A.tough_guy"}
    phase = "destinations" if kind == "choose_destination" else "arrival"
    hands = {"A": ["camera"]}
    dice: dict[str, Any] = {"chance": {"dice": [[1, 1, 1, 1]]}} if phase == "arrival" else {
        "dice": [1, 1, 1, 1]
    }  # fmt: skip
    other: dict[str, Any] = {"chance": {"dice": [[6, 6, 6, 6]]}} if phase == "arrival" else {
        "dice": [6, 6, 6, 6]
    }  # fmt: skip
    answers = []
    for under_the_box in (dice, other):
        table = draw(phase, places, hands=hands, **under_the_box)
        until(table, kind)
        answers.append(ask(House("s"), situation_of(table, "A").question, table.view_data("A")))
    assert answers[0] == answers[1]


def test_other_hands_change_nothing_but_their_sizes() -> None:
    """Two tables that differ in B's card alone."""
    answers = []
    for card in ("shotgun", "camera"):
        places = {1: "A.pin_up B.pin_up B.gunman", 3: "C.pin_up D.gunman A.tough_guy"}
        table = draw(
            "attack", places, zombies={1: 3}, hands={"A": ["pistol"], "B": [card]}, chief="A"
        )
        until(table, "play_attack_card")
        answers.append(ask(House("s"), situation_of(table, "A").question, table.view_data("A")))
    assert answers[0] == answers[1]


def sources() -> list[ast.Module]:
    """Return the modules of the package, parsed."""
    return [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.glob("*.py"))]


def test_of_the_engine_only_the_facts_of_a_ruleset_are_used() -> None:
    """No table can be made or reached: beside `engine.ruleset` only what an answer is, is named."""
    used: set[str] = set()
    for module in sources():
        for node in ast.walk(module):
            match node:
                case ast.Attribute(value=ast.Name(id="engine"), attr=name):
                    used.add(name)
                case ast.ImportFrom(module=str(source)) if source.split(".")[0] == "engine":
                    used |= {alias.name for alias in node.names}
                case ast.Import():
                    inner = {a.name for a in node.names if a.name.startswith("engine.")}
                    used |= inner
    types = {"ContextData", "PlaceData", "ViewData"}  # of what it is shown
    assert used == {"Option", "ruleset"} | types
    assert {each.name for each in fields(Option)} == {"id", "label", "args"}


# --- draws, beliefs and policies ---


def test_draws_are_keyed_by_seed_decision_and_count() -> None:
    """The same key and decision, the same draws; each draw is another."""
    first, again, other = Draw(b"k", "A.1"), Draw(b"k", "A.1"), Draw(b"k", "A.2")
    drawn = [first.pick(range(1000)) for _ in range(20)]
    assert drawn == [again.pick(range(1000)) for _ in range(20)]
    assert drawn != [other.pick(range(1000)) for _ in range(20)]
    assert len(set(drawn)) > 15
    assert first.pick([5]) == 5


def test_a_policy_can_be_replaced_by_another() -> None:
    """As the ablation does: here all votes are drawn."""
    table = draw(
        "attack", {1: "A.pin_up B.pin_up C.gunman", 3: "D.pin_up B.gunman"}, zombies={1: 5}
    )
    until(table, "cast_vote")
    situation, view = situation_of(table, "A"), table.view_data("A")
    drawn = {
        ask(House(f"{n}", PLAIN, {**TACTICS, "cast_vote": uniform}), situation.question, view)
        for n in range(40)
    }
    assert drawn == {"A", "B", "C"}
    assert "A" not in {ask(House(f"{n}"), situation.question, view) for n in range(40)}


def test_a_policy_needs_nothing_but_its_turn() -> None:
    """The talking half calls it with beliefs of its own."""
    table = draw("destinations", {1: "A.pin_up A.gunman", 3: "B.pin_up C.gunman", 6: "D.gunman"})
    situation = situation_of(table, "A")
    told = replace(
        Beliefs.from_view(table.view_data("A")), zombies={1: 3.5, 3: 0.0, 4: 0.1, 5: 0.2, 6: 0.2}
    )
    chosen = TACTICS["choose_destination"](Situation(*situation)._replace(beliefs=told))
    assert chosen in {option.id for option in situation.question.options}


def test_it_is_awaited_like_any_seat() -> None:
    """The seat protocol."""
    table = draw("destinations", {1: "A.pin_up", 3: "B.pin_up C.gunman D.gunman"})
    seat = make_seat("house", name="A", seed="s")
    question = situation_of(table, "A").question
    chosen = asyncio.run(seat.answer(question, table.view_data("A"), ()))
    assert chosen in {option.id for option in question.options}


@pytest.mark.slow
def test_a_siege_that_nobody_would_leave_comes_to_an_end() -> None:
    """With four zombies in all every house bot could stay out of the rooms they hold for ever."""
    table = engine.new_table("moh", 4, 7, {"zombie_supply": 4})
    played_on(table, {name: House(f"7|{name}") for name in table.seats})
    rounds = table.view(None).round
    assert PATIENCE < rounds < 10 * PATIENCE
