"""The Russian edition's own numbers: places, dice, order of resolution, the closed shop."""

import pytest

import engine
from tests.engine.helpers import asked, draw, events, options, until, vote, zombies

RU = engine.ruleset("moh-ru")
STANDARD = {1: 4, 2: 5, 3: 3, 4: 6, 5: 1, 6: 2}
"""The number on its board to the canonical number."""
CROWDS = {
    "parking": "A.pin_up B.pin_up",
    "hq": "A.tough_guy B.tough_guy",
    "toilets": "C.pin_up D.pin_up",
    "supermarket": "A.gunman B.gunman C.gunman D.gunman",
}
NUMBERS = {
    "moh": {"parking": 4, "hq": 5, "toilets": 1, "supermarket": 6},
    "moh-ru": {"parking": 1, "hq": 2, "toilets": 5, "supermarket": 4},
}


def crowds(ruleset: str) -> dict[int, str]:
    """Return the same crowds at the numbers of an edition."""
    return {NUMBERS[ruleset][place]: there for place, there in CROWDS.items()}


def test_moh_2_ru_locations_and_capacities() -> None:
    """Parking 1, HQ 2, Restaurant 3, Supermarket 4, Toilets 5, Boutique 6."""
    assert [(place.number, place.capacity) for place in RU.places] == [
        (1, None),
        (2, 3),
        (3, 4),
        (4, 6),
        (5, 3),
        (6, 4),
    ]
    assert tuple(RU.roles.values()) == (1, 2, 4, 6)


def test_moh_2_ru_capacities_are_the_canonical_ones_in_another_order() -> None:
    """Each location holds what its canonical counterpart holds."""
    canonical = {place.number: place.capacity for place in engine.ruleset("moh").places}
    assert {p.number: p.capacity for p in RU.places} == {
        number: canonical[standard] for number, standard in STANDARD.items()
    }


@pytest.mark.parametrize(("seats", "closed"), [(3, [6]), (4, [6]), (5, []), (6, [])])
def test_moh_7_ru_closes_location_6(seats: int, closed: list[int]) -> None:
    """The Boutique is closed with three and four players, location 2 is not."""
    table = engine.new_table("moh-ru", seats, 1)
    assert [place.number for place in table.view(None).places if place.closed] == closed


def test_moh_26_ru_the_truck_stands_at_1() -> None:
    """Those at 1 vote for the truck; characters at 4 do not."""
    table = draw("truck", {1: "A.pin_up B.pin_up", 4: "C.pin_up"}, ruleset="moh-ru")
    assert [seat for seat, _ in asked(table)] == ["A", "B"]
    assert events(table, "vote_called")[0].data()["place"] == 1


def test_moh_29_ru_the_badge_is_won_at_2() -> None:
    """Those at 2 vote for the Chief; characters at 5 do not."""
    table = draw("chief", {2: "A.pin_up B.pin_up", 5: "C.pin_up"}, ruleset="moh-ru")
    assert [seat for seat, _ in asked(table)] == ["A", "B"]
    assert events(table, "vote_called")[0].data()["place"] == 2


def test_moh_37_ru_dice_show_its_own_numbers() -> None:
    """A 6 is the closed Boutique and brings nothing with four players; a 2 is the HQ."""
    goals = dict.fromkeys("ABCD", 3)
    there = {1: "A.pin_up B.pin_up C.pin_up D.pin_up", 4: "A.gunman B.gunman C.gunman D.gunman"}
    table = draw("movement", there, ruleset="moh-ru", destinations=goals, dice=[6, 6, 2, 1])
    assert zombies(table) == {1: 1, 2: 1}


@pytest.mark.parametrize(("place", "closes"), [(1, False), (4, True), (2, True)])
def test_moh_38_ru_only_its_parking_lot_never_closes(place: int, *, closes: bool) -> None:
    """Number 1 can't be doomed, number 4 can."""
    there = {3: "A.pin_up B.pin_up C.pin_up", 5: "A.gunman B.gunman C.gunman"}
    goals = dict.fromkeys("ABC", 3)
    table = draw(
        "movement", there, ruleset="moh-ru", destinations=goals, dice=[6] * 4, zombies={place: 8}
    )
    assert table.view(None).places[place - 1].closed is closes


def test_moh_40_ru_who_finds_no_room_goes_to_1() -> None:
    """The HQ (2) is full: the mover ends on the parking lot, number 1."""
    there = {2: "B.pin_up C.pin_up D.pin_up", 3: "A.pin_up", 4: "B.gunman C.gunman D.gunman"}
    goals = {"A": 2, "B": 3, "C": 3, "D": 3}
    table = draw("movement", there, ruleset="moh-ru", destinations=goals, dice=[6] * 4)
    assert events(table, "character_moved")[0].data()["place"] == 1


@pytest.mark.parametrize(
    ("ruleset", "order"),
    [("moh", ["toilets", "parking", "hq", "supermarket"]),
     ("moh-ru", ["parking", "hq", "supermarket", "toilets"])],
)  # fmt: skip
def test_moh_43_each_edition_resolves_in_its_own_order(ruleset: str, order: list[str]) -> None:
    """The same position, two orders: by the numbers that are printed."""
    numbers = NUMBERS[ruleset]
    swarm = {numbers["parking"]: 1, numbers["hq"]: 4, numbers["toilets"]: 2}
    table = draw(
        "attack",
        crowds(ruleset),
        ruleset=ruleset,
        zombies={**swarm, numbers["supermarket"]: 4},
        extras_placed=True,
    )
    name = {number: place for place, number in numbers.items()}
    found = []
    for _ in order:
        assert until(table, "cast_vote")
        found.append(name[int(str(table.pending()[0].place))])
        candidate = options(table, asked(table)[0][0])[0]
        vote(table, **{seat: candidate for seat, _ in asked(table)})
    assert found == order


def test_moh_46_ru_four_zombies_always_enter_location_4() -> None:
    """Strength six does not hold four zombies at 4; at 6 it would."""
    six = "A.tough_guy B.tough_guy C.tough_guy D.tough_guy A.pin_up B.pin_up"
    table = draw("attack", {4: six, 1: "C.pin_up D.pin_up"}, ruleset="moh-ru", zombies={4: 4},
                 extras_placed=True)  # fmt: skip
    assert events(table, "attack_began")[0].data()["place"] == 4
