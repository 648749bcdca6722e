"""Secrecy as a property: what a seat has not learned changes no byte of what reaches it."""

import json
import re
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engine
from engine.testing import Moment, moments, other_world, random_game, what_a_seat_sees
from tests.breadth import EACH_RULESET, FAMILIES, breadth

OPTIONS: dict[str, tuple[dict[str, object], ...]] = {
    "moh": (
        {},
        {"hidden_in_elections": True, "threat_absent": True},
        {"sprint_same_dest": True, "zombie_player": "every_round", "give_to_dead": False},
        {"camera_by_elected_chief": True, "zombie_supply": 12, "vote_timeout": "self"},
        {"seating": "random", "first_chief": "C", "threat_absent": True},
        {"truck_optional": True, "second_tie": "character", "end_moment": "at_once"},
        {"threat_absent": True, "attack_cards_absent": True, "dead_may_play_cards": True},
        {"sprint_character": "mover", "sprint_to_chosen": False, "attack_cards_absent": "parking"},
        {"sprint_same_dest": True, "sprint_to_chosen": False, "end_moment": "met_in_round"},
        {
            "zombie_place": "last_death",
            "zombie_player": "every_round",
            "revenge_moment": "round_end",
        },
    ),
    "osaczeni": (
        {},
        {"discussion": "lap", "candidates": "anyone"},
        {"drink_timing": "any_time", "gun_without_voter": True, "give_to_dead": False},
        {"drink_to_parking": False, "cold_rows": "1,1,1", "vote_timeout": "uniform"},
        {"first_badge": "C", "deck": "5,5,4,0,0,1,1,6,1"},
    ),
}
KINDS: dict[str, set[str]] = {
    "moh": {
        "place_character", "play_vote_card", "cast_vote", "cast_revote", "distribute_truck",
        "use_camera", "announce_destination", "choose_destination", "move", "play_attack_card",
        "choose_victim",
    },
    "osaczeni": {
        "assign_start", "play_item", "point_at", "break_tie", "distribute_truck",
        "use_walkie_talkie", "announce_destination", "choose_destination", "move", "energy_drink",
        "choose_victim",
    },
}  # fmt: skip
"""What is asked in any few games of a family."""


def family(ruleset: str) -> str:
    """Return the family of a ruleset."""
    return engine.ruleset(ruleset).family


def played_by(ruleset: str) -> list[tuple[int, dict[str, object]]]:
    """Return sets of options with their places: an only ruleset plays all, others every other."""
    alike = [each for each in engine.rulesets() if family(each) == family(ruleset)]
    step = min(2, len(alike))
    return list(enumerate(OPTIONS[family(ruleset)]))[alike.index(ruleset) % step :: step]


def compare(saved: dict[str, object], moment: Moment, name: str) -> tuple[str, ...]:
    """Assert that the seat perceives the same in another world; return what was changed."""
    asked = tuple(decision.seat for decision in moment.table.pending())
    here = what_a_seat_sees(moment.table, moment.seat)
    world = other_world(saved, moment, name)
    there = what_a_seat_sees(world.table, moment.seat)
    assert there == here, (moment.seat, moment.decision, world.changed)
    assert world.asked == asked, (moment.seat, moment.decision, world.changed)
    return world.changed


@settings(max_examples=10, suppress_health_check=list(HealthCheck))
@given(data=st.data())
@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_a_few_games_look_the_same_in_other_worlds(ruleset: str, data: st.DataObject) -> None:
    """The next test in short, for the usual run."""
    compare_a_game(ruleset, data)


@pytest.mark.slow
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(data=st.data())
@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_what_a_seat_has_not_learned_changes_nothing_that_it_perceives(
    ruleset: str, data: st.DataObject
) -> None:
    """At any question of any seat the other world looks the same to that seat, byte for byte."""
    compare_a_game(ruleset, data)


def compare_a_game(ruleset: str, data: st.DataObject) -> None:
    """Draw a game and six of its moments, and compare each with another world.

    With them come the first two at which destinations are chosen and secret: a drawn one is rare.
    """
    seats = data.draw(st.integers(3, 6), label="seats")
    seed = data.draw(st.integers(0, 10_000), label="seed")
    options = data.draw(st.sampled_from(OPTIONS[family(ruleset)]), label="options")
    floors = data.draw(st.booleans(), label="floors")
    saved = json.loads(json.dumps(random_game(ruleset, seats, seed, options, floors=floors).save()))
    all_moments = list(moments(saved))
    drawn = data.draw(
        st.lists(st.integers(0, len(all_moments) - 1), min_size=6, max_size=6, unique=True)
    )
    secret = [at for at, each in enumerate(all_moments) if kind_of(each) == "place_revenge_zombie"]
    for at in {*drawn, *secret[:2]}:
        compare(saved, all_moments[at], f"world {at}")


