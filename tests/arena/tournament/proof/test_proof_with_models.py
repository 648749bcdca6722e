"""A tournament with a model: its conversations are led again, and its ledger is the games'."""

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import pytest

from arena.provider import Provider
from arena.tournament.folder import game_folder
from arena.tournament.plan import Plan, read_plan
from arena.tournament.proof import TournamentProof, verify_tournament
from arena.tournament.proof.games_proof import _mark, calls_of
from tests.arena.tournament.proof.forged import ARM, forge, played


@pytest.fixture(scope="module")
def of_models(toy: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a tournament of a model and two bots, with a null arm."""
    folder = tmp_path_factory.mktemp("models") / "out"
    price = {"input": 1.0, "output": 2.0}
    with Provider() as provider:
        model = f"openai-compatible:loopback@{provider.url}"
        played(
            folder, rulesets=[toy], arms=[ARM], talk={"protocol": "off"},
            models={model: {"price": price, "max_output": 600}},
            entrants={"model": model, "ben": "random", "cyd": "random"},
        )  # fmt: skip
    return folder


@pytest.fixture
def paid(of_models: Path, tmp_path: Path) -> Path:
    """Return a copy of it."""
    return Path(copytree(of_models, tmp_path / "paid"))


def proof(folder: Path, **given: Any) -> TournamentProof:
    """Verify in this process."""
    return verify_tournament(folder, processes=1, **given)


def wrong(folder: Path) -> dict[str, str]:
    """Return why games are not true, by id."""
    return {each.game: each.why for each in proof(folder).games if each.why is not None}


@pytest.mark.slow
def test_models_are_led_again_and_their_calls_are_the_ledger_s(paid: Path) -> None:
    found = proof(paid)
    assert found.ok, (wrong(paid), found.problems)
    assert found.calls > 0
    assert proof(paid, fast=True).ok


def as_of(folder: Path, source: str, game: str, change: Callable[[dict[str, Any]], object]) -> None:
    """Copy a game to the place of another whose header it gets, and change its calls."""
    kept = json.loads((game_folder(folder, game) / "game.json").read_bytes())
    rmtree(game_folder(folder, game))
    copytree(game_folder(folder, source), game_folder(folder, game))
    forge(folder, game, lambda header: header.update(kept), change)


def test_a_game_with_the_replies_of_another_is_a_copy(paid: Path) -> None:
    """The null arm's, whose table is the control's: the header is its own, all digests fit."""
    plan = read_plan(paid)
    control, twin = twins(plan)
    as_of(paid, control, twin, lambda _: None)
    assert wrong(paid) == {twin: f"it has the replies of {control}: one is a copy"}


def test_the_same_replies_at_other_times_may_be_those_of_a_server_that_answers_alike(
    paid: Path,
) -> None:
    """As the one here does: that is said, and nothing refused. A maker's replies have their ids."""
    plan = read_plan(paid)
    control, twin = twins(plan)

    def later(record: dict[str, Any]) -> None:
        record["at"] = record["at"].replace("20", "21", 1)

    as_of(paid, control, twin, later)
    assert not wrong(paid)
    assert any("with the same replies" in each for each in proof(paid).unproven)
    calls = dict(calls_of(plan, paid))
    makers = dict.fromkeys(["Anna", "Bruno"], "openai:gpt")
    reply = calls[control][0]
    assert reply.answered is not None
    assert _mark(reply, makers["Anna"]) == _mark(calls[twin][0], makers["Bruno"])


def twins(plan: Plan) -> tuple[str, str]:
    """Return the ids of a game of the control and of the same one under the null arm."""
    control = plan.games[0]
    twin = next(
        row for row in plan.games[1:]
        if (row.seed, row.clockwise) == (control.seed, control.clockwise)
        and plan.conditions[row.condition].arm == "null"
    )  # fmt: skip
    return control.game, twin.game


# --- the ledger ---


def edit(folder: Path, change: Callable[[list[dict[str, Any]]], object]) -> tuple[str, ...]:
    """Change the lines of the ledger; return what the proof says of it."""
    file = folder / "ledger.jsonl"
    lines = [json.loads(line) for line in file.read_bytes().splitlines()]
    change(lines)
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return proof(folder, fast=True).ledger


def first(lines: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    """Return the first line of a kind."""
    return next(line for line in lines if line["type"] == kind)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda lines: first(lines, "settled").update(money=0.0), ", $0: the game has "),
        (lambda lines: first(lines, "settled").update(tokens=1), " at 1 token, "),
        (lambda lines: first(lines, "settled").update(call=99), "the game has no such call"),
        (lambda lines: first(lines, "settled").update(fault="timeout"), "failed by 'timeout'"),
        (lambda lines: first(lines, "reserved").update(seat="Nobody"), "as by Nobody, "),
        (lambda lines: first(lines, "reserved").update(game="g0099"), "1 call of g0099, a game"),
        (lambda lines: first(lines, "reserved").update(money=9.0), "$9 back for call "),
        (lambda lines: lines.remove(first(lines, "settled")), "as still under way"),
        (lambda lines: lines.clear(), "lacks call 0 of g0001"),
        (lambda lines: lines.append(
            {"type": "found", "game": "g0001", "seat": "x", "spec": "x", "call": 500, "tokens": 7,
             "money": 1.0, "fault": None, "seconds": 9.0}), "has call 500 of g0001"),
        (lambda lines: lines.append({"type": "settled"}), "is no line of a ledger"),
    ],
    ids=[
        "money", "tokens", "call", "fault", "seat", "game", "held", "dropped", "emptied", "added",
        "broken",
    ],
)  # fmt: skip
def test_whatever_the_ledger_says_otherwise_than_the_games_is_named(
    paid: Path, change: Callable[[list[dict[str, Any]]], object], named: str
) -> None:
    found = edit(paid, change)
    assert any(named in each for each in found), found


