"""Extensions and newcomers against a pool: new rows only, under the same epoch or a named one."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.config import TableConfig, table_of
from arena.errors import ConfigError
from arena.settings import TalkRules
from arena.tournament.balance import balance_of
from arena.tournament.config import config_of
from arena.tournament.extend import config_from, extended, planned_against
from arena.tournament.plan import Plan
from arena.tournament.planning import planned, table_data
from tests.arena.tournament.plan.plans import BOTS, MODELS, QUIET, config, of_models, plan

NEW = {"new": "house:liar"}


def rows_of(found: Plan) -> list[bytes]:
    """Return the bytes of each row as `plan.json` has them."""
    return [line.rstrip(b",") for line in found.dumped().splitlines() if line.startswith(b"  {")]


def tables_of(found: Plan, upto: int) -> list[dict[str, object]]:
    """Return the tables of the first rows."""
    return [table_data(found, row) for row in found.games[:upto]]


def only_added(before: Plan, after: Plan) -> bool:
    """Tell whether all earlier rows and their tables are as they were."""
    count = len(before.games)
    return (
        rows_of(after)[:count] == rows_of(before)
        and tables_of(after, count) == tables_of(before, count)
        and len({row.game for row in after.games}) == len(after.games)
    )


# --- extensions ---


def test_more_replicates_are_those_of_a_longer_plan() -> None:
    """A plan of one replicate, extended by two, has the games of a plan of three."""
    short, long = plan(), plan(replicates=3)
    grown = extended(short, config_from(short, replicates=2))
    assert grown.games == long.games
    assert grown.dumped() == long.dumped()


def test_an_extension_by_nothing_is_the_same_plan() -> None:
    """Where a config has nothing new the plan is as it was."""
    found = plan(arms=[QUIET])
    assert extended(found, config_from(found)).dumped() == found.dumped()
    assert extended(found, config(arms=[QUIET])).dumped() == found.dumped()


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(st.integers(3, 14), st.integers(3, 6), st.integers(1, 3), st.integers(0, 1))
def test_extensions_leave_all_rows_as_they_were(
    entrants: int, size: int, newcomers: int, more: int
) -> None:
    """Whatever is added, rows are only added, and newcomers catch up with all others."""
    there = {f"e{at}": "random" for at in range(max(entrants, size))}
    before = plan(entrants=there, seats=[size])
    if "games" in before.config:
        before = extended(before, config_from(before, replicates=1))
    new = {f"n{at}": "house" for at in range(newcomers)}
    after = extended(before, config_from(before, entrants=new, replicates=more))
    assert only_added(before, after)
    played = Counter(name for row in after.games[len(before.games) :] for name in row.entrants)
    first = Counter(name for row in before.games for name in row.entrants)["e0"]
    joined = Counter(
        name
        for row in after.games
        if row.replicate <= before.config["replicates"]
        for name in row.entrants
    )
    assert all(joined[name] == first for name in new)
    assert all(played[name] >= first for name in new)
    assert balance_of(after).split == 0


def test_newcomers_play_under_every_arm() -> None:
    """Rows of newcomers are crossed with the arms as all others are."""
    before = plan(arms=[QUIET])
    after = extended(before, config_from(before, entrants=NEW))
    assert only_added(before, after)
    new = after.games[len(before.games) :]
    assert all("new" in row.entrants for row in new)
    assert len({Counter(row.condition for row in new)[key] for key in after.conditions}) == 1


def test_a_new_arm_plays_the_games_that_there_are() -> None:
    """An arm that is added has every seed and line-up of the control, and brings its null arm."""
    before = plan()
    after = extended(before, config(arms=[QUIET]))
    assert only_added(before, after)
    games = {
        key: [(row.seed, row.clockwise) for row in after.games if row.condition == key]
        for key in after.conditions
    }
    assert games["moh.control"] == games["moh.null"] == games["moh.quiet"]
    assert balance_of(after).split == 0


def test_a_newcomers_model_and_persona_come_into_the_conditions() -> None:
    """A model that joins is called as the config says; nothing changes for those who are there."""
    before = planned(of_models(models={"openai:large-model": {"max_output": 100}}))
    changed = of_models(
        entrants={**MODELS, "house": "house", "new": {"spec": "openai:x", "persona": "bluffer"}},
        models={"openai:large-model": {"max_output": 100}, "openai:x": {"max_output": 200}},
    )
    after = extended(before, changed)
    assert only_added(before, after)
    assert list(after.epochs) == list(before.epochs)
    row = next(row for row in after.games if "new" in row.entrants)
    table = TableConfig.model_validate(table_data(after, row))
    table_of(table)
    assert table.models["openai:x"].max_output == 200
    assert len(table.personas) == 1 + ("small" in row.entrants)


def test_games_as_a_limit_count_those_that_there_are() -> None:
    """`games = 200` of a plan of 60 adds 140; what is begun then is gone on with."""
    before = plan()
    assert len(extended(before, config(games=200)).games) == 200
    assert extended(before, config(games=60)).games == before.games
    some = extended(before, config(games=100))
    assert len(some.games) == 100
    assert len(extended(some, config(games=110)).games) == 110
    assert len(extended(some, config(games=130)).games) == 130
    assert only_added(some, extended(some, config(games=130)))


def test_what_is_added_completes_a_round_that_is_begun_first() -> None:
    """Replicates, somebody new, and a config with more rounds; arms play the games there are."""
    part = plan(games=20)
    assert part.config["games"] == 20
    for after, games in (
        (extended(part, config_from(part, replicates=1)), 60),
        (extended(part, config(replicates=1)), 60),
        (extended(part, config_from(part, replicates=2)), 120),
        (extended(part, config(games=60)), 60),
        (extended(part, config_from(part, entrants=NEW)), 90),
    ):
        assert only_added(part, after)
        assert len(after.games) == games
        assert "games" not in after.config
        assert balance_of(after).split == 0
        first = Counter(name for row in after.games[:60] for name in row.entrants)
        assert set(first.values()) == {30}
    armed = extended(part, config(games=20, arms=[QUIET]))
    assert Counter(row.condition for row in armed.games).total() == 60
    whole = extended(armed, config_from(armed, replicates=1))
    assert len(whole.games) == 180
    assert balance_of(whole).split == 0
    assert extended(part, config_from(part)).dumped() == part.dumped()
    assert extended(part, config(games=20)).dumped() == part.dumped()


def test_a_round_that_is_begun_stays_so_under_a_new_epoch() -> None:
    """Games of another epoch complete none of an earlier one, and are linked by themselves."""
    part = plan(games=20)
    after = extended(part, config(games=30, talk={"turns": 2}), new_epoch=True)
    new = after.games[20:]
    assert len(new) == 10
    assert {row.condition for row in new} == {"moh.control.2"}
    assert {row.seed for row in new}.isdisjoint(row.seed for row in part.games)
    assert {name for row in new[:3] for name in row.entrants} == set(BOTS)


def test_a_part_against_a_pool_is_gone_on_with() -> None:
    """Each game of a part has one newcomer too; completed it is the round there would have been."""
    pool, new = plan(), {"entrants": {"x": "house", "y": "house"}, "seed": "n"}
    part = planned_against(config_of({**new, "games": 7}, "new.toml"), pool)
    whole = planned_against(config_of(new, "new.toml"), pool)
    assert all(len({"x", "y"} & set(row.entrants)) == 1 for row in part.games)
    assert len(part.games) == 7
    after = extended(part, config_from(part, replicates=1))
    assert only_added(part, after)
    assert Counter(frozenset(row.entrants) for row in after.games) == Counter(
        frozenset(row.entrants) for row in whole.games
    )
    late = extended(part, config_from(part, entrants={"late": "house"}))
    assert sum("late" in row.entrants for row in late.games) * 2 == len(whole.games)


def test_how_a_run_goes_on_can_be_changed() -> None:
    """Budget and limits are as the new config says; they are no part of any game."""
    before = plan()
    after = extended(before, config(budget={"hours": 3}))
    assert after.run.budget.hours == 3
    assert after.digest() == before.digest()
    assert after.games == before.games


CHANGES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "somebody is gone": (
        {"entrants": {name: spec for name, spec in BOTS.items() if name != "liar"}},
        ["has no liar", "taken out"],
    ),
    "somebody is another": (
        {"entrants": {**BOTS, "liar": "house"}},
        ["liar is another", "a new name"],
    ),
    "another ruleset": ({"rulesets": ["osaczeni"]}, ["rulesets is ['osaczeni']", "['moh']"]),
    "another size": ({"seats": [4]}, ["seats is [4]", "[3] in the plan"]),
    "not blind any more": ({"blind": False}, ["blind is False"]),
    "another seed": ({"seed": "t"}, ["seed is 't'"]),
    "another talk": (
        {"talk": {"protocol": "off"}},
        ["could not be compared", "talk.protocol was 'simultaneous' and is 'off'", "new epoch"],
    ),
    "another limit": (
        {"limits": {"corrections": 0}},
        ["limits.corrections was 2 and is 0"],
    ),
    "another option": (
        {"rules": {"hidden_in_elections": True}},
        ["options.hidden_in_elections was False and is True"],
    ),
    "another arm of the name": (
        {"arms": [{"name": "quiet", "talk": {"turns": 2}}]},
        ["[[arms]] 'quiet' is another", "a new name"],
    ),
    "a mistake": ({"replicates": 0, "entrants": BOTS}, ["replicates is 0"]),
}


@pytest.mark.parametrize("case", CHANGES)
def test_what_is_not_only_added_is_refused(case: str) -> None:
    """A config that takes away, changes, or mixes epochs is refused in one sentence."""
    given, needed = CHANGES[case]
    found = plan(arms=[QUIET])
    with pytest.raises(ConfigError) as caught:
        extended(found, config(**{"arms": [QUIET], **given}))
    assert all(each in str(caught.value) for each in needed), caught.value


def test_fewer_replicates_are_refused() -> None:
    """A plan is not made shorter."""
    found = plan(replicates=3)
    with pytest.raises(ConfigError, match="replicates is 2, and the plan has 3"):
        extended(found, config(replicates=2))
    with pytest.raises(ConfigError, match="replicates is 1, and the plan has 2"):
        extended(plan(games=130), config(replicates=1))


def test_nobody_joins_a_table_of_copies() -> None:
    """Where entrants sit at a table more than once another one would change what all have met."""
    found = plan(entrants={"a": "random"}, copies=True)
    with pytest.raises(ConfigError, match="nobody can join"):
        extended(found, config_from(found, entrants={"b": "random"}))


def test_a_model_that_is_called_otherwise_is_another_epoch() -> None:
    """Settings of a model, also of one that joined later, can't change under the same epoch."""
    before = planned(of_models())
    new = {**MODELS, "house": "house", "new": "openai:x"}
    grown = extended(before, of_models(entrants=new))
    with pytest.raises(ConfigError, match=r"models\.openai:large-model\.max_output"):
        extended(grown, of_models(entrants=new, models={"openai:large-model": {"max_output": 70}}))
    with pytest.raises(ConfigError, match="settings of new's model"):
        extended(grown, of_models(entrants=new, models={"openai:x": {"max_output": 70}}))


