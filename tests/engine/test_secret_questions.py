"""Which questions are secret: a table by rules.md, and no list of the code (MOH-12, OSA-19)."""

from collections import Counter

import pytest

import engine
from engine.testing.conformance import Random, step
from tests.breadth import EACH_RULESET
from tests.engine.test_secrecy import played_by

CARDS = {
    # M-D2, M-D11, M-D6: own playable cards, the Camera too; M-D5: what lies in the truck
    "moh": {"play_vote_card", "play_attack_card", "use_camera", "distribute_truck"},
    # O-D2, O-D11: own Guns and cards; O-D6, O-D10; O-D5: what lies in the truck
    "osaczeni": {"play_item", "use_walkie_talkie", "energy_drink", "distribute_truck"},
}
"""Questions whose options are cards (rules.md sections 13 and 20), and so are their seat's alone
to know (sections 12 and 19)."""


def is_secret(table: engine.Table, asked: engine.Decision) -> bool:
    """Tell by the rules, and by what everybody sees, whether a question's options are secret."""
    family = engine.ruleset(table.ruleset).family
    public = table.view_data(None)
    match asked.kind:
        case "distribute_truck" if {each.id for each in asked.options} == {"search", "pass"}:
            return False  # whether to look at all: before anybody has seen a card
        case "move" if family == "moh":  # M-D10: a Sprint, of which an empty hand has none
            sizes = public["hand_sizes"]
            assert isinstance(sizes, dict)
            return bool(sizes[asked.seat])
        case "announce_destination" | "choose_destination":  # GAP-M-24: a Sprint adds one
            return bool(table.options.get("sprint_same_dest", False))
        case kind:
            return kind in CARDS[family]


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_a_question_is_secret_where_its_options_depend_on_cards(ruleset: str) -> None:
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
    """And each kind of those is, sooner or later: being asked tells of no card."""
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
    assert alone >= CARDS[engine.ruleset(ruleset).family] - {"distribute_truck"}
