"""What is read of finished games: against a game read by hand, and against other ways to count."""

import json
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.calls.history import Call
from arena.errors import ArenaError
from arena.faces.cli import main
from arena.lab import outcome as module
from arena.lab import readings
from arena.lab.replay import Replay
from arena.records.game import Answer
from arena.tournament.folder import game_folder
from arena.tournament.game_result import GameResult
from arena.tournament.plan import Plan
from arena.tournament.ratings.alike import alike_of
from arena.tournament.results import result_of, results_of
from arena.transcript import reader
from arena.transcript.header import GameHeader
from engine import restore
from tests.arena.calls.samples import answered, failed, history_of, raw, sent
from tests.arena.table.talkers import table_of
from tests.arena.tournament.proof.forged import played
from tests.arena.tournament.report.made import bot_games, folder_of, kept_readings, plan_of_folder
from tests.breadth import breadth
from tests.corpus import reading

EXAMPLE = Path("transcripts/examples/moh-0001")


@pytest.fixture(scope="module")
def example() -> GameResult:
    """Return the row of the game that is there to be read."""
    plan = plan_of_folder({"moh-0001": EXAMPLE})
    return result_of(plan, plan.games[0], EXAMPLE)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return three short games of bots, one of which talks."""
    out = tmp_path_factory.mktemp("played")
    return bot_games(out, ("random", "random", "house"), ("1", "2", "3"))


def test_the_example_is_told_as_its_replay_tells_it(example: GameResult) -> None:
    """Places, points, survivors and who kept faith are those that stand at the replay's end."""
    rows = [
        (
            each.seat, each.entrant, each.position, each.place, each.points, each.survived,
            each.statements, each.lies, each.bluffs, each.reports, each.false_reports,
            each.kept, each.broken, each.deals_kept, each.deals_broken,
        )
        for each in example.seats
    ]  # fmt: skip
    assert rows == [
        ("Anna", "house", 0, 1, 12, True, 12, 0, 0, 0, 0, 1, 0, 1, 1),
        ("Bruno", "house:liar", 1, 4, 0, False, 17, 3, 2, 2, 2, 2, 0, 1, 0),
        ("Clara", "house:honest", 2, 2, 7, True, 15, 0, 0, 2, 0, 2, 0, 1, 0),
        ("Dmitri", "house:greedy", 3, 3, 7, True, 15, 0, 1, 0, 0, 1, 1, 1, 1),
        ("Esra", "house:gullible", 4, 4, 0, False, 14, 0, 0, 1, 0, 1, 0, 2, 0),
    ]


def test_the_example_as_a_whole(example: GameResult) -> None:
    """Its round and end are those of its last records, its digest is the hash before the seal."""
    *_, line, _ = (EXAMPLE / "log.jsonl").read_text(encoding="utf-8").splitlines()
    before = json.loads(line)
    assert (example.rounds, example.ended, example.digest) == (8, "few_left", before["hash"])
    assert example.rated
    assert example.versions["horror-arena"]
    assert example.prompts == ""
    assert {each.cost for each in example.seats} == {0.0}
    assert sum(each.speeches for each in example.seats) == 99
    assert {sum(each.defaults.values()) for each in example.seats} == {0}


def test_decisions_are_what_seats_were_asked(tmp_path: Path) -> None:
    """Questions and turns are counted as the seats saw them: once, with more than one option."""
    names = ("Ada", "Ben", "Cyd")
    seats = table_of(names)
    played = bot_games(tmp_path, ("random",) * 3, ("5",), seats=seats)["g0001"]
    plan = plan_of_folder({"g0001": played})
    row = plan.games[0]
    found = {each.seat: each for each in result_of(plan, row, played).seats}
    for name, seat in seats.items():
        asked = {each.id for each in seat.asked} | {each.id for each in seat.turns}
        assert found[name].decisions == len(asked)
        assert found[name].decisions > 20


def test_defaults_are_counted_by_reason(tmp_path: Path) -> None:
    """What stood in is counted as the transcript of failures has it, file by file."""
    played = bot_games(
        tmp_path, ("random",) * 3, ("5",), seats=table_of(("Ada", "Ben", "Cyd"))
    )["g0001"]  # fmt: skip
    plan = plan_of_folder({"g0001": played})
    lines = (played / "calls.jsonl").read_text(encoding="utf-8").splitlines()
    failures = [each["data"] for each in map(json.loads, lines) if each["type"] == "answer_failed"]
    for seat in result_of(plan, plan.games[0], played).seats:
        reasons = Counter(each["reason"] for each in failures if each["seat"] == seat.seat)
        assert seat.defaults == reasons
        assert reasons


