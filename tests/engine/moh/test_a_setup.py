"""MOH-1 to MOH-11: components and set-up."""

from collections import Counter

import pytest

import engine
from tests.engine.helpers import answer, asked, draw, events, options, until, where, zombies

MOH = engine.ruleset("moh")
EMPTY_BOARD = {3: 12, 4: 12, 5: 15, 6: 18}
"""Characters in all, by number of players (MOH-6)."""


def deck(*top: str) -> list[str]:
    """Return all 21 cards with these on top."""
    every = Counter({card.id: card.count for card in MOH.cards})
    return [*top, *(every - Counter(top)).elements()]


def place_all(table: engine.Table) -> None:
    """Take the first option until no character is left to place."""
    while asked(table) and asked(table)[0][1] == "place_character":
        seat = asked(table)[0][0]
        answer(table, seat, options(table, seat)[0])


# --- MOH-1 to MOH-5: what there is ---


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_moh_1_three_to_six_play(seats: int) -> None:
    """Each number of players from three to six makes a table."""
    assert len(engine.new_table("moh", seats, 1).seats) == seats


@pytest.mark.parametrize("seats", [0, 2, 7])
def test_moh_1_fewer_than_three_or_more_than_six_do_not_play(seats: int) -> None:
    """Two or seven players are refused, with the bounds in the message."""
    with pytest.raises(engine.RulesetError, match="3 to 6"):
        engine.new_table("moh", seats, 1)


def test_moh_2_locations_and_capacities() -> None:
    """Six locations: numbers, names and the characters they hold."""
    assert [(p.number, p.name, p.capacity) for p in MOH.places] == [
        (1, "Restrooms", 3),
        (2, "Cachou", 4),
        (3, "Megatoys", 4),
        (4, "Parking Lot", None),
        (5, "Security HQ", 3),
        (6, "Supermarket", 6),
    ]


def test_moh_2_each_special_location_has_its_number() -> None:
    """Parking 4, HQ 5, Supermarket 6, the closed shop 2."""
    assert tuple(MOH.roles.values()) == (4, 5, 6, 2)


def test_moh_2_total_space_outside_the_parking_lot() -> None:
    """Twenty characters find room, sixteen where the shop is closed."""
    room = {p.number: p.capacity for p in MOH.places if p.capacity is not None}
    assert sum(room.values()) == 20
    assert sum(room.values()) - room[MOH.roles["shop"]] == 16


def test_moh_3_points_strength_and_votes() -> None:
    """Pin-Up 7/1/1, Tough Guy 5/2/1, Gunman 3/1/2, Little Girl 1/1/1."""
    table = {c.id: (c.points, c.strength, 1 + c.extra_votes) for c in MOH.characters}
    assert table == {
        "pin_up": (7, 1, 1),
        "tough_guy": (5, 2, 1),
        "gunman": (3, 1, 2),
        "little_girl": (1, 1, 1),
    }


def test_moh_3_a_tough_guy_takes_one_space() -> None:
    """Two Tough Guys leave room for a third character: strength takes no space."""
    table = draw(
        "movement",
        {1: "A.tough_guy B.tough_guy", 4: "A.pin_up B.pin_up C.tough_guy"},
        seats=3,
        dice=[4, 4, 4, 4],
        destinations={"A": 3, "B": 3, "C": 1},
    )
    answer(table, "A", "pin_up")
    answer(table, "B", "pin_up")
    assert where(table, "C.tough_guy") == 1


def test_moh_4_cards_and_their_numbers() -> None:
    """Twenty-one cards: three of each kind, and six weapons, one of each."""
    assert {card.id: card.count for card in MOH.cards} == {
        "threat": 3,
        "camera": 3,
        "sprint": 3,
        "hardware": 3,
        "hidden": 3,
        "shotgun": 1,
        "chainsaw": 1,
        "grenades": 1,
        "pistol": 1,
        "fire_axe": 1,
        "baseball_bat": 1,
    }
    assert sum(card.count for card in MOH.cards) == 21


def test_moh_4_weapons_kill_two_or_one() -> None:
    """Shotgun, Chainsaw and Grenades kill up to two; Pistol, Fire Axe and Bat one."""
    assert {card.id: card.kills for card in MOH.cards if card.kills} == {
        "shotgun": 2,
        "chainsaw": 2,
        "grenades": 2,
        "pistol": 1,
        "fire_axe": 1,
        "baseball_bat": 1,
    }


def test_moh_5_four_dice_with_the_locations_on_their_faces() -> None:
    """Four dice; over many seeds each face from 1 to 6 comes up, and no other."""
    rolls = [draw("arrival", {4: "A.pin_up B.pin_up"}, seed=seed) for seed in range(40)]
    faces = [events(table, "dice_rolled")[0].data()["dice"] for table in rolls]
    assert MOH.dice == 4
    assert {len(roll) for roll in faces} == {4}
    assert {face for roll in faces for face in roll} == set(range(1, 7))


