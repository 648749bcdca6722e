"""A model that answered and then answers nothing any more: the game stops, or goes on as told."""

import asyncio
import shutil
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from arena.errors import Aborted
from arena.forms import HEADER
from arena.provider import Provider, Trouble
from arena.seats.llm.seat import PATIENCE
from arena.table import Outcome, resume
from tests.arena.seats.llm.games import (
    LATE,
    Record,
    failed,
    of_type,
    played,
    records,
    spec,
    stopped_at,
    table,
    truth,
)  # fmt: skip
from tests.breadth import breadth

ANSWERED = 2
"""Calls that are answered before all others go wrong."""
FROM_THEN_ON = tuple(range(ANSWERED + 1, 500))
LONGER: dict[str, Any] = {
    "seed": "2",
    "scenario": {
        **LATE["scenario"], "round": 1, "zombies": {},
        "locations": {
            "1": ["Anna.pin_up", "Bruno.pin_up"],
            "3": ["Anna.gunman", "Clara.tough_guy"],
            "5": ["Anna.tough_guy", "Bruno.gunman", "Clara.pin_up"],
            "6": ["Bruno.tough_guy", "Clara.gunman"],
        },
    },
}  # fmt: skip
"""A game in which more than a dozen of Anna's questions can be lost."""
BOT = {"by": "house", "reason": "outage"}


def game(server: Provider, on_outage: str = "pause", **given: Any) -> Any:
    """Return a table of a model, tried once a call, and two random bots that don't talk.

    The model is not asked again where an answer can't be taken. The game is near its end;
    `**LONGER` begins earlier.
    """
    quiet = {
        **LATE,
        "talk": {"protocol": "off"}, "llm": {"on_outage": on_outage}, "limits": {"corrections": 0},
        **given,
    }  # fmt: skip
    return table([spec(server), "random", "random"], settings={"retries": 0}, **quiet)


def from_then_on(kind: Any) -> list[Trouble]:
    """Return what goes wrong with each call but the first two."""
    return [Trouble(kind=kind, at=FROM_THEN_ON)]


def steps(folder: Path) -> list[tuple[str, str, str]]:
    """Return the steps down: at which question, from where, to where."""
    found = of_type(records(folder), "stepped_down")
    return [(each["asked"], each["before"], each["after"]) for each in found]


def bots(folder: Path) -> list[Any]:
    """Return who went on for the model."""
    return of_type(records(folder, "log.jsonl"), "seat_replaced")


def places(found: Sequence[Record], type_: str) -> list[int]:
    """Return the numbers of the records of a type, from 1."""
    return [at for at, each in enumerate(found, 1) if each["type"] == type_]


def cut(whole: Path, folder: Path, *, calls: int, log: int) -> None:
    """Make the folder of a game as it stood when so many records were written."""
    folder.mkdir()
    shutil.copy(whole / HEADER, folder)
    for name, kept in (("calls.jsonl", calls), ("log.jsonl", log)):
        lines = (whole / name).read_bytes().splitlines(keepends=True)
        (folder / name).write_bytes(b"".join(lines[:kept]))


# --- answers that can't be taken ---


@pytest.mark.parametrize(
    ("kind", "on_outage"),
    breadth(
        product(["chatter", "empty", "refusal", "truncated", "bad_option"], ["default", "pause"]),
        [("chatter", "pause")],
    ),
)
def test_six_questions_in_a_row_without_an_answer_stop_the_game(
    kind: Any, on_outage: str, tmp_path: Path
) -> None:
    """And each further one; once the model answers again, the game goes on to its end."""
    with Provider(from_then_on(kind)) as server:
        outcome = played(game(server, on_outage, **LONGER), tmp_path)
        assert not outcome.finished
        assert outcome.halted is not None
        said = "Anna was asked 6 times in a row and gave no answer that could be taken: "
        assert outcome.halted["why"].startswith(said)
        assert outcome.halted["spec"] == spec(server)
        assert of_type(records(outcome.folder), "session_ended") == [{"reason": "outage"}]
        lost = failed(outcome.folder)
        assert len(lost) == 6
        outcome = asyncio.run(resume(outcome.folder))
        assert outcome.halted is not None
        assert "asked 7 times in a row" in outcome.halted["why"]
        server.change([])
        outcome = asyncio.run(resume(outcome.folder))
    assert outcome.finished
    assert len(failed(outcome.folder)) == 7
    assert truth(outcome.folder).ok, truth(outcome.folder).why


