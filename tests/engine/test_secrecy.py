"""Secrecy as a property: what a seat has not learned changes no byte of what reaches it."""

import json
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engine
from engine.testing import Moment, moments, other_world, random_game, what_a_seat_sees

OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {"hidden_in_elections": True, "threat_absent": True},
    {"sprint_same_dest": True, "zombie_player": "every_round", "give_to_dead": False},
    {"camera_by_elected_chief": True, "zombie_supply": 12, "vote_timeout": "self"},
)


def compare(saved: dict[str, object], moment: Moment, name: str) -> tuple[str, ...]:
    """Assert that the seat perceives the same in another world; return what was changed."""
    world = other_world(saved, moment, name)
    here = what_a_seat_sees(moment.table, moment.seat)
    there = what_a_seat_sees(world.table, moment.seat)
    if "ballots" in world.changed:  # some others have answered: they are no longer asked
        here.pop("who is asked"), there.pop("who is asked")
    assert there == here, (moment.seat, moment.decision, world.changed)
    return world.changed


@settings(max_examples=50, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_what_a_seat_has_not_learned_changes_nothing_that_it_perceives(
    ruleset: str, data: st.DataObject
) -> None:
    """At any question of any seat the other world looks the same to that seat, byte for byte."""
    seats = data.draw(st.integers(3, 6), label="seats")
    seed = data.draw(st.integers(0, 10_000), label="seed")
    options = data.draw(st.sampled_from(OPTIONS), label="options")
    floors = data.draw(st.booleans(), label="floors")
    saved = json.loads(json.dumps(random_game(ruleset, seats, seed, options, floors=floors).save()))
    all_moments = list(moments(saved))
    for at in data.draw(
        st.lists(st.integers(0, len(all_moments) - 1), min_size=6, max_size=6, unique=True)
    ):
        compare(saved, all_moments[at], f"world {at}")


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_who_looks_on_learns_nothing_either(ruleset: str) -> None:
    """At every stop, seats that are not asked see the same in the other world too."""
    for seed in range(3):
        saved = json.loads(json.dumps(random_game(ruleset, 3 + seed, seed).save()))
        for at, moment in enumerate(moments(saved, watchers=True)):
            if at % 4 == seed % 4 or moment.table.pending()[0].kind == "distribute_truck":
                compare(saved, moment, f"world {at}")


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_the_worlds_really_differ(ruleset: str) -> None:
    """Over a few games every kind of secret is changed, at every kind of question."""
    changed: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for seed in range(8):
        saved = json.loads(json.dumps(random_game(ruleset, 3 + seed % 4, seed).save()))
        for at, moment in enumerate(moments(saved)):
            kind = next(d.kind for d in moment.table.pending() if d.id == moment.decision)
            if at % 3 == 0 or kind == "place_revenge_zombie":
                changed.update(compare(saved, moment, f"world {seed} {at}"))
                kinds[kind] += 1
    assert set(changed) >= {"cards", "dice", "destinations", "ballots", "chance"}
    assert set(kinds) >= {
        "place_character", "play_vote_card", "cast_vote", "cast_revote", "distribute_truck",
        "use_camera", "announce_destination", "choose_destination", "move", "play_attack_card",
        "choose_victim",
    }  # fmt: skip
