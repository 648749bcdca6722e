"""Plans: duplicates, arms, names, order, and the tables of their games."""

import asyncio
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.config import TableConfig, table_of
from arena.table import play
from arena.tournament.balance import balance_of
from arena.tournament.designs import CATALOGUE
from arena.tournament.folder import write_plan
from arena.tournament.links import components_of
from arena.tournament.plan import NULL, Plan, PlannedGame, read_plan
from arena.tournament.planning import planned, table_data
from arena.tournament.schedule import NAMES, derived, display_names, own_names
from tests.arena.tournament.plan.plans import BOTS, QUIET, config, of_models, plan

TEN = {f"e{at}": "random" for at in range(10)}
pools = st.integers(3, 6).flatmap(
    lambda size: st.tuples(st.integers(size, 24), st.just(size), st.integers(1, 2))
)


def by_seed(games: tuple[PlannedGame, ...]) -> dict[str, list[PlannedGame]]:
    """Return games by their seed."""
    found: dict[str, list[PlannedGame]] = {}
    for row in games:
        found.setdefault(row.seed, []).append(row)
    return found


def has_disjoint_rounds(entrants: int, size: int) -> bool:
    """Tell whether a round is of tables that have nobody in common; one is planned otherwise."""
    return entrants % size == 0 and entrants > size and (entrants, size) not in CATALOGUE


@settings(max_examples=30, deadline=None)
@given(pools, st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=6))
def test_any_pool_is_planned_fairly(pool: tuple[int, int, int], seed: str) -> None:
    """All play equally often; a seed has everybody in every seat; nobody is at a table twice."""
    entrants, size, replicates = pool
    names = [f"e{number}" for number in range(entrants)]
    if has_disjoint_rounds(entrants, size):
        replicates = 2
    found = plan(
        entrants=dict.fromkeys(names, "random"), seats=[size], replicates=replicates, seed=seed
    )
    played = Counter(name for row in found.games for name in row.entrants)
    assert set(played) == set(names)
    assert len(set(played.values())) == 1
    assert all(len(set(row.entrants)) == size for row in found.games)
    for games in by_seed(found.games).values():
        assert len(games) == size
        assert all(len({row.entrants[at] for row in games}) == size for at in range(size))
    assert balance_of(found).split == 0


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(pools)
def test_any_prefix_is_nearly_as_fair(pool: tuple[int, int, int]) -> None:
    """Wherever a plan stops, nobody is more than four clusters ahead of another."""
    entrants, size, _ = pool
    names = [f"e{number}" for number in range(entrants)]
    found = plan(entrants=dict.fromkeys(names, "random"), seats=[size])
    played = Counter(dict.fromkeys(names, 0))
    for row in found.games:
        played.update(row.entrants)
        assert max(played.values()) - min(played.values()) <= 4 * size


def test_a_plan_is_the_same_bytes_for_the_same_config_and_seed() -> None:
    """Nothing but the config and its seed is drawn from."""
    arms = [QUIET]
    assert plan(arms=arms).dumped() == plan(arms=arms).dumped()
    assert plan(seed="other").games != plan().games


def test_a_plan_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    """The bytes of `plan.json` are those of the plan that is read from them."""
    found = planned(of_models(models={"openai:large-model": {"max_output": 100}}, arms=[QUIET]))
    write_plan(tmp_path, found)
    assert read_plan(tmp_path) == found
    assert read_plan(tmp_path).dumped() == found.dumped()
    settings = read_plan(tmp_path).models["openai:large-model"]
    assert settings.model_fields_set == {"max_output"}


def test_ids_count_the_games() -> None:
    """Games are g0001 and so on, in the order in which they are to be played."""
    assert [row.game for row in plan().games[:3]] == ["g0001", "g0002", "g0003"]
    assert len({row.game for row in plan().games}) == len(plan().games)


