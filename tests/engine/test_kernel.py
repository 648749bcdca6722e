"""The kernel: keyed chance, floors, forks, saves, and what is handed out."""

import dataclasses
import gc
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.chance import Chance, Forced
from engine.events import CharacterEaten, DiceRolled, GameEnded
from engine.game import Game
from engine.table import event_record
from engine.testing import random_game

ROOT = Path(__file__).resolve().parents[2]
FLOORS = {"truck", "chief", "attack", "revote", "gift", "dice", "announced", "reveal"}


def dice_of(table: engine.Table) -> dict[int, tuple[int, ...]]:
    """Return the arrival dice by round."""
    rolls: dict[int, tuple[int, ...]] = {}
    round_ = 0
    for event in table.events:
        if event.type == "phase_began":
            round_ = int(str(event.data()["round"]))
        if isinstance(event, DiceRolled):
            rolls[round_] = event.dice
    return rolls


def finish(table: engine.Table, at: int) -> engine.Table:
    """Play to the end, always taking the option at this place, as far as there are so many."""
    while not table.is_over:
        if table.floor is not None:
            table.close_floor()
            continue
        decision = table.pending()[0]
        table.answer(decision.seat, decision.options[at % len(decision.options)].id, decision.id)
    return table


@pytest.mark.parametrize("seed", range(5))
def test_the_dice_of_a_round_do_not_depend_on_what_was_decided(seed: int) -> None:
    """Two games of one seed, played differently, roll the same dice in the same rounds."""
    one, two = dice_of(random_game("moh", 5, seed)), dice_of(finish(new(seed), 1))
    shared = one.keys() & two.keys()
    assert len(shared) >= 2
    assert {r: one[r] for r in shared} == {r: two[r] for r in shared}


def new(seed: int | str, seats: int = 5, *, floors: bool = False) -> engine.Table:
    """Return a new canonical table."""
    return engine.new_table("moh", seats, seed, floors=floors)


def test_seeds_differ_and_a_number_is_its_text() -> None:
    """Another seed is another game; 7 and "7" are the same."""
    assert new(7).events == new("7").events
    assert new(7).events != new(8).events


def test_draws_are_even() -> None:
    """Each face and each lot comes equally often, within five standard deviations."""
    chance = Chance("even", Forced())
    faces = Counter(face for r in range(3_000) for face in chance.dice("dice", r, 4))
    assert set(faces) == set(range(1, 7))
    assert all(abs(count - 2_000) < 5 * (12_000 * 5 / 36) ** 0.5 for count in faces.values())
    lots = Counter(chance.lot(r, "ABC") for r in range(6_000))
    assert all(abs(count - 2_000) < 5 * (6_000 * 2 / 9) ** 0.5 for count in lots.values())


def test_a_forced_draw_uses_up_its_index() -> None:
    """After a forced roll the next draws are those that would have come anyway."""
    free, forced = Chance("x", Forced()), Chance("x", Forced(dice=[(1, 1, 1, 1)]))
    assert forced.dice("dice", 1, 4) == (1, 1, 1, 1)
    free.dice("dice", 1, 4)
    assert forced.dice("dice", 1, 4) == free.dice("dice", 1, 4)
    assert forced.shuffle("abcdef") == free.shuffle("abcdef")