@pytest.mark.slow
def test_who_survived_is_who_has_a_character_at_the_end(games: dict[str, Path]) -> None:
    """Survival is that of the engine's own final state."""
    played = {**games, "osaczeni": reading.folder("osaczeni-random-4")}
    plan = plan_of_folder(played)
    for row in plan.games:
        result = result_of(plan, row, played[row.game])
        transcript = reader.read(played[row.game])
        table = restore({**transcript.header.saved(), "floors": False})
        for record in transcript.records:
            if isinstance(record.data, Answer):
                table.answer(str(record.actor), record.data.option)
        gone = set(table.view(None).eliminated)
        assert {each.seat for each in result.seats if not each.survived} == gone


def test_results_stand_in_the_order_of_the_plan(games: dict[str, Path], tmp_path: Path) -> None:
    """Neither the order of folders nor a reading that was kept changes what is returned."""
    backwards = dict(reversed(games.items()))
    plan = folder_of(backwards, tmp_path)
    first = results_of(plan, tmp_path)
    assert [each.game for each in first.games] == list(backwards)
    assert len(kept_readings(tmp_path)) == len(games)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["games", "plan.json"]
    assert results_of(plan, tmp_path) == first == results_of(plan, tmp_path, fresh=True)


def test_one_reading_serves_every_plan(games: dict[str, Path], tmp_path: Path) -> None:
    """What the plan says of a game is the plan's, though the game is not read again."""
    plan = folder_of(games, tmp_path)
    first = results_of(plan, tmp_path)
    kept = kept_readings(tmp_path)
    renamed = {
        name: each.model_copy(update={"arm": "loud"}) for name, each in plan.conditions.items()
    }
    other = plan.model_copy(update={"conditions": renamed})
    found = results_of(other, tmp_path).games
    assert found == tuple(replace(each, arm="loud") for each in first.games)
    assert kept_readings(tmp_path) == kept


