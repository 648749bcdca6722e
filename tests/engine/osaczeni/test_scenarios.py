"""Scenarios of Osaczeni: every key, its default, and what is refused."""

from collections.abc import Mapping
from typing import Any

import pytest

import engine
from tests.engine.helpers import events, until, zombies
from tests.engine.osaczeni.boards import draw_osa, fact, facts

SEATS = ("A", "B", "C", "D")
EVERYTHING: Mapping[str, Any] = {
    "scenario": 1,
    "ruleset": "osaczeni",
    "seats": list(SEATS),
    "seed": 5,
    "round": 3,
    "phase": "movement",
    "badge": "B",
    "badge_elected": True,
    "victim_token": "D",
    "closed": [2],
    "deck": ["molotov", "gun"],
    "cold_room": 4,
    "dice": [1, 1, 5, 6, 6],
    "dice_seen_by": ["B"],
    "options": {"drink_timing": "any_time"},
    "locations": {"1": ["A.crybaby", "B.protector"], "4": ["C.leader", "A.leader"]},
    "monsters": {"1": 4, "6": 2},
    "hands": {"A": ["gun", "chainsaw"], "B": []},
    "destinations": {"A": 3, "B": 3, "C": 3},
    "chance": {"dice": [[1, 1, 5, 6, 2]], "lots": []},
    "said": [{"speaker": "A", "to": "all", "text": "Trust me.", "claims": []}],
}
GOOD: Mapping[str, Any] = {
    "scenario": 1,
    "ruleset": "osaczeni",
    "seats": list(SEATS),
    "phase": "attack",
    "locations": {"1": ["A.crybaby", "B.protector"], "6": ["C.leader", "A.leader", "B.crybaby"]},
}
MOVING: Mapping[str, Any] = {
    **GOOD,
    "phase": "movement",
    "destinations": {"A": 3, "B": 3, "C": 3},
}
SETUP: Mapping[str, Any] = {
    "scenario": 1, "ruleset": "osaczeni", "seats": list(SEATS), "phase": "setup",
}  # fmt: skip


def refused(mapping: object) -> str:
    """Return what the error says of a mapping that must not load."""
    with pytest.raises(engine.ScenarioError) as caught:
        engine.load_scenario(mapping)  # type: ignore[arg-type]
    return str(caught.value)


def says(text: str, *parts: str) -> None:
    """The error says all of these."""
    assert [part for part in parts if part not in text] == [], text


# --- what loads ---


def test_every_key_of_the_format_loads() -> None:
    """Each key shows in the position that is laid out."""
    view = engine.load_scenario(EVERYTHING).view("A")
    assert (view.ruleset, view.seats, view.round) == ("osaczeni", SEATS, 3)
    assert (view.chief, view.chief_elected, view.victim_token) == ("B", True, "D")
    assert (view.cold_room, view.eliminated) == (4, ("D",))
    assert (view.hand, view.deck_size) == (("gun", "chainsaw"), 2)
    assert view.hand_sizes == {"A": 2, "B": 0, "C": 0, "D": 0}
    assert (view.dice, view.dice_seen_by) == ((1, 1, 5, 6, 6), ("B",))
    assert [place.number for place in view.places if place.closed] == [2]
    assert zombies(engine.load_scenario(EVERYTHING)) == {1: 4, 6: 2}
    assert len(view.played) == 23 - 2 - 2
    assert view.destinations == {"A": 3, "B": 3, "C": 3, "D": None}


def test_the_least_scenario_has_the_defaults() -> None:
    """Round 1, badge with the first seat, token with the second, all else nothing."""
    view = engine.load_scenario({**GOOD, "phase": "truck"}).view(None)
    assert (view.round, view.chief, view.chief_elected, view.victim_token) == (1, "A", False, "B")
    assert (view.cold_room, view.deck_size, view.played) == (0, 23, ())
    assert set(view.hand_sizes.values()) == {0}


def test_the_token_goes_to_another_than_the_badge_by_default() -> None:
    """With badge holder B the first seat has it."""
    assert draw_osa("dawn", {6: "B.leader"}, badge="B").view(None).victim_token == "A"


def test_hidden_characters_have_their_card_on_them() -> None:
    """The Rotten meat is neither in the deck nor in a hand: it is played."""
    table = draw_osa("attack", {1: "A.leader"}, hidden=["A.leader"])
    assert fact(table, "mall_set")["played"] == ["rotten_meat"]
    assert table.view(None).deck_size == 22