def test_a_game_does_not_depend_on_the_process() -> None:
    """Another process with another hash seed plays the same game to the byte."""
    program = (
        "import json; from engine.testing import random_game;"
        "from engine.table import event_record;"
        "t = random_game('moh', 6, 3, {'threat_absent': True});"
        "print(json.dumps([[event_record(e) for e in t.events], t.view_data('A'), t.save()]))"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(printed) == 1


def test_a_fork_under_seal_and_at_a_floor() -> None:
    """A fork keeps answers that are under seal, and floors that are open."""
    table, seen = new(5, floors=True), Counter[str]()
    while not table.is_over:
        twin = table.fork()
        assert twin.save() == table.save()
        assert [d.id for d in twin.pending()] == [d.id for d in table.pending()]
        assert twin.floor == table.floor
        if table.floor is not None:
            seen[table.floor.kind] += 1
            table.close_floor()
            continue
        decision = table.pending()[-1]
        seen["sealed"] += len(table.pending()) > 1
        table.answer(decision.seat, decision.options[0].id, decision.id)
    assert seen["sealed"] > 0
    assert set(seen) - {"sealed"} <= FLOORS


def test_a_floor_stops_everything() -> None:
    """While the table may talk nothing is asked, and an answer is stale."""
    table = new(1, floors=True)
    while table.floor is None:
        decision = table.pending()[0]
        table.answer(decision.seat, decision.options[0].id)
    assert table.pending() == ()
    with pytest.raises(engine.StaleDecision, match="floor is open"):
        table.answer("A", "pass")
    table.close_floor()
    with pytest.raises(engine.StaleDecision, match="no floor"):
        new(1).close_floor()


@pytest.mark.parametrize("name", ["is not to be had", "Z"])
def test_an_unknown_seat_sees_nothing(name: str) -> None:
    """Asking for a seat that is not there says which are."""
    for door in (new(1).view, new(1).view_data, new(1).heard_by):
        with pytest.raises(engine.RulesetError, match="A, B, C, D, E"):
            door(name)


def test_what_is_handed_out_cannot_hurt_the_game() -> None:
    """A caller that edits its view, its save or its arguments changes nobody else's."""
    seats, options = ["A", "B", "C"], {"threat_absent": True}
    table = engine.new_table("moh", seats, 1, options)
    before = json.dumps([table.save(), table.view_data("A"), table.view_data(None)])
    seats.append("D")
    options["threat_absent"] = False
    view: dict[str, Any] = table.view_data("A")
    view["hand"].append("sprint")
    view["places"][0]["characters"].append("x")
    view["hand_sizes"].clear()
    saved: dict[str, Any] = table.save()
    saved["moves"].append(["A.1", "x"])
    saved["options"].clear()
    assert json.dumps([table.save(), table.view_data("A"), table.view_data(None)]) == before


def test_a_scenario_belongs_to_its_game() -> None:
    """Editing the mapping, or a save of it, after the game has begun changes nothing."""
    given: dict[str, Any] = {
        "scenario": 1, "ruleset": "moh", "seats": ["A", "B", "C", "D"], "phase": "attack",
        "locations": {3: ["A.pin_up", "B.gunman"], 4: ["C.pin_up", "D.pin_up", "D.gunman"]},
        "zombies": {3: 2},
    }  # fmt: skip
    table = engine.load_scenario(given)
    before = json.dumps(table.save())
    given["locations"][3].append("C.gunman")
    table.save()["start"]["zombies"].clear()  # type: ignore[index]
    assert json.dumps(table.save()) == before
    assert engine.restore(json.loads(before)).view_data(None) == table.fork().view_data(None)


def test_events_and_options_are_frozen() -> None:
    """What has happened stays as it is, payloads included."""
    table = random_game("moh", 3, 2)
    eaten = next(event for event in table.events if isinstance(event, CharacterEaten))
    with pytest.raises(dataclasses.FrozenInstanceError):
        eaten.place = 3  # type: ignore[misc]
    ended = next(event for event in table.events if isinstance(event, GameEnded))
    with pytest.raises(TypeError):
        ended.scores["A"] = 100  # type: ignore[index]
    decision = new(1).pending()[0]
    with pytest.raises(AttributeError):
        decision.options = ()  # type: ignore[misc]
    option = decision.options[0]
    with pytest.raises(TypeError):
        option.args["x"] = 1  # type: ignore[index]


def test_the_facts_of_a_ruleset_are_frozen() -> None:
    """A caller can't add an option to a ruleset, or change what is in force."""
    facts = engine.ruleset("moh")
    with pytest.raises(TypeError):
        facts.options["x"] = 1  # type: ignore[index]
    with pytest.raises(TypeError):
        facts.options_in_force["seating"] = "random"  # type: ignore[index]


@pytest.mark.parametrize(
    "seats", [["B", "threat-B", "C"], ["pass", "A", "B"], [1, 2, 3], 3.0, None]
)
def test_names_that_cannot_be_seats(seats: Any) -> None:  # noqa: ANN401
    """Names that would make two options the same, reserved ones and no names are refused."""
    with pytest.raises(engine.RulesetError):
        engine.new_table("moh", seats, 1)


def test_what_is_no_save_is_refused() -> None:
    """A save with keys missing, or with dice that no die shows, is refused by name."""
    saved = new(1).save()
    with pytest.raises(engine.RulesetError, match="moves"):
        engine.restore({key: value for key, value in saved.items() if key != "moves"})
    with pytest.raises(engine.RulesetError, match="faces from 1 to 6"):
        engine.restore({**saved, "forced": {"dice": [[7, 9]], "lots": [], "deck": None}})
    with pytest.raises(engine.RulesetError, match="seed"):
        new("\ud800")
    with pytest.raises(engine.IllegalAnswer):
        new(1).answer(new(1).pending()[0].seat, None)  # type: ignore[arg-type]


def test_replay_names_the_first_event_that_differs() -> None:
    """A changed, missing or added event is named by its number."""
    table = random_game("moh", 3, 6)
    saved, events = table.save(), [event_record(event) for event in table.events]
    assert engine.replay(saved, events).result == table.result
    assert engine.replay(saved, table.events).result == table.result
    for change, at in (
        ([*events[:9], {**events[9], "data": {}}, *events[10:]], 9),
        (events[:-1], len(events) - 1),
        ([*events, events[-1]], len(events)),
        ([*events[:5], *events[6:]], 5),
    ):
        with pytest.raises(engine.ReplayDiverged) as caught:
            engine.replay(saved, change)
        assert caught.value.at == at


def test_another_revision_is_refused() -> None:
    """A game saved under other rules says so instead of being played wrongly."""
    saved = {**new(1).save(), "revision": 99}
    with pytest.raises(engine.RulesetError, match="revision 99"):
        engine.restore(saved)
    with pytest.raises(engine.RulesetError, match="save version"):
        engine.restore({**new(1).save(), "save": 2})


def test_the_default_is_the_pass_or_a_keyed_draw() -> None:
    """A default is `pass` where offered; else the same draw for the same seed and question."""
    table, drawn = new(4), 0
    while not table.is_over:
        for decision in table.pending():
            ids = [option.id for option in decision.options]
            assert decision.default.id == ("pass" if "pass" in ids else decision.default.id)
            assert decision.default in decision.options
            drawn += decision.default != decision.options[0]
            table.answer(decision.seat, decision.default.id, decision.id)
    assert drawn > 10
    assert finish(new(4), 0).events == finish(new(4), 0).events


def test_seats_by_number_are_named_by_letters() -> None:
    """Four seats are A, B, C and D; names may be any letters."""
    assert new(1, 4).seats == ("A", "B", "C", "D")
    names = ("Łukasz", "Ana María", "Bob_2")
    assert engine.new_table("moh", names, 1).seats == names


def games_in_memory() -> int:
    """Return how many games there are, without letting the collector look for garbage."""
    return sum(type(each) is Game for each in gc.get_objects())


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Free nothing but what nobody holds any more."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("uncollected")
@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_a_table_that_is_dropped_frees_its_game_at_once(ruleset: str) -> None:
    """In its middle or over, a fork or imagined: nobody waits for a collection."""
    before = games_in_memory()
    table = engine.new_table(ruleset, 5, 3)
    for _ in range(40):
        asked = table.pending()[0]
        table.answer(asked.seat, asked.options[-1].id, asked.id)
    twin, other = table.fork(), table.imagine(table.seats[0], 1)
    again = engine.restore(table.save())
    assert games_in_memory() == before + 4
    finish(twin, 0)
    del twin, other, again
    assert games_in_memory() == before + 1
    assert table.pending()
    finish(table, 1)
    del table, asked
    assert games_in_memory() == before


def test_a_question_outlives_its_table() -> None:
    """Its default can still be drawn, and is the same."""
    asked = new(3).pending()[0]
    assert asked.default == new(3).pending()[0].default


def test_a_table_that_could_not_be_laid_leaves_no_trace(recwarn: pytest.WarningsRecorder) -> None:
    """Not even a complaint when it is freed."""
    table = engine.Table.__new__(engine.Table)
    del table
    assert not recwarn.list