# --- MOH-6, MOH-7: by number of players ---


@pytest.mark.parametrize(("seats", "total"), EMPTY_BOARD.items())
def test_moh_6_characters_in_play(seats: int, total: int) -> None:
    """Twelve, twelve, fifteen and eighteen characters are placed."""
    table = engine.new_table("moh", seats, 3)
    place_all(table)
    placed = Counter(event.data()["player"] for event in events(table, "character_placed"))
    assert placed == dict.fromkeys(table.seats, total // seats)
    assert sum(len(place.characters) for place in table.view(None).places) == total


@pytest.mark.parametrize(("seats", "girls"), [(3, 3), (4, 0), (5, 0), (6, 0)])
def test_moh_6_little_girls_play_with_three_players_only(seats: int, girls: int) -> None:
    """Each of three players has a Little Girl, nobody at a larger table."""
    table = engine.new_table("moh", seats, 3)
    place_all(table)
    kinds = [event.data()["character"] for event in events(table, "character_placed")]
    assert kinds.count("little_girl") == girls
    assert {kinds.count(kind) for kind in ("pin_up", "tough_guy", "gunman")} == {seats}


def test_moh_6_the_first_three_colours() -> None:
    """Three players have yellow, red and blue (GAP-M-2: given out as they join)."""
    assert MOH.colours[:3] == ("yellow", "red", "blue")
    assert len(set(MOH.colours)) == 6


@pytest.mark.parametrize(("seats", "closed"), [(3, [2]), (4, [2]), (5, []), (6, [])])
def test_moh_7_location_2_is_closed_with_three_or_four(seats: int, closed: list[int]) -> None:
    """Four players leave the shop closed, five have it open."""
    table = engine.new_table("moh", seats, 1)
    assert [p.number for p in table.view(None).places if p.closed] == closed


# --- MOH-8, MOH-9: the badge and the cards ---


def test_moh_8_the_first_chief_is_drawn_and_not_elected() -> None:
    """The first Chief is a player at the table and has the badge without an election."""
    table = engine.new_table("moh", 5, 4)
    view = table.view(None)
    assert view.chief in table.seats
    assert not view.chief_elected


def test_moh_9_each_player_is_dealt_one_card_face_down() -> None:
    """One card each in Chief order from the top; seventeen are left with four players."""
    top = ["threat", "camera", "sprint", "hardware"]
    table = draw("setup", seats=4, chief="C", deck=deck(*top))
    hands = {seat: list(table.view(seat).hand) for seat in table.seats}
    assert hands == {"C": ["threat"], "D": ["camera"], "A": ["sprint"], "B": ["hardware"]}
    assert table.view(None).deck_size == 17


def test_moh_9_a_dealt_card_is_known_to_its_owner_alone() -> None:
    """Others and the public see the number of cards, not their faces."""
    table = draw("setup", seats=4, deck=deck("threat", "camera", "sprint", "hardware"))
    heard = [e.data()["player"] for e in table.heard_by("B") if e.type == "card_received"]
    assert heard == ["B"]
    assert table.view(None).hand == ()
    assert dict(table.view("B").hand_sizes) == dict.fromkeys("ABCD", 1)


@pytest.mark.parametrize("seats", [3, 6])
def test_moh_9_the_rest_is_the_deck(seats: int) -> None:
    """Twenty-one cards less one for each player."""
    assert engine.new_table("moh", seats, 1).view(None).deck_size == 21 - seats


# --- MOH-10: placing characters ---


def test_moh_10_one_character_a_turn_round_the_table() -> None:
    """In Chief order, each places one before anybody places a second."""
    table = draw("setup", seats=5, chief="D")
    place_all(table)
    order = [event.data()["player"] for event in events(table, "character_placed")]
    assert order == ["D", "E", "A", "B", "C"] * 3


def test_moh_10_one_die_of_two_and_any_unplaced_character() -> None:
    """The options are the unplaced characters times the locations of the dice."""
    table = draw("setup", seats=5, chance={"dice": [[6, 3], [1, 1]]})
    assert options(table, "A") == [
        "pin_up-3", "pin_up-6", "tough_guy-3", "tough_guy-6", "gunman-3", "gunman-6",
    ]  # fmt: skip
    answer(table, "A", "gunman-6")
    assert where(table, "A.gunman") == 6
    assert options(table, "B") == ["pin_up-1", "tough_guy-1", "gunman-1"]


def test_moh_10_a_placed_character_is_not_offered_again() -> None:
    """The second turn offers the two that are left."""
    table = draw("setup", seats=3, chance={"dice": [[6, 6], [6, 6], [6, 6], [3, 3]]})
    for seat in "ABC":
        answer(table, seat, "tough_guy-6")
    assert options(table, "A") == ["pin_up-3", "gunman-3", "little_girl-3"]


def test_moh_10_the_dice_are_public() -> None:
    """Everybody perceives the two dice of each character."""
    table = draw("setup", seats=4, chance={"dice": [[6, 3]]})
    rolled = [e.data() for e in table.heard_by("D") if e.type == "placement_rolled"]
    assert rolled == [{"player": "A", "dice": [6, 3]}]


def test_moh_10_a_full_location_forces_the_other_die() -> None:
    """Three characters fill the Restrooms; with room for one more they may still be chosen."""
    rolls = [[1, 1], [1, 1], [1, 3], [1, 3]]
    table = draw("setup", seats=4, chance={"dice": rolls})
    answer(table, "A", "pin_up-1")
    answer(table, "B", "pin_up-1")
    assert "pin_up-1" in options(table, "C")
    answer(table, "C", "pin_up-1")
    assert options(table, "D") == ["pin_up-3", "tough_guy-3", "gunman-3"]


def test_moh_10_two_full_dice_leave_any_location_with_room() -> None:
    """When both dice show full locations, every open one with room can be chosen."""
    rolls = [[1, 1], [1, 1], [1, 1], [1, 1]]
    table = draw("setup", seats=5, chance={"dice": rolls})
    for seat in "ABC":
        answer(table, seat, "pin_up-1")
    places = {option.rpartition("-")[2] for option in options(table, "D")}
    assert places == {"2", "3", "4", "5", "6"}


def test_moh_10_the_parking_lot_is_never_full() -> None:
    """All twelve characters of a table of four find room there."""
    table = draw("setup", seats=4, chance={"dice": [[4, 4]] * 12})
    place_all(table)
    assert {event.data()["place"] for event in events(table, "character_placed")} == {4}


def test_gap_m_3_a_setup_die_on_the_closed_shop_counts_as_full() -> None:
    """With four players a 2 can't be used: the other die is."""
    table = draw("setup", seats=4, chance={"dice": [[2, 6]]})
    assert options(table, "A") == ["pin_up-6", "tough_guy-6", "gunman-6"]


def test_gap_m_3_two_setup_dice_on_the_closed_shop_leave_the_choice() -> None:
    """With four players a pair of twos lets choose any open location with room."""
    table = draw("setup", seats=4, chance={"dice": [[2, 2]]})
    places = {option.rpartition("-")[2] for option in options(table, "A")}
    assert places == {"1", "3", "4", "5", "6"}


def test_moh_10_the_open_shop_takes_characters_with_five() -> None:
    """With five players a 2 is a location like any other."""
    table = draw("setup", seats=5, chance={"dice": [[2, 2]]})
    assert options(table, "A") == ["pin_up-2", "tough_guy-2", "gunman-2"]


# --- MOH-11: the first zombies ---


def first_zombies(seats: int, *dice: int) -> engine.Table:
    """Return a table after its set-up, whose zombie dice were these."""
    rolls = [[4, 4]] * EMPTY_BOARD[seats]
    table = draw("setup", seats=seats, chance={"dice": [*rolls, list(dice)]})
    place_all(table)
    return table


def test_moh_11_one_zombie_for_each_die() -> None:
    """Four dice, four zombies; two equal dice bring two."""
    table = first_zombies(5, 1, 1, 2, 6)
    assert zombies(table) == {1: 2, 2: 1, 6: 1}


def test_moh_11_the_first_dice_are_public() -> None:
    """Everybody perceives the roll."""
    heard = first_zombies(5, 1, 1, 2, 6).heard_by("B")
    assert [e.data()["dice"] for e in heard if e.type == "setup_dice_rolled"] == [[1, 1, 2, 6]]


def test_gap_m_4_a_first_zombie_on_the_closed_shop_does_not_come() -> None:
    """With four players a 2 is ignored and not rolled again."""
    assert zombies(first_zombies(4, 2, 2, 3, 6)) == {3: 1, 6: 1}


def test_moh_11_no_zombie_at_all_when_every_die_is_ignored() -> None:
    """Four twos with four players leave the mall empty of zombies."""
    assert zombies(first_zombies(4, 2, 2, 2, 2)) == {}


def test_moh_12_the_set_up_leads_into_the_truck_of_round_one() -> None:
    """After the last zombie the first round begins with its first phase."""
    table = first_zombies(4, 1, 3, 5, 6)
    until(table, "cast_vote")
    view = table.view(None)
    assert (view.round, view.phase) == (1, "truck")