@pytest.mark.parametrize("phase", ["destinations", "movement", "arrival"])
def test_the_dice_lie_under_the_hatch_from_the_destinations_on(phase: str) -> None:
    """Given or rolled, as many as the cold room has freed."""
    there = {6: "A.leader B.leader C.leader D.leader A.protector"}
    keys: dict[str, object] = {}
    if phase == "movement":
        keys["destinations"] = {"A": 1, "B": 1, "C": 1, "D": 2}
    table = draw_osa(phase, there, cold_room=4, **keys)
    assert len(facts(table, "dice_rolled")[0]["dice"]) == 5


def test_forced_rolls_follow_the_number_of_dice() -> None:
    """Four dice are forced in round 1, and five in round 2 after the fourth victim."""
    there = {1: "A.leader", 5: "B.leader C.leader D.leader A.protector B.protector"}
    table = draw_osa("attack", there, monsters={1: 2}, cold_room=3,
                     chance={"dice": [[1, 2, 3, 4, 5]]})  # fmt: skip
    until(table, "choose_destination")
    assert fact(table, "dice_rolled")["dice"] == [1, 2, 3, 4, 5]


def test_a_forced_roll_of_the_wrong_size_is_refused_when_it_is_used() -> None:
    """Four dice are forced where five are needed: the error says so."""
    there = {5: "A.leader B.leader C.leader D.leader A.protector"}
    text = refused({**_plain("badge", there), "cold_room": 4, "chance": {"dice": [[1] * 4]}})
    says(text, "chance.dice", "5")


def _plain(phase: str, locations: dict[int, str]) -> dict[str, Any]:
    there = {str(area): who.split() for area, who in locations.items()}
    return {**GOOD, "phase": phase, "locations": there}


def test_set_up_rolls_are_forced_in_order() -> None:
    """Three dice for each of four players, then four for the monsters, then the rounds'."""
    rolls = [[1, 2, 4], [1, 2, 4], [5, 5, 5], [2, 4, 6], [6, 6, 6, 6]]
    table = engine.load_scenario({**SETUP, "chance": {"dice": rolls}})
    until(table, "choose_destination")
    rolled = [each["dice"] for each in facts(table, "placement_rolled")]
    assert [*rolled, fact(table, "setup_dice_rolled")["dice"]] == rolls


# --- the set-up: badge and victim token ---


@pytest.mark.parametrize(
    ("keys", "badge", "token"),
    [
        ({}, "A", "B"),
        ({"badge": "B"}, "B", "A"),
        ({"victim_token": "A"}, "B", "A"),
        ({"victim_token": "C"}, "A", "C"),
        ({"badge": "C", "victim_token": "D"}, "C", "D"),
        ({"options": {"first_badge": "B"}}, "B", "A"),
        ({"options": {"first_victim": "A"}}, "B", "A"),
        ({"badge": "B", "options": {"first_badge": "B"}}, "B", "A"),
    ],
)
def test_the_set_up_begins_with_these_two(keys: dict[str, Any], badge: str, token: str) -> None:
    """What is left out is the first seat that is not the other's."""
    view = engine.load_scenario({**SETUP, **keys}).view(None)
    assert (view.chief, view.victim_token) == (badge, token)


def test_the_set_up_may_draw_them() -> None:
    """`random` says so in words."""
    chance = {"first_badge": "random", "first_victim": "random"}
    pairs = set()
    for seed in range(40):
        view = engine.load_scenario({**SETUP, "seed": seed, "options": chance}).view(None)
        pairs.add((view.chief, view.victim_token))
    assert len(pairs) == 12


@pytest.mark.parametrize(
    ("keys", "parts"),
    [
        ({"badge": "C", "victim_token": "C"}, ["victim_token is 'C'", "A, B, D"]),
        ({"badge": "A", "options": {"first_badge": "B"}}, ["badge is 'A'", "'B'"]),
        ({"victim_token": "A", "options": {"first_victim": "B"}}, ["victim_token is 'A'", "'B'"]),
    ],
)
def test_the_set_up_refuses_what_contradicts_itself(keys: dict[str, Any], parts: list[str]) -> None:
    """One player for both, or a key that says otherwise than its option."""
    says(refused({**SETUP, **keys}), *parts)


# --- what is refused ---


def test_the_good_ones_load() -> None:
    """What is changed below is what is wrong below."""
    for mapping in (GOOD, MOVING, SETUP):
        assert engine.load_scenario(mapping).view(None).ruleset == "osaczeni"