def test_a_new_epoch_has_conditions_of_its_own() -> None:
    """Asked for, another epoch is begun: its games are new rows, and old ones stay as they are."""
    before = plan(arms=[QUIET])
    changed = config(arms=[QUIET], talk={"turns": 2}, replicates=2)
    after = extended(before, changed, new_epoch=True)
    assert only_added(before, after)
    new = after.games[len(before.games) :]
    assert {row.replicate for row in new} == {2}
    keys = {row.condition for row in new}
    assert keys == {"moh.control.2", "moh.null.2", "moh.quiet.2"}
    assert {after.conditions[key].epoch for key in keys}.isdisjoint(before.epochs)
    assert len(after.epochs) == 2
    again = extended(after, config(arms=[QUIET], talk={"turns": 2}, replicates=3))
    assert {row.condition for row in again.games[len(after.games) :]} == keys


# --- against a pool ---


def test_newcomers_meet_members_of_the_pool_only() -> None:
    """Every line-up has one newcomer; each newcomer meets the same line-ups of the pool."""
    pool = plan()
    new = config_of({"entrants": {"x": "house", "y": "house:liar"}, "seed": "n"}, "new.toml")
    found = planned_against(new, pool)
    assert found.pool is not None
    assert found.pool.digest == pool.digest()
    assert set(found.pool.entrants) == set(pool.entrants)
    met: dict[str, Counter[frozenset[str]]] = {"x": Counter(), "y": Counter()}
    for row in found.games:
        (newcomer,) = {"x", "y"} & set(row.entrants)
        met[newcomer][frozenset(row.entrants) - {newcomer}] += 1
    assert met["x"] == met["y"]
    played = Counter(name for row in found.games for name in row.entrants if name in pool.entrants)
    assert len(set(played.values())) == 1
    assert list(found.epochs) == list(pool.epochs)


