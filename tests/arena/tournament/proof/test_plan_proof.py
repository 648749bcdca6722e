"""Plans that planning makes are proven step by step; edited ones are not."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from arena.tournament.config import config_of
from arena.tournament.extend import config_from, extended, planned_against
from arena.tournament.plan import PLANNING, Plan
from arena.tournament.planning import planned
from arena.tournament.proof.plan_proof import Findings, check_plan
from tests.arena.tournament.plan.plans import BOTS, QUIET, config, of_models, plan

TRUE = Findings(problems=())
FOUR = {each: BOTS[each] for each in ("house", "liar", "honest", "greedy")}
"""Entrants of 12 games."""


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"arms": [QUIET], "replicates": 3},
        {"rulesets": ["moh", "osaczeni"], "seats": [3, 4], "replicates": 2, "arms": [QUIET]},
        {"blind": False},
        {"entrants": {"a": "house", "b": "random"}, "seats": [5], "copies": True, "replicates": 2},
    ],
    ids=["plain", "arms", "strata", "own names", "copies"],
)
def test_what_was_planned_at_once_is_proven(given: dict[str, Any]) -> None:
    assert check_plan(plan(**given)) == TRUE


def test_models_and_their_personas_are_proven() -> None:
    assert check_plan(planned(of_models())) == TRUE


def test_a_plan_that_was_extended_in_every_way_is_proven() -> None:
    """By entrants, rounds and arms, one after the other and together."""
    grown = plan()
    for given in (
        {"entrants": {"dan": "random"}},
        {"entrants": {"eve": "random", "fay": "house"}, "replicates": 2},
    ):
        grown = extended(grown, config_from(grown, **given))  # type: ignore[arg-type]
        assert check_plan(grown) == TRUE
    data = {
        **grown.config, "name": grown.name, "seed": grown.seed, "arms": [QUIET],
        "entrants": {name: each.model_dump() for name, each in grown.entrants.items()},
    }  # fmt: skip
    grown = extended(grown, config_of(data, "test.toml"))
    assert check_plan(grown) == TRUE
    grown = extended(grown, config_from(grown, entrants={"gus": "house"}, replicates=1))
    assert check_plan(grown) == TRUE


@pytest.mark.slow
def test_parts_of_rounds_are_proven_however_many_commands_planned_them() -> None:
    """Begun, gone on with, completed by newcomers, and under an arm."""
    grown = plan(games=20)
    for games in (31, 47):
        data = {key: each for key, each in grown.config.items() if key != "replicates"}
        there = {name: each.model_dump() for name, each in grown.entrants.items()}
        given = {"name": "test", "seed": "s", "entrants": there, "games": games}
        grown = extended(grown, config_of({**data, **given}, "test.toml"))
        assert len(grown.games) == games
        assert check_plan(grown) == TRUE
    grown = extended(grown, config_from(grown, entrants={"dan": "random"}))
    assert check_plan(grown) == TRUE
    arms = plan(games=40, arms=[QUIET])
    assert len(arms.games) == 39
    assert check_plan(arms) == TRUE
    shorter = arms.model_copy(update={"games": arms.games[:-3], "config": {**arms.config}})
    del shorter.config["games"]
    assert check_plan(shorter).problems


def test_newcomers_against_a_pool_are_proven() -> None:
    """And those who come later."""
    against = planned_against(
        config(entrants={"new": "random", "newer": "house"}, replicates=2), plan()
    )
    assert check_plan(against) == TRUE
    later = extended(against, config_from(against, entrants={"newest": "house"}, replicates=1))
    assert check_plan(later) == TRUE


def edited(change: Callable[[dict[str, Any]], object], **given: Any) -> Findings:
    """Return what is said of a plan that was changed by hand."""
    data = json.loads(plan(**{"entrants": FOUR, **given}).dumped())
    change(data)
    return check_plan(Plan.model_validate_json(json.dumps(data)))


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda data: data["games"].pop(), "lacks 1 game that planning makes, from g0012 on"),
        (lambda data: data["games"].pop(0), "has g0002 (moh.control, b001, round 1"),
        (lambda data: data["games"][5].update(block="b009"), "has g0006 (moh.control, b009"),
        (lambda data: data["games"][5].update(replicate=2), ", and planning makes g000"),
        (lambda data: data["games"][0].update(seed="1"), "g0001 with a seed that does not come"),
        (lambda data: data.update(seed="1"), "g0001 with a seed that does not come"),
        (lambda data: data["games"][0]["clockwise"].reverse(), "and planning makes g0001"),
        (lambda data: data["entrants"].update(zed={"spec": "house"}), "who plays no game, zed"),
        (lambda data: data["entrants"]["house"].update(person=True), "has house as a person"),
        (lambda data: data["config"].update(replicates=2), "has 1 round, and its config says"),
        (lambda data: data["config"].update(arms=[QUIET]), "has no condition for arm null of moh"),
        (lambda data: data["conditions"]["moh.control"]["table"]["talk"].update(whispers=False),
         "talk.whispers was True and is False"),
        (lambda data: data["conditions"]["moh.control"].update(epoch="0"), "has no epoch 0"),
        (lambda data: next(iter(data["epochs"].values()))["parts"].update(revision=0),
         "has an epoch"),
        (lambda data: data.update(revision=PLANNING + 1), f"the last one is {PLANNING}"),
        (lambda data: data["config"].update(seats="five"), "can't be planned again: "),
    ],
    ids=[
        "last", "first", "block", "round", "seed", "plan's seed", "swap", "entrant", "person",
        "replicates", "arms", "talk", "epoch", "parts", "revision", "config",
    ],
)  # fmt: skip
def test_what_was_changed_is_named(change: Callable[[dict[str, Any]], object], named: str) -> None:
    found = edited(change)
    assert any(named in each for each in found.problems), found


def test_a_plan_of_before_there_were_revisions_is_not_planned_again() -> None:
    """That is said; what is wrong all the same is named."""

    def old(data: dict[str, Any]) -> None:
        del data["revision"]
        data["games"].pop()

    found = edited(old)
    assert found == Findings(problems=(), unproven=("the schedule, which another version planned",))


def test_the_revision_is_no_part_of_a_plan_s_digest() -> None:
    """Pools that were planned before keep theirs."""
    made = plan()
    assert made.model_copy(update={"revision": None}).digest() == made.digest()
    assert b"revision" not in made.model_copy(update={"revision": None}).dumped().split(b"\n")[2]