@pytest.mark.parametrize(
    ("word", "key"),
    [("badge", "chief"), ("badge_elected", "chief_elected"), ("monsters", "zombies")],
)
def test_one_word_for_a_thing_and_the_rulebooks_is_read_too(word: str, key: str) -> None:
    """The keys are those of a view, in both games; badge and monsters say the same."""
    other = {key if name == word else name: value for name, value in EVERYTHING.items()}
    assert set(other) ^ set(EVERYTHING) == {word, key}
    one, two = engine.load_scenario(EVERYTHING), engine.load_scenario(other)
    assert one.events == two.events
    assert one.view_data("A") == two.view_data("A")
    text = refused({**EVERYTHING, key: EVERYTHING[word]})
    says(text, f"{key} and {word} are both given. Possible: one of them.")


def test_an_error_names_the_word_that_was_given() -> None:
    """Not the other word for it."""
    wrong = {"1": 7}
    says(refused({**GOOD, "monsters": wrong}), "monsters is 7")
    given = {name: value for name, value in GOOD.items() if name != "monsters"}
    says(refused({**given, "zombies": wrong}), "zombies is 7")


@pytest.mark.parametrize("key", ["scenario", "ruleset", "seats", "phase", "locations"])
def test_a_required_key_is_missing(key: str) -> None:
    """The error names it."""
    text = refused({name: value for name, value in GOOD.items() if name != key})
    says(text, f"missing {key}", "Required:")


@pytest.mark.parametrize(
    ("key", "near"),
    [("revenge", ""), ("extras_placed", ""), ("monster", "monsters"), ("bagde", "badge"),
     ("cold_rom", "cold_room"), ("last_deaths", ""), ("cheif", "chief"), ("zombis", "zombies")],
)  # fmt: skip
def test_an_unknown_key(key: str, near: str) -> None:
    """Keys of Mall of Horror among them; the error names the nearest."""
    says(refused({**GOOD, key: 1}), f"unknown key {key}", "Possible:", near)


@pytest.mark.parametrize(
    ("key", "value", "possible"),
    [
        ("scenario", 2, "1"),
        ("phase", "chief", "badge"),
        ("phase", 3, "a text"),
        ("seats", "ABCD", "a list"),
        ("seed", [1], "a whole number or a text"),
        ("badge", "E", "A, B, C, D"),
        ("badge", "D", "a living character"),
        ("badge_elected", "yes", "true or false"),
        ("victim_token", "E", "A, B, C, D"),
        ("victim_token", 1, "A, B, C, D"),
        ("round", 0, "from 1"),
        ("closed", [6], "not 6"),
        ("closed", [7], "locations 1 to 6"),
        ("closed", [1], "nobody at a closed location"),
        ("cold_room", -1, "from 0"),
        ("cold_room", "2", "a whole number"),
        ("cold_room", 8, "at most 7"),
        ("hidden", ["A.pin_up"], "SEAT.character"),
        ("hidden", ["D.leader"], "living characters"),
        ("hidden", ["A.leader", "A.leader"], "once"),
        ("monsters", [1, 2], "a table"),
        ("monsters", {"1": -1}, "from 0"),
        ("monsters", {"0": 1}, "locations 1 to 6"),
        ("monsters", {"1": 7}, "at most 6 at area 1"),
        ("monsters", {"6": 7}, "at most 6 at area 6"),
        ("monsters", dict.fromkeys("12345", 6), "at most 25 in all"),
        ("hands", {"E": ["gun"]}, "A, B, C, D"),
        ("hands", {"A": ["gnu"]}, "Did you mean 'gun'"),
        ("hands", {"A": ["threat"]}, "walkie_talkie"),
        ("hands", {"A": ["molotov"], "B": ["molotov"]}, "at most 1 molotov"),
        ("deck", ["threat"], "walkie_talkie"),
        ("deck", ["gun"] * 4, "at most 3 gun"),
        ("dice", [1, 2, 3, 4], "with phases destinations, movement, arrival"),
        ("dice_seen_by", ["A"], "with phases destinations, movement, arrival"),
        ("options", {"zombie_supply": 3}, "monster_supply"),
        ("options", {"discussion": "free"}, "loop, lap"),
        ("locations", {"1": ["A.klutz"]}, "SEAT.character"),
        ("locations", {"7": ["A.leader"]}, "locations 1 to 6"),
        ("locations", {"1": ["A.leader", "B.leader", "C.leader", "D.leader"]}, "at most 3"),
        ("destinations", {"A": 3}, "with phase movement, not attack"),
        ("chance", {"dice": [[1, 2, 3]]}, "4 faces from 1 to 6"),
        ("chance", {"dice": [[1] * 7]}, "4 faces from 1 to 6"),
        ("chance", {"lots": ["E"]}, "A, B, C, D"),
        ("said", "hello", "a list"),
    ],
)
def test_a_value_that_does_not_fit(key: str, value: object, possible: str) -> None:
    """The error names the key, says what came and what is possible."""
    text = refused({**GOOD, key: value})
    says(text, key.removesuffix("s"), possible, "Possible:")


