"""What is left of a tournament is foretold from what its finished games took."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import fsum
from pathlib import Path
from statistics import fmean

import pytest

from arena.provider import Provider
from arena.tournament.config import TournamentConfig
from arena.tournament.folder import write_plan
from arena.tournament.forecast import forecast_of
from arena.tournament.game_result import GameResult
from arena.tournament.plan import Plan
from arena.tournament.planning import planned
from arena.tournament.remaining import Remaining
from arena.tournament.results import results_of
from arena.tournament.rules import RunRules
from arena.tournament.run import run
from arena.tournament.status import Status, status_of
from tests.toy.registration import registered

FIRST = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A tournament of two models and a bot, all of whose games are finished."""

    plan: Plan
    status: Status
    folder: Path
    games: tuple[GameResult, ...]

    @property
    def first(self) -> dict[str, GameResult]:
        """Return the first games by id."""
        return {each.game: each for each in self.games[:FIRST]}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """Play 12 games of the toy; a token of one model costs ten times that of the other."""
    folder = tmp_path_factory.mktemp("played")
    with registered() as toy, Provider(requests_kept=0) as server:
        cheap, dear = (f"openai-compatible:{name}@{server.url}" for name in ("cheap", "dear"))
        plan = planned(TournamentConfig.model_validate({
            "seed": "1", "rulesets": [toy], "seats": 3,
            "entrants": {"cheap": cheap, "dear": dear, "bot": "random", "other": "random"},
            "models": {
                cheap: {"price": {"input": 1.0, "output": 4.0}},
                dear: {"price": {"input": 10.0, "output": 40.0}},
            },
        }))  # fmt: skip
        write_plan(folder, plan)
        status = asyncio.run(run(folder, rules=RunRules.model_validate({"processes": 1})))
        yield Played(
            plan=plan, status=status, folder=folder,
            games=results_of(plan, folder, fresh=True).games,
        )  # fmt: skip


def cost(games: "list[GameResult] | tuple[GameResult, ...]", entrant: str = "") -> list[float]:
    """Return the dollars of each seat of an entrant, or of all."""
    return [
        seat.cost or 0.0 for game in games for seat in game.seats if entrant in {"", seat.entrant}
    ]


@pytest.mark.slow
def test_each_entrant_is_taken_for_the_mean_of_its_own_games(played: Played) -> None:
    """A dear model that has played more than its share makes nothing dearer than it is."""
    found = Remaining(played.plan).of(played.first)
    assert found is not None
    left = [row for row in played.plan.games if row.game not in played.first]
    seen = list(played.first.values())
    rest = fsum(
        fmean(cost(seen, name))
        for row in left
        for name in row.entrants
        if name in {"cheap", "dear"}
    )
    assert found.money.expected == pytest.approx(fsum(cost(seen)) + rest)


@pytest.mark.slow
def test_the_truth_lies_in_the_interval(played: Played) -> None:
    """Of money and of calls; what is spent is never foretold to be less."""
    found = Remaining(played.plan).of(played.first)
    assert found is not None
    assert found.money.low <= fsum(cost(played.games)) <= found.money.high
    calls = sum(seat.calls for game in played.games for seat in game.seats)
    assert found.calls.low <= calls <= found.calls.high
    spent = found.at_least(found.calls.high + 5, found.money.expected)
    assert spent.calls.low == spent.calls.high == found.calls.high + 5
    assert spent.money.low == spent.money.expected == found.money.expected


def test_a_finished_tournament_took_what_it_took(played: Played) -> None:
    """No interval is left, and the status that is read from the folder says the same."""
    for status in (played.status, status_of(played.folder)):
        assert status.forecast is not None
        money = status.forecast.money
        assert money.low == money.high == pytest.approx(status.spending.money)
        assert status.forecast.calls.expected == status.spending.calls


def test_nothing_is_foretold_before_a_model_has_played(played: Played) -> None:
    """Nor of bots, which cost nothing."""
    assert Remaining(played.plan).of({}) is None
    free = {
        name: replace(game, seats=tuple(
            replace(seat, calls=0, cost=0.0) for seat in game.seats
        ))
        for name, game in played.first.items()
    }  # fmt: skip
    assert Remaining(played.plan).of(free) is None


