from dataclasses import replace
from itertools import product

import pytest

from arena.seats.house import Beliefs
from arena.seats.house.danger import CARDS, LAST, Outlook, losses, tail
from arena.seats.house.position import Person, Position
from tests.arena.seats.house.asking import outlook_of, position_of, who_falls
from tests.engine.helpers import draw

SPREAD = {3: "C.pin_up D.pin_up", 6: "C.tough_guy D.tough_guy"}
"""A crowd elsewhere, so that nobody under test attracts the crowd's zombie or the noise's."""


def settled(places: dict[int, str], zombies: dict[int, int]) -> tuple[Outlook, Position]:
    """Return what A foresees where no more dice and no more moves are to come."""
    table = draw("destinations", places, zombies=zombies)
    beliefs = Beliefs.from_view(table.view_data("A"))
    nothing = dict.fromkeys(beliefs.zombies, 0.0)
    known = replace(beliefs, zombies=nothing, dice_known=True, destinations={})
    return outlook_of(table, "A", known), position_of(table, "A")


def person(kind: str, points: int) -> Person:
    """Return a character of A's; only its points matter."""
    return Person("A", kind, 1, hidden=False, points=points, strength=1, votes=1)


@pytest.mark.parametrize("least", [-1, 0, 1, 2, 3, 4, 5])
def test_the_tail_is_that_of_four_dice(least: int) -> None:
    """Counted over all 1,296 throws."""
    hits = [sum(die == 1 for die in dice) >= least for dice in product(range(1, 7), repeat=4)]
    assert tail(4 / 6, least, 4) == pytest.approx(sum(hits) / len(hits))


def test_the_owner_gives_up_the_cheapest() -> None:
    """The loser of the vote chooses (MOH-20)."""
    own = [person("pin_up", 7), person("gunman", 3), person("tough_guy", 5)]
    assert losses(own, 0) == 0
    assert losses(own, 1) == 3
    assert losses(own, 1.5) == 3 + 0.5 * 5
    assert losses(own, 3) == losses(own, 9) == 15


@pytest.mark.parametrize(("zombies", "falls"), [(0, 0.0), (2, 0.0), (3, 1.0), (5, 1.0)])
def test_zombies_get_in_when_as_many_as_the_strength(zombies: int, falls: float) -> None:
    """MOH-45, nothing being left to chance: a Tough Guy and a Gunman hold two."""
    table = draw("attack", {1: "A.tough_guy B.gunman", **SPREAD}, zombies={1: zombies, 3: 9})
    assert who_falls(table, "A", 1) == falls


@pytest.mark.parametrize(("zombies", "falls"), [(3, 0.0), (4, 1.0)])
@pytest.mark.parametrize(("ruleset", "market", "shop"), [("moh", 6, 3), ("moh-ru", 4, 3)])
def test_four_always_get_into_the_supermarket(
    ruleset: str, market: int, shop: int, zombies: int, falls: float
) -> None:
    """MOH-46, whatever its number: strength 5 does not hold four."""
    places = {market: "A.tough_guy B.tough_guy A.gunman", shop: "C.pin_up D.pin_up C.gunman"}
    table = draw("attack", places, ruleset=ruleset, zombies={market: zombies, shop: 9})
    assert who_falls(table, "A", market) == falls


def test_an_empty_room_does_not_fall() -> None:
    """MOH-44."""
    table = draw("attack", SPREAD | {1: "A.pin_up"}, zombies={5: 7, 3: 9})
    assert outlook_of(table, "A").breach(5, ()) == 0.0


@pytest.mark.parametrize(
    ("places", "falls"),
    [
        ({1: "A.gunman B.gunman C.gunman", 3: "A.pin_up B.pin_up", 6: "C.pin_up D.pin_up"}, 1.0),
        ({1: "A.gunman B.gunman C.gunman", 6: "A.pin_up B.pin_up C.pin_up"}, 0.0),
        ({1: "A.pin_up B.pin_up C.gunman", 6: "A.gunman C.tough_guy D.pin_up"}, 1.0),
    ],
)
def test_the_largest_crowd_and_the_loudest_attract_one_more(
    places: dict[int, str], falls: float
) -> None:
    """MOH-42: strictly most characters, or Pin-Ups, and two zombies against strength 3."""
    outlook, position = settled(places, {1: 2})
    own = tuple(each for each in position.own if each.place == 1)
    assert outlook.breach(1, own) == falls


def test_unseen_dice_make_it_a_matter_of_chance() -> None:
    """Between the certain extremes, and more zombies make it likelier."""
    chances = []
    for zombies in (0, 1, 2, 3, 4):
        places = {1: "A.tough_guy B.tough_guy", **SPREAD}
        chances.append(who_falls(draw("destinations", places, zombies={1: zombies}), "A", 1))
    assert chances == sorted(chances)
    assert 0 <= chances[0] < chances[-1] <= 1


