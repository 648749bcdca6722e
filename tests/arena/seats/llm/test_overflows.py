"""A context that nobody announced is found out: the seat goes on in a shorter conversation."""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from arena.config import TableConfig
from arena.provider import Provider, Trouble
from arena.table import Outcome, resume
from tests.arena.seats.llm.games import (
    EACH_PROTOCOL,
    LATE,
    by_seat,
    distinct,
    failed,
    of_type,
    played,
    prefix_breaks,
    records,
    spec,
    stopped_at,
    table,
    truth,
)  # fmt: skip
from tests.breadth import breadth

WINDOW = 8_500
TOO_LONG = "too_long"


def one_model(server: Provider, protocol: str = "openai-compatible", **given: Any) -> Any:
    """Return a table with one model and random bots."""
    return table([spec(server, protocol), "random", "random"], **given)


@pytest.mark.parametrize("protocol", EACH_PROTOCOL)
def test_a_context_that_overflows_is_found_out_once(protocol: str, tmp_path: Path) -> None:
    """Nothing is defaulted; what is refused is free, and from then on summaries are in time."""
    with Provider(window=WINDOW) as server:
        outcome = played(one_model(server, protocol), tmp_path)
        (bodies,) = by_seat(server.requests).values()
    assert truth(outcome.folder).ok, truth(outcome.folder).why
    assert failed(outcome.folder) == []
    found = records(outcome.folder)
    (fault,) = of_type(found, "call_failed")
    assert (fault["fault"], fault["booked"]["tokens"]) == (TOO_LONG, 0)
    sent = of_type(found, "call_sent")
    refused = sent[fault["call"]]
    again = sent[fault["call"] + 1]
    assert (again["asked"], again["purpose"]) == (refused["asked"], "answer")
    assert [again["epoch"], refused["epoch"]] == [2, 1]
    assert [each["role"] for each in again["items"]] == ["system", "user"]
    begun = again["items"][1]["text"]
    assert begun.startswith("# What you remember\nThe conversation so far has grown too long, Anna")
    assert "What happened in it, as far as there is room:\n- " in begun
    assert "- Anna " in begun
    assert "# The board" in begun
    assert "Your newest notes, the oldest of them first:\n> - " in begun
    assert any(each["purpose"] == "summary" for each in sent[fault["call"] :])
    summaries = [at for at, each in enumerate(sent) if each["purpose"] == "summary"]
    assert prefix_breaks(bodies) == sorted([fault["call"] + 1, *(at + 1 for at in summaries)])


@pytest.mark.parametrize("protocol", EACH_PROTOCOL)
@pytest.mark.parametrize("kind", ["too_large", "context_full"])
def test_other_words_for_it_are_understood(kind: Any, protocol: str, tmp_path: Path) -> None:
    """A body that is refused for its size; a reply that was cut off where the context was full."""
    if kind == "context_full" and protocol != "anthropic":
        pytest.skip("only this service tells")
    with Provider([Trouble(kind=kind, at=(9,))]) as server:
        outcome = played(one_model(server, protocol, budget={"calls": 12}), tmp_path)
    assert truth(outcome.folder).ok, truth(outcome.folder).why
    assert failed(outcome.folder) == []
    sent = of_type(records(outcome.folder), "call_sent")
    assert (sent[8]["asked"], sent[8]["epoch"]) == (sent[9]["asked"], sent[9]["epoch"] - 1)
    assert "has grown too long" in sent[9]["items"][1]["text"]


@pytest.mark.slow
def test_a_cut_off_reply_of_a_full_context_begins_a_shorter_conversation(tmp_path: Path) -> None:
    """Anthropic's service says so in place of a refusal."""
    with Provider([Trouble(kind="context_full", at=(9,))]) as server:
        outcome = played(one_model(server, "anthropic"), tmp_path)
        folder = stopped_at(one_model(server, "anthropic"), tmp_path / "stopped", 90)
        asyncio.run(resume(folder))
    for each in (outcome.folder, folder):
        assert truth(each).ok, truth(each).why
        assert failed(each) == []


def test_a_refusal_that_came_too_early_makes_nothing_dear(tmp_path: Path) -> None:
    """A second call that a proxy refused for its size does not make every question sum up first."""
    with Provider([Trouble(kind="too_large", at=(2,))]) as server:
        outcome = played(one_model(server, **LATE), tmp_path)
    assert truth(outcome.folder).ok, truth(outcome.folder).why
    assert failed(outcome.folder) == []
    sent = of_type(records(outcome.folder), "call_sent")
    assert sum(each["purpose"] == "summary" for each in sent) < len(sent) / 4