def test_a_pool_stays_as_it_is() -> None:
    """Planning against a pool changes nothing of it, and its digest names one state of it."""
    pool = plan()
    before = pool.dumped()
    planned_against(config_of({"entrants": NEW}, "new.toml"), pool)
    assert pool.dumped() == before
    assert extended(pool, config_from(pool, replicates=1)).digest() != pool.digest()


def test_what_newcomers_leave_out_is_as_in_the_pool() -> None:
    """A file with entrants alone plays the pool's rules at the pool's tables."""
    pool = plan(talk={"turns": 2}, seats=[4], rulesets=["osaczeni"], limits={"corrections": 1})
    found = planned_against(config_of({"entrants": NEW}, "new.toml"), pool)
    (condition,) = found.conditions.values()
    assert condition.ruleset == "osaczeni"
    assert condition.table["talk"]["turns"] == 2
    assert {row.size for row in found.games} == {4}
    assert set(found.epochs) == set(pool.epochs)


def test_other_rules_than_the_pools_are_refused_unless_meant() -> None:
    """Newcomers under other rules are not compared with a pool by mistake."""
    pool = plan()
    other = config_of({"entrants": NEW, "talk": {"protocol": "off"}}, "new.toml")
    with pytest.raises(ConfigError, match=r"talk\.protocol was"):
        planned_against(other, pool)
    found = planned_against(other, pool, new_epoch=True)
    assert set(found.epochs).isdisjoint(pool.epochs)