def test_a_block_has_the_same_entrants_always() -> None:
    """Games of a block, in whatever replicate, are of the same entrants, and of no other block."""
    found = plan(replicates=2)
    blocks = {(row.block, frozenset(row.entrants)) for row in found.games}
    assert len(blocks) == len({block for block, _ in blocks}) == len({who for _, who in blocks})
    assert len({row.block for row in found.games if row.replicate == 1}) == 10


def test_drawn_rounds_make_up_for_who_met_before() -> None:
    """Over six rounds of a drawn pool any two meet in 3 to 5 line-ups, where 4 is the mean."""
    found = plan(entrants={f"e{at}": "random" for at in range(10)}, seats=[4], replicates=6)
    (audit,) = balance_of(found).tables
    pairs = next(each for each in audit.spreads if each.what == "pairs")
    assert pairs.least >= 3 * 4
    assert pairs.most <= 5 * 4


@pytest.mark.parametrize(("entrants", "size"), [(12, 4), (10, 5), (12, 3), (12, 6), (24, 4)])
def test_one_round_links_all(entrants: int, size: int) -> None:
    """Also where its tables had nobody in common: all play as often, and are linked at once."""
    names = [f"e{number}" for number in range(entrants)]
    found = plan(entrants=dict.fromkeys(names, "random"), seats=[size])
    assert len(found.games) == entrants
    links = -(-(entrants - 1) // (size - 1))
    assert len(components_of(names, [row.entrants for row in found.games[:links]])) == 1
    played = Counter(name for row in found.games for name in row.entrants)
    assert set(played.values()) == {size}


def test_games_are_whole_rounds_and_a_part_of_one() -> None:
    """200 games are three rounds of 60 for six at tables of three, and 20; arms count."""
    assert len(plan(games=200).games) == 200
    assert plan(games=200).games[:180] == plan(replicates=3).games
    assert plan(games=180).dumped() == plan(replicates=3).dumped()
    assert plan(games=200).config["replicates"] == 3
    with_arms = plan(games=200, arms=[QUIET])
    assert len(with_arms.games) == 198
    assert balance_of(with_arms).split == 0  # six games of each arm are two squares
    played = Counter(row.condition for row in with_arms.games)
    assert set(played.values()) == {66}


def test_strata_of_a_part_are_linked_one_after_another() -> None:
    """Each ruleset and size has its share of games, at least as many as link all if they do."""
    found = plan(rulesets=["moh", "osaczeni"], seats=[3, 4], games=16)
    tables = [(row.condition, row.size) for row in found.games]
    assert Counter(tables[:10]) == {
        ("moh.control", 4): 2, ("osaczeni.control", 4): 2,
        ("moh.control", 3): 3, ("osaczeni.control", 3): 3,
    }  # fmt: skip
    assert set(Counter(tables).values()) == {4}
    few = plan(rulesets=["moh", "osaczeni"], seats=[3, 4], games=5)
    assert [row.size for row in few.games] == [4, 4, 4, 4, 3]


def test_whole_rounds_stay_as_they_are() -> None:
    """The bytes of plans of before: a known design, a drawn one, arms, and several strata."""
    plans = (
        plan(replicates=2), plan(entrants=TEN, seats=[4], replicates=2), plan(arms=[QUIET]),
        plan(rulesets=["moh", "osaczeni"], seats=[3, 4]),
        plan(entrants={f"e{at}": "random" for at in range(12)}, seats=[4], replicates=2),
    )  # fmt: skip
    games = [sha256("".join(map(str, each.games)).encode()).hexdigest()[:16] for each in plans]
    assert games == [
        "cd043f62a26ecf1b", "587f3f838b818cef", "31acbfdf62a9a3e0", "b165147f457a6312",
        "66de3367cdbdf100",
    ]  # fmt: skip


def test_rulesets_and_sizes_are_designs_of_their_own() -> None:
    """Each ruleset at each size is balanced by itself, with seeds of its own, and in turn."""
    found = plan(rulesets=["moh", "osaczeni"], seats=[3, 4])
    audit = balance_of(found)
    assert sorted((each.ruleset, each.size, each.games) for each in audit.tables) == [
        ("moh", 3, 60), ("moh", 4, 60), ("osaczeni", 3, 60), ("osaczeni", 4, 60),
    ]  # fmt: skip
    assert audit.largest.apart == 0
    half = Counter((row.condition, row.size) for row in found.games[: len(found.games) // 2])
    assert max(half.values()) - min(half.values()) <= 4
    for games in by_seed(found.games).values():
        assert len({(row.condition, row.size) for row in games}) == 1


def test_fewer_entrants_than_seats_sit_there_more_than_once_where_asked_for() -> None:
    """With `copies` one entrant's table is homogeneous, and two share a table of five fairly."""
    alone = plan(entrants={"a": "random"}, copies=True)
    assert [row.entrants for row in alone.games] == [("a", "a", "a")]
    two = plan(entrants={"a": "random", "b": "house"}, copies=True, seats=[5], blind=False)
    played = Counter(name for row in two.games for name in row.entrants)
    assert played["a"] == played["b"]
    assert balance_of(two).split == 0
    assert {"a", "a 2", "b", "b 2"} < {name for row in two.games for name, _ in row.clockwise}


@pytest.mark.parametrize(
    ("entrants", "size"), [(entrants, size) for size in range(3, 7) for entrants in range(1, size)]
)
def test_copies_play_no_game_twice(entrants: int, size: int) -> None:
    """No two games of a seed have the same seats; all play each seat equally often."""
    there = {f"e{at}": "random" for at in range(entrants)}
    found = plan(entrants=there, seats=[size], copies=True, replicates=2)
    assert len({(row.seed, row.entrants) for row in found.games}) == len(found.games)
    seats = Counter((name, at) for row in found.games for at, name in enumerate(row.entrants))
    assert len({seats[name, at] for name in there for at in range(size)}) == 1
    assert set(Counter(row.seed for row in found.games).values()) == {size if entrants > 1 else 1}
    part = plan(entrants=there, seats=[size], copies=True, games=len(found.games) // 2 + 1)
    assert len({(row.seed, row.entrants) for row in part.games}) == len(found.games) // 2 + 1


# --- arms ---


def test_arms_share_seeds_line_ups_and_names() -> None:
    """Each game is played under each arm, next to each other, with the same seed and seats."""
    found = plan(arms=[QUIET, {"name": "short", "limits": {"corrections": 0}}])
    arms = [each.arm for each in found.conditions.values()]
    assert arms == ["control", "null", "quiet", "short"]
    for at in range(0, len(found.games), 4):
        same = found.games[at : at + 4]
        assert [found.conditions[row.condition].arm for row in same] == arms
        assert len({(row.seed, row.clockwise, row.block, row.replicate) for row in same}) == 1


def test_arms_do_not_change_the_controls_games() -> None:
    """A tournament with arms has the games that it has without, and others beside them."""
    with_arms = plan(arms=[QUIET])
    control = [row for row in with_arms.games if row.condition == "moh.control"]
    assert [(row.seed, row.clockwise) for row in control] == [
        (row.seed, row.clockwise) for row in plan().games
    ]


def test_the_null_arm_is_its_control() -> None:
    """The table of a null game is byte for byte that of its control."""
    found = plan(arms=[QUIET])
    rows = {row.condition: row for row in found.games[:3]}
    tables = {key: table_data(found, row) for key, row in rows.items()}
    assert tables["moh.null"] == tables["moh.control"] != tables["moh.quiet"]
    assert found.conditions["moh.null"].control == "control"


def test_every_set_of_arms_has_a_null_arm() -> None:
    """An arm whose control is another arm lies over that, and has a null arm of it."""
    loud = {"name": "more", "control": "quiet", "talk": {"turns": 2}}
    found = plan(arms=[QUIET, loud])
    arms = {each.arm: each for each in found.conditions.values()}
    assert list(arms) == ["control", "null", "quiet", f"{NULL} of quiet", "more"]
    assert arms["null of quiet"].table == arms["quiet"].table
    assert arms["null of quiet"].control == arms["more"].control == "quiet"
    assert arms["more"].table["talk"]["whispers"] is False
    assert arms["more"].table["talk"]["turns"] == 2


def test_without_arms_there_is_no_null_arm() -> None:
    """A tournament that compares nothing pays for no second run of its games."""
    assert [each.arm for each in plan().conditions.values()] == ["control"]


def test_an_arm_can_change_anything_of_a_table() -> None:
    """Rules, limits, talk, hints, caps, models and personas lie over the control's."""
    arm = {
        "name": "all", "rules": {"hidden_in_elections": True}, "limits": {"corrections": 1},
        "talk": {"protocol": "off"}, "llm": {"hints": "none"}, "game_budget": {"calls": 5},
        "models": {"openai:large-model": {"max_output": 77}},
        "personas": {"large": "bluffer", "small": ""},
    }  # fmt: skip
    found = planned(of_models(arms=[arm], models={"openai:large-model": {"temperature": 0.5}}))
    condition = found.conditions["moh.all"]
    table = condition.table
    assert table["rules"] == {"hidden_in_elections": True}
    assert table["limits"] == {"answer_seconds": 60, "corrections": 1}
    assert (table["talk"]["protocol"], table["llm"]["hints"]) == ("off", "none")
    assert table["budget"]["calls"] == 5
    assert table["models"] == {"openai:large-model": {"temperature": 0.5, "max_output": 77}}
    assert {name: each.name for name, each in condition.personas.items()} == {"large": "Bluffer"}
    assert condition.epoch == found.conditions["moh.control"].epoch


# --- names and seeds ---


def test_names_tell_nothing_of_who_sits_there() -> None:
    """Whoever the entrants are, seats have the same names; no entrant's name is among them."""
    others = dict.fromkeys(("Anna", "b", "c", "d", "e", "f"), "random")
    names = [[name for name, _ in row.clockwise] for row in plan().games]
    assert names == [[name for name, _ in row.clockwise] for row in plan(entrants=others).games]
    assert {name for each in names for name in each} <= set(NAMES)
    assert not {name for each in names for name in each} & set(BOTS)


def test_names_stay_with_the_seats_of_a_seed() -> None:
    """Games of one seed differ in who sits where alone; another seed draws other names."""
    games = by_seed(plan().games)
    for rows in games.values():
        assert len({tuple(name for name, _ in row.clockwise) for row in rows}) == 1
    firsts = {rows[0].clockwise[0][0] for rows in games.values()}
    assert len(firsts) > 5


def test_every_entrant_has_many_names() -> None:
    """No name stands for an entrant: each has had at least eight in twenty seeds."""
    found = plan()
    for entrant in BOTS:
        worn = {name for row in found.games for name, who in row.clockwise if who == entrant}
        assert len(worn) >= 8


def test_not_blind_seats_have_the_entrants_names() -> None:
    """With `blind = false` everybody sees who is who."""
    for row in plan(blind=False).games:
        assert all(name == entrant for name, entrant in row.clockwise)


def test_own_names_are_numbered_where_one_sits_twice() -> None:
    """Seats' names differ, also those of copies."""
    assert own_names(("a", "b", "a", "a")) == ("a", "b", "a 2", "a 3")


def test_seeds_are_one_way_and_apart() -> None:
    """Game seeds have 128 bits, differ by any part, and are no seed that was given."""
    seeds = {row.seed for row in plan(replicates=2).games}
    assert len(seeds) == 40
    assert all(len(bytes.fromhex(seed)) == 16 for seed in seeds)
    assert derived("s", what="a", n=1) != derived("s", what="a", n=2) != derived("t", what="a", n=2)
    assert derived("s", a="b|c") != derived("s", a="b", b="c")


def test_names_are_enough_for_every_table() -> None:
    """Six different names are drawn for six seats."""
    assert len(set(display_names("any", 6))) == 6


# --- tables ---


def sits(found: Plan, row: PlannedGame) -> tuple[str, ...]:
    """Return who sits clockwise at the table that a row's data makes."""
    return table_of(TableConfig.model_validate(table_data(found, row))).seats


@pytest.mark.parametrize(
    ("ruleset", "rules"),
    [("moh", {}), ("moh", {"seating": "random"}), ("osaczeni", {}), ("moh-pl", {})],
)
def test_tables_seat_as_the_plan_says(ruleset: str, rules: dict[str, str]) -> None:
    """Everybody sits clockwise as the row has it, also where the ruleset draws the seats."""
    found = plan(rulesets=[ruleset], rules=rules, seats=[5])
    for row in found.games[:12]:
        assert sits(found, row) == tuple(name for name, _ in row.clockwise)


def test_a_table_has_its_own_models_settings_only() -> None:
    """Settings of models that do not sit there are left out: a table refuses them."""
    found = planned(of_models(models={"openai:large-model": {"max_output": 100}}))
    for row in found.games:
        table = TableConfig.model_validate(table_data(found, row))
        table_of(table)
        assert set(table.models) == ({"openai:large-model"} & set(table.seats.values()))


def test_what_a_config_leaves_out_of_a_model_stays_left_out() -> None:
    """A model's settings follow from the table's limits where the config says nothing of them."""
    found = planned(of_models(models={"openai:large-model": {"max_output": 100}}))
    row = next(row for row in found.games if "large" in row.entrants)
    table = TableConfig.model_validate(table_data(found, row))
    assert table.models["openai:large-model"].model_fields_set == {"max_output"}


def test_personas_sit_with_their_entrants(tmp_path: Path) -> None:
    """A persona's text is in the plan: its file is not read again, and goes with the entrant."""
    file = tmp_path / "calm.toml"
    file.write_text('name = "Calm"\ntext = "You stay calm."\n', encoding="utf-8")
    entrants = {"a": {"spec": "openai:x", "persona": str(file)}, "b": "house", "c": "house"}
    found = plan(entrants=entrants)
    file.unlink()
    for row in found.games:
        table = TableConfig.model_validate(table_data(found, row))
        table_of(table)
        (seat,) = table.personas
        assert dict(row.clockwise)[seat] == "a"
        persona = table.personas[seat]
        assert not isinstance(persona, str)
        assert persona.text == "You stay calm."


def test_a_planned_game_can_be_played(tmp_path: Path) -> None:
    """A row's table is played to its end with the seats that the row says."""
    found = plan(entrants=dict.fromkeys("abc", "random"))
    row = found.games[0]
    outcome = asyncio.run(play(TableConfig.model_validate(table_data(found, row)), tmp_path))
    assert outcome.result is not None
    assert set(outcome.result["scores"]) == {name for name, _ in row.clockwise}


def test_identical_bots_play_identical_duplicates(toy: str, tmp_path: Path) -> None:
    """On one seed copies of a bot have the same points in each seat, whoever of them sits there."""
    found = plan(rulesets=[toy], entrants={"a": "house", "b": "house", "c": "house"})
    points = []
    for row in found.games[:2]:
        table = TableConfig.model_validate(table_data(found, row))
        outcome = asyncio.run(play(table, tmp_path))
        assert outcome.result is not None
        points.append([outcome.result["scores"][name] for name, _ in row.clockwise])
    assert found.games[0].entrants != found.games[1].entrants
    assert points[0] == points[1]


def test_the_seed_of_a_config_is_taken_as_text() -> None:
    """A whole number as the seed means its digits."""
    assert planned(config(seed=7)).games == planned(config(seed="7")).games
