"""Scenarios that can't be: the error names the key, what came, and what is possible."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import engine

GOOD: Mapping[str, Any] = {
    "scenario": 1,
    "ruleset": "moh",
    "seats": ["A", "B", "C", "D"],
    "phase": "attack",
    "locations": {"1": ["A.pin_up", "B.tough_guy"], "6": ["C.gunman", "A.gunman", "B.pin_up"]},
}
MOVING: Mapping[str, Any] = {
    **GOOD,
    "phase": "movement",
    "destinations": {"A": 3, "B": 3, "C": 3},
}


def refused(mapping: object) -> str:
    """Return what the error says of a mapping that must not load."""
    with pytest.raises(engine.ScenarioError) as caught:
        engine.load_scenario(mapping)  # type: ignore[arg-type]
    return str(caught.value)


def says(text: str, *parts: str) -> None:
    """The error says all of these."""
    assert [part for part in parts if part not in text] == [], text


def test_the_good_ones_load() -> None:
    """What is changed below is what is wrong below."""
    for mapping in (GOOD, MOVING):
        assert engine.load_scenario(mapping).view(None).round >= 1


@pytest.mark.parametrize("key", ["scenario", "ruleset", "seats", "phase", "locations"])
def test_a_required_key_is_missing(key: str) -> None:
    """The error names the key that is missing, and all that are required."""
    text = refused({name: value for name, value in GOOD.items() if name != key})
    says(text, f"missing {key}", "Required:")


@pytest.mark.parametrize(
    ("key", "near"), [("zombie", "zombies"), ("hand", "hands"), ("cheif", "chief"), ("x", "")]
)
def test_an_unknown_key(key: str, near: str) -> None:
    """The error names the key, all keys, and the nearest."""
    text = refused({**GOOD, key: 1})
    says(text, f"unknown key {key}", "Possible:", "locations", near and f"Did you mean '{near}'?")


@pytest.mark.parametrize(
    ("key", "value", "possible"),
    [
        ("scenario", 2, "1"),
        ("scenario", "1", "1"),
        ("scenario", True, "1"),
        ("ruleset", "moo", "moh"),
        ("ruleset", 7, "a text"),
        ("phase", "atack", "attack"),
        ("phase", "badge", "truck"),
        ("phase", 3, "a text"),
        ("seats", "ABCD", "a list"),
        ("seats", ["A", "B", "C", 4], "a list of names"),
        ("chief", "E", "A, B, C, D"),
        ("chief", 1, "A, B, C, D"),
        ("chief_elected", "yes", "true or false"),
        ("extras_placed", 1, "true or false"),
        ("round", 0, "from 1"),
        ("round", "3", "a whole number"),
        ("round", True, "a whole number"),
        ("closed", 2, "a list"),
        ("closed", [7], "locations 1 to 6"),
        ("closed", [2, 4], "not 4"),
        ("closed", [3], "2 is closed"),
        ("hidden", ["A.pinup"], "SEAT.character"),
        ("hidden", ["A.pin_up", "A.pin_up"], "once"),
        ("hidden", "A.pin_up", "a list"),
        ("zombies", [1, 2], "a table"),
        ("zombies", {"1": -1}, "from 0"),
        ("zombies", {"1": "3"}, "a number"),
        ("zombies", {"0": 3}, "locations 1 to 6"),
        ("hands", ["threat"], "a table"),
        ("hands", {"E": ["threat"]}, "A, B, C, D"),
        ("hands", {"A": ["treat"]}, "threat"),
        ("hands", {"A": ["molotov"]}, "shotgun"),
        ("deck", ["treat"], "threat"),
        ("revenge", ["E"], "A, B, C, D"),
        ("revenge", {"D": 3}, "a list of seats"),
        ("last_deaths", {"D": 9}, "locations 1 to 6"),
        ("last_deaths", {"E": 3}, "A, B, C, D"),
        ("last_deaths", {"C": 3}, "eliminated players"),
        ("last_deaths", ["D"], "a table"),
        ("options", {"floor": True}, "threat_absent"),
        ("options", {"zombie_player": "twice"}, "every_round"),
        ("options", ["zombie_player"], "a table"),
        ("locations", ["A.pin_up"], "a table"),
        ("locations", {"7": ["A.pin_up"]}, "locations 1 to 6"),
        ("locations", {"1": ["A.little_girl"]}, "SEAT.character"),
        ("locations", {"1": ["E.pin_up"]}, "SEAT.character"),
        ("locations", {"1": ["A.pin_up"], "3": ["A.pin_up"]}, "once"),
        ("locations", {"1": "A.pin_up"}, "a list"),
        ("locations", {"1": [["A.pin_up"]]}, "SEAT.character"),
        ("hidden", [{}], "SEAT.character"),
        ("hands", {"A": "threat"}, "a list"),
        ("deck", "threat", "a list"),
        ("chance", [1], "a table"),
        ("chance", {"dice": [[1, 2, 3]]}, "4 faces from 1 to 6"),
        ("chance", {"dice": [[1, 2, 3, 7]]}, "4 faces from 1 to 6"),
        ("chance", {"dice": 3}, "a list"),
        ("chance", {"lots": ["E"]}, "A, B, C, D"),
        ("chance", {"coins": []}, "dice, lots"),
        ("said", "hello", "a list"),
    ],
)
def test_a_value_that_does_not_fit(key: str, value: object, possible: str) -> None:
    """The error names the key and says what is possible."""
    says(refused({**GOOD, key: value}), key.removesuffix("s"), possible)


@pytest.mark.parametrize(
    "seats",
    [["A", "B"], list("ABCDEFG"), ["A", "B", "A"], ["A", "B", "all"], ["A", "B", "x.y"],
     ["A", "B", "x=y"], ["A", "B", ""], ["A", "B", "x" * 25]],
)  # fmt: skip
def test_seats_that_can_t_sit_down(seats: list[str]) -> None:
    """Too few, too many, twice, reserved, or a name that is not possible."""
    text = refused({**GOOD, "seats": seats, "locations": {"1": ["A.pin_up"]}})
    says(text, "seat")


@pytest.mark.parametrize("place", ["1", "3", "5", "6"])
def test_more_characters_than_find_room(place: str) -> None:
    """One more than the capacity is refused, the capacity itself is not; the error names both."""
    room = {"1": 3, "3": 4, "5": 3, "6": 6}[place]
    crowd = [f"{seat}.{kind}" for seat in "ABCD" for kind in ("pin_up", "gunman")]
    assert engine.load_scenario({**GOOD, "locations": {place: crowd[:room]}})
    text = refused({**GOOD, "locations": {place: crowd[: room + 1]}})
    says(text, f"locations.{place}", str(room))


def test_nobody_stands_and_nothing_waits_at_a_closed_location() -> None:
    """Closed location 2 has neither characters nor zombies."""
    says(refused({**GOOD, "locations": {"2": ["A.pin_up"]}}), "locations", "closed")
    says(refused({**GOOD, "zombies": {"2": 1}}), "zombies", "closed")
    says(refused({**GOOD, "closed": [2, 3], "zombies": {"3": 1}}), "zombies", "closed")


@pytest.mark.parametrize(
    ("keys", "named"),
    [
        ({"hands": {"A": ["threat"] * 4}}, ["hands", "3 threat"]),
        ({"hands": {"A": ["pistol"], "B": ["pistol"]}}, ["hands", "1 pistol"]),
        ({"hands": {"A": ["threat"]}, "deck": ["threat"] * 3}, ["deck", "3 threat"]),
        ({"hands": {"A": ["hidden"] * 3}, "hidden": ["A.pin_up"]}, ["hands", "3 hidden"]),
    ],
)
def test_more_cards_than_there_are(keys: dict[str, object], named: list[str]) -> None:
    """Hands, deck and Hidden cards on characters together have no more than the game."""
    says(refused({**GOOD, **keys}), *named)


def test_the_dead_neither_hide_nor_lead() -> None:
    """A hidden character lives, and so does the Chief."""
    says(refused({**GOOD, "hidden": ["C.pin_up"]}), "hidden", "C.pin_up", "living")
    says(refused({**GOOD, "chief": "D"}), "chief", "'D'", "living")


def test_the_living_take_no_revenge() -> None:
    """Only eliminated players place zombies."""
    says(refused({**GOOD, "revenge": ["C"]}), "revenge", "'C'", "eliminated")


@pytest.mark.parametrize("phase", ["truck", "chief", "arrival", "destinations", "attack"])
def test_destinations_are_for_phase_movement(phase: str) -> None:
    """In every other phase they are refused."""
    says(refused({**MOVING, "phase": phase}), "destinations", phase)


@pytest.mark.parametrize(
    ("goals", "named"),
    [
        (None, "destinations"),
        ({"A": 3, "B": 3}, "destinations"),
        ({"A": 3, "B": 3, "C": 3, "D": 3}, "destinations"),
        ({"A": 3, "B": 3, "C": 6}, "destinations.C"),
        ({"A": 2, "B": 3, "C": 3}, "destinations.A"),
        ({"A": 7, "B": 3, "C": 3}, "destinations"),
        ({"A": 3, "B": 3, "E": 3}, "destinations"),
    ],
)
def test_phase_movement_needs_a_legal_destination_for_each_living_player(
    goals: dict[str, int] | None, named: str
) -> None:
    """Missing, too many, closed, no location, or where all own characters stand."""
    mapping = {key: value for key, value in MOVING.items() if key != "destinations"}
    if goals is not None:
        mapping["destinations"] = goals
    says(refused(mapping), named)


@pytest.mark.parametrize("phase", ["truck", "chief", "arrival", "attack"])
@pytest.mark.parametrize(("key", "value"), [("dice", [1, 2, 3, 4]), ("dice_seen_by", ["A"])])
def test_dice_under_the_box_are_for_two_phases(phase: str, key: str, value: list[object]) -> None:
    """Only destinations and movement begin with rolled dice."""
    says(refused({**GOOD, "phase": phase, key: value}), key, phase)


@pytest.mark.parametrize("dice", [[1, 2, 3], [0, 1, 2, 3], [1, 2, 3, 7], "1234", [1, 2, 3, True]])
def test_dice_have_four_faces_from_1_to_6(dice: object) -> None:
    """Anything else is refused."""
    says(refused({**GOOD, "phase": "destinations", "dice": dice}), "dice", "4 faces")


@pytest.mark.parametrize("seats", [["E"], ["A", "A"], "A"])
def test_who_has_seen_the_dice_is_a_list_of_seats(seats: object) -> None:
    """Each seat once; nobody looks twice."""
    text = refused({**GOOD, "phase": "destinations", "dice_seen_by": seats})
    says(text, "dice_seen_by")


@pytest.mark.parametrize("phase", ["truck", "chief"])
def test_nobody_is_elected_before_the_election(phase: str) -> None:
    """`chief_elected` is for the phases after it."""
    says(refused({**GOOD, "phase": phase, "chief_elected": True}), "chief_elected", phase)


@pytest.mark.parametrize("phase", ["truck", "chief", "arrival", "destinations"])
def test_extras_stand_only_in_an_attack(phase: str) -> None:
    """`extras_placed` is for phase attack."""
    says(refused({**GOOD, "phase": phase, "extras_placed": True}), "extras_placed", "attack")


@pytest.mark.parametrize(
    ("key", "value"),
    [("locations", {"1": ["A.pin_up"]}), ("zombies", {"1": 1}), ("hands", {"A": ["threat"]}),
     ("closed", [2]), ("revenge", ["A"]), ("chief_elected", True), ("deck", ["threat"])],
)  # fmt: skip
def test_a_scenario_of_the_set_up_has_no_position(key: str, value: object) -> None:
    """In phase setup nothing stands, and a deck is the whole deck."""
    start = {key: GOOD[key] for key in ("scenario", "ruleset", "seats")} | {"phase": "setup"}
    assert engine.load_scenario(start).view(None).round == 0
    says(refused({**start, key: value}), key)


def test_a_scenario_is_a_table_of_keys() -> None:
    """A file that can't be read, no TOML, or a list: the error says so and names the file."""
    says(refused("nowhere.toml"), "nowhere.toml", "can't be read")
    says(refused(Path("nowhere.toml")), "nowhere.toml")


