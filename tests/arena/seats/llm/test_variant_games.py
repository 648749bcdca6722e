"""Games whose models are told by other templates: what they are sent, and how they go on."""

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from arena.data import path
from arena.errors import ConfigError
from arena.faces.cli import main
from arena.provider import Provider
from arena.seats.llm.prompts import given_to
from arena.seats.llm.templates import Templates, prompts_digest
from arena.table import resume
from arena.table.dry_run import estimates
from arena.table.verify import verify, verify_bytes
from tests.arena.seats.llm.games import (
    LATE,
    by_seat,
    distinct,
    of_type,
    played,
    prefix_breaks,
    records,
    spec,
    stopped_at,
    table,
    truth,
)  # fmt: skip
from tests.arena.table.test_any_bytes import CALLS, HEADER, LOG, records_of, sealed

SHORT = LATE
SAID = "Speak, or say nothing."
LOUDER = "Speak up, or say nothing at all."


def folder(where: Path, text: str, name: str = "talk.md") -> Path:
    """Return a folder with one template."""
    file = where / "mine" / name
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    return where / "mine"


def louder(where: Path) -> Path:
    """Return a folder whose `talk.md` has one other sentence than the arena's."""
    return folder(where, path("prompts", "talk.md").read_text("utf-8").replace(SAID, LOUDER))


def header(game: Path) -> Any:
    """Return the header of a game."""
    return json.loads((game / "game.json").read_bytes())


def without_clocks(value: Any) -> Any:
    """Return a header without the name of its folder."""
    return {key: each for key, each in value.items() if key != "game"}


def test_a_game_differs_in_the_changed_text_alone(tmp_path: Path) -> None:
    """Header and requests, until it was answered; put back, the sentence gives the same bytes."""
    sent: list[dict[str, list[Any]]] = []
    headers = []
    for llm in ({}, {"prompts": str(louder(tmp_path))}):
        with Provider() as server:
            config = table([spec(server), "random", "random"], llm=llm, **SHORT)
            outcome = played(config, tmp_path / f"games{len(sent)}")
            text = json.dumps(by_seat(server.requests)).replace(server.url, "URL")
            sent.append(json.loads(text))
            whole = json.dumps(without_clocks(header(outcome.folder)))
            headers.append(json.loads(whole.replace(server.url, "URL")))
    one, other = ([json.dumps(body) for body in each["Anna"]] for each in sent)
    assert not any(LOUDER in each for each in one)
    first = next(at for at, each in enumerate(other) if LOUDER in each)  # then answers differ, too
    assert [each.replace(LOUDER, SAID) for each in other[: first + 1]] == one[: first + 1]
    own = headers[1]["llm"]["rules"].pop("prompts")
    assert own["name"] == "mine"
    assert list(own["templates"]) == ["talk.md"]
    assert headers[1]["llm"].pop("prompts") != headers[0]["llm"].pop("prompts") == prompts_digest()
    assert headers[0] == headers[1]


@pytest.mark.slow
def test_a_game_goes_on_and_verifies_without_the_folder(tmp_path: Path) -> None:
    """Each seat is sent what it is sent in a game that nobody stops, and nothing twice."""
    mine = louder(tmp_path)
    given = {"llm": {"prompts": str(mine)}, **SHORT}
    with Provider() as server:
        played(table([spec(server)] * 3, **given), tmp_path / "whole")
        expected = {seat: distinct(each) for seat, each in by_seat(server.requests).items()}
    with Provider() as server:
        game = stopped_at(table([spec(server)] * 3, **given), tmp_path, 40)
        shutil.rmtree(mine)
        assert asyncio.run(resume(game)).finished
        sent = {seat: distinct(each) for seat, each in by_seat(server.requests).items()}
    assert sent == expected
    assert any(LOUDER in each for each in sent["Anna"])
    assert not any(prefix_breaks(bodies) for bodies in by_seat(server.requests).values())
    assert truth(game).ok


