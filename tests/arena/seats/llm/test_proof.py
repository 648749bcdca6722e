"""Verification holds the answers of models against their recorded replies."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.hash_chain import GENESIS, chained, digest
from arena.provider import Provider
from tests.arena.seats.llm.games import Mixed, played, spec, table, truth


@pytest.fixture(scope="module")
def game(mixed: Mixed) -> Path:
    """Return the folder of a game with a model on each protocol."""
    return mixed[0].folder


def forged(game: Path, out: Path, change: Callable[[str, Any], bool]) -> Path:
    """Return a copy in which a record is changed, and both chains are computed again.

    `change` gets the name of the file and each record, and tells whether it changed it.
    """
    folder = out / "forged"
    shutil.copytree(game, folder)
    done = False
    for name in ("calls.jsonl", "log.jsonl"):
        lines, mark = [], GENESIS
        for line in (folder / name).read_bytes().splitlines():
            record = json.loads(line)
            del record["hash"]
            done = done or change(name, record)
            if record["type"] == "sealed":
                record["data"]["calls"]["digest"] = digest((folder / "calls.jsonl").read_bytes())
            written, mark = chained(mark, record)
            lines.append(written)
        (folder / name).write_bytes(b"".join(lines))
    assert done
    return folder


def test_a_game_of_models_is_true(game: Path) -> None:
    """As it was played, every answer is what its model replied."""
    assert truth(game).ok, truth(game).why


def test_an_answer_that_its_model_did_not_give_is_found(game: Path, tmp_path: Path) -> None:
    """Even a legal one, in a chain that was computed again."""

    def change(name: str, record: Any) -> bool:
        data = record["data"]
        if name != "log.jsonl" or record["type"] != "bid":
            return False
        data["bid"] = (data["bid"] + 1) % 5
        return True

    verdict = truth(forged(game, tmp_path, change))
    assert not verdict.sound
    assert "is not what its model replied" in (verdict.why or "")


def test_words_that_a_model_did_not_say_are_found(game: Path, tmp_path: Path) -> None:
    """One word more is another speech."""

    def change(name: str, record: Any) -> bool:
        if name != "log.jsonl" or record["type"] != "said":
            return False
        record["data"]["text"] += " Really."
        return True

    verdict = truth(forged(game, tmp_path, change))
    assert "is not what its model replied" in (verdict.why or "")


def test_a_reply_that_was_changed_is_found(game: Path, tmp_path: Path) -> None:
    """The record of calls can't be made to say something else either."""

    def change(name: str, record: Any) -> bool:
        if name != "calls.jsonl" or record["type"] != "call_answered":
            return False
        written = json.dumps(record["data"]["raw"])
        if '\\"urgency\\"' not in written and '"urgency"' not in written:
            return False
        record["data"]["raw"] = {
            **record["data"]["raw"],
            "choices": [],
            "content": [],
            "output": [],
        }
        return True

    verdict = truth(forged(game, tmp_path, change))
    assert not verdict.sound


def test_tokens_that_were_not_counted_are_found(game: Path, tmp_path: Path) -> None:
    """What a game cost can't be talked down."""

    def change(name: str, record: Any) -> bool:
        if name != "calls.jsonl" or record["type"] != "call_answered":
            return False
        record["data"]["usage"]["input"] -= 1
        return True

    verdict = truth(forged(game, tmp_path, change))
    assert (verdict.file, verdict.line) == ("calls.jsonl", 3)
    assert "other tokens than its reply counts" in (verdict.why or "")


def test_a_good_count_that_is_called_unbelievable_is_found(game: Path, tmp_path: Path) -> None:
    """Nor can it be talked up to the worst case."""
    worst: dict[int, Any] = {}

    def change(name: str, record: Any) -> bool:
        if name == "calls.jsonl" and record["type"] == "call_sent":
            worst[record["data"]["call"]] = record["data"]["worst"]
        if name != "calls.jsonl" or record["type"] != "call_answered":
            return False
        booked = worst[record["data"]["call"]]
        record["data"] |= {"usage": None, "unbelievable": True, "booked": booked}
        return True

    verdict = truth(forged(game, tmp_path, change))
    assert (verdict.file, verdict.line) == ("calls.jsonl", 3)
    assert "other tokens than its reply counts" in (verdict.why or "")


