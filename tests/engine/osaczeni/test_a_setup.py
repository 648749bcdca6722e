"""OSA-1 to OSA-14: what there is, and the set-up."""

from collections import Counter

import pytest

import engine
from tests.engine.helpers import answer, asked, options, where, zombies
from tests.engine.osaczeni.boards import came, draw_osa, fact, facts

OSA = engine.ruleset("osaczeni")


def setup(dice: list[list[int]], *, seats: int = 4, **keys: object) -> engine.Table:
    """Place everybody with these dice, always by the first option."""
    table = draw_osa("setup", seats=seats, chance={"dice": dice}, **keys)
    while asked(table) and asked(table)[0][1] == "assign_start":
        seat = asked(table)[0][0]
        answer(table, seat, options(table, seat)[0])
    return table


# --- OSA-1 to OSA-7: what there is ---


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_osa_1_three_to_six_play(seats: int) -> None:
    """Each number of players from three to six makes a table."""
    assert len(engine.new_table("osaczeni", seats, 1).seats) == seats
    assert OSA.seats == (3, 6)


@pytest.mark.parametrize("seats", [2, 7])
def test_osa_1_two_or_seven_do_not_play(seats: int) -> None:
    """They are refused, with the bounds in the message."""
    with pytest.raises(engine.RulesetError, match="3 to 6"):
        engine.new_table("osaczeni", seats, 1)


def test_osa_2_the_six_areas() -> None:
    """Area 3 is the monitoring centre, area 6 the parking lot."""
    assert {place.number: place.name for place in OSA.places} == {
        1: "Toilets",
        2: "Clothes Shop",
        3: "Monitoring Centre",
        4: "Toy Shop",
        5: "Glass Lobby",
        6: "Parking Lot",
    }
    assert dict(OSA.roles) == {"parking": 6, "hq": 3}


def test_osa_3_the_parking_lot_alone_holds_any_number() -> None:
    """Areas 1 to 5 have 3, 4, 3, 4 and 6 spaces (GAP-O-1)."""
    assert [place.capacity for place in OSA.places] == [3, 4, 3, 4, 6, None]
    crowd = " ".join(f"{seat}.{kind}" for seat in "ABCDEF" for kind in ("protector", "leader"))
    assert where(draw_osa("truck", {6: crowd}, seats=6), "F.leader") == 6


@pytest.mark.parametrize("area", [1, 2, 3, 4, 5])
def test_osa_4_an_area_has_six_notches(area: int) -> None:
    """The sixth of seven monsters finds the last notch; the seventh goes to the parking lot."""
    there = {area: "A.leader B.leader", 6: "C.leader D.leader A.protector"}
    table = draw_osa(
        "arrival", there, dice=[area] * 4, monsters={area: 2, 6: 1},
        options={"parking_notches": None},
    )  # fmt: skip
    dice = next(each for each in facts(table, "zombies_came") if each["cause"] == "dice")
    assert dice["places"] == [area] * 4
    table = draw_osa("arrival", there, dice=[area] * 4, monsters={area: 3}, seed=1)
    assert came(table)["dice"] == [area, area, area, 6]


def test_osa_5_strength_votes_and_points() -> None:
    """Protector 2/1/5, Leader 1/2/3, Crybaby 1/1/7, Klutz 1/1/1."""
    table = {c.id: (c.strength, 1 + c.extra_votes, c.points) for c in OSA.characters}
    assert table == {
        "protector": (2, 1, 5),
        "leader": (1, 2, 3),
        "crybaby": (1, 1, 7),
        "klutz": (1, 1, 1),
    }


def test_osa_6_four_dice_and_later_six() -> None:
    """Six dice: four at the start, two in the cold room."""
    assert (OSA.dice, OSA.most_dice) == (4, 6)


def test_osa_7_nine_kinds_of_items_and_twenty_three_cards() -> None:
    """Three of each but one Molotov cocktail and one pair of keys (GAP-O-4)."""
    assert {card.id: card.count for card in OSA.cards} == {
        "walkie_talkie": 3,
        "energy_drink": 3,
        "gun": 3,
        "tin_can": 3,
        "baseball_bat": 3,
        "chainsaw": 3,
        "molotov": 1,
        "rotten_meat": 3,
        "truck_keys": 1,
    }


def test_gap_o_7_each_die_shows_one_to_six() -> None:
    """Over seeds every area's number comes up, and nothing else."""
    faces = {
        face
        for seed in range(30)
        for face in facts(engine.new_table("osaczeni", 4, seed), "placement_rolled")[0]["dice"]
    }
    assert faces == set(range(1, 7))


# --- OSA-8 to OSA-12: the table is laid ---


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_osa_8_all_areas_are_open_and_the_items_shuffled(seats: int) -> None:
    """Nothing is closed, whatever the number of players; 23 cards in another order each time."""
    decks = []
    for seed in (1, 2):
        table = engine.new_table("osaczeni", seats, seed)
        assert not any(place.closed for place in table.view(None).places)
        decks.append(fact(table, "deck_shuffled")["cards"])
    assert decks[0] != decks[1]
    assert Counter(decks[0]) == Counter({card.id: card.count for card in OSA.cards})