def test_a_pools_names_are_taken() -> None:
    """A newcomer can't be called as somebody in the pool."""
    with pytest.raises(ConfigError, match="liar is a name in the pool, test"):
        planned_against(config_of({"entrants": {"liar": "house"}}, "new.toml"), plan())


def test_a_pool_of_models_keeps_their_settings_and_personas() -> None:
    """Members of a pool are called as in their own tournament."""
    pool = planned(of_models(models={"openai:large-model": {"max_output": 100}}))
    found = planned_against(config_of({"entrants": NEW}, "new.toml"), pool)
    assert list(found.epochs) == list(pool.epochs)
    tables = [TableConfig.model_validate(table_data(found, row)) for row in found.games]
    for table in tables:
        table_of(table)
        large = table.models.get("openai:large-model")
        assert (large is not None) == ("openai:large-model" in table.seats.values())
        assert large is None or large.max_output == 100
        assert len(table.personas) == ("openai:small-model" in table.seats.values())


def test_a_plan_against_a_pool_is_extended_against_it() -> None:
    """More replicates and another newcomer of such a plan play members of the pool too."""
    found = planned_against(config_of({"entrants": NEW, "seed": "n"}, "new.toml"), plan())
    more = extended(found, config_from(found, replicates=1))
    assert only_added(found, more)
    assert len(more.games) == 2 * len(found.games)
    joined = extended(found, config_from(found, entrants={"late": "house"}))
    assert only_added(found, joined)
    assert found.pool is not None
    for row in joined.games[len(found.games) :]:
        assert len(set(row.entrants) - set(found.pool.entrants)) == 1
    late = Counter(frozenset(row.entrants) - {"late"} for row in joined.games[len(found.games) :])
    new = Counter(frozenset(row.entrants) - {"new"} for row in found.games)
    assert late == new


def test_talk_of_a_config_is_typed() -> None:
    """A config read back from a plan has the same typed rules as the first."""
    found = plan(talk={"turns": 2})
    assert config_from(found).talk == TalkRules(turns=2)
