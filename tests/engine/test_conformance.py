"""Every ruleset keeps the kernel's promises, with its defaults and with every option set."""

import pytest

import engine
from engine.testing import check_ruleset
from tests.engine.helpers import EACH_RULESET

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
CHOSEN = [
    (ruleset, options)
    for ruleset in engine.rulesets()
    for options in OPTIONS[engine.ruleset(ruleset).family]
]
FIRST = {"moh", "osaczeni"}
"""A ruleset of each family, for the usual run; CI takes all."""


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


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_a_ruleset_keeps_every_promise(ruleset: str) -> None:
    """Random games of 3 to 6 seats break none of the promises."""
    check_ruleset(ruleset, games=2)


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [pytest.param(*each, marks=() if each[0] in FIRST else pytest.mark.slow) for each in CHOSEN],
)
def test_options_keep_every_promise(ruleset: str, options: dict[str, object]) -> None:
    """The promises hold whatever options a table chooses."""
    odd = CHOSEN.index((ruleset, options)) % 2
    check_ruleset(ruleset, seats=(3 + odd, 5 + odd), games=1, options=options)
