import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from numpy.random import default_rng

import arena.tournament.ratings
from arena.tournament.game_result import GameResult
from arena.tournament.plan import Condition, Entrant, Plan
from arena.tournament.ratings import rows
from arena.tournament.ratings.ratings import ratings_of
from tests.arena.tournament.ratings.played import game, rotations
from tests.breadth import breadth

NAMES = ["a", "b", "c", "d"]


def played() -> list[GameResult]:
    """Return games of a control and of two arms."""
    games = rotations(NAMES, 8, strength=[0.6, 0.2, 0.0, -0.5])
    return [*games, *rotations(NAMES, 8, arm="null"), *rotations(NAMES, 8, arm="short")]


def rated(games: list[GameResult], plan: Plan | None = None) -> dict[str, Any]:
    """Return the document with few draws."""
    return ratings_of(games, plan, draws=100).data()


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    """Return the document of `played`."""
    return rated(played())


def test_the_document_is_plain_json_without_a_value_that_json_lacks(whole: dict[str, Any]) -> None:
    """No NaN, no infinity, nothing that a dump changes."""
    assert json.loads(json.dumps(whole, allow_nan=False)) == whole


def test_games_in_any_order_give_the_same_bytes(whole: dict[str, Any]) -> None:
    """Shuffled results are the same results."""
    games = played()
    games = [games[at] for at in default_rng(3).permutation(len(games))]
    assert json.dumps(rated(games)) == json.dumps(whole)


@pytest.mark.parametrize("threads", breadth(["1", "2"], []))
def test_threads_of_the_linear_algebra_change_no_byte(whole: dict[str, Any], threads: str) -> None:
    """Another process with another number of threads says the same."""
    script = (
        "import json\n"
        "from arena.tournament.ratings.ratings import ratings_of\n"
        "from tests.arena.tournament.ratings.test_ratings import played\n"
        "print(json.dumps(ratings_of(played(), None, draws=100).data()))\n"
    )
    variables = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
    environment = {**os.environ, "PYTHONPATH": str(Path.cwd()), **dict.fromkeys(variables, threads)}
    ended = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert ended.stdout.strip() == json.dumps(whole)


def test_every_key_is_described(whole: dict[str, Any]) -> None:
    """By the package's docstring, as the field of a row, or as a figure, which `labels` has."""
    described = arena.tournament.ratings.__doc__ or ""
    spoken = set(described.replace(",", " ").replace("[]", " ").replace("{", " ").split())
    words = {each.strip("{}():;.") for each in spoken}
    words |= {
        field.name for row in vars(rows).values() if is_dataclass(row) for field in fields(row)
    }

    def keys(value: object, where: str) -> set[str]:
        match value:
            case Mapping():
                skipped = where in {"labels", "defaults_by_reason", "faults", "epochs"}
                own = set() if skipped else {str(key) for key in value}
                return own.union(*(keys(each, str(key)) for key, each in value.items()))
            case list():
                return set().union(*(keys(each, where) for each in value))
            case _:
                return set()

    assert keys(whole, "") - words - set(whole["labels"]) == set()


def test_the_strongest_leads_in_every_figure(whole: dict[str, Any]) -> None:
    """One group: the control's games."""
    (group,) = whole["groups"]
    assert group["games"] == 32
    assert group["ratings"]["as_played"]["entrants"][0]["entrant"] == "a"
    assert group["robustness"]["top"] == "a"
    assert group["duplicates"]["complete"] == 8
    best = max(group["duplicates"]["against_others"], key=lambda row: row["value"])
    assert best["entrant"] == "a"
    assert [each["arm"] for each in whole["arms"]] == ["null", "short"]


def test_bad_clients_are_told_from_bad_players() -> None:
    """Who loses by defaults alone is level in the second rating."""
    games = []
    for each in rotations(["a", "b", "c"], 10):
        bad = each.game.endswith("1")
        seats = tuple(
            replace(
                seat, defaults={"timeout": 9}, points=0,
                place=3,
            ) if bad and seat.entrant == "a" else seat
            for seat in each.seats
        )  # fmt: skip
        games.append(replace(each, seats=seats))
    (group,) = rated(games)["groups"]

    def elo(rating: dict[str, Any]) -> float:
        return float(next(r["elo"]["value"] for r in rating["entrants"] if r["entrant"] == "a"))

    assert elo(group["ratings"]["as_played"]) + 30 < elo(group["ratings"]["without_defaults"])


