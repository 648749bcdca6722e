"""A budget is hard, whoever asks at the same time, and what happens then is configured."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from arena.calls.history import history
from arena.calls.lines import decoded_call
from arena.calls.spending import spent
from arena.errors import ConfigError
from arena.hash_chain import encode
from arena.provider import Provider, Trouble
from arena.table import Outcome, resume
from tests.arena.seats.llm.games import (
    EACH_PROTOCOL,
    LATE,
    Record,
    failed,
    of_type,
    played,
    records,
    said_to,
    spec,
    table,
    truth,
)  # fmt: skip

PRICE = {"input": 2.0, "output": 8.0}


def run(out: Path, budget: dict[str, Any], *, seats: int = 3, **given: Any) -> Outcome:
    """Play a game of models that don't talk, with a price, within a budget."""
    troubles = given.pop("troubles", ())
    settings = {"price": PRICE, **given.pop("settings", {})}
    with Provider(troubles) as server:
        config = table(
            [spec(server)] * seats, budget=budget, settings=settings,
            talk={"protocol": "off"}, **given,
        )  # fmt: skip
        return played(config, out)


def most_held(found: list[Record], what: str) -> float:
    """Return the most that was ever spent and held back together, by the records."""
    held: dict[int, float] = {}
    spent = most = 0.0
    for record in found:
        data = record["data"]
        match record["type"]:
            case "call_sent":
                held[data["call"]] = data["worst"][what]
            case "call_answered" | "call_failed":
                del held[data["call"]]
                spent += data["booked"][what]
            case _:
                continue
        most = max(most, spent + sum(held.values()))
    return most


@pytest.mark.parametrize(
    ("budget", "what"),
    [
        ({"money": 0.2}, "money"),
        pytest.param({"tokens": 150_000}, "tokens", marks=pytest.mark.slow),
    ],
)
def test_spent_and_held_back_never_pass_the_cap(
    budget: dict[str, Any], what: str, tmp_path: Path
) -> None:
    """Six seats that ask at once stay below it; house bots play on to the end."""
    outcome = run(tmp_path, {**budget, "on_budget": "house"}, seats=6)
    assert outcome.finished
    assert truth(outcome.folder).ok
    found = records(outcome.folder)
    assert 0 < most_held(found, what) <= budget[what]
    replaced = of_type(records(outcome.folder, "log.jsonl"), "seat_replaced")
    assert replaced
    assert all(each == {"by": "house", "reason": "budget"} for each in replaced)
    assert failed(outcome.folder) == []


def test_no_more_calls_are_made_than_the_budget_has(tmp_path: Path) -> None:
    """The cap counts each try; the one that would be one too many is not made."""
    troubles = [Trouble(kind="overloaded", at=(2, 3))]
    outcome = run(tmp_path, {"calls": 11}, troubles=troubles, **LATE)
    assert truth(outcome.folder).ok
    assert len(of_type(records(outcome.folder), "call_sent")) == 11


def test_nothing_is_booked_that_a_context_does_not_hold(tmp_path: Path) -> None:
    """Behind a server that counts nothing too; what the game spent says the same."""
    settings = {"context": 12_000, "max_output": 512}
    with Provider([Trouble(kind="no_usage")]) as server:
        given = {"talk": {"protocol": "off"}, "settings": settings, **LATE}
        outcome = played(table([spec(server), "random", "random"], **given), tmp_path)
    assert truth(outcome.folder).ok, truth(outcome.folder).why
    found = records(outcome.folder)
    booked = [each["booked"]["tokens"] for each in of_type(found, "call_answered")]
    assert max(booked) == settings["context"]
    took = spent(
        history(map(decoded_call, found), {"Anna": "openai-compatible:m@http://127.0.0.1/v1"})
    )
    assert (took.worst.calls, took.worst.tokens) == (len(booked), sum(booked))


def test_a_seat_is_replaced_once_and_no_seat_is_told(tmp_path: Path) -> None:
    """From its record on the bot answers; nobody perceives that."""
    outcome = run(tmp_path, {"calls": 4}, **LATE)
    log = records(outcome.folder, "log.jsonl")
    replaced = [each for each in log if each["type"] == "seat_replaced"]
    assert sorted(each["actor"] for each in replaced) == ["Anna", "Bruno", "Clara"]
    assert {each["seen_by"] for each in replaced} == {"engine"}


