"""How well seats play: first places at bare engine tables, every line-up in every seat."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import engine
from arena.seats import Seat, make_seat
from arena.seats.house import DIALS, PLAIN, TACTICS, House, uniform
from arena.seats.seat import Question

NAMES = "ABCDEF"
Z = 1.96
"""Standard deviations of a 95 % interval."""
Maker = Callable[[str, str, str], Seat]
"""Takes a SPEC, the seat's name, and the bots' seed of the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """How often the seats of one SPEC came first."""

    spec: str
    seats: int
    """At every table."""
    games: int
    wins: float
    """First places; one that is shared counts in parts."""
    low: float
    high: float
    """95 % interval of `share` (Wilson)."""

    @property
    def share(self) -> float:
        """Share of the games that a seat of this SPEC won."""
        return self.wins / (self.games * self.seats)


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share after so many wins."""
    p, n = wins / games, games
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return middle - half, middle + half


def ablated(spec: str, name: str, seed: str) -> Seat:
    """Make `house-KIND[-KIND...]`: a house bot that draws its answers to these kinds; else any."""
    word, _, without = spec.partition("-")
    if not without:
        return make_seat(spec, name=name, seed=seed)
    kinds = without.split("-")
    dials = DIALS.get(word.partition(":")[2], PLAIN)
    return House(seed, dials, {**TACTICS, **dict.fromkeys(kinds, uniform)})


async def _play(table: engine.Table, seats: Mapping[str, Seat]) -> None:
    while not table.is_over:
        for decision in table.pending():
            question = Question.of(decision)
            view = table.view_data(decision.seat)
            chosen = await seats[decision.seat].answer(question, view, ())
            table.answer(decision.seat, chosen, decision.id)


def play_out(table: engine.Table, seats: Mapping[str, Seat]) -> engine.Result:
    """Let the seats play a table to its end; an answer that is no option raises."""
    asyncio.run(_play(table, seats))
    result = table.result
    if result is None:
        raise RuntimeError("the table stopped before its end")
    return result


def win_shares(
    ruleset: str,
    specs: Sequence[str],
    games: int,
    seed: int | str,
    *,
    options: Mapping[str, object] | None = None,
    make: Maker | None = None,
) -> tuple[Share, ...]:
    """Return how often each SPEC came first, in the order in which they are first named.

    Every deal is played once in each rotation of the seats, so `games` is rounded up to whole
    rounds of rotations.
    """
    maker = ablated if make is None else make
    count = len(specs)
    deals = -(-games // count)
    wins = dict.fromkeys(specs, 0.0)
    for deal in range(deals):
        for turn in range(count):
            line_up = {NAMES[at]: specs[(at + turn) % count] for at in range(count)}
            table = engine.new_table(ruleset, tuple(line_up), f"{seed}|{deal}", options)
            bots = f"{seed}|{deal}|{turn}"
            seats = {name: maker(spec, name, bots) for name, spec in line_up.items()}
            winners = play_out(table, seats).winners
            for winner in winners:
                wins[line_up[winner]] += 1 / len(winners)
    return tuple(_share(spec, specs.count(spec), deals * count, won) for spec, won in wins.items())


def _share(spec: str, seats: int, games: int, wins: float) -> Share:
    low, high = wilson(wins, games * seats)
    return Share(spec=spec, seats=seats, games=games, wins=wins, low=low, high=high)
