"""The toy keeps what every ruleset keeps, in the engine and all through the arena."""

import asyncio
import json
from pathlib import Path

import pytest

import engine
from arena.calls.records import AnswerFailed
from arena.config import TableConfig
from arena.faces.cli.replay import replay
from arena.table import play
from arena.table.verify import verify
from arena.transcript.reader import read
from engine.testing import check_ruleset, moments, other_world, random_game, what_a_seat_sees
from tests.arena.records_of import call_facts

pytestmark = pytest.mark.usefixtures("toy")

SEATS = ("Ada", "Bo", "Cyril")


@pytest.mark.parametrize("rounds", [1, 2, pytest.param(None, marks=pytest.mark.slow)])
def test_it_keeps_every_promise(rounds: int | None) -> None:
    """Whatever its option says."""
    check_ruleset("toy", games=2, options={"rounds": rounds})


def test_what_a_seat_has_not_learned_changes_nothing_that_it_perceives() -> None:
    """At every stop of two games; cards, dice and sealed answers do differ."""
    changed: set[str] = set()
    for seed in range(2):
        saved = json.loads(json.dumps(random_game("toy", 3, seed, floors=True).save()))
        for at, moment in enumerate(moments(saved, watchers=True)):
            world = other_world(saved, moment, f"world {at}")
            seen = what_a_seat_sees(world.table, moment.seat)
            assert seen == what_a_seat_sees(moment.table, moment.seat), (seed, at)
            changed.update(world.changed)
    assert changed == {"cards", "dice", "ballots", "chance"}


def forced(dice: list[list[int]], **options: object) -> engine.Table:
    """Return a game of A, B and C with these dice, and no Lantern but A's."""
    deck = ["lantern", "button", "button", "button", "lantern", "lantern"]
    return engine.load_scenario(
        {"scenario": 1, "ruleset": "toy", "seats": ["A", "B", "C"], "phase": "setup",
         "deck": deck, "options": options, "chance": {"dice": dice, "lots": ["C"]}},
    )  # fmt: skip


def answers(table: engine.Table, **chosen: str) -> None:
    """Give each seat's answer."""
    for seat, option in chosen.items():
        table.answer(seat, option)


def data(table: engine.Table, kind: str) -> list[dict[str, object]]:
    """Return the payloads of the events of a type."""
    return [event.data() for event in table.events if event.type == kind]


def test_toy_5_a_lot_decides_a_tie_and_only_the_chief_looks() -> None:
    """TOY-5, TOY-8: with a Lantern one looks too; who has a Button is asked all the same."""
    table = forced([[2, 6]])
    answers(table, A="B", B="C", C="A")
    assert [(each["player"], each["by"]) for each in data(table, "player_chosen")] == [("C", "lot")]
    assert [table.view_data(seat)["dice"] for seat in "ABC"] == [None, None, [2, 6]]
    assert [each.options[0].id for each in table.pending()] == ["lantern"]
    answers(table, A="lantern", B="pass")
    assert [table.view_data(seat)["dice"] for seat in "ABC"] == [[2, 6], None, [2, 6]]


def test_toy_7_zombies_get_in_where_they_are_as_many_as_the_strength() -> None:
    """TOY-7: two against a Guard get in, one does not; in the Yard one is enough."""
    table = forced([[2, 2], [3, 6]], rounds=2)
    answers(table, A="A", B="A", C="A")
    answers(table, B="pass", C="pass")
    answers(table, A="2", B="3", C="3")
    assert [each["player"] for each in data(table, "character_eaten")] == ["A"]
    answers(table, A="pass", B="pass", C="pass")
    answers(table, A="5", B="3", C="5")
    assert [each["place"] for each in data(table, "place_held")] == [3]
    assert [each["place"] for each in data(table, "character_eaten")] == [2, 6]
    assert table.is_over


def test_toy_10_points_of_the_living_win() -> None:
    """TOY-10: a Guard has one point, a Cook two; equals share the better place."""
    table = forced([[6, 1]], rounds=1)
    answers(table, A="A", B="A", C="A")
    answers(table, B="pass", C="pass")
    answers(table, A="2", B="2", C="2")
    assert table.result is not None
    assert table.result.scores == {"A": 1, "B": 3, "C": 3}
    assert table.result.placements == {"A": 3, "B": 1, "C": 1}
    assert table.result.end_reason == "last_round"


@pytest.fixture(scope="module")
def game(toy: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a game of house bots that talk."""
    config = TableConfig(ruleset=toy, seats=dict.fromkeys(SEATS, "house"), seed="5")
    return asyncio.run(play(config, tmp_path_factory.mktemp("toy"))).folder


def test_house_bots_play_it_and_talk(game: Path) -> None:
    """None fails, and the game proves itself."""
    transcript = read(game)
    assert call_facts(AnswerFailed, transcript.calls) == []
    assert any(each.type == "said" for each in transcript.records)
    assert verify(game).ok


@pytest.mark.parametrize("who", ["all", "public", "Bo"])
def test_it_is_told(
    game: Path, who: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every room by its name and number, and nothing that is no word of it."""
    monkeypatch.setenv("COLUMNS", "100")
    assert replay(game, who, False) == 0  # noqa: FBT003 - prose, not JSON
    out = capsys.readouterr().out
    assert all(f"{room.number} {room.name}" in out for room in engine.ruleset("toy").places)
    assert not [word for word in ("None", "{", "}", "_") if word in out]