@pytest.mark.parametrize(
    ("goals", "named"),
    [
        (None, "destinations"),
        ({"A": 3, "B": 3}, "destinations"),
        ({"A": 3, "B": 3, "C": 3, "D": 3}, "destinations"),
        ({"A": 3, "B": 3, "C": 6}, "destinations.C"),
        ({"A": 7, "B": 3, "C": 3}, "destinations"),
    ],
)
def test_phase_movement_needs_a_legal_destination_for_each_who_chooses(
    goals: dict[str, int] | None, named: str
) -> None:
    """Missing, too many, where all own characters stand, or no area."""
    mapping = {key: value for key, value in MOVING.items() if key != "destinations"}
    if goals is not None:
        mapping["destinations"] = goals
    says(refused(mapping), named)


def test_a_closed_destination_is_refused() -> None:
    """Area 3 is closed."""
    says(refused({**MOVING, "closed": [3]}), "destinations.A is 3", "open locations")


def test_gap_o_35_who_has_no_legal_destination_has_none_in_a_scenario() -> None:
    """All but the parking lot is closed: the movement begins without destinations."""
    start = {
        **_plain("movement", {6: "A.leader B.leader C.leader D.leader A.crybaby"}),
        "closed": [1, 2, 3, 4, 5],
    }
    table = engine.load_scenario(start)
    assert events(table, "character_moved") == []
    says(refused({**start, "destinations": {"A": 6}}), "destinations")


@pytest.mark.parametrize(("victims", "dice"), [(4, [1, 1, 1, 1]), (0, [1, 1, 1, 1, 1])])
def test_dice_are_as_many_as_the_cold_room_says(victims: int, dice: list[int]) -> None:
    """Five after the fourth victim, four before."""
    mapping = {**MOVING, "cold_room": victims, "dice": dice}
    says(refused(mapping), "dice is", f"{5 if victims else 4} faces")


@pytest.mark.parametrize("phase", ["truck", "badge"])
def test_nobody_is_elected_before_the_vote(phase: str) -> None:
    """`badge_elected` is for the phases after it."""
    says(refused({**GOOD, "phase": phase, "badge_elected": True}), "badge_elected", phase)


@pytest.mark.parametrize("phase", ["truck", "badge", "destinations", "arrival", "dawn"])
def test_rotten_meat_hides_in_the_attack_alone(phase: str) -> None:
    """`hidden` is for phase attack."""
    says(refused({**GOOD, "phase": phase, "hidden": ["A.leader"]}), "hidden", phase)


@pytest.mark.parametrize(
    ("key", "value"),
    [("locations", {"1": ["A.leader"]}), ("monsters", {"1": 1}), ("hands", {"A": ["gun"]}),
     ("closed", [2]), ("cold_room", 1), ("badge_elected", True), ("deck", ["gun"]),
     ("hidden", ["A.leader"]), ("dice", [1, 1, 1, 1]), ("destinations", {"A": 1}), ("round", 1)],
)  # fmt: skip
def test_a_scenario_of_the_set_up_has_no_position(key: str, value: object) -> None:
    """In phase setup nothing stands, and a deck is the whole deck."""
    says(refused({**SETUP, key: value}), key)


def test_options_change_what_is_possible() -> None:
    """More spaces, more notches, more monsters, another deck: what was refused loads."""
    crowd = ["A.leader", "B.leader", "C.leader", "D.leader"]
    keys = {
        "locations": {"1": crowd, "5": ["A.crybaby"]},
        "monsters": {"6": 9, "1": 6, "2": 6, "3": 6},
        "hands": {"A": ["molotov"] * 2},
        "options": {
            "capacity": "4,4,3,4,6", "parking_notches": 9, "monster_supply": 27,
            "deck": "3,3,3,3,3,2,2,3,1",
        },
    }  # fmt: skip
    table = engine.load_scenario({**GOOD, "phase": "truck", **keys})
    assert sum(zombies(table).values()) == 27