def test_known_dice_are_counted_and_not_expected() -> None:
    """All four dice here, or none."""
    table = draw("destinations", {1: "A.tough_guy B.tough_guy", **SPREAD}, zombies={1: 2})
    beliefs = Beliefs.from_view(table.view_data("A"))
    none = dict.fromkeys(beliefs.zombies, 0.0)
    own = position_of(table, "A").own
    still = {"B": {1: 1.0}, "C": {3: 1.0}, "D": {3: 1.0}}
    for here, least, most in ((0.0, 0.0, 0.2), (4.0, 0.9, 1.0)):
        seen = replace(beliefs, zombies=none | {1: here}, dice_known=True, destinations=still)
        assert least <= outlook_of(table, "A", seen).breach(1, own) <= most


def test_others_who_come_hold_the_doors_too() -> None:
    """Their strength is counted as expected."""
    table = draw("destinations", {1: "A.tough_guy", **SPREAD, 5: "B.pin_up B.gunman"})
    beliefs = Beliefs.from_view(table.view_data("A"))
    own = position_of(table, "A").own
    chances = []
    for goal in (1, 5):
        going = replace(beliefs, destinations={"B": {goal: 1.0}})
        chances.append(outlook_of(table, "A", going).breach(1, own))
    assert chances[0] < chances[1]


def test_nothing_is_lost_where_nothing_gets_in() -> None:
    """A room that holds costs nothing."""
    table = draw("attack", {1: "A.tough_guy B.gunman", **SPREAD}, zombies={1: 2, 3: 9})
    position = position_of(table, "A")
    assert outlook_of(table, "A").cost(1, position.own) == 0.0


def test_who_is_alone_in_a_room_that_falls_loses_all_its_points() -> None:
    """There is nobody else to eat."""
    outlook, position = settled({1: "A.pin_up", **SPREAD, 5: "B.pin_up A.gunman"}, {1: 3})
    assert outlook.cost(1, tuple(each for each in position.own if each.place == 1)) == 7.0


def test_who_would_be_out_of_the_game_loses_more() -> None:
    """The last character is worth more than its points."""
    outlook, position = settled({1: "A.pin_up", **SPREAD, 5: "B.pin_up"}, {1: 3})
    assert outlook.cost(1, position.own) == 7.0 + LAST


@pytest.mark.parametrize(
    ("hand", "zombies", "cost"),
    [
        (("hardware",), 1, CARDS),
        (("hardware",), 2, 7.0),
        (("chainsaw",), 2, CARDS),
        (("chainsaw", "hardware"), 3, CARDS),
        (("chainsaw", "threat"), 3, 7.0),
        (("sprint", "camera"), 3, 7.0),
    ],
)
def test_what_cards_hold_costs_no_more_than_the_cards(
    hand: tuple[str, ...], zombies: int, cost: float
) -> None:
    """A Pin-Up alone, of strength 1: Hardware adds one, a Chainsaw kills two."""
    places = {1: "A.pin_up", **SPREAD, 5: "B.pin_up A.gunman"}
    table = draw("attack", places, zombies={1: zombies, 3: 9}, hands={"A": list(hand)})
    own = tuple(each for each in position_of(table, "A").own if each.place == 1)
    assert outlook_of(table, "A").cost(1, own) == cost


def test_the_majority_in_a_room_that_falls_loses_nothing() -> None:
    """Three votes against one: the other is eaten, which greed counts as a gain."""
    places = {1: "A.pin_up A.gunman B.pin_up", **SPREAD}
    table = draw("attack", places, zombies={1: 5, 3: 9})
    own = position_of(table, "A").own
    assert outlook_of(table, "A").cost(1, own) == 0.0
    assert outlook_of(table, "A", greed=1.0).cost(1, own) < 0.0


def test_the_hidden_are_not_lost() -> None:
    """MOH-65."""
    table = draw(
        "attack", {1: "A.pin_up B.gunman", **SPREAD}, zombies={1: 5, 3: 9}, hidden=["A.pin_up"]
    )
    assert outlook_of(table, "A").cost(1, position_of(table, "A").own) == 0.0


def test_the_parking_lot_has_no_walls() -> None:
    """MOH-52: each zombie eats one; where as many come as there are characters, all are lost."""
    costs = []
    for zombies in (0, 1, 2, 3):
        places = {4: "A.tough_guy A.pin_up B.gunman", 3: "C.pin_up C.gunman D.pin_up D.gunman"}
        outlook, position = settled(places, {4: zombies})
        costs.append(outlook.cost(4, position.own))
    assert costs == sorted(costs)
    assert (costs[0], costs[-1]) == (0.0, 12.0)