def test_an_answer_without_a_reply_is_found(game: Path, tmp_path: Path) -> None:
    """A reply that came late is no reason for an answer."""

    def change(name: str, record: Any) -> bool:
        if name != "calls.jsonl" or record["type"] != "call_answered":
            return False
        record["data"]["late"] = True
        return True

    verdict = truth(forged(game, tmp_path, change))
    assert "has no reply of its model" in (verdict.why or "")


@pytest.mark.parametrize(
    ("forge", "why"),
    [
        (lambda data: data.update(call=7), "is not call 0"),
        (lambda data: data.update(digest="x"), "digest"),
        (lambda data: data.update(worst={"tokens": -1, "money": None}), "worst.tokens"),
    ],
)
def test_a_record_of_a_call_that_cant_be_is_found(
    forge: Callable[[Any], None], why: str, game: Path, tmp_path: Path
) -> None:
    """Each is of its form, and each call is sent once and ends once."""

    def change(name: str, record: Any) -> bool:
        if name != "calls.jsonl" or record["type"] != "call_sent":
            return False
        forge(record["data"])
        return True

    verdict = truth(forged(game, tmp_path, change))
    assert verdict.file == "calls.jsonl"
    assert why in (verdict.why or "")


@pytest.mark.parametrize("kind", ["call_answered", "call_ignored"])
def test_what_came_of_a_call_that_was_not_sent_is_found(
    kind: str, game: Path, tmp_path: Path
) -> None:
    """A reply needs its call."""

    def change(name: str, record: Any) -> bool:
        if name != "calls.jsonl" or record["type"] != "call_answered":
            return False
        record["data"]["call"] = 9_999
        if kind == "call_ignored":
            record["type"], record["data"] = kind, {"call": 9_999}
        return True

    verdict = truth(forged(game, tmp_path, change))
    assert verdict.file == "calls.jsonl"
    assert "call 9999" in (verdict.why or "")


def answers_default(name: str, record: Any) -> bool:
    """Turn the first answer of a model into a default, in the log only."""
    if name != "log.jsonl" or record["type"] != "answer":
        return False
    record["type"] = "answer_defaulted"
    record["data"]["reason"] = "refusal"
    return True


def test_a_default_in_place_of_a_good_answer_is_found(game: Path, tmp_path: Path) -> None:
    """Also where the record of failures was forged with it."""
    folder = forged(game, tmp_path, answers_default)
    assert not truth(folder).sound


def test_a_bot_that_nobody_allowed_is_found(tmp_path: Path) -> None:
    """A seat can't be said to be a bot's so that its answers need no reply."""
    with Provider() as server:
        budget = {"calls": 6}
        seats = [spec(server), "random", "random"]
        config = table(seats, talk={"protocol": "off"}, budget=budget)
        folder = played(config, tmp_path / "played").folder
    assert truth(folder).ok

    def change(name: str, record: Any) -> bool:
        if name != "log.jsonl" or record["type"] != "seat_replaced":
            return False
        record["data"]["by"] = "random"
        return True

    verdict = truth(forged(folder, tmp_path, change))
    assert "replaces a seat by something else" in (verdict.why or "")


@pytest.mark.parametrize(
    ("kind", "forge", "why"),
    [
        ("call_answered", lambda data: data["booked"].update(tokens=0), "is booked at 0 tokens"),
        ("call_sent", lambda data: data.update(seat="Nobody"), "is no call for a model"),
        ("call_sent", lambda data: data.update(asked="Clara.99"), "is no call for a model"),
        ("call_sent", lambda data: data.update(least=0), "tokens, and says 0"),
        ("call_sent", lambda data: data.update(least=data["least"] + 1), "has at least"),
    ],
    ids=["what it cost", "whose it was", "what it was for", "a low least", "a high least"],
)
def test_a_call_that_can_t_have_been_is_found(
    kind: str, forge: Callable[[Any], None], why: str, game: Path, tmp_path: Path
) -> None:
    """What it cost, and whose it was, follow from its reply and its question."""

    def change(name: str, record: Any) -> bool:
        if name != "calls.jsonl" or record["type"] != kind:
            return False
        if kind == "call_sent" and record["data"]["seat"] == "Clara":
            return False
        forge(record["data"])
        return True

    verdict = truth(forged(game, tmp_path, change))
    assert verdict.file == "calls.jsonl"
    assert why in (verdict.why or "")