def test_five_lost_questions_stop_nothing(tmp_path: Path) -> None:
    """An answer after them begins the count anew."""
    lost = (*range(2, 7), *range(8, 13))
    with Provider([Trouble(kind="bad_option", at=lost)]) as server:
        outcome = played(game(server, **LONGER), tmp_path)
    assert outcome.finished
    assert failed(outcome.folder) == [("Anna", "illegal")] * 10
    assert truth(outcome.folder).ok, truth(outcome.folder).why


def test_a_budget_that_is_used_up_stops_no_game_of_defaults(tmp_path: Path) -> None:
    """The table says so: it is no fault of the model."""
    with Provider() as server:
        budget = {"calls": ANSWERED, "on_budget": "default"}
        outcome = played(game(server, budget=budget, **LONGER), tmp_path)
    assert outcome.finished
    assert len(failed(outcome.folder)) > 6
    assert {reason for _, reason in failed(outcome.folder)} == {"budget"}


def test_a_house_bot_goes_on_for_a_model_that_answers_nothing_any_more(tmp_path: Path) -> None:
    """Where the table says so; all are told, and the game is proven."""
    with Provider(from_then_on("chatter")) as server:
        outcome = played(game(server, "house", **LONGER), tmp_path)
    assert outcome.finished
    assert bots(outcome.folder) == [BOT]
    assert len(failed(outcome.folder)) >= 6
    assert truth(outcome.folder).ok, truth(outcome.folder).why


@pytest.mark.parametrize("on_outage", breadth(["pause", "house"], ["house"]))
def test_a_game_that_is_killed_on_the_way_goes_the_same_way(on_outage: str, tmp_path: Path) -> None:
    """Behind any of its failures: what was lost counts on, and is not asked again."""
    with Provider(from_then_on("chatter")) as server:
        whole = played(game(server, on_outage, **LONGER), tmp_path / "whole").folder
        lost = failed(whole)
        calls, log = records(whole), records(whole, "log.jsonl")
        failures, defaults = places(calls, "answer_failed"), places(log, "answer_defaulted")
        for number in (2, 4, 6):
            folder = tmp_path / f"{number}"
            cut(whole, folder, calls=failures[number - 1], log=defaults[number - 1] - 1)
            outcome = asyncio.run(resume(folder))
            more = on_outage == "pause" and number == 6  # it was not known that it would stop
            assert failed(folder) == lost + [("Anna", "malformed")] * more
            assert steps(folder)[: len(steps(whole))] == steps(whole)
            assert outcome.finished == (on_outage == "house")
            assert bots(folder) == bots(whole)
            assert truth(folder).sound, truth(folder).why


# --- a provider that refuses ---


def refused(folder: Path) -> int:
    """Return how many questions a call of which was refused."""
    found = records(folder)
    numbers = {each["call"] for each in of_type(found, "call_failed")}
    return len({each["asked"] for each in of_type(found, "call_sent") if each["call"] in numbers})


def test_a_provider_that_refuses_three_questions_in_a_row_is_down(tmp_path: Path) -> None:
    """The game pauses with the third, which is asked again when it goes on."""
    with Provider(from_then_on("bad_request")) as server:
        outcome = played(game(server), tmp_path)
        assert outcome.halted is not None
        assert outcome.halted["reason"] == "outage"
        assert outcome.halted["spec"] == spec(server)
        assert "HTTP 400" in outcome.halted["why"]
        assert failed(outcome.folder) == [("Anna", "provider")] * 2
        assert refused(outcome.folder) == 3
        outcome = asyncio.run(resume(outcome.folder))
        assert outcome.halted is not None
        assert refused(outcome.folder) == 3
        server.change([])
        outcome = asyncio.run(resume(outcome.folder))
    assert outcome.finished
    assert failed(outcome.folder) == [("Anna", "provider")] * 2
    assert truth(outcome.folder).ok, truth(outcome.folder).why