def test_defaults_stand_in_where_the_table_says_so(tmp_path: Path) -> None:
    """Each question that has no call left is a default with the reason budget."""
    outcome = run(tmp_path, {"calls": 5, "on_budget": "default"}, **LATE)
    assert outcome.finished
    assert truth(outcome.folder).ok
    assert {reason for _, reason in failed(outcome.folder)} == {"budget"}
    assert of_type(records(outcome.folder, "log.jsonl"), "seat_replaced") == []


def test_a_game_stops_at_its_budget_and_goes_on_with_a_larger_one(tmp_path: Path) -> None:
    """What was played is kept, nothing is defaulted, and the new budget is recorded."""
    with Provider() as server:
        config = table(
            [spec(server), "random", "random"], budget={"calls": 7, "on_budget": "stop"},
            talk={"protocol": "off"}, **LATE,
        )  # fmt: skip
        stopped = played(config, tmp_path)
        assert not stopped.finished
        assert stopped.halted == {
            "reason": "budget",
            "why": "the budget of 7 calls is used up",
        }
        again = asyncio.run(resume(stopped.folder))
        assert again.halted == stopped.halted
        outcome = asyncio.run(resume(stopped.folder, budget={"calls": 1_000}))
    assert outcome.finished
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == []
    began = of_type(records(outcome.folder), "session_began")
    assert [each.get("budget", {}).get("calls") for each in began] == [None, None, 1_000]


@pytest.mark.slow
def test_a_game_may_take_so_many_seconds(tmp_path: Path) -> None:
    """Once they are over no call is made, and one under way is not waited for any longer."""
    troubles = [Trouble(kind="hang", at=(3,))]
    settings = {"call_seconds": 20.0, "retries": 0}
    budget = {"seconds": 5.0, "on_budget": "default"}
    outcome = run(tmp_path, budget, troubles=troubles, settings=settings)
    assert outcome.finished
    assert truth(outcome.folder).ok
    assert {reason for _, reason in failed(outcome.folder)} <= {"budget", "provider"}
    (fault,) = of_type(records(outcome.folder), "call_failed")
    assert fault["fault"] == "timeout"
    assert fault["seconds"] < 10


def test_a_cap_in_money_needs_a_price(tmp_path: Path) -> None:
    """A model without one stops the game before anything is written or asked."""
    with Provider() as server:
        config = table([spec(server), "house", "house"], budget={"money": 1.0})
        with pytest.raises(ConfigError, match="the price of openai-compatible:m@"):
            played(config, tmp_path)
        assert server.requests == []
    assert list(tmp_path.iterdir()) == []


def test_costs_are_what_the_provider_counted_at_the_table_s_price(tmp_path: Path) -> None:
    """Each reply is booked with its own tokens, never with an estimate."""
    outcome = run(tmp_path, {"money": 100.0, "calls": 12})
    answered = of_type(records(outcome.folder), "call_answered")
    assert len(answered) == 12
    for each in answered:
        usage = each["raw"]["usage"]
        sent, made = usage["prompt_tokens"], usage["completion_tokens"]
        assert each["booked"]["tokens"] == sent + made
        assert (each["usage"]["input"], each["usage"]["output"]) == (sent, made)
        assert each["booked"]["money"] == pytest.approx((2.0 * sent + 8.0 * made) / 1e6)


@pytest.mark.parametrize("kind", ["zero_usage", "absurd_usage"])
@pytest.mark.parametrize("protocol", EACH_PROTOCOL)
def test_no_server_talks_a_budget_away(kind: Any, protocol: str, tmp_path: Path) -> None:
    """Whatever it counts, the game stays within what its bytes may cost at worst."""
    with Provider([Trouble(kind=kind)]) as server:
        config = table(
            [spec(server, protocol), "random", "random"], budget={"tokens": 50_000},
            talk={"protocol": "off"}, **LATE,
        )  # fmt: skip
        outcome = played(config, tmp_path)
        read = [[said_to(seen.json), seen.json["tools"]] for seen in server.requests]
        sent = sum(len(encode(each)) for each in read)
    assert outcome.finished
    assert truth(outcome.folder).ok, truth(outcome.folder).why
    found = records(outcome.folder)
    answered = of_type(found, "call_answered")
    assert len(answered) > 1
    assert all(each["unbelievable"] and each["usage"] is None for each in answered)
    worst = [each["worst"] for each in of_type(found, "call_sent")]
    assert [each["booked"] for each in answered] == worst
    assert sent <= sum(each["tokens"] for each in worst) <= 50_000
    (replaced,) = of_type(records(outcome.folder, "log.jsonl"), "seat_replaced")
    assert replaced["reason"] == "budget"