def test_where_everybody_defaulted_the_second_rating_is_empty() -> None:
    """The first is as usual."""
    bad: dict[str, object] = {"defaults": {"provider": 9}}
    games = [
        game(f"g{at}", ["a", "b"], [at % 2, 1 - at % 2], seed=f"s{at}", seats=[bad, bad])
        for at in range(4)
    ]
    ratings = rated(games)["groups"][0]["ratings"]
    assert ratings["as_played"]["games"] == 4
    assert ratings["without_defaults"]["games"] == 0
    assert ratings["without_defaults"]["entrants"] == []


def test_without_defaults_both_ratings_are_the_same(whole: dict[str, Any]) -> None:
    """Nobody was left out."""
    ratings = whole["groups"][0]["ratings"]
    assert ratings["as_played"] == ratings["without_defaults"]


def test_anchors_and_people_come_from_the_plan() -> None:
    """Games with people are rated apart; others are measured from the anchors."""
    plan = Plan(
        name="t", seed="s", games=(),
        conditions={"c": Condition(arm="control", control="control", epoch="e", table={})},
        entrants={
            "a": Entrant(spec="house", anchor=True), "b": Entrant(spec="house"),
            "Ann": Entrant(spec="house", person=True),
        },
    )  # fmt: skip
    games = rotations(["a", "b"], 6)
    people = [
        replace(each, game=f"p{each.game}")
        for each in rotations(["Ann", "b"], 6, drawn=2)
    ]  # fmt: skip
    document = rated([*games, *people], plan)
    assert (document["anchors"], document["people"]) == (["a"], ["Ann"])
    bots, with_people = document["groups"]
    assert (bots["people"], with_people["people"]) == (False, True)
    rows = {row["entrant"]: row for row in bots["ratings"]["as_played"]["entrants"]}
    assert set(rows) == {"a", "b"}
    assert rows["b"]["above_anchors"] is not None
    names = {row["entrant"] for row in with_people["ratings"]["as_played"]["entrants"]}
    assert names == {"Ann", "b"}


def test_rulesets_and_sizes_have_a_rating_each_beside_that_of_all() -> None:
    """Two rulesets, one with two sizes."""
    games = [
        *rotations(["a", "b", "c"], 4), *rotations(["a", "b", "c"], 4, ruleset="osaczeni"),
        *(game(f"x{at}", ["a", "b"][:: 1 if at % 2 else -1], [at % 2, 0], seed=f"x{at}")
          for at in range(4)),
    ]  # fmt: skip
    (group,) = rated(games)["groups"]
    assert [(each["ruleset"], each["size"]) for each in group["by_stratum"]] == [
        ("moh", None), ("moh", 2), ("moh", 3), ("osaczeni", None),
    ]  # fmt: skip
    assert group["ratings"]["as_played"]["games"] == 28


def test_a_tournament_without_a_finished_game_has_an_empty_document() -> None:
    """Nothing to rate is no failure."""
    document = rated([])
    assert document["groups"] == document["arms"] == []
    assert document["games"] == {"finished": 0, "unrated": []}


def test_unrated_games_are_named() -> None:
    """A house bot took over: counted, and in no rating."""
    games = [
        *rotations(["a", "b"], 3),
        game("z", ["a", "b"], [1, 0], seats=[{"replaced": True}, {}]),
    ]
    document = rated(games)
    assert document["games"] == {"finished": 7, "unrated": ["z"]}
    assert document["groups"][0]["games"] == 6


def test_a_single_game_is_rated_without_an_interval() -> None:
    """The first game of a tournament has a report too."""
    (group,) = rated([game("g", ["a", "b", "c"], [3, 2, 2])])["groups"]
    row = group["ratings"]["as_played"]["entrants"][0]
    assert row["entrant"] == "a"
    assert row["elo"]["low"] is None
    assert group["warnings"]


def test_a_part_of_the_games_without_rotation_is_named() -> None:
    """Entrants of one ruleset keep their seats: that it says nothing of them is a warning."""
    turned = rotations(NAMES, 12)
    kept = [each for each in rotations(NAMES, 12, ruleset="osaczeni") if each.game.endswith("-0")]
    (group,) = rated([*turned, *kept])["groups"]
    rating = group["ratings"]["as_played"]
    assert rating["confounded"] == []
    assert all(row["elo"]["low"] is not None for row in rating["entrants"])
    parts = {row["ruleset"]: row["rating"]["confounded"] for row in group["by_stratum"]}
    assert parts == {"moh": [], "osaczeni": NAMES}
    assert any(
        each.startswith("osaczeni: Entrants and seats can't be told apart")
        for each in group["warnings"]
    )