def test_a_call_that_a_kill_left_open_is_no_mistake_of_an_unfinished_game(paid: Path) -> None:
    """The next run settles it; of a game that is finished it is one."""
    file = paid / "ledger.jsonl"
    lines = [json.loads(line) for line in file.read_bytes().splitlines()]
    game = {line["permit"]: line["game"] for line in lines if line["type"] == "reserved"}
    last = next(line for line in lines[::-1] if line["type"] == "settled")
    (of_game,) = edit(paid, lambda lines: lines.remove(last))
    assert "as still under way" in of_game
    log = game_folder(paid, game[last["permit"]]) / "log.jsonl"
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:-1]))
    found = proof(paid)
    assert found.ledger == ()
    assert "1 call still open" in found.unproven
    assert not found.ok


def test_a_ledger_that_is_gone_is_missing_where_calls_were_made(paid: Path) -> None:
    (paid / "ledger.jsonl").unlink()
    found = proof(paid, fast=True)
    assert found.ledger == (f"is missing, and the games made {found.calls} calls",)
    assert not found.ok


def test_what_no_game_s_file_has_is_said_to_be_unproven(paid: Path) -> None:
    """Calls of files that are gone, those that nobody knows of, and hours."""

    def add(lines: list[dict[str, Any]]) -> None:
        of = {"seat": "x", "spec": "x", "tokens": 5, "money": 0.25, "fault": None, "seconds": 99.0}
        lines[:0] = [
            {"type": "found", "game": "g0001", "call": 0, **of},
            {"type": "found", "game": "g0001", "call": None, **of},
            {"type": "lost", "game": "g0001", "seconds": 99.0},
        ]

    assert edit(paid, add) == ()
    unproven = proof(paid, fast=True).unproven
    assert "2 calls of games whose files are gone, $0.5" in unproven
    assert "1 call that no game's files have, $0.25 at worst" in unproven
    assert "how long games ran" in unproven