def test_prompts_of_ones_own_are_proven_where_one_asks_for_it(tmp_path: Path) -> None:
    """Their templates stand in the header, and are somebody's program."""
    with Provider() as server:
        config = table(
            [spec(server), "random", "random"], llm={"prompts": str(louder(tmp_path))}, **SHORT
        )
        game = played(config, tmp_path / "games").folder
    unproven = "the prompts mine, which do not come with the arena, are not proven"
    assert unproven in verify(game).notes
    assert unproven not in verify(game, templates=True).notes
    files = {name: (game / name).read_bytes() for name in (HEADER, LOG, CALLS)}
    log, calls = records_of(files[LOG]), records_of(files[CALLS])
    told = [each for each in calls if each["type"] == "call_sent" and LOUDER in str(each["data"])]
    for item in told[0]["data"]["items"]:
        item["text"] = item["text"].replace(LOUDER, LOUDER.swapcase())
    other = sealed(files[HEADER], log, calls)
    assert verify_bytes(other).ok
    why = verify_bytes(other, templates=True).why
    assert why is not None
    assert "has other items than its seat sends" in why


def test_a_template_that_fails_in_a_game_costs_that_answer_only(tmp_path: Path) -> None:
    """A default stands in, its reason names template and line, the game ends and verifies."""
    mine = folder(tmp_path, "Vote.\n{{ context.nothing }}", "decision/cast_vote.md")
    with Provider() as server:
        config = table([spec(server), "random", "random"], llm={"prompts": str(mine)}, **SHORT)
        game = stopped_at(config, tmp_path, 60)
        outcome = asyncio.run(resume(game))
    assert outcome.finished
    found = of_type(records(game), "answer_failed")
    assert found
    assert {each["reason"] for each in found} == {"error"}
    assert all(
        each["why"] == "mine/decision/cast_vote.md line 2: UndefinedError: 'dict object' has no "
        "attribute 'nothing'."
        for each in found
    )
    assert truth(game).ok


@pytest.mark.parametrize("name", ["system.md", "persona.md"])
def test_what_no_conversation_can_begin_with_is_refused_before_a_game(
    tmp_path: Path, name: str
) -> None:
    """Nothing is written, and nobody is asked."""
    mine = folder(tmp_path, "{{ seats.nothing }}", name)
    with Provider() as server:
        config = table(
            [spec(server), "house", "house"], llm={"prompts": str(mine)},
            personas={"Anna": "diplomat"},
        )  # fmt: skip
        with pytest.raises(ConfigError, match=rf"^prompts mine/{name} line 1: UndefinedError: "):
            played(config, tmp_path / "games")
        assert not server.requests
    assert not (tmp_path / "games").exists()


@pytest.mark.parametrize("name", ["system.md", "talk.md", "decision/move.md", "turn.md"])
def test_a_game_without_calls_finds_what_fails(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The estimate is refused, with template and line; the command says so and changes nothing."""
    mine = folder(tmp_path, "{{ 1 // 0 }}", name)
    config = table(["openai:gpt-4o", "house", "house"], llm={"prompts": str(mine)}, **SHORT)
    with pytest.raises(ConfigError, match=rf"^prompts mine/{name} line 1: ZeroDivisionError: "):
        asyncio.run(estimates(config))
    file = tmp_path / "t.toml"
    file.write_text(
        '[seats]\nA = "house"\nB = "house"\nC = "openai:gpt-4o"\n'
        f'[llm]\nprompts = "{mine}"\n[talk]\nfloors = ["attack"]\n'
    )
    for command in (["play", str(file), "--dry-run"], ["play", str(file), "--out", str(tmp_path)]):
        assert main(command) == 2
        assert f"prompts mine/{name} line 1" in capsys.readouterr().err
    assert {each.name for each in tmp_path.iterdir()} == {"mine", "t.toml"}


@pytest.mark.slow
def test_each_template_gets_the_values_that_are_listed_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In whole games, with talk, corrections, summaries and bids."""
    seen: dict[str, set[frozenset[str]]] = {}
    filled = Templates.rendered

    def rendered(self: Templates, name: str, **values: object) -> str:
        seen.setdefault(name, set()).add(frozenset(values))
        return filled(self, name, **values)

    monkeypatch.setattr(Templates, "rendered", rendered)
    for talk in ("bidding", "simultaneous"):
        with Provider() as server:
            config = table(
                [spec(server), "house", "house"], talk={"protocol": talk},
                settings={"context": 14_000},
            )  # fmt: skip
            played(config, tmp_path / talk)
    assert {"system.md", "turn.md", "talk.md", "bid.md", "epoch.md", "decision/move.md"} <= set(
        seen
    )
    for name, keys in seen.items():
        assert keys == {given_to(name)}, name
