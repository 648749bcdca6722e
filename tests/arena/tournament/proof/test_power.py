"""Which differences a plan can resolve."""

import json
from dataclasses import asdict
from typing import Any

import pytest

from arena.errors import ConfigError
from arena.tournament.config import TournamentConfig
from arena.tournament.plan import Plan
from arena.tournament.planning import planned
from arena.tournament.power import Case, rated_games, resolution_of
from tests.arena.tournament.ratings.played import rotations


def plan_of(pool: int = 6, **more: Any) -> Plan:
    """Return the plan of a pool at tables of four."""
    return planned(TournamentConfig.model_validate({
        "seed": "1", "entrants": {f"e{at}": "random" for at in range(pool)}, "seats": 4, **more,
    }))  # fmt: skip


def equals(plan: Plan) -> Case:
    """Return what a plan can resolve among equals."""
    return resolution_of(plan).cases[0]


@pytest.mark.slow
def test_the_same_plan_gives_the_same_figures_and_they_are_plain_data() -> None:
    """Everything is drawn from the plan's seed."""
    first, second = (resolution_of(plan_of(replicates=1)) for _ in range(2))
    assert first == second
    assert json.loads(json.dumps(asdict(first)))["games"] == 60


@pytest.mark.slow
def test_where_nothing_is_known_equals_and_a_spread_are_shown() -> None:
    """Those who differ more are found less surely; what a config says takes the place of both."""
    found = resolution_of(plan_of(replicates=1))
    assert [each.spread for each in found.cases] == [0, 150]
    errors = [each.standard_error for each in found.cases]
    assert errors[0] is not None
    assert errors[1] is not None
    assert errors[0] < errors[1]
    assert any("ties" in each for each in found.assumed)
    said = resolution_of(plan_of(replicates=1, assumed={"spread": 80}))
    assert [each.spread for each in said.cases] == [80]


@pytest.mark.slow
def test_strengths_that_the_config_says_are_taken_for_granted() -> None:
    """Who is far above the rest has the widest interval, and often an open one."""
    elo = {"e0": 2700, **{f"e{at}": 1260 for at in range(1, 6)}}
    found = resolution_of(plan_of(replicates=1, assumed={"elo": elo}))
    (case,) = found.cases
    assert found.known == pytest.approx(elo)
    assert case.open["e0"] > 0.5
    assert case.open["e1"] == 0
    less = resolution_of(plan_of(replicates=2, assumed={"elo": {**elo, "e0": 1750}}))
    widths = less.cases[0].widths
    others = [each for name, each in widths.items() if name != "e0" and each is not None]
    assert widths["e0"] is not None
    assert widths["e0"] > max(others)


def test_a_strength_of_nobody_is_refused() -> None:
    """The sentence says who plays."""
    with pytest.raises(ConfigError, match=r"\[assumed\] elo has 'e9' in it. Possible: e0, e1"):
        plan_of(replicates=1, assumed={"elo": {"e9": 1500}})


@pytest.mark.slow
def test_games_that_were_played_say_how_strong_their_entrants_are() -> None:
    """Newcomers are spread around those who are rated; `[assumed]` goes before both."""
    played = rotations(["e0", "e1", "e2", "e3"], 20, strength=[1.0, 0.3, -0.3, -1.0])
    plan = plan_of(5, replicates=1)
    found = resolution_of(plan, played)
    assert [each.spread for each in found.cases] == [150]
    assert found.known.keys() == {"e0", "e1", "e2", "e3"}
    assert found.known["e0"] > found.known["e1"] > 1500 > found.known["e3"]
    assert any("e0, e1, e2, e3 as 80 games" in each for each in found.assumed)
    assert any("ties and seats as in the games" in each for each in found.assumed)
    told = resolution_of(plan_of(5, replicates=1, assumed={"elo": {"e0": 1400}}), played)
    assert told.known["e0"] == pytest.approx(1400)
    assert told.known["e1"] == pytest.approx(found.known["e1"])


@pytest.mark.slow
def test_seats_that_nobody_changes_resolve_nothing() -> None:
    """Where entrants can't be told from seats no difference is found, and there is no interval."""
    plan = plan_of(4, replicates=12)
    kept = tuple(
        row.model_copy(update={"clockwise": tuple(sorted(row.clockwise, key=lambda each: each[1]))})
        for row in plan.games
    )
    case = equals(plan.model_copy(update={"games": kept}))
    assert (case.standard_error, case.difference) == (None, None)
    assert set(case.widths.values()) == {None}


@pytest.mark.slow
def test_only_controls_are_rated() -> None:
    """Arms make a plan longer, and resolve no more of who is stronger."""
    arms = [{"name": "quiet", "talk": {"whispers": False}}]
    plain, crossed = plan_of(replicates=1), plan_of(replicates=1, arms=arms)
    assert len(crossed.games) == 3 * len(plain.games) == 3 * len(rated_games(crossed))
    assert resolution_of(crossed).games == 60


def test_who_never_meet_are_not_compared() -> None:
    """Two halves of a pool that never share a table have no differences between them."""
    plan = plan_of(8, replicates=1)
    half = {*plan.games[0].entrants}
    halves = (half, {*plan.entrants} - half)
    apart = tuple(row for row in plan.games if {*row.entrants} in halves)
    found = resolution_of(plan.model_copy(update={"games": apart}))
    assert len(apart) == 8
    assert not found.linked
    assert found.cases[0].worst is not None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_the_smallest_plan_has_a_resolution(seed: int) -> None:
    """Four games, in many of which somebody always wins or loses, have a finite, large error."""
    found = resolution_of(plan_of(4, replicates=1, seed=str(seed)))
    assert found.games == 4
    error = found.cases[0].standard_error
    assert error is not None
    assert 80 < error < 1000


def test_a_single_seed_has_no_interval() -> None:
    """There is nothing to draw from; and a plan without games resolves nothing."""
    plan = plan_of(4, replicates=1)
    one = plan.model_copy(update={"games": plan.games[:4]})
    assert len({row.seed for row in one.games}) == 1
    assert set(equals(one).widths.values()) == {None}
    none = resolution_of(plan.model_copy(update={"games": ()}))
    assert (none.games, none.cases, none.linked) == (0, (), False)
