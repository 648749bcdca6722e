"""Measures the speed of the engine alone: games, views, forks, imagined games and saves.

The samplers are measured alternately: each runs for one slice per round.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from statistics import median
from time import process_time

import engine
from arena.bench import peers
from engine import Table

Sampler = Callable[[int], Mapping[str, int]]
"""Does one run, given its number, and returns the work done by unit: `{"decisions": 131, "games":
1}`."""
SEATS = 5
RULESET = "moh"


def rate(sampler: Sampler, seconds: float, first: int) -> tuple[dict[str, float], int]:
    """Run a sampler for `seconds` of processor time; return rates by unit and the next number."""
    done: Counter[str] = Counter()
    number, began, spent = first, process_time(), 0.0
    while number == first or spent < seconds:
        done.update(sampler(number))
        number += 1
        spent = process_time() - began
    return {unit: count / spent for unit, count in done.items()}, number


def in_turns(
    samplers: Mapping[str, Sampler], *, rounds: int, seconds: float
) -> dict[str, dict[str, float]]:
    """Measure samplers alternately; return the median rate of each unit per sampler.

    Each sampler gets `rounds` slices of `seconds` of processor time.
    """
    slices: dict[str, list[dict[str, float]]] = {name: [] for name in samplers}
    numbers = dict.fromkeys(samplers, 0)
    for _ in range(rounds):
        for name, sampler in samplers.items():
            rates, numbers[name] = rate(sampler, seconds, numbers[name])
            slices[name].append(rates)
    return {
        name: {unit: median(each[unit] for each in found) for unit in found[0]}
        for name, found in slices.items()
    }


def play(seed: int, *, views: bool, ruleset: str = RULESET) -> int:
    """Play one game with random answers; return the number of decisions.

    With `views`, the view of the asked seat is built before each answer.
    """
    return _advance(engine.new_table(ruleset, SEATS, seed), seed, views=views)


def _advance(table: Table, seed: int, answers: int | None = None, *, views: bool = False) -> int:
    """Answer at random until the game or `answers` ends; return the number of answers."""
    draw = Random(seed).random  # noqa: S311 - a bot's choice, no secret
    given = 0
    while not table.is_over and (answers is None or given < answers):
        for decision in table.pending():
            legal = [option.id for option in decision.options]
            if views:
                table.view_data(decision.seat)
            table.answer(decision.seat, legal[int(draw() * len(legal))], decision.id)
            given += 1
    return given


def _sample(ruleset: str, seed: int, *, views: bool) -> Mapping[str, int]:
    return {"decisions": play(seed, views=views, ruleset=ruleset), "games": 1}


def samplers() -> dict[str, Sampler]:
    """Return the samplers that measure the engine, by name."""
    positions = [engine.new_table(RULESET, SEATS, seed) for seed in range(24)]
    for seed, table in enumerate(positions):  # each at a later state
        _advance(table, seed, 30 + 2 * seed)
    finished = [engine.new_table(RULESET, SEATS, seed) for seed in range(8)]
    answers = [_advance(table, seed) for seed, table in enumerate(finished)]
    saves = [table.save() for table in finished]

    def forks(number: int) -> Mapping[str, int]:
        positions[number % len(positions)].fork()
        return {"forks": 1}

    def imagines(number: int) -> Mapping[str, int]:
        table = positions[number % len(positions)]
        table.imagine(table.seats[number % SEATS], number)
        return {"imagined": 1}

    def restores(number: int) -> Mapping[str, int]:
        at = number % len(saves)
        engine.restore(saves[at])
        return {"games": 1, "decisions": answers[at]}

    return {
        "apply": partial(_sample, RULESET, views=False),
        "view": partial(_sample, RULESET, views=True),
        "fork": forks,
        "imagine": imagines,
        "restore": restores,
    }


def engine_figures(*, rounds: int, seconds: float, with_peers: bool) -> dict[str, object]:
    """Measure the engine, and with `with_peers` also the peers that are installed."""
    missing = with_peers and not peers.installed()
    compared = with_peers and not missing
    rates = in_turns(
        samplers() | (peers.samplers() if compared else {}), rounds=rounds, seconds=seconds
    )
    apply, view = rates["apply"]["decisions"], rates["view"]["decisions"]
    figures: dict[str, object] = {
        "peers_missing": peers.INSTALL if missing else None,
        "engine": {
            "decisions_per_second": apply,
            "decisions_per_second_with_view": view,
            "forks_per_second": rates["fork"]["forks"],
            "imagined_per_second": rates["imagine"]["imagined"],
            "restored_games_per_second": rates["restore"]["games"],
            "restored_decisions_per_second": rates["restore"]["decisions"],
        },
        "peers": None,
    }
    if compared:
        peer = rates["textarena"]["decisions"]
        figures["peers"] = {
            "textarena_decisions_per_second": peer,
            "ratio_without_view": apply / peer,
            "ratio_with_view": view / peer,
        }
    return figures


def ruleset_figures(*, rounds: int, seconds: float) -> list[dict[str, object]]:
    """Measure the engine under every ruleset; return one row per ruleset."""
    rates = in_turns(
        {
            f"{ruleset} {views}": partial(_sample, ruleset, views=views)
            for ruleset in engine.rulesets()
            for views in (False, True)
        },
        rounds=rounds,
        seconds=seconds,
    )
    return [
        {
            "ruleset": ruleset,
            "decisions_per_second": rates[f"{ruleset} False"]["decisions"],
            "decisions_per_second_with_view": rates[f"{ruleset} True"]["decisions"],
            "decisions_per_game": rates[f"{ruleset} False"]["decisions"]
            / rates[f"{ruleset} False"]["games"],
        }
        for ruleset in engine.rulesets()
    ]
