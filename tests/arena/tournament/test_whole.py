"""Tournaments from their config to their report, as somebody at a shell has them."""

import csv
import json
import signal
from collections import Counter
from pathlib import Path

import pytest

from arena.calls.history import history
from arena.faces.cli import main
from arena.provider import Provider, Trouble
from arena.transcript.reader import read
from tests.arena.faces.cli.test_first_contact import arena
from tests.arena.tournament.whole import (
    ALONE,
    bots,
    digests,
    games,
    lines,
    sealed,
    started,
    table_digests,
    until,
)
from tests.arena.tournament.whole import arena as arena_process

Capture = pytest.CaptureFixture[str]
ONE_PROCESS = ("--processes", "1")
"""Where a tournament is about no process: to start two takes longer than its games."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a tournament of bots that was never stopped: twelve games."""
    at = tmp_path_factory.mktemp("played")
    file = bots(at / "bots.toml", replicates=2)
    assert main(["tournament", str(file), "--out", str(at / "out"), "--quiet", *ONE_PROCESS]) == 0
    return at / "out"


# --- the whole way ---


@pytest.mark.slow
def test_the_same_command_again_plays_nothing_again(played: Path) -> None:
    """It goes on where it stopped: at the report, whose tables come out the same."""
    before = digests((each / "log.jsonl" for each in games(played)), played)
    tables = table_digests(played)
    written = {each: (each / "log.jsonl").stat().st_mtime_ns for each in games(played)}
    file = played.with_name("bots.toml")
    assert main(["tournament", str(file), "--out", str(played), "--quiet", *ONE_PROCESS]) == 0
    assert digests((each / "log.jsonl" for each in games(played)), played) == before
    assert {each: (each / "log.jsonl").stat().st_mtime_ns for each in games(played)} == written
    assert table_digests(played) == tables


@pytest.mark.slow
def test_another_config_is_refused_by_the_folder(played: Path, tmp_path: Path) -> None:
    """In a sentence that says what to do; nothing in the folder changes."""
    file = bots(tmp_path / "others.toml", {"ada": "random", "ben": "random", "dan": "house"})
    plan = (played / "plan.json").read_bytes()
    ran = arena("tournament", str(file), "--out", str(played), cwd=tmp_path)
    assert (ran.returncode, ran.stdout) == (2, "")
    (sentence,) = ran.stderr.splitlines()
    assert "another plan" in sentence
    assert "--out" in sentence
    assert "arena tournament run" in sentence
    assert (played / "plan.json").read_bytes() == plan


