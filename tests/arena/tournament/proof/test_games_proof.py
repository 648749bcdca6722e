"""Games that stand where they should not, or are not what their headers say: each is named."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, move, rmtree
from typing import Any

import pytest

from arena.tournament.folder import game_folder
from arena.tournament.plan import read_plan
from arena.tournament.proof import TournamentProof, verify_tournament
from arena.tournament.results import results_of
from tests.arena.tournament.proof.forged import ARM, change_plan, forge, played, reforge


@pytest.fixture(scope="module")
def whole(toy: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a tournament with an arm and its null arm: 18 games."""
    folder = tmp_path_factory.mktemp("played") / "out"
    played(folder, rulesets=[toy], arms=[ARM])
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    """Return a copy of it, which stands at another path and under another name."""
    return Path(copytree(whole, tmp_path / "handed over"))


def proof(folder: Path, **given: Any) -> TournamentProof:
    """Verify in this process."""
    return verify_tournament(folder, processes=1, **given)


def wrong(folder: Path) -> dict[str, str]:
    """Return why games are not true, by id."""
    return {each.game: each.why for each in proof(folder).games if each.why is not None}


def schedule(**given: str) -> Callable[[dict[str, Any]], object]:
    """Return a change of what a header says of its place."""
    return lambda header: header["schedule"].update(given)


def test_a_copied_folder_is_true(folder: Path) -> None:
    """Nothing in it goes by where it lies."""
    found = proof(folder)
    assert found.ok
    assert (found.planned, len(found.games), found.report, found.problems) == (18, 18, None, [])


@pytest.mark.slow
def test_processes_say_the_same(whole: Path, toy: str) -> None:
    """The toy is no ruleset there: which game is refused is told from each of them."""
    found = verify_tournament(whole, processes=2)
    assert {each.game for each in found.games} == {row.game for row in read_plan(whole).games}
    assert all(toy in (each.why or "") for each in found.games)


def test_games_that_changed_places_are_named(folder: Path) -> None:
    """Each with the one that stands there."""
    one, two = game_folder(folder, "g0001"), game_folder(folder, "g0004")
    one.rename(folder / "kept")
    two.rename(one)
    (folder / "kept").rename(two)
    assert wrong(folder) == {
        "g0001": "g0004 stands in its place", "g0004": "g0001 stands in its place",
    }  # fmt: skip


def test_a_game_that_stands_for_two_is_named(folder: Path) -> None:
    rmtree(game_folder(folder, "g0004"))
    copytree(game_folder(folder, "g0001"), game_folder(folder, "g0004"))
    assert wrong(folder) == {"g0004": "g0001 stands in its place"}


def test_a_copy_whose_header_says_otherwise_is_named(folder: Path) -> None:
    """With all digests computed again: what was played is compared, not what is said of it."""
    other = json.loads((game_folder(folder, "g0010") / "game.json").read_bytes())
    rmtree(game_folder(folder, "g0010"))
    copytree(game_folder(folder, "g0001"), game_folder(folder, "g0010"))
    forge(folder, "g0010", lambda header: header.update(schedule=other["schedule"]))
    (why,) = wrong(folder).values()
    assert "its table is not the one that the plan has for g0010: seats is" in why
    assert "g0010" in results_of(read_plan(folder), folder).left_out


def test_a_copy_that_is_edited_all_through_is_not_what_its_bots_play(folder: Path) -> None:
    """Seats, seed and place are those of the plan; then the rules refuse the records."""
    other = json.loads((game_folder(folder, "g0010") / "game.json").read_bytes())
    rmtree(game_folder(folder, "g0010"))
    copytree(game_folder(folder, "g0001"), game_folder(folder, "g0010"))
    forge(folder, "g0010", lambda header: header.update(other))
    (why,) = wrong(folder).values()
    assert why.startswith("log.jsonl line ")


def test_a_game_of_another_tournament_is_named(folder: Path, toy: str, tmp_path: Path) -> None:
    """As it is, and with its place edited."""
    played(tmp_path / "other", rulesets=[toy], seed="another", arms=[ARM], name="other")
    at = game_folder(folder, "g0001")
    kept = json.loads((at / "game.json").read_bytes())["schedule"]
    rmtree(at)
    copytree(game_folder(tmp_path / "other", "g0002"), at)
    why = wrong(folder)["g0001"]
    assert why.endswith("; it says that it is g0002 of other")
    forge(folder, "g0001", lambda header: header.update(schedule=kept, game="g0001"))
    assert "seats is" in wrong(folder)["g0001"]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (schedule(arm="brief"), "schedule.arm is 'brief', planned 'control'"),
        (schedule(epoch="0" * 64), "schedule.epoch is"),
        (schedule(tournament="x"), "schedule.tournament is 'x', planned 'test'"),
        (lambda header: header["limits"].update(answer_seconds=9.0), "limits.answer_seconds is 9"),
        (lambda header: header["talk"].update(whispers=False), "talk.whispers is False"),
        (lambda header: header.update(game="g0002"), "game.json names it g0002"),
        (lambda header: header["seats"][0].update(spec="house"), "seats is"),
        (lambda header: header["schedule"]["entrants"].update(
            dict.fromkeys(header["schedule"]["entrants"], "ada")), "schedule.entrants."),
        (lambda header: header.pop("schedule"), "it was played for no tournament"),
    ],
    ids=["arm", "epoch", "name", "limits", "talk", "game", "spec", "entrants", "none"],
)  # fmt: skip
def test_whatever_a_header_has_otherwise_than_the_plan_is_named(
    folder: Path, change: Callable[[dict[str, Any]], object], named: str
) -> None:
    """All digests computed again."""
    forge(folder, "g0001", change)
    found = wrong(folder)
    assert set(found) == {"g0001"}
    assert named in found["g0001"]


