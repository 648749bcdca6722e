"""Every ruleset keeps the kernel's promises, with its defaults and with every option set."""

import pytest

import engine
from engine.testing import check_ruleset

OPTIONS: tuple[dict[str, object], ...] = (
    {"first_chief": "B", "hidden_in_elections": True, "threat_absent": True},
    {"seating": "random", "sprint_same_dest": True, "zombie_player": "every_round"},
    {"give_to_dead": False, "camera_by_elected_chief": True, "zombie_supply": 12},
    {"vote_timeout": "self", "zombie_supply": 30},
)


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_a_ruleset_keeps_every_promise(ruleset: str) -> None:
    """Random games of 3 to 6 seats break none of the promises."""
    check_ruleset(ruleset, games=4)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_options_keep_every_promise(ruleset: str, options: dict[str, object]) -> None:
    """The promises hold whatever options a table chooses."""
    check_ruleset(ruleset, games=1, options=options)
