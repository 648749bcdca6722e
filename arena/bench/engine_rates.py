"""How fast the engine is by itself: games with and without views, forks, imagined games, saves."""

from random import Random

import engine
from arena.bench.sampling import Count, Sampler
from engine import Table
from engine.saved import SavedGame

__all__ = ["SEATS", "play", "samplers"]

SEATS = 5
RULESET = "moh"


def play(seed: int, *, views: bool, ruleset: str = RULESET) -> int:
    """Play a game: list the legal options, look (or not), apply one; return the decisions."""
    table = engine.new_table(ruleset, SEATS, seed)
    draw = Random(seed).random  # noqa: S311 - a bot's choice, no secret
    decisions = 0
    while not table.is_over:
        for decision in table.pending():
            legal = [option.id for option in decision.options]
            if views:
                table.view_data(decision.seat)
            table.answer(decision.seat, legal[int(draw() * len(legal))], decision.id)
            decisions += 1
    return decisions


def samplers() -> dict[str, Sampler]:
    """Return what is measured of the engine, by name."""
    positions = _positions(24)
    saves = [_played(seed).save() for seed in range(8)]
    answers = [sum(move[0] != "floor" for move in _moves(saved)) for saved in saves]

    def forks(number: int) -> Count:
        positions[number % len(positions)].fork()
        return {"forks": 1}

    def imagines(number: int) -> Count:
        table = positions[number % len(positions)]
        table.imagine(table.seats[number % SEATS], number)
        return {"imagined": 1}

    def restores(number: int) -> Count:
        at = number % len(saves)
        engine.restore(saves[at])
        return {"games": 1, "decisions": answers[at]}

    return {
        "apply": lambda seed: {"decisions": play(seed, views=False), "games": 1},
        "view": lambda seed: {"decisions": play(seed, views=True), "games": 1},
        "fork": forks,
        "imagine": imagines,
        "restore": restores,
    }


def _positions(count: int) -> list[Table]:
    """Return tables in the middle of their games, each a little further than the one before."""
    tables = []
    for seed in range(count):
        table = engine.new_table(RULESET, SEATS, seed)
        _advance(table, Random(seed), 30 + 2 * seed)  # noqa: S311 - a bot's choice, no secret
        tables.append(table)
    return tables


def _played(seed: int) -> Table:
    table = engine.new_table(RULESET, SEATS, seed)
    _advance(table, Random(seed), None)  # noqa: S311 - a bot's choice, no secret
    return table


def _advance(table: Table, draw: Random, answers: int | None) -> None:
    given = 0
    while not table.is_over and (answers is None or given < answers):
        decision = table.pending()[0]
        table.answer(decision.seat, draw.choice(decision.options).id, decision.id)
        given += 1


def _moves(saved: SavedGame) -> list[list[str]]:
    moves: list[list[str]] = saved["moves"]
    return moves