def test_a_model_that_has_not_played_is_taken_for_the_others(played: Played) -> None:
    """Until it has: then its own games count."""
    seen = {each.game: each for each in played.games if not cost([each], "dear")}
    assert seen
    found = Remaining(played.plan).of(seen)
    assert found is not None
    rows = [row for row in played.plan.games if row.game not in seen]
    seats = sum(name in {"cheap", "dear"} for row in rows for name in row.entrants)
    games = list(seen.values())
    expected = fsum(cost(games)) + seats * fmean(cost(games, "cheap"))
    assert found.money.expected == pytest.approx(expected)


def test_a_plan_that_goes_on_is_foretold_from_what_was_played(played: Played) -> None:
    """No game is played without a call, nothing that is played is in it, and it says so."""
    found = forecast_of(played.plan, played=tuple(played.first.values()))
    assert (found.games, found.played, found.measured) == (12 - FIRST, FIRST, 0)
    whole = Remaining(played.plan).of(played.first)
    assert whole is not None
    assert found.cost is not None
    spent = fsum(cost(list(played.first.values())))
    assert found.cost.expected == pytest.approx(whole.money.expected - spent)
    assert "as in the 4 games that were played" in found.covers
    seats = [seat for game in played.first.values() for seat in game.seats]
    calls = sum(seat.calls for seat in seats)
    assert found.latency == pytest.approx(sum(seat.seconds for seat in seats) / calls)


def test_who_is_new_is_measured_and_the_others_are_not(played: Played) -> None:
    """Both kinds of seats are in the sentence that says what the intervals cover."""
    seen = tuple(each for each in played.games if not cost([each], "dear"))
    found = forecast_of(played.plan, played=seen)
    assert found.measured > 0
    assert "the models that were not played yet play better than chance" in found.covers


def test_a_budget_reaches_less_far_once_some_of_it_is_spent(played: Played) -> None:
    """What is left of the cap counts, and games that are still to be played."""
    first = tuple(played.first.values())
    spent = sum(seat.calls for game in first for seat in game.seats)
    budget = played.plan.run.budget.model_copy(update={"calls": spent})
    rules = played.plan.run.model_copy(update={"budget": budget})
    found = forecast_of(played.plan.model_copy(update={"run": rules}), played=first)
    assert found.reaches is not None
    assert (found.reaches.expected, found.capped_by) == (0, "calls")


def test_games_that_run_on_beyond_the_usual_make_all_longer(played: Played) -> None:
    """Short games end first; those that have just begun say nothing of it."""
    usual = Remaining(played.plan).of(played.first)
    running = [row.game for row in played.plan.games if row.game not in played.first]
    mean = fmean(sum(seat.calls for seat in game.seats) for game in played.first.values())
    new = Remaining(played.plan).of(played.first, dict.fromkeys(running, 1))
    long = Remaining(played.plan).of(played.first, dict.fromkeys(running, round(1.5 * mean)))
    assert usual is not None
    assert new is not None
    assert long is not None
    assert new.calls.expected == pytest.approx(usual.calls.expected, rel=0.01)
    assert long.calls.expected > 1.2 * usual.calls.expected
    assert long.money.expected > 1.2 * usual.money.expected
    taken = sum(seat.calls for game in played.first.values() for seat in game.seats)
    assert long.calls.low > taken + len(running) * round(1.5 * mean)


def test_of_many_games_it_is_made_anew_now_and_then_and_at_the_end(played: Played) -> None:
    """One more game of a few is taken at once; the last one always."""
    remaining = Remaining(played.plan)
    whole = {each.game: each for each in played.games}
    some = dict(list(whole.items())[:-1])
    before, after = remaining.of(some), remaining.of(whole)
    assert before is not None
    assert after is not None
    assert before.calls.low < before.calls.high
    assert after.calls.low == after.calls.high
