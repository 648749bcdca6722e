"""A tournament's folder that hands have changed: what does not fit is named, and never rated."""

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import copytree, rmtree
from threading import Barrier
from typing import Any

import pytest

from arena.errors import ConfigError
from arena.tournament.folder import game_folder, write_plan
from arena.tournament.plan import PLAN, Plan, read_plan
from arena.tournament.results import results_of
from arena.tournament.rules import RunRules
from arena.tournament.run import run
from arena.tournament.status import Status
from tests.arena.tournament.plan.plans import plan
from tests.arena.tournament.report.made import forget_readings

THREE = {"ada": "random", "ben": "random", "cyd": "random"}


def play(folder: Path) -> Status:
    """Run to the end, in this process."""
    return asyncio.run(run(folder, rules=RunRules(processes=1)))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of six games that were played."""
    folder = tmp_path_factory.mktemp("played") / "out"
    write_plan(folder, plan(entrants=THREE, talk={"protocol": "off"}))
    assert play(folder).left == 0
    return folder


@pytest.fixture
def played(whole: Path, tmp_path: Path) -> Path:
    """Return a copy of it."""
    return Path(copytree(whole, tmp_path / "out"))


def edit(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the plan by hand."""
    data = json.loads((folder / PLAN).read_bytes())
    change(data)
    (folder / PLAN).write_text(json.dumps(data), encoding="utf-8")


def test_a_game_that_is_a_file_is_named_and_the_others_played(played: Path) -> None:
    """It is no folder, and is left as it is."""
    for game in ("g0002", "g0003"):
        rmtree(game_folder(played, game))
    game_folder(played, "g0002").write_text("mine", encoding="utf-8")
    status = play(played)
    assert status.left_out == {"g0002": "it is no folder"}
    assert len(status.finished) == 5
    assert game_folder(played, "g0002").read_text("utf-8") == "mine"


@pytest.mark.slow
def test_games_that_were_deleted_are_played_again(played: Path) -> None:
    """And come out as they were, but for clocks."""
    before = results_of(read_plan(played), played).games
    rmtree(played / "games")
    assert play(played).left == 0
    assert results_of(read_plan(played), played).games == before


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda row: row["clockwise"][0].__setitem__(1, "eve"), "an entrant who is not there, eve"),
        (lambda row: row.update(condition="none"), "a condition that is not there, none"),
        (lambda row: row.update(game="g0002"), "g0002 is there twice"),
        (lambda row: row.update(game="../../g0001"), r"games\.0\.game: String should match"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(
    played: Path, change: Callable[[dict[str, Any]], object], named: str
) -> None:
    """In a sentence, before anything is played; nothing is written elsewhere."""
    edit(played, lambda data: change(data["games"][0]))
    with pytest.raises(ConfigError, match=f"is no plan: .*{named}"):
        play(played)


@pytest.mark.parametrize("kept", [True, False])
def test_games_of_what_the_plan_said_before_are_named(played: Path, *, kept: bool) -> None:
    """Another SPEC, other limits: what was read before doesn't hide it."""
    if not kept:
        forget_readings(played)
    edit(played, lambda data: data["entrants"]["ada"].update(spec="house"))
    status = play(played)
    made = read_plan(played)
    of_ada = {row.game for row in made.games if "ada" in row.entrants}
    assert set(status.left_out) == of_ada
    edit(played, lambda data: data["entrants"]["ada"].update(spec="random"))
    assert not play(played).left_out
    edit(played, lambda data: [each["table"].update(limits={"answer_seconds": 9.0})
                               for each in data["conditions"].values()])  # fmt: skip
    left_out = play(played).left_out
    assert len(left_out) == 6
    assert all("its table is not the one" in why for why in left_out.values())


def test_a_game_in_the_place_of_its_twin_is_named(tmp_path: Path) -> None:
    """A game of the null arm is the control's once more, and is played all the same."""
    arms = [{"name": "quiet", "talk": {"whispers": False}}]
    made = plan(entrants=THREE, talk={"protocol": "off"}, arms=arms)
    control = made.games[0]
    twin = next(
        row for row in made.games[1:]
        if (row.seed, row.clockwise) == (control.seed, control.clockwise)
        and made.conditions[row.condition].table == made.conditions[control.condition].table
    )  # fmt: skip
    write_plan(tmp_path, made.model_copy(update={"games": (control, twin)}))
    assert play(tmp_path).left == 0
    rmtree(game_folder(tmp_path, twin.game))
    copytree(game_folder(tmp_path, control.game), game_folder(tmp_path, twin.game))
    assert set(play(tmp_path).left_out) == {twin.game}


def test_of_two_that_plan_into_one_folder_at_once_one_does(tmp_path: Path) -> None:
    """The other is told so, and the plan is that of the first."""
    plans = [plan(entrants=THREE, seed=str(seed)) for seed in range(8)]
    ready = Barrier(len(plans))

    def written(each: Plan) -> Plan | None:
        ready.wait()
        try:
            write_plan(tmp_path, each, is_new=True)
        except ConfigError:
            return None
        return each

    with ThreadPoolExecutor(len(plans)) as threads:
        found = [each for each in threads.map(written, plans) if each is not None]
    assert [each.digest() for each in found] == [read_plan(tmp_path).digest()]
    with pytest.raises(ConfigError, match="has a plan by now"):
        write_plan(tmp_path, plans[0], is_new=True)