def test_a_file_that_is_no_toml(tmp_path: Path) -> None:
    """The error names the file and the line."""
    path = tmp_path / "broken.toml"
    path.write_text("scenario = 1\nseats = = 4\n", encoding="utf-8")
    says(refused(path), "broken.toml", "line 2")
    path.write_bytes(b"\xff\xfe")
    says(refused(path), "broken.toml")


def test_an_error_in_a_file_is_the_same_as_in_a_mapping(tmp_path: Path) -> None:
    """The same text for the same mistake."""
    path = tmp_path / "late.toml"
    path.write_text('scenario = 2\nruleset = "moh"\nseats = ["A", "B", "C"]\nphase = "setup"\n')
    same = {"scenario": 2, "ruleset": "moh", "seats": ["A", "B", "C"], "phase": "setup"}
    assert refused(path) == refused(same)
    path.write_text(path.read_text(), encoding="utf-8-sig")  # a mark before it is none of it
    assert refused(path) == refused(same)


@pytest.mark.parametrize("seed", [[1], {"a": 1}, None, True, 1.5])
def test_a_seed_is_a_number_or_a_text(seed: object) -> None:
    """Anything else is refused: the seed stands in the transcript as a text."""
    says(refused({**GOOD, "seed": seed}), "seed")


def test_an_option_of_a_scenario_is_named_like_its_key() -> None:
    """The error says which option, what came, and what may stand there."""
    text = refused({**GOOD, "options": {"give_to_dead": "yes"}})
    says(text, "give_to_dead", "'yes'", "true, false")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"phase": "destinations", "dice_seen_by": ["D"]}, "dice_seen_by"),
        ({"revenge": ["D", "D"]}, "revenge"),
        ({"closed": ["2"]}, "closed"),
        ({"said": [3]}, "said"),
        ({"locations": {1: ["A.pin_up"], "1": ["B.pin_up"]}}, "locations"),
    ],
)
def test_what_contradicts_itself_is_refused(change: dict[str, object], words: str) -> None:
    """Dead lookers, doubled seats, texts for numbers and a location written twice are refused."""
    board = {"locations": {1: ["A.pin_up"], 3: ["B.pin_up"], 4: ["C.pin_up"]}}
    says(refused({**GOOD, **board, **change}), words)


@pytest.mark.parametrize("given", [None, [1], 3])
def test_what_is_no_table_of_keys_is_refused(given: object) -> None:
    """A scenario is a path or a mapping, and nothing else."""
    says(refused(given), "table of keys")
