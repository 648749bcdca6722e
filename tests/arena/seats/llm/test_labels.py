"""One model with different settings at one table: its SPECs differ by a label, and nothing else."""

import asyncio
from pathlib import Path

import pytest

from arena.config import TableConfig
from arena.provider import Provider
from arena.table import resume
from tests.arena.seats.llm.games import (
    EACH_PROTOCOL,
    FAST,
    LATE,
    by_seat,
    played,
    spec,
    stopped_at,
    table,
    truth,
)

SHORT = {"talk": {"floors": ["attack"]}, "scenario": LATE["scenario"]}
EFFORTS = {
    "openai": lambda body: body["reasoning"].pop("effort"),
    "openai-compatible": lambda body: body.pop("reasoning_effort"),
    "anthropic": lambda body: body.pop("output_config")["effort"],
}
"""Take the effort out of a request, and return it."""
OWN = ("input", "messages", "system", "tools", "prompt_cache_key")
"""What a request has of its seat."""


def two_labels(server: Provider, protocol: str) -> TableConfig:
    """Return a table of one model twice, which thinks long in one seat and briefly in the other."""
    models = {
        spec(server, protocol, f"m#{effort}"): {**FAST, "effort": effort}
        for effort in ("high", "low")
    }
    seats = dict(zip(("Anna", "Bruno", "Clara"), (*models, "random"), strict=True))
    return TableConfig.model_validate({"seats": seats, "seed": "4", "models": models, **SHORT})


@pytest.mark.parametrize("protocol", EACH_PROTOCOL)
def test_labels_of_a_model_are_asked_with_their_own_settings(protocol: str, tmp_path: Path) -> None:
    """What is sent differs in the setting alone, names the model without label, and is proven."""
    with Provider() as server:
        outcome = played(two_labels(server, protocol), tmp_path)
        sent, requests = by_seat(server.requests), list(server.requests)
    assert outcome.finished
    efforts = {seat: {EFFORTS[protocol](body) for body in each} for seat, each in sent.items()}
    assert efforts == {"Anna": {"high"}, "Bruno": {"low"}}
    (rest,) = {
        repr({key: each for key, each in body.items() if key not in OWN})
        for bodies in sent.values() for body in bodies
    }  # fmt: skip
    assert "'model': 'm'" in rest
    assert not any(b"m#" in each.body for each in requests)
    assert truth(outcome.folder).ok, truth(outcome.folder).why


@pytest.mark.parametrize("protocol", EACH_PROTOCOL)
def test_a_label_changes_nothing_that_is_sent(protocol: str, tmp_path: Path) -> None:
    """The same game with and without it: the same requests, byte for byte, and the same end."""
    sent, results = [], []
    with Provider() as server:
        for name in ("m", "m#a.b_c-1"):
            before = len(server.requests)
            config = table([spec(server, protocol, name), "random", "random"], **SHORT)
            results.append(played(config, tmp_path / name).result)
            sent.append([each.body for each in server.requests[before:]])
    assert sent[0] == sent[1] != []
    assert results[0] == results[1]


def test_a_game_of_labels_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """Each seat is asked with its own settings again, and nothing twice."""
    with Provider() as server:
        whole = played(two_labels(server, "openai"), tmp_path / "whole")
        expected = [each.body for each in server.requests]
        folder = stopped_at(two_labels(server, "openai"), tmp_path / "stopped", 60)
        outcome = asyncio.run(resume(folder))
        sent = [each.body for each in server.requests[len(expected) :]]
    assert outcome.finished
    assert outcome.result == whole.result
    assert sorted(sent) == sorted(expected)
    assert truth(folder).ok, truth(folder).why