def test_a_correction_that_overflows_is_still_a_correction(tmp_path: Path) -> None:
    """It stands behind the question, in the new conversation."""
    troubles = [Trouble(kind="bad_option", at=(4,)), Trouble(kind="too_large", at=(5,))]
    with Provider(troubles) as server:
        outcome = played(one_model(server, **LATE), tmp_path)
    assert truth(outcome.folder).ok, truth(outcome.folder).why
    assert failed(outcome.folder) == []
    sent = of_type(records(outcome.folder), "call_sent")
    assert [each["attempt"] for each in sent[3:6]] == [0, 1, 1]
    assert "was not taken" in sent[5]["items"][1]["text"]


@pytest.mark.parametrize("on_outage", ["default", "pause"])
def test_a_context_that_holds_no_question_is_an_outage(on_outage: str, tmp_path: Path) -> None:
    """There is nothing shorter, and nothing is tried for ever."""
    with Provider(window=4_000) as server:
        given = {"llm": {"on_outage": on_outage}, "talk": {"protocol": "off"}}
        config = one_model(server, **given, **LATE)
        outcome = played(config, tmp_path)
    assert not outcome.finished
    assert truth(outcome.folder).sound
    found = records(outcome.folder)
    sent = of_type(found, "call_sent")
    assert {each["fault"] for each in of_type(found, "call_failed")} == {TOO_LONG}
    if on_outage == "pause":
        assert outcome.halted is not None
        assert "maximum context length" in outcome.halted["why"]
        assert len(sent) == 1
    else:
        assert failed(outcome.folder) == [("Anna", "provider")] * 3
        asked = [each["asked"] for each in sent]
        assert max(map(asked.count, asked)) <= 3


def test_a_game_that_paused_for_a_small_context_goes_on_with_a_larger_one(tmp_path: Path) -> None:
    """The call that was too long is made again."""
    with Provider(window=4_000) as server:
        given = {"llm": {"on_outage": "pause"}, "talk": {"protocol": "off"}}
        config = one_model(server, **given, **LATE)
        paused = played(config, tmp_path)
        port = int(server.root.rpartition(":")[2])
    assert paused.halted is not None
    with Provider(port=port):
        outcome = asyncio.run(resume(paused.folder))
    assert outcome.finished
    assert truth(outcome.folder).ok, truth(outcome.folder).why
    assert failed(outcome.folder) == []


@dataclass(frozen=True, slots=True, kw_only=True)
class Overflowed:
    """A game whose models overflowed, and the server that goes on."""

    server: Provider
    config: TableConfig
    whole: Outcome
    bodies: Mapping[str, list[str]]
    """What each seat's model was sent, those that were sent again once."""


@pytest.fixture(scope="module")
def overflowed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Overflowed]:
    """Return such a game of so many models as the parameter says."""
    models: int = request.param
    with Provider(window=WINDOW) as server:
        seats = [spec(server)] * models + ["random"] * (3 - models)
        config = table(seats, talk={"floors": ["attack", "truck"]})
        whole = played(config, tmp_path_factory.mktemp("whole"))
        bodies = {seat: distinct(each) for seat, each in by_seat(server.requests).items()}
        yield Overflowed(server=server, config=config, whole=whole, bodies=bodies)


@pytest.mark.parametrize(
    ("overflowed", "record"),
    breadth([(2, 100), (3, 60), (3, 100), (3, 160)], []),
    indirect=["overflowed"],
)
def test_a_game_that_overflowed_goes_on_with_the_same_bytes(
    overflowed: Overflowed, record: int, tmp_path: Path
) -> None:
    """Seats that find it out at once: each does the same again after a stop."""
    server = overflowed.server
    before = len(server.requests)
    folder = stopped_at(overflowed.config, tmp_path, record)
    outcome = asyncio.run(resume(folder))
    again = {seat: distinct(each) for seat, each in by_seat(server.requests[before:]).items()}
    assert of_type(records(overflowed.whole.folder), "call_failed") != []
    assert truth(folder).ok, truth(folder).why
    assert outcome.result == overflowed.whole.result
    assert again == overflowed.bodies


@pytest.mark.slow
def test_what_a_seat_found_out_the_others_know_in_the_next_round(tmp_path: Path) -> None:
    """They sum up by themselves, and are not refused."""
    troubles = [Trouble(kind="too_large", containing="You are Anna.", at=(6,))]
    with Provider(troubles) as server:
        config = table([spec(server)] * 3, talk={"floors": ["attack"]}, budget={"calls": 60})
        outcome = played(config, tmp_path)
    assert truth(outcome.folder).ok, truth(outcome.folder).why
    assert failed(outcome.folder) == []
    found = records(outcome.folder)
    assert len(of_type(found, "call_failed")) == 1
    sums = {each["seat"] for each in of_type(found, "call_sent") if each["purpose"] == "summary"}
    assert sums == {"Anna", "Bruno", "Clara"}
