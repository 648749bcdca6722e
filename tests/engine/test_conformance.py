"""Every ruleset keeps the kernel's promises, with its defaults and with every option set."""

import pytest

import engine
from engine.testing import check_ruleset

OPTIONS: dict[str, tuple[dict[str, object], ...]] = {
    "moh": (
        {"first_chief": "B", "hidden_in_elections": True, "threat_absent": True},
        {"seating": "random", "sprint_same_dest": True, "zombie_player": "every_round"},
        {"give_to_dead": False, "camera_by_elected_chief": True, "zombie_supply": 12},
        {"vote_timeout": "self", "zombie_supply": 30},
        {"setup_die": "free", "setup_zombies": "per_location", "vote_weight": "everybody",
         "gunman_votes": "anywhere", "revote_candidates": "present", "second_tie": "character"},
        {"threat_absent": True, "attack_cards_absent": True, "dead_may_play_cards": True,
         "hardware_in_supermarket": "never", "truck_optional": True, "holds_two": "gunman"},
        {"sprint_same_dest": True, "sprint_character": "mover", "sprint_to_chosen": False,
         "attack_cards_absent": "parking", "empty_parking": "stay", "end_moment": "met_in_round"},
        {"sprint_same_dest": True, "sprint_to_chosen": False, "zombie_place": "last_death",
         "zombie_player": "every_round", "revenge_moment": "round_end", "end_moment": "at_once"},
        {"zombie_place": "last_death", "zombie_player_optional": False, "end_moment": "few_at_once",
         "sprint_character": "mover", "zombie_supply": 12, "truck_optional": True},
    ),
    "osaczeni": (
        {"first_badge": "B", "discussion": "lap", "candidates": "anyone", "cold_rows": "1,1,1"},
        {"first_victim": "C", "drink_timing": "any_time", "gun_without_voter": True,
         "capacity": "1,1,1,1,1", "parking_notches": None},
        {"give_to_dead": False, "drink_to_parking": False, "monster_supply": 6,
         "deck": "0,8,8,1,1,1,1,2,1"},
        {"vote_timeout": "uniform", "monster_supply": None, "parking_notches": 1,
         "unlocked": "2,4,11", "area_names": "glass_lobby,toy_shop,clothes_shop,toilets"},
    ),
}  # fmt: skip
"""By family: each value that is not the default is in force somewhere."""
FIRST = {"moh", "osaczeni"}
USUAL = {("moh", 3), ("osaczeni", 4), ("osaczeni", 5)}
"""A ruleset of each family, for the usual run; CI takes all."""


def marked(case: tuple[object, ...], *, usual: bool) -> object:
    """Return a case for the usual run, or for CI alone."""
    return pytest.param(*case, marks=() if usual else pytest.mark.slow)


GAMES = [
    marked((ruleset, seats), usual=(ruleset, seats) in USUAL)
    for ruleset in engine.rulesets()
    for seats in (3, 4, 5, 6)
]
CHOSEN = [
    marked((ruleset, seats, options), usual=ruleset in FIRST and seats < 5)
    for ruleset in engine.rulesets()
    for at, options in enumerate(OPTIONS[engine.ruleset(ruleset).family])
    for seats in (3 + at % 2, 5 + at % 2)
]


def test_every_option_is_set_to_every_other_value_somewhere() -> None:
    """Each value that is no default of `moh` is in one of the sets of options."""
    facts = engine.ruleset("moh")
    others = {
        (key, value)
        for key, option in facts.options.items()
        for value in option.values or ()
        if value != facts.options_in_force[key]
    }
    assert others <= {pair for options in OPTIONS["moh"] for pair in options.items()}


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
def test_a_ruleset_keeps_every_promise(ruleset: str, seats: int) -> None:
    """Random games of 3 to 6 seats break none of the promises."""
    check_ruleset(ruleset, seats=(seats,), games=2)


@pytest.mark.parametrize(("ruleset", "seats", "options"), CHOSEN)
def test_options_keep_every_promise(ruleset: str, seats: int, options: dict[str, object]) -> None:
    """The promises hold whatever options a table chooses."""
    check_ruleset(ruleset, seats=(seats,), games=1, options=options)