def test_missing_and_unfinished_games_are_said_to_be_unfinished(folder: Path) -> None:
    """Nothing is wrong with the others; all in all it is not proven."""
    rmtree(game_folder(folder, "g0002"))
    log = game_folder(folder, "g0003") / "log.jsonl"
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:-20]))
    found = proof(folder)
    assert not found.ok
    assert [(each.game, each.unfinished) for each in found.games if not each.ok] == [
        ("g0002", True), ("g0003", True),
    ]  # fmt: skip
    assert found.games[1].why == "it is missing"


def test_an_edited_log_is_refused_at_its_line(folder: Path) -> None:
    """As `arena verify` of the game says it."""
    log = game_folder(folder, "g0002") / "log.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    lines[5] = lines[5].replace(b'"i":5', b'"i":6')
    log.write_bytes(b"".join(lines))
    assert wrong(folder)["g0002"].startswith("log.jsonl line 6: ")


def test_a_log_that_makes_no_sense_is_refused_and_breaks_no_report(folder: Path) -> None:
    """Its digests fit, and a value in it is of another kind."""
    at = game_folder(folder, "g0001")

    def nonsense(record: dict[str, Any]) -> None:
        if "decision" in record["data"]:
            record["data"]["decision"] = []

    reforge(at, lambda _: None, log=nonsense)
    assert wrong(folder)["g0001"].startswith("log.jsonl line ")
    assert "makes no sense" in results_of(read_plan(folder), folder, fresh=True).left_out["g0001"]


def test_what_is_no_regular_file_is_no_plan(folder: Path) -> None:
    """A pipe, which nobody would ever write into."""
    (folder / "plan.json").unlink()
    os.mkfifo(folder / "plan.json")
    assert proof(folder).plan == ("is no regular file",)


def test_what_no_plan_has_is_named(folder: Path, tmp_path: Path) -> None:
    """A folder too many, a link among the games, and one in place of a file."""
    copytree(game_folder(folder, "g0001"), game_folder(folder, "g0099"))
    (folder / "games" / "beside").symlink_to(tmp_path)
    assert proof(folder).extra == ("beside", "g0099")
    at = game_folder(folder, "g0005")
    move(at, tmp_path / "elsewhere")
    at.symlink_to(tmp_path / "elsewhere")
    log = game_folder(folder, "g0006") / "log.jsonl"
    move(log, tmp_path / "log.jsonl")
    log.symlink_to(tmp_path / "log.jsonl")
    rmtree(game_folder(folder, "g0007"))
    game_folder(folder, "g0007").write_text("mine", encoding="utf-8")
    assert wrong(folder) == {
        "g0005": "it is a link, and no part of the folder",
        "g0006": "log.jsonl is a link, and no part of the folder",
        "g0007": "it is no folder",
    }


def test_a_plan_that_was_changed_is_no_plan_of_these_games(folder: Path) -> None:
    """An entrant renamed, an arm dropped, a game removed."""
    kept = (folder / "plan.json").read_bytes()
    text = kept.decode().replace('"ada"', '"eve"')
    (folder / "plan.json").write_text(text, encoding="utf-8")
    found = proof(folder)
    assert found.plan == ()  # it might have been planned so
    assert not any(each.ok for each in found.games)

    (folder / "plan.json").write_bytes(kept)
    change_plan(folder, lambda data: data.update(
        games=[row for row in data["games"] if "brief" not in row["condition"]]
    ))  # fmt: skip
    found = proof(folder)
    assert any("has a condition without a game" in each for each in found.plan)
    assert len(found.extra) == 6

    (folder / "plan.json").write_bytes(kept)
    change_plan(folder, lambda data: data["games"].pop())
    found = proof(folder)
    assert found.plan == ("lacks 1 game that planning makes, from g0018 on",)
    assert found.extra == ("g0018",)


def test_a_plan_that_can_t_be_read_proves_nothing(folder: Path, tmp_path: Path) -> None:
    kept = (folder / "plan.json").read_text("utf-8")
    (folder / "plan.json").write_text(kept[:-9], encoding="utf-8")
    found = proof(folder)
    assert (found.ok, found.planned, found.games) == (False, 0, ())
    assert found.plan[0].startswith("is no plan: ")
    (tmp_path / "plan.json").write_text(kept, encoding="utf-8")
    (folder / "plan.json").unlink()
    (folder / "plan.json").symlink_to(tmp_path / "plan.json")
    assert proof(folder).plan == ("is a link, and no part of the folder",)
