"""A tournament whose entrants are one model with different settings, told apart by labels."""

import json
from pathlib import Path

import pytest

from arena.provider import Provider
from arena.table.verify import verify
from arena.tournament.folder import game_folder, write_plan
from arena.tournament.ledger import read_ledger
from arena.tournament.report import write_report
from arena.tournament.results import results_of
from tests.arena.tournament.plan.plans import plan
from tests.arena.tournament.played import disagreements
from tests.arena.tournament.test_run_with_models import play

PRICE = {"input": 1.0, "output": 2.0}


@pytest.mark.slow
def test_labels_of_one_model_are_entrants_of_their_own(tmp_path: Path) -> None:
    """Paused by the budget and gone on with: rows, prices and the ledger are by label.

    The limit of the model holds for both labels, and nobody at a table is told of either.
    """
    with Provider() as provider:
        bare = f"openai:loopback@{provider.url}"
        high, low = (bare.replace("@", f"#{effort}@") for effort in ("high", "low"))
        models = {
            spec: {"max_output": 600, "effort": effort, "price": {**PRICE, "output": output}}
            for spec, effort, output in ((high, "high", 2.0), (low, "low", 4.0))
        }
        made = plan(
            entrants={"quux": high, "xyzzy": low, "bot": "random"}, models=models,
            game_budget={"calls": 6},
        )  # fmt: skip
        write_plan(tmp_path, made)
        limits = {bare: {"calls": 2}}
        paused = play(tmp_path, budget={"calls": 9}, providers=limits)
        assert paused.paused
        assert paused.spending.calls == 9
        status = play(tmp_path, budget={"calls": 500}, providers=limits)
        assert provider.most_at_once <= 2
        bodies = [json.loads(each.body) for each in provider.requests]
    assert len(status.finished) == status.planned == len(made.games)
    assert disagreements(tmp_path) == []
    assert {each.spec for each in read_ledger(tmp_path).booked} == {high, low}

    assert {(each["model"], each["reasoning"]["effort"]) for each in bodies} == {
        ("loopback", "high"), ("loopback", "low"),
    }  # fmt: skip
    told = json.dumps(bodies)
    secret = ("loopback#", "#high", "#low", "openai:", "quux", "xyzzy")
    assert [word for word in secret if word in told] == []

    results = results_of(made, tmp_path)
    assert {seat.entrant for game in results.games for seat in game.seats} == set(made.entrants)
    for row in made.games:
        found = verify(game_folder(tmp_path, row.game))
        assert found.ok, found.why
    write_report(tmp_path)
    page = (tmp_path / "report.html").read_text("utf-8")
    assert high in page
    assert low in page