def kind_of(moment: Moment) -> str:
    """Return the kind of the question that a moment is about."""
    return next(each.kind for each in moment.table.pending() if each.id == moment.decision)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_who_looks_on_learns_nothing_either(ruleset: str) -> None:
    """At every stop, floors and the end included, seats that are not asked see the same too."""
    for seed, options in played_by(ruleset):
        table = random_game(ruleset, 3 + seed % 4, seed, options, floors=True)
        saved = json.loads(json.dumps(table.save()))
        for at, moment in enumerate(moments(saved, watchers=True)):
            kinds = {decision.kind for decision in moment.table.pending()}
            floor = moment.table.floor
            rare = "distribute_truck" in kinds or (floor is not None and floor.kind == "gift")
            if at % 7 == seed % 7 or rare or moment.table.is_over:
                compare(saved, moment, f"world {at}")


@pytest.mark.parametrize("phase", ["truck", "arrival", "destinations", "movement", "attack"])
def test_a_scenario_keeps_its_secrets(phase: str) -> None:
    """Other hands, the deck, unseen dice and others' destinations change nothing that A sees."""
    board: dict[str, object] = {
        "scenario": 1, "ruleset": "moh", "seats": ["A", "B", "C", "D"], "phase": phase, "round": 2,
        "locations": {
            1: ["A.pin_up", "B.pin_up"], 4: ["A.gunman", "B.gunman", "C.pin_up"],
            5: ["C.gunman", "D.gunman"],
        },
        "zombies": {1: 2, 4: 1},
    }  # fmt: skip
    hands = {"A": ["sprint"], "B": ["threat", "camera"], "C": ["pistol"], "D": []}
    others = {"A": ["sprint"], "B": ["hardware", "sprint"], "C": ["threat"], "D": []}
    one: dict[str, object] = {**board, "seed": 1, "hands": hands, "deck": ["camera", "threat"]}
    two: dict[str, object] = {**board, "seed": 2, "hands": others, "deck": ["pistol", "camera"]}
    if phase in {"destinations", "movement"}:
        one |= {"dice": [1, 2, 3, 4], "dice_seen_by": ["B"]}
        two |= {"dice": [6, 6, 6, 6], "dice_seen_by": ["B"]}
    if phase == "movement":  # revealed at once: the same destinations, told to nobody before
        one["destinations"] = two["destinations"] = {"A": 3, "B": 6, "C": 1, "D": 1}
        two["dice"] = one["dice"]
    tables = [engine.load_scenario(each, floors=True) for each in (one, two)]
    played = {event.type for event in tables[0].events} & {"card_received", "deck_shuffled"}
    assert len(played) == 2
    first, second = (what_a_seat_sees(table, "A") for table in tables)
    # The cards that nobody holds and that are not in the deck have been played, face up.
    assert _without_played(first) == _without_played(second)


def _without_played(seen: dict[str, str]) -> dict[str, str]:
    gone = re.compile(r'"played": \[[^]]*\]')
    return {door: gone.sub("", text) for door, text in seen.items()}


@pytest.mark.parametrize(
    ("ruleset", "each"),
    breadth(
        [*((each, 8) for each in FAMILIES), *((each, 3) for each in engine.rulesets())],
        [(each, 8) for each in FAMILIES],
    ),
)
def test_the_worlds_really_differ(ruleset: str, each: int) -> None:
    """Over a few games every kind of secret is changed, at every kind of question."""
    changed: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for seed in range(8):
        saved = json.loads(json.dumps(random_game(ruleset, 3 + seed % 4, seed).save()))
        for at, moment in enumerate(moments(saved)):
            kind = kind_of(moment)
            if at % each == 0 or kind == "place_revenge_zombie":
                changed.update(compare(saved, moment, f"world {seed} {at}"))
                kinds[kind] += 1
    # Between choice and reveal only a zombie's place is asked for, where it is asked for.
    asks = engine.ruleset(ruleset).options_in_force.get("zombie_player_optional", False)
    assert set(changed) >= {"cards", "dice", "ballots", "chance"}
    assert ("destinations" in changed) is asks
    assert set(kinds) >= KINDS[family(ruleset)]


def test_a_drawn_character_is_the_same_in_other_worlds() -> None:
    """The lot of a second tie is public: other worlds draw the same character (MOH-22)."""
    drawn = 0
    for seed in range(400):
        table = random_game("moh-de", 6, seed)
        if not any(e.type == "player_chosen" and e.data()["by"] == "lot" for e in table.events):
            continue
        saved = json.loads(json.dumps(table.save()))
        *_, last = moments(saved, watchers=True)
        compare(saved, last, f"world {seed}")
        drawn += 1
        if drawn == 2:
            break
    assert drawn == 2


def test_a_public_lock_tells_of_a_sprint_in_every_world() -> None:
    """GAP-M-24: B has locked where all his characters stand, so that A knows of his Sprint."""
    options: dict[str, object] = {
        "sprint_same_dest": True, "sprint_to_chosen": False, "end_moment": "met_in_round",
    }  # fmt: skip
    saved = json.loads(json.dumps(random_game("moh", 3, 8, options, floors=True).save()))
    locked = [
        moment
        for moment in moments(saved, watchers=True)
        if moment.table.view(None).phase == "movement" and moment.seat == "A"
    ]
    assert locked
    for at, moment in enumerate(locked):
        compare(saved, moment, f"lock {at}")