def test_osa_9_four_dice_are_with_the_badge() -> None:
    """The cold room is empty, and two of the six dice lie on it."""
    data = engine.new_table("osaczeni", 4, 1).view_data(None)
    assert (data["cold_room"], data["dice_count"]) == (0, 4)


def test_osa_10_badge_and_victim_token_go_to_two_players() -> None:
    """Lots stand in for the oldest and the youngest: every pair of two comes up, no single one."""
    pairs = set()
    for seed in range(80):
        view = engine.new_table("osaczeni", 3, seed).view(None)
        pairs.add((view.chief, view.victim_token))
    assert pairs == {(a, b) for a in "ABC" for b in "ABC" if a != b}


@pytest.mark.parametrize(("seats", "each"), [(3, 4), (4, 3), (5, 3), (6, 3)])
def test_osa_11_four_characters_each_with_three_players_else_three(seats: int, each: int) -> None:
    """12, 12, 15 and 18 characters; the Klutz plays with three players only."""
    table = setup([[6] * each] * seats + [[6, 6, 6, 6]], seats=seats)
    there = [c for place in table.view(None).places for c in place.characters]
    assert len(there) == seats * each
    assert sum(c.character == "klutz" for c in there) == (3 if seats == 3 else 0)


def test_osa_12_everybody_is_dealt_one_item_in_secret() -> None:
    """Each seat hears of its own card alone, and 19 are left for four players."""
    table = engine.new_table("osaczeni", 4, 1)
    view = table.view(None)
    assert (set(view.hand_sizes.values()), view.deck_size) == ({1}, 19)
    heard = [e for e in table.heard_by("A") if e.type == "card_received"]
    assert [e.data()["player"] for e in heard] == ["A"]


# --- OSA-13: starting areas ---


def test_osa_13_the_badge_begins_and_each_places_all_at_once() -> None:
    """From badge holder C clockwise; each rolls as many dice as characters, before all eyes."""
    table = setup([[1, 2, 4]] * 4 + [[6, 6, 6, 6]], badge="C")
    rolled = facts(table, "placement_rolled")
    assert [each["player"] for each in rolled] == ["C", "D", "A", "B"]
    assert {len(each["dice"]) for each in rolled} == {3}
    placed = [each["player"] for each in facts(table, "character_placed")]
    assert placed == [seat for seat in "CDAB" for _ in range(3)]


def test_osa_13_a_die_and_a_character_are_chosen_together() -> None:
    """Two equal dice are one choice; each die serves exactly one character."""
    table = draw_osa("setup", chance={"dice": [[2, 5, 2]]})
    kinds = ("protector", "leader", "crybaby")
    assert options(table, "A") == [f"{die}-{kind}" for die in (2, 5) for kind in kinds]
    answer(table, "A", "2-leader")
    assert options(table, "A") == [f"{die}-{kind}" for die in (2, 5) for kind in kinds[::2]]
    answer(table, "A", "2-crybaby")
    assert where(table, "A.protector") == 5
    assert asked(table) == [("B", "assign_start")]


def test_osa_13_who_finds_no_free_space_goes_to_the_parking_lot() -> None:
    """Area 1 has three spaces: the fourth to come stands in area 6, and nobody chooses."""
    table = setup([[1, 1, 1], [1, 2, 2], [2, 2, 4], [4, 4, 4], [6, 6, 6, 6]])
    assert [where(table, f"A.{kind}") for kind in ("protector", "leader", "crybaby")] == [1, 1, 1]
    assert where(table, "B.protector") == 6


# --- OSA-14: starting monsters ---

PLACED = {"dice": [[1, 1, 3], [1, 3, 4], [3, 5, 5], [6, 6, 2], [1, 3, 5, 5]]}
"""Protector, Leader and Crybaby of A, B, C, D by the first option: the lowest die first."""


def test_osa_14_one_monster_for_each_die() -> None:
    """Two equal dice bring two, as in the text's example."""
    table = setup(PLACED["dice"])
    assert came(table)["start"] == [1, 3, 5, 5]
    assert fact(table, "setup_dice_rolled")["dice"] == [1, 3, 5, 5]


def test_osa_14_then_one_at_every_area_with_most_crybabies() -> None:
    """The Crybabies stand in 3, 4, 5 and 6: one monster at each."""
    table = setup(PLACED["dice"])
    assert [where(table, f"{seat}.crybaby") for seat in "ABCD"] == [3, 4, 5, 6]
    assert came(table)["noise"] == [3, 4, 5, 6]


def test_osa_14_then_one_at_every_area_with_most_characters() -> None:
    """Areas 1 and 3 hold three characters each: one monster at each, and the sums are right."""
    table = setup(PLACED["dice"])
    assert came(table)["crowd"] == [1, 3]
    assert [each["cause"] for each in facts(table, "zombies_came")] == ["start", "noise", "crowd"]
    assert zombies(table) == {1: 2, 3: 3, 4: 1, 5: 3, 6: 1}


def test_osa_14_the_parking_lot_counts_for_both() -> None:
    """All stand in area 6: it attracts one monster by noise and one by the crowd."""
    table = setup([[6, 6, 6]] * 4 + [[1, 2, 3, 4]])
    assert zombies(table) == {1: 1, 2: 1, 3: 1, 4: 1, 6: 2}