@pytest.mark.parametrize("order", breadth(["report analyze", "analyze report"], ["report analyze"]))
def test_report_and_lab_read_each_game_once(
    games: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, order: str
) -> None:
    """Whichever comes first; what they say is what each says that reads all by itself."""
    plan = folder_of(games, tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    read: list[str] = []
    finished, lay = readings.finished, Replay.__init__

    def noted(folder: Path) -> reader.Transcript:
        read.append(folder.name)
        return finished(folder)

    def laid(replay: Replay, header: GameHeader, stops: Any = None) -> None:
        read.append("replay")
        lay(replay, header, stops)

    monkeypatch.setattr(readings, "finished", noted)
    monkeypatch.setattr(Replay, "__init__", laid)
    commands = {"report": ["tournament", "report"], "analyze": ["analyze"]}
    one, other = order.split()
    for each in (one, other, one):
        assert main([*commands[each], str(tmp_path)]) == 0
    assert Counter(read) == {**dict.fromkeys(games, 1), "replay": len(games)}
    assert results_of(plan, tmp_path) == results_of(plan, tmp_path, fresh=True)


def test_nothing_in_the_folder_is_believed(games: dict[str, Path], tmp_path: Path) -> None:
    """Readings that somebody put there are not used, and a changed game is read again."""
    plan = folder_of(games, tmp_path)
    first = results_of(plan, tmp_path)
    for each in kept_readings(tmp_path):
        for place in (tmp_path / "readings", tmp_path / "lab" / "readings"):
            place.mkdir(parents=True, exist_ok=True)
            rows = each.read_bytes().replace(b'"place":1', b'"place":9')
            (place / each.name).write_bytes(rows)
    assert results_of(plan, tmp_path) == first
    log = game_folder(tmp_path, "g0001") / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"dice":[1', b'"dice":[2', 1))
    assert list(results_of(plan, tmp_path).left_out) == ["g0001"]
    assert main(["tournament", "report", str(tmp_path)]) == 1


def test_a_broken_game_is_left_out_and_named(games: dict[str, Path], tmp_path: Path) -> None:
    """A changed line, another game's files and a torn header leave their game out, with the why."""
    plan = folder_of(games, tmp_path)
    log = game_folder(tmp_path, "g0001") / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"dice":[1', b'"dice":[2', 1))
    shutil.rmtree(game_folder(tmp_path, "g0002"))
    shutil.copytree(games["g0003"], game_folder(tmp_path, "g0002"))
    found = results_of(plan, tmp_path)
    assert [each.game for each in found.games] == ["g0003"]
    assert "changed" in found.left_out["g0001"]
    assert "g0002" in found.left_out["g0002"]
    (game_folder(tmp_path, "g0003") / "game.json").write_text("{", encoding="utf-8")
    assert set(results_of(plan, tmp_path).left_out) == {"g0001", "g0002", "g0003"}


def test_what_has_begun_is_no_result(games: dict[str, Path], tmp_path: Path) -> None:
    """A game without its last line is unfinished, and so is one whose folder is empty."""
    plan = folder_of(games, tmp_path)
    log = game_folder(tmp_path, "g0001") / "log.jsonl"
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:-1]))
    shutil.rmtree(game_folder(tmp_path, "g0002"))
    game_folder(tmp_path, "g0002").mkdir()
    shutil.rmtree(game_folder(tmp_path, "g0003"))
    found = results_of(plan, tmp_path)
    assert not found.games
    assert not found.left_out
    assert found.unfinished == {"g0001": "finished", "g0002": "open"}


def test_a_game_that_the_rules_refute_is_no_result(games: dict[str, Path], tmp_path: Path) -> None:
    """Answers that the rules don't ask for are named, though every hash were right."""
    plan = plan_of_folder(games)
    folder = tmp_path / "g0001"
    shutil.copytree(games["g0001"], folder)
    (folder / "game.json").write_bytes(
        (folder / "game.json").read_bytes().replace(b'"seed": "1"', b'"seed": "9"')
    )
    with pytest.raises(ArenaError):
        result_of(_with_seed(plan, "9"), _with_seed(plan, "9").games[0], folder)


def _with_seed(plan: Plan, seed: str) -> Plan:
    rows = tuple(each.model_copy(update={"seed": seed}) for each in plan.games)
    return plan.model_copy(update={"games": rows})


def _calls() -> tuple[Call, ...]:
    """Return two questions: one corrected twice, with a call tried again; one without a reply."""
    return history_of(
        sent(0, asked="Ada.1"), answered(0, raw(100, 10, reasoning=4)),
        sent(1, asked="Ada.1", attempt=1), failed(1, "overloaded"),
        sent(2, asked="Ada.1", attempt=1, again=1), answered(2, raw(120, 10)),
        sent(3, asked="Ada.1", attempt=2), answered(3, raw(140, 10)),
        sent(4, asked="Ada.2"), answered(4, raw()),
    )  # fmt: skip


def test_a_correction_is_counted_once() -> None:
    """The same correction tried again is one; the first try of a question is none."""
    took = module._took("openai-compatible:m@http://127.0.0.1:1/v1", _calls())
    assert took["corrections"] == 2
    assert took["calls"] == 5
    assert (took["input"], took["output"], took["reasoning"]) == (360, 30, 4)
    assert took["faults"] == {"overloaded": 1}


def test_worst_cases_are_booked_apart_and_unknown_prices_are_none() -> None:
    """Tokens nobody counted are no input and no output; without a price nothing costs 0."""
    took = module._took("openai-compatible:m@http://127.0.0.1:1/v1", _calls())
    assert took["uncounted"] > 0
    assert took["cost"] is None
    assert module._took("house", ())["cost"] == 0.0
    assert module._took("openai-compatible:m@http://127.0.0.1:1/v1", ())["cost"] == 0.0


def test_bots_of_one_conduct_play_the_same_game_in_each_others_seats(
    toy: str, tmp_path: Path
) -> None:
    """Blind, three entrants of one SPEC are the same game three times a seed, and one entrant."""
    twins = dict.fromkeys(("ada", "ben", "cyd"), "random")
    plan = played(tmp_path, rulesets=[toy], entrants=twins, talk={"protocol": "off"})
    found = results_of(plan, tmp_path).games
    courses = {(each.seed, each.course) for each in found}
    assert len(found) == 3 * len(courses) == 3 * len({each.seed for each in found})
    (alike,) = alike_of(found)
    assert (alike.entrants, alike.games) == (("ada", "ben", "cyd"), len(found))
