"""Games whose model writes its answers as words that a server holds to a schema."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from arena.provider import Provider
from arena.table import Outcome
from tests.arena.seats.llm.games import (
    LATE,
    Record,
    failed,
    of_type,
    played,
    records,
    spec,
    table,
    truth,
)  # fmt: skip

GAMES: dict[str, dict[str, Any]] = {
    "late": LATE,
    "no hints": {"llm": {"hints": "none", "plans": True}, **LATE},
    "osaczeni": {"ruleset": "osaczeni", "talk": {"protocol": "bidding"}},
}


def run(out: Path, **given: Any) -> tuple[Outcome, list[Record]]:
    """Play a game of a model that takes no tools; return it and the bodies that were sent."""
    with Provider() as server:
        game = table([spec(server), "house:liar", "random"], settings={"tools": False}, **given)
        outcome = played(game, out)
        return outcome, [seen.json for seen in server.requests]


@pytest.mark.parametrize(
    "name", [*list(GAMES)[:2], pytest.param("osaczeni", marks=pytest.mark.slow)]
)
def test_what_keeps_to_a_schema_is_taken(name: str, tmp_path: Path) -> None:
    """Each answer is what its schema says, and none of its claims is lost."""
    outcome, bodies = run(tmp_path, **GAMES[name])
    assert truth(outcome.folder).ok, truth(outcome.folder).why
    guessed = name == "no hints"
    assert {why for _, why in failed(outcome.folder)} <= ({"illegal"} if guessed else set())
    found = of_type(records(outcome.folder), "call_answered")
    for body, answered in zip(bodies, found, strict=True):
        said = json.loads(answered["raw"]["choices"][0]["message"]["content"])
        jsonschema.validate(said, body["response_format"]["json_schema"]["schema"])
    log = records(outcome.folder, "log.jsonl")
    said = [each["data"] for each in log if each["type"] == "said" and each["actor"] == "Anna"]
    assert any(each["claims"] for each in said)
    assert of_type(log, "claims_unread") == []


@pytest.mark.parametrize("hints", ["full", "none"])
def test_a_schema_tells_options_where_they_are_listed(hints: str, tmp_path: Path) -> None:
    """Elsewhere the rules say what is possible, and nothing else does."""
    _, bodies = run(tmp_path, llm={"hints": hints}, budget={"calls": 8}, **LATE)
    schemas = [body["response_format"]["json_schema"]["schema"] for body in bodies]
    options = [
        "enum" in schema["properties"]["arguments"]["properties"]["option"]
        for schema in schemas
        if "option" in schema["properties"]["arguments"]["properties"]
    ]
    assert set(options) == {hints == "full"}


def test_a_schema_is_the_speaker_s_own(tmp_path: Path) -> None:
    """Nobody is offered to address himself."""
    _, bodies = run(tmp_path, **LATE)
    schemas = [body["response_format"]["json_schema"]["schema"] for body in bodies]
    (to,) = {
        json.dumps(schema["properties"]["arguments"]["properties"]["messages"]["items"]
                   ["properties"]["to"]["items"]["enum"])
        for schema in schemas
        if schema["properties"]["tool"]["enum"] == ["say"]
    }  # fmt: skip
    assert json.loads(to) == ["Bruno", "Clara"]
