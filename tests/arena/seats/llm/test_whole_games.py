"""Whole games of models, through the real SDKs, on every wire protocol."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from arena.provider import Abilities, Provider, ReceivedRequest
from arena.table import Outcome
from tests.arena.seats.llm.games import (
    EACH_PROTOCOL,
    LATE,
    NAMES,
    PROTOCOLS,
    Mixed,
    by_seat,
    failed,
    of_type,
    played,
    prefix_breaks,
    records,
    spec,
    table,
    truth,
)  # fmt: skip

COMPATIBLE = "openai-compatible"
"""It shows its thoughts, and takes none back."""
SHORT = {"floors": ["attack"]}
TABLES = [
    pytest.param(ruleset, seats, protocol, id=f"{ruleset}-{seats}-{protocol}")
    for ruleset in ("moh", "osaczeni") for seats in (3, 6) for protocol in PROTOCOLS
    if seats == 3 or protocol == COMPATIBLE
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "seats", "protocol"), TABLES)
def test_a_whole_game_is_played_by_models(
    ruleset: str, seats: int, protocol: str, tmp_path: Path
) -> None:
    """It ends, verifies, no seat is defaulted, and each request begins with the one before."""
    with Provider() as server:
        config = table([spec(server, protocol)] * seats, ruleset=ruleset)
        outcome = played(config, tmp_path)
        assert_is_played_by_models(outcome, server.requests, NAMES[:seats])


def assert_is_played_by_models(
    outcome: Outcome, requests: Sequence[ReceivedRequest], seats: Sequence[str]
) -> None:
    """Assert that a game is whole, and that each of these seats was asked in one conversation."""
    bodies = by_seat(requests)
    assert outcome.finished
    assert truth(outcome.folder).ok, truth(outcome.folder).why
    assert failed(outcome.folder) == []
    assert {seen.status for seen in requests} == {200}
    assert set(bodies) == set(seats)
    assert {seat: prefix_breaks(each) for seat, each in bodies.items()} == {
        seat: [] for seat in bodies
    }
    answered = of_type(records(outcome.folder), "call_answered")
    assert len(answered) == sum(map(len, bodies.values()))
    assert all(each["usage"] and not each["late"] for each in answered)


@pytest.mark.slow
@pytest.mark.parametrize("protocol", EACH_PROTOCOL)
def test_bytes_to_a_seat_are_the_same_whenever_the_same_game_is_played(
    protocol: str, tmp_path: Path
) -> None:
    """What a model is sent is a function of the game: two runs send each seat the same bytes."""
    sent = []
    for run in ("first", "second"):
        with Provider() as server:
            config = table([spec(server, protocol)] * 3)
            # The port is part of no body, so that the two are comparable.
            played(config, tmp_path / run)
            sent.append(by_seat(server.requests))
    assert sent[0] == sent[1]


def test_models_of_three_protocols_play_one_game(mixed: Mixed) -> None:
    """One table may have them all, and bid for turns to talk."""
    assert_is_played_by_models(*mixed, NAMES[:3])
    compatible = by_seat(mixed[1])[NAMES[PROTOCOLS.index(COMPATIBLE)]]
    tools = {tool["function"]["name"] for tool in compatible[0]["tools"]}
    assert {"say", "bid"} <= tools


@pytest.mark.slow
def test_models_of_three_protocols_sit_beside_a_bot(tmp_path: Path) -> None:
    """A house bot that talks with them, until a budget ends."""
    with Provider() as server:
        seats = [*(spec(server, each) for each in PROTOCOLS), "house"]
        outcome = played(table(seats, talk=SHORT, budget={"calls": 15}), tmp_path)
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == []


@pytest.mark.parametrize("protocol", EACH_PROTOCOL)
def test_a_model_that_thinks_gets_its_thoughts_back_and_nobody_else_does(
    protocol: str, tmp_path: Path
) -> None:
    """Reasoning goes back to its own seat as its provider wants it; the server checks each byte."""
    settings = {"thinking": True} if protocol == "anthropic" else {"effort": "low"}
    with Provider() as server:
        seats = [*[spec(server, protocol, "think")] * 2, "random"]
        config = table(seats, settings=settings, talk=SHORT, **LATE)
        outcome = played(config, tmp_path)
        statuses = {seen.status for seen in server.requests}
        bodies = by_seat(server.requests)
    assert statuses == {200}
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == []
    log = (outcome.folder / "log.jsonl").read_text(encoding="utf-8")
    found = records(outcome.folder)
    seat_of = {each["call"]: each["seat"] for each in of_type(found, "call_sent")}
    own: dict[str, set[str]] = {seat: set() for seat in bodies}
    for each in of_type(found, "call_answered"):
        own[seat_of[each["call"]]] |= set(thoughts(each["raw"]))
    last = {seat: json.dumps(each[-1]) for seat, each in bodies.items()}
    for seat, thought in own.items():
        assert any(json.dumps(each) in last[seat] for each in thought) == (protocol != COMPATIBLE)
        for other in bodies.keys() - {seat}:
            alien = thought - own[other]
            assert not any(json.dumps(each) in last[other] or each in log for each in alien)


PRIVATE = {"thinking", "signature", "encrypted_content", "reasoning_content"}


def thoughts(value: Any) -> list[str]:
    """Return all private reasoning in a reply, wherever its protocol puts it."""
    if isinstance(value, list):
        return [each for one in value for each in thoughts(one)]
    if not isinstance(value, dict):
        return []
    here = [each for key, each in value.items() if key in PRIVATE and isinstance(each, str)]
    return [each for each in here if each] + thoughts(list(value.values()))


@pytest.mark.slow
@pytest.mark.parametrize("protocol", ["bidding", "round_robin", "off"])
def test_models_talk_by_every_protocol_of_the_table(protocol: str, tmp_path: Path) -> None:
    """They take turns, bid for them, or are not asked to talk at all."""
    with Provider() as server:
        config = table([spec(server)] * 3, talk={"protocol": protocol, **SHORT})
        outcome = played(config, tmp_path)
        tools = {tool["function"]["name"] for tool in server.requests[0].json["tools"]}
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == []
    assert ("say" in tools, "bid" in tools) == (protocol != "off", protocol == "bidding")


@pytest.mark.parametrize(
    ("hints", "tool_schema"),
    [("full", "dynamic"), pytest.param("none", "static", marks=pytest.mark.slow)],
)
def test_hints_and_tool_schemas_are_switches(hints: str, tool_schema: str, tmp_path: Path) -> None:
    """Without the list of options models guess, are corrected, and play all the same."""
    with Provider() as server:
        config = table(
            [spec(server), "random", "random"], talk=SHORT, limits={"corrections": 10},
            llm={"hints": hints, "tool_schema": tool_schema}, **LATE,
        )  # fmt: skip
        outcome = played(config, tmp_path)
        told = [seen.body.decode() for seen in server.requests]
    assert truth(outcome.folder).ok
    assert any("Options:" in each for each in told) == (hints == "full")


@pytest.mark.parametrize(
    ("protocol", "model", "settings"),
    [
        ("anthropic", "m", {"thinking": True}),
        pytest.param("openai", "think", {}, marks=pytest.mark.slow),
        pytest.param("openai-compatible", "m", {}, marks=pytest.mark.slow),
    ],
)
def test_thinking_that_is_bound_to_its_tools_goes_back_with_them(
    protocol: str, model: str, settings: dict[str, Any], tmp_path: Path
) -> None:
    """Static tools are the same bytes whenever a thought is sent again; nothing is refused."""
    with Provider(abilities=Abilities(new_tools=False)) as server:
        seats = [spec(server, protocol, model), "random", "random"]
        config = table(seats, settings=settings, talk=SHORT, **LATE)
        outcome = played(config, tmp_path)
        told = [seen.body for seen in server.requests]
    assert truth(outcome.folder).ok, truth(outcome.folder).why
    assert failed(outcome.folder) == []
    assert of_type(records(outcome.folder), "call_failed") == []
    thoughts = any(b'"signature"' in each or b'"encrypted_content"' in each for each in told)
    assert thoughts == (protocol != "openai-compatible")