def test_a_table_may_go_on_with_defaults_though_all_is_refused(tmp_path: Path) -> None:
    """As it may in any outage."""
    with Provider(from_then_on("bad_request")) as server:
        outcome = played(game(server, "default", **LONGER), tmp_path)
    assert outcome.finished
    assert len(failed(outcome.folder)) > 6
    assert truth(outcome.folder).ok, truth(outcome.folder).why


def test_a_house_bot_goes_on_where_all_is_refused(tmp_path: Path) -> None:
    """With the third question, or the next that is not put in secret."""
    with Provider(from_then_on("bad_request")) as server:
        outcome = played(game(server, "house"), tmp_path)
    assert outcome.finished
    assert bots(outcome.folder) == [BOT]
    assert len(failed(outcome.folder)) >= 2
    assert truth(outcome.folder).ok, truth(outcome.folder).why


def test_a_game_is_aborted_where_all_is_refused(tmp_path: Path) -> None:
    """Where its table says so; what was played is kept."""
    with (
        Provider(from_then_on("bad_request")) as server,
        pytest.raises(Aborted, match="HTTP 400"),
    ):
        played(game(server, "abort"), tmp_path)
    (folder,) = tmp_path.iterdir()
    assert failed(folder) == [("Anna", "provider")] * 2
    assert truth(folder).sound


@pytest.mark.parametrize("at", [20, 40, 52])
def test_refusals_before_a_stop_count_behind_it(at: int, tmp_path: Path) -> None:
    """Before the first that is lost, behind it, or behind both: two questions are lost in it."""
    with Provider(from_then_on("bad_request")) as server:
        folder = stopped_at(game(server), tmp_path, at)
        outcome = asyncio.run(resume(folder))
    assert outcome.halted is not None
    assert failed(folder) == [("Anna", "provider")] * 2
    assert refused(folder) == 3


# --- a model that called, and then only talks ---


TALKED = tuple(range(ANSWERED + 1, ANSWERED + 1 + 2 * PATIENCE))
"""The calls that it answers by prose until it is asked in words."""


def run(at: Sequence[int], out: Path) -> Outcome:
    """Play a game of a model that answers these calls by prose; return its outcome."""
    with Provider([Trouble(kind="chatter", at=tuple(at))]) as server:
        return played(game(server, **LONGER), out)


def test_prose_steps_down_though_a_call_came_before(tmp_path: Path) -> None:
    """After twice as many replies as where none came; the game then is played in words."""
    outcome = run(TALKED, tmp_path)
    assert outcome.finished
    assert failed(outcome.folder) == [("Anna", "malformed")] * len(TALKED)
    (down,) = steps(outcome.folder)
    assert down[1:] == ("forced", "schema")
    assert truth(outcome.folder).ok, truth(outcome.folder).why


def test_a_little_prose_does_not(tmp_path: Path) -> None:
    """A call in between begins the count anew."""
    outcome = run([*TALKED[:-1], TALKED[-1] + 1], tmp_path)
    assert outcome.finished
    assert len(failed(outcome.folder)) == len(TALKED)
    assert steps(outcome.folder) == []


@pytest.mark.slow
def test_a_game_killed_behind_its_prose_steps_down_at_the_same_call(tmp_path: Path) -> None:
    """Whether or not the step was written down yet."""
    with Provider([Trouble(kind="chatter", at=TALKED)]) as server:
        whole = played(game(server, **LONGER), tmp_path / "whole")
        (down,) = places(records(whole.folder), "stepped_down")
        *_, default = places(records(whole.folder, "log.jsonl"), "answer_defaulted")
        server.change([])
        for calls in range(down - 1, down + 3):
            folder = tmp_path / f"{calls}"
            cut(whole.folder, folder, calls=calls, log=default)
            outcome = asyncio.run(resume(folder))
            assert outcome.result == whole.result
            assert steps(folder) == steps(whole.folder)
            assert truth(folder).ok, truth(folder).why
