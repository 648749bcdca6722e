"""Where the table says so a house bot goes on for a model whose provider is down."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from arena.config import TableConfig
from arena.provider import Provider, Trouble
from arena.table import resume
from tests.arena.questions_of import questions_of
from tests.arena.seats.llm.games import (
    LATE,
    failed,
    of_type,
    played,
    records,
    spec,
    stopped_at,
    table,
)
from tests.arena.seats.llm.games import truth as verdict
from tests.arena.seats.llm.test_proof import forged

QUIET: dict[str, Any] = {**LATE, "talk": {"protocol": "off"}, "llm": {"on_outage": "house"}}
WHOLE = {"scenario": None, "seed": "4"}
"""A game from the set-up."""
BOT = {"by": "house", "reason": "outage"}


def one_model(server: Provider, **given: Any) -> TableConfig:
    """Return a table of a model, tried once a call, and random bots; the game is near its end."""
    quiet = {**QUIET, **given}
    return table([spec(server), "random", "random"], settings={"retries": 0}, **quiet)


def replacements(folder: Path) -> list[dict[str, Any]]:
    """Return the records that say who answers."""
    return [
        dict(each) for each in records(folder, "log.jsonl") if each["type"] == "seat_replaced"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("gone", "in_window", "given"),
    [(2, 0, {}), (7, 1, {}), (9, 0, {}), pytest.param(15, 2, WHOLE, marks=pytest.mark.slow)],
)
def test_a_house_bot_goes_on_and_all_are_told(
    gone: int, in_window: int, given: dict[str, Any], tmp_path: Path
) -> None:
    """Never in a card window: there the default stands in, and the bot comes after it."""
    with Provider([Trouble(kind="drop", at=tuple(range(gone, 500)))]) as server:
        outcome = played(one_model(server, **given), tmp_path)
    assert outcome.finished
    (bot,) = replacements(outcome.folder)
    assert (bot["actor"], bot["data"], bot["seen_by"]) == ("Anna", BOT, "all")
    assert verdict(outcome.folder).ok, verdict(outcome.folder).why
    log = records(outcome.folder, "log.jsonl")
    after = next(each for each in log[log.index(bot) :] if each["type"] == "answer")
    asked = questions_of(outcome.folder)
    assert not asked[after["data"]["decision"]].secret
    lost = of_type(records(outcome.folder), "answer_failed")
    assert len(lost) == in_window
    assert all(asked[each["decision"]].secret for each in lost)


@pytest.mark.parametrize("at", [30, 60, 90])
def test_it_goes_on_when_the_game_does(at: int, tmp_path: Path) -> None:
    """A game that was stopped before or behind the change ends alike."""
    with Provider([Trouble(kind="drop", at=tuple(range(5, 500)))]) as server:
        folder = stopped_at(one_model(server), tmp_path, at)
        assert asyncio.run(resume(folder)).finished
    assert [each["data"] for each in replacements(folder)] == [BOT]
    assert verdict(folder).ok, verdict(folder).why


@pytest.mark.parametrize(("gone", "again"), [(500, [BOT]), (3, [])])
def test_killed_before_the_bot_s_first_answer_the_model_is_asked_once_more(
    gone: int, again: list[dict[str, str]], tmp_path: Path
) -> None:
    """The bot comes again where the provider is still down, and all are told what is true then."""
    with Provider([Trouble(kind="drop", at=tuple(range(2, gone)))]) as server:
        folder = played(one_model(server), tmp_path).folder
        (bot,) = replacements(folder)
        for name, count in (("log.jsonl", bot["i"] + 1), ("calls.jsonl", -1)):
            lines = (folder / name).read_bytes().splitlines(keepends=True)
            (folder / name).write_bytes(b"".join(lines[:count]))
        assert verdict(folder).sound, verdict(folder).why
        assert asyncio.run(resume(folder)).finished
    assert [each["data"] for each in replacements(folder)] == again
    assert verdict(folder).ok, verdict(folder).why


def test_a_model_that_never_answers_is_played_on_for(tmp_path: Path) -> None:
    """Three questions are lost, and the next that is no secret is the bot's."""
    with Provider([Trouble(kind="unknown_tool")]) as server:
        outcome = played(one_model(server), tmp_path)
    assert outcome.finished
    assert [each["data"] for each in replacements(outcome.folder)] == [BOT]
    assert len(failed(outcome.folder)) >= 3
    assert verdict(outcome.folder).ok, verdict(outcome.folder).why


def test_verify_refuses_a_bot_that_its_table_does_not_have(tmp_path: Path) -> None:
    """In a game whose table has a default stand in."""
    given = {**QUIET, "llm": {"on_outage": "default"}}
    with Provider([Trouble(kind="drop", at=tuple(range(5, 500)))]) as server:
        config = table([spec(server), "random", "random"], settings={"retries": 0}, **given)
        kept = played(config, tmp_path).folder

    def change(name: str, record: Any) -> bool:
        if name != "log.jsonl" or record["type"] != "answer_defaulted":
            return False
        kind = {"type": "seat_replaced", "seen_by": "all", "data": BOT}
        record.update(kind)
        return True

    found = verdict(forged(kept, tmp_path / "forged", change))
    assert (found.sound, found.file) == (False, "log.jsonl")
    assert "something else than its table says" in str(found.why)


def test_verify_refuses_to_tell_all_of_a_question_in_secret(tmp_path: Path) -> None:
    """A bot that comes in a card window would say who holds a card."""
    with Provider([Trouble(kind="drop", at=tuple(range(7, 500)))]) as server:
        kept = played(one_model(server), tmp_path).folder
    assert failed(kept) == [("Anna", "provider")]

    def change(name: str, record: Any) -> bool:
        if name != "log.jsonl" or record["type"] != "answer_defaulted":
            return False
        record.update({"type": "seat_replaced", "seen_by": "all", "data": BOT})
        return True

    found = verdict(forged(kept, tmp_path / "forged", change))
    assert not found.sound
    assert "tells all of a question in secret" in str(found.why)
