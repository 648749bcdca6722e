"""Reports of tournaments that grew: a new epoch, and newcomers against a pool, by the commands."""

import csv
import json
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from arena.faces.cli import main
from arena.tournament.plan import read_plan
from tests.arena.faces.cli.test_first_contact import arena
from tests.arena.tournament.report.test_write_report import Page, checked
from tests.arena.tournament.whole import ALONE, bots

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

NEW_RULES = ("[rules]", "hidden_in_elections = true")


def ran(*args: str, cwd: Path) -> str:
    """Run a command to its good end, in this process; return what it prints."""
    printed = StringIO()
    with chdir(cwd), redirect_stdout(printed):
        assert main(args) == 0
    return printed.getvalue()


def page_of(folder: Path) -> Page:
    """Return the whole page of a report."""
    return checked((folder / "report.html").read_text(encoding="utf-8"))


def rows_of(folder: Path, name: str) -> list[dict[str, str]]:
    """Return the rows of a table."""
    with (folder / "tables" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a tournament of three bots, which has been played."""
    at = tmp_path_factory.mktemp("pool")
    bots(
        at / "bots.toml",
        {"ada": "random", "ben": "house", "cyd": "random"},
        replicates=2,
        more=ALONE,
    )
    ran("tournament", "bots.toml", "--out", "out", "--quiet", cwd=at)
    return at / "out"


@pytest.fixture(scope="module")
def epochs(pool: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the same tournament, gone on with under another rule."""
    at = tmp_path_factory.mktemp("epochs")
    file = bots(
        at / "bots.toml", {"ada": "random", "ben": "house", "cyd": "random"}, replicates=4,
        more=(*NEW_RULES, *ALONE),
    )  # fmt: skip
    (at / "out").mkdir()
    for each in pool.rglob("*"):
        if each.is_file() and each.parts[len(pool.parts)] not in {"tables", "replays"}:
            target = at / "out" / each.relative_to(pool)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(each.read_bytes())
    refused = arena("tournament", "extend", "out", str(file), cwd=at)
    assert refused.returncode == 2
    assert "hidden_in_elections" in refused.stderr
    ran("tournament", "extend", "out", str(file), "--new-epoch", cwd=at)
    ran("tournament", "run", "out", "--quiet", cwd=at)
    ran("tournament", "report", "out", cwd=at)
    return at / "out"


@pytest.fixture(scope="module")
def newcomers(pool: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of two newcomers who played against the pool."""
    at = tmp_path_factory.mktemp("newcomers")
    bots(at / "bots.toml", {"eve": "house", "fay": "random"}, replicates=4, more=ALONE)
    ran("tournament", "plan", "bots.toml", "--against", str(pool), "--out", "out", cwd=at)
    ran("tournament", "run", "out", "--quiet", cwd=at)
    ran("tournament", "report", "out", cwd=at)
    return at / "out"


def test_two_epochs_are_rated_apart_and_the_newest_leads(epochs: Path) -> None:
    """Each has its standing and its pairs; headline, warning and balance say which is which."""
    plan = read_plan(epochs)
    old, new = (each.epoch for each in plan.conditions.values())
    assert old != new
    page = page_of(epochs)
    titles = [
        each for each in page.words if each.startswith(("Standing", "Head to head")) and ":" in each
    ]
    expected = [
        f"{title}: moh, epoch {epoch[:8]}"
        for epoch in (new, old)
        for title in ("Standing", "Head to head")
    ]
    assert list(dict.fromkeys(titles)) == sorted(expected, key=expected.index)
    words = " ".join(page.words)
    assert f"This is said of one group of games: moh, epoch {new[:8]}." in words
    assert "2 groups that can't be compared" in words
    assert f"control, epoch {old[:8]}" in words
    assert f"control, epoch {new[:8]}" in words


def test_tables_of_two_epochs_never_sum_them(epochs: Path) -> None:
    """Every rating is of one epoch, and of all of its games."""
    plan = read_plan(epochs)
    games = {
        epoch: sum(plan.conditions[row.condition].epoch == epoch for row in plan.games)
        for epoch in plan.epochs
    }
    assert sorted(games.values()) == [12, 12]
    found = [row for row in rows_of(epochs, "ratings") if row["rating"] == "as_played"]
    assert {(row["epochs"], row["entrant"], row["games"]) for row in found} == {
        (f"moh:{epoch}", name, "12") for epoch in games for name in ("ada", "ben", "cyd")
    }
    for name in ("pairs", "figures", "correlations", "seat_effects"):
        assert {row["epochs"] for row in rows_of(epochs, name)} == {f"moh:{each}" for each in games}


def test_behaviour_of_two_epochs_is_never_summed(epochs: Path) -> None:
    """A card each, and side by side in the strata, with what may be compared."""
    page = page_of(epochs)
    cards = [
        str(each["aria-label"]) for each in page.all("div")
        if str(each.get("aria-label", "")).startswith("Means and rates")
    ]  # fmt: skip
    assert len(cards) == 2
    assert all("epoch" in each for each in cards)
    words = " ".join(page.words)
    assert "another epoch is another game" in words
    heads = [each for each in page.words if "(12 games)" in each and "epoch" in each]
    assert len(set(heads)) == 2


def test_the_pool_is_named_with_its_digest(newcomers: Path, pool: Path) -> None:
    """By its name and the digest of its plan, where the standing begins and in what to cite."""
    digest = read_plan(pool).digest()
    page = page_of(newcomers)
    assert digest in page.words
    assert "Plan of the pool, bots" in page.words
    (said,) = [each for each in page.words if each.startswith("Newcomers played against the pool")]
    assert f"plan {digest[:16]}: ada, ben and cyd." in said


def test_newcomers_are_compared_through_the_pool(newcomers: Path) -> None:
    """They never met, and yet have a difference and a probability: games link all of them."""
    document = json.loads((newcomers / "plan.json").read_bytes())
    line_ups = [{name for _, name in row["clockwise"]} for row in document["games"]]
    assert not any({"eve", "fay"} <= each for each in line_ups)
    rows = [row for row in rows_of(newcomers, "ratings") if row["rating"] == "as_played"]
    assert {row["pool"] for row in rows} == {"0"}
    assert {row["entrant"] for row in rows} == {"ada", "ben", "cyd", "eve", "fay"}
    (pair,) = [
        row for row in rows_of(newcomers, "pairs")
        if {row["first"], row["second"]} == {"eve", "fay"} and row["rating"] == "as_played"
    ]  # fmt: skip
    assert (pair["first"], pair["met"]) == ("eve", "0")
    assert float(pair["elo_difference"]) > 0
    assert float(pair["p_above"]) > 0.9
    pairs = [row for row in rows_of(newcomers, "pairs") if row["rating"] == "as_played"]
    assert len(pairs) == 10 - 3
    alike = {row["entrant"]: row["same_as"] for row in rows if row["same_as"]}
    assert alike == {"cyd": "ada", "fay": "ada"}  # three names for one bot: no pair of these


def test_newcomers_have_the_epoch_of_their_pool(newcomers: Path, pool: Path) -> None:
    """So their games may be compared with those of the pool."""
    (one,), (other,) = (
        {each.epoch for each in read_plan(folder).conditions.values()}
        for folder in (newcomers, pool)
    )
    assert one == other
    assert {row["epochs"] for row in rows_of(newcomers, "ratings")} == {f"moh:{one}"}


def test_copies_are_said_and_counted_by_seats(tmp_path: Path) -> None:
    """Two bots at tables of three, by the commands: one pair, seats for games, and a sentence."""
    more = ("copies = true", *ALONE)
    bots(tmp_path / "bots.toml", {"ada": "random", "ben": "house"}, replicates=3, more=more)
    ran("tournament", "bots.toml", "--out", "out", "--quiet", cwd=tmp_path)
    folder = tmp_path / "out"
    page = page_of(folder)
    words = " ".join(page.words)
    assert "an entrant sat more than once at a table" in words
    assert "Seats" in page.words
    plan = read_plan(folder)
    rows = [row for row in rows_of(folder, "ratings") if row["rating"] == "as_played"]
    assert sum(int(row["games"]) for row in rows) == 3 * len(plan.games)
    pairs: list[dict[str, Any]] = [
        row for row in rows_of(folder, "pairs") if row["rating"] == "as_played"
    ]  # fmt: skip
    assert [(row["first"], row["second"]) for row in pairs] == [("ben", "ada")]
    assert int(pairs[0]["met"]) == 2 * len(plan.games)
    seeds = len({row.seed for row in plan.games})
    assert f"On {seeds} seeds whoever played sat in every seat equally often." in page.words


def test_a_plan_goes_by_the_strengths_that_were_played(pool: Path, tmp_path: Path) -> None:
    """Of the pool's entrants, of newcomers nothing; and of those whom `extend` adds games for."""
    bots(tmp_path / "bots.toml", {"eve": "house", "fay": "random"}, replicates=2, more=ALONE)
    command = ("tournament", "plan", "bots.toml", "--against", str(pool), "--dry-run")
    against = json.loads(ran(*command, "--json", cwd=tmp_path))["resolution"]
    assert against["known"].keys() == {"ada", "ben", "cyd"}
    assert against["known"]["ben"] > max(against["known"]["ada"], against["known"]["cyd"])
    told = " ".join(ran(*command, cwd=tmp_path).split())
    assert "With the strengths that are known, and" in told
    assert "ada, ben, cyd as 12 games have them" in told
    more = ("tournament", "extend", str(pool), "--replicates", "1", "--dry-run")
    extended = json.loads(ran(*more, "--json", cwd=tmp_path))["resolution"]
    assert extended["known"] == against["known"]
    assert "With the strengths that are known a difference of" in " ".join(
        ran(*more, cwd=tmp_path).split()
    )
