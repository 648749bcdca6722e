"""Which questions are secret: a table by rules.md, and no list of the code (MOH-12, OSA-19)."""

from collections import Counter

import pytest

import engine
from engine.testing.conformance import Random, step
from tests.breadth import EACH_RULESET
from tests.engine.test_secrecy import played_by

CARDS = {
    # M-D2, M-D11, M-D6: own playable cards, the Camera too; M-D5: what lies in the truck;
    # M-D10: a move, or a Sprint
    "moh": {"play_vote_card", "play_attack_card", "use_camera", "distribute_truck", "move"},
    # O-D2, O-D11: own Guns and cards; O-D6, O-D10; O-D5: what lies in the truck; O-D9: a move,
    # which follows on the last question about a drink without anything that all see between
    "osaczeni": {
        "play_item", "use_walkie_talkie", "energy_drink", "distribute_truck", "move",
    },
}  # fmt: skip
"""Questions whose options are cards, or that tell when one about cards was answered (rules.md
sections 13 and 20): hands are their owners' alone to know (sections 12 and 19)."""
DESTINATIONS = {"announce_destination", "choose_destination"}
"""Questions to which a Sprint adds an option under `sprint_same_dest` (GAP-M-24)."""


def is_secret(table: engine.Table, asked: engine.Decision) -> bool:
    """Tell by the rules, and by what everybody knows, whether a question is secret."""
    if asked.kind in DESTINATIONS:
        return bool(table.options.get("sprint_same_dest", False))
    return asked.kind in CARDS[engine.ruleset(table.ruleset).family]


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_a_question_is_secret_where_it_may_tell_of_cards(ruleset: str) -> None:
    """Under all options, in games of all sizes: by public facts alone."""
    found: Counter[bool] = Counter()
    for seed, options in played_by(ruleset):
        table = engine.new_table(ruleset, 3 + seed % 4, seed, options)
        draw = Random(f"{seed} secret")
        while not table.is_over:
            for asked in table.pending():
                assert asked.secret is is_secret(table, asked), (asked, options)
                found[asked.secret] += 1
            step(table, draw)
    assert min(found[True], found[False]) > 100


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_only_a_secret_question_is_put_with_one_option(ruleset: str) -> None:
    """And those that are about cards alone are, sooner or later: being asked tells of none."""
    alone = set[str]()
    for seed, options in played_by(ruleset):
        table = engine.new_table(ruleset, 3 + seed % 4, seed, options)
        draw = Random(f"{seed} alone")
        while not table.is_over:
            for asked in table.pending():
                assert asked.secret or len(asked.options) > 1, asked
                if len(asked.options) == 1:
                    alone.add(asked.kind)
            step(table, draw)
    assert alone >= CARDS[engine.ruleset(ruleset).family] - {"distribute_truck", "move"}