@pytest.mark.slow
def test_a_table_is_a_tournament(tmp_path: Path) -> None:
    """Its line-up takes every seat: each of three sits everywhere equally often, seed by seed."""
    (tmp_path / "table.toml").write_text(
        '[seats]\nAnna = "random"\nBruno = "house"\nClara = "house:liar"\n'
        '[talk]\nprotocol = "off"\n',
        encoding="utf-8",
    )
    args = ("table.toml", "--games", "6", "--out", "out", "--quiet", *ONE_PROCESS)
    ran = arena("tournament", *args, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    plan = json.loads((tmp_path / "out" / "plan.json").read_bytes())
    assert len(plan["games"]) == 6
    assert len({each["seed"] for each in plan["games"]}) == 2
    sat = Counter(
        (entrant, position)
        for each in plan["games"]
        for position, (_, entrant) in enumerate(each["clockwise"])
    )
    assert set(sat.values()) == {2}
    assert len(sealed(tmp_path / "out")) == 6


# --- stopped, killed, begun twice, broken ---


@pytest.mark.slow
def test_a_killed_run_ends_as_one_that_was_never_killed(played: Path, tmp_path: Path) -> None:
    """SIGKILL to the driver half-way, three times: no finished game again, the same tables."""
    file = bots(tmp_path / "bots.toml", replicates=2)
    args = ("tournament", str(file), "--out", "out", "--quiet")
    folder, finished = tmp_path / "out", dict[str, str]()
    for count in (1, 4, 8):
        process = started(*args, cwd=tmp_path)
        until(lambda count=count: len(sealed(folder)) >= count, process)  # type: ignore[misc]
        process.send_signal(signal.SIGKILL)
        process.communicate()
        now = digests((each / "log.jsonl" for each in sealed(folder)), folder)
        assert finished.items() <= now.items()
        finished = now
    ran = arena_process(*args, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert len(games(folder)) == 12
    assert unsealed(folder) == unsealed(played)
    assert table_digests(folder) == table_digests(played)


@pytest.mark.slow
def test_ctrl_c_stops_and_says_how_to_go_on(tmp_path: Path) -> None:
    """Exit code 1, one sentence with the command that goes on, which does."""
    file = bots(tmp_path / "bots.toml", replicates=4)
    process = started("tournament", str(file), "--out", "out", cwd=tmp_path)
    until(lambda: len(sealed(tmp_path / "out")) >= 2, process)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 1, error
    assert "Traceback" not in error
    assert "arena tournament run out" in error.splitlines()[-1]
    assert 2 <= len(sealed(tmp_path / "out")) < 24
    assert arena_process("tournament", "run", "out", "--quiet", cwd=tmp_path).returncode == 0
    assert len(sealed(tmp_path / "out")) == 24


@pytest.mark.slow
def test_a_second_run_on_a_folder_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """While the first plays; it says so and changes nothing, and anybody may ask for the status."""
    file = bots(tmp_path / "bots.toml", replicates=40)
    assert main(["tournament", "plan", str(file), "--out", str(tmp_path / "out")]) == 0
    first = started("tournament", "run", "out", "--quiet", cwd=tmp_path)
    until(lambda: len(sealed(tmp_path / "out")) >= 1, first)
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()
    assert main(["tournament", "run", "out", "--quiet"]) == 2
    assert first.poll() is None
    (sentence,) = capsys.readouterr().err.splitlines()
    assert "arena tournament status out" in sentence
    assert main(["tournament", "status", "out"]) == 0
    first.send_signal(signal.SIGINT)
    _, error = first.communicate(timeout=120)
    assert first.returncode == 1, error


@pytest.mark.slow
def test_a_broken_game_and_a_foreign_one_are_named(tmp_path: Path) -> None:
    """The others are played, rated and reported; exit code 1, and both are named."""
    file = bots(tmp_path / "bots.toml", replicates=1)
    assert main(["tournament", "plan", str(file), "--out", str(tmp_path / "out")]) == 0
    folder = tmp_path / "out"
    other = tmp_path / "other"
    assert main(["play", "--quiet", "--seats", "3", "--out", str(other)]) == 0
    (folder / "games" / "g0002").mkdir(parents=True)
    (folder / "games" / "g0002" / "game.json").write_text("{}", encoding="utf-8")
    (folder / "games" / "g0002" / "log.jsonl").write_text("no record\n", encoding="utf-8")
    (other / "moh-0001").rename(folder / "games" / "g0003")
    ran = arena("tournament", "run", "out", *ONE_PROCESS, cwd=tmp_path)
    assert ran.returncode == 1, ran.stderr
    assert "g0002 is left out: " in ran.stderr
    assert "g0003 is left out: " in ran.stderr
    assert len(sealed(folder)) == 5  # the foreign one is sealed too
    assert main(["tournament", "report", str(folder)]) == 1
    assert (folder / "report.html").exists()


def unsealed(folder: Path) -> dict[str, list[bytes]]:
    """Return the games' logs without their seals, which cover the clocks of `calls.jsonl`."""
    return {
        each.name: (each / "log.jsonl").read_bytes().splitlines()[:-1] for each in games(folder)
    }


# --- models ---


@pytest.mark.slow
def test_models_with_faults_stop_at_a_small_budget(tmp_path: Path) -> None:
    """Three protocols, two processes, exit 3: ledger, games and server tell the same."""
    troubles = (Trouble.read("rate_limit@5,9:0.05"), Trouble.read("overloaded@every-31"))
    with Provider(troubles) as provider:
        file = bots(
            tmp_path / "mixed.toml",
            {
                "one": f"openai:m@{provider.url}",
                "two": f"anthropic:m@{provider.root}",
                "six": f"openai-compatible:m@{provider.url}",
            },
            more=["[run]", "games = 2", "processes = 2", "[budget]", "calls = 260"],
        )
        ran = arena_process("tournament", str(file), "--out", "out", "--quiet", cwd=tmp_path)
        requests = len(provider.requests)
    assert ran.returncode == 3, (ran.stdout, ran.stderr)
    folder = tmp_path / "out"
    booked = calls_of(folder)
    assert requests == len(booked) <= 260
    assert settled(folder) == booked
    status = json.loads(arena("tournament", "status", "out", "--json", cwd=tmp_path).stdout)
    assert "260 calls" in status["exhausted"]
    assert status["spending"]["calls"] == len(booked)
    finished = sorted(each.name for each in sealed(folder))
    assert sorted(status["finished"]) == finished
    assert 0 < len(finished) < status["planned"]
    with (folder / "tables" / "games.csv").open(encoding="utf-8") as table:
        assert sorted(row["game"] for row in csv.DictReader(table)) == finished
    with (folder / "tables" / "seats.csv").open(encoding="utf-8") as table:
        assert {row["entrant"] for row in csv.DictReader(table)} == {"one", "two", "six"}
    assert (folder / "report.html").exists()


Booked = dict[tuple[str, int], tuple[int, float | None]]
"""Tokens and dollars by game and number of the call in it."""


def calls_of(folder: Path) -> Booked:
    """Return what the games' own files have booked for each of their calls."""
    found: Booked = {}
    for game in games(folder):
        transcript = read(game)
        specs = {each.name: each.spec for each in transcript.header.seats}
        for call in history(transcript.calls, specs):
            found[game.name, call.number] = (call.booked.tokens, call.booked.money)
    return found


def settled(folder: Path) -> Booked:
    """Return what the ledger's lines say of each call, each once; nothing is left open."""
    game_of: dict[int, str] = {}
    found: Booked = {}
    for line in lines(folder / "ledger.jsonl"):
        if line["type"] == "reserved":
            game_of[line["permit"]] = line["game"]
        if line["type"] in {"settled", "found"}:
            game = game_of.pop(line["permit"]) if line["type"] == "settled" else line["game"]
            if line["call"] is not None:
                assert (game, line["call"]) not in found
                found[game, line["call"]] = (line["tokens"], line["money"])
    assert game_of == {}
    return found


# --- one document ---


@pytest.mark.slow
def test_every_step_prints_one_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """And nothing else on standard output; what it says of games is the same all the way."""
    monkeypatch.chdir(tmp_path)
    bots(tmp_path / "bots.toml", more=ALONE)
    steps = {
        "plan": ("plan", "bots.toml", "--out", "out"),
        "run": ("run", "out"),
        "status": ("status", "out"),
        "report": ("report", "out"),
        "whole": ("bots.toml", "--out", "out"),
        "extend": ("extend", "out", "--replicates", "2"),
    }
    documents = {}
    for name, args in steps.items():
        code = main(["tournament", *args, "--json"])
        out, error = capfd.readouterr()
        assert (code, error) == (0, ""), name
        documents[name] = json.loads(out)
    assert {documents[name]["folder"] for name in steps} == {"out"}
