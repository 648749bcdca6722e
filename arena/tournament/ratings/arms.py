"""Estimates the effect of each arm on paired seeds, tested by permutation against a null arm.

**Pairs.** A game of an arm and one of its control are paired where seed, ruleset, epoch and
line-up, seat by seat, are equal; with a null arm, only where that has its game too. Where an
entrant sits more than once at a table a seed may have a line-up several times: these games are
paired in the order of their ids. Sums are by seed.

**Test.** If an arm changes nothing, its games, the control's and the null arm's of one seed are
three runs of the same thing, so their labels are exchangeable. The statistic is |mean of the arm -
mean of the others|; it is computed again with the arm's label given, seed by seed, to one of the
three at random, `SHUFFLES` times, and p = (1 + number of values at least as large) / (1 +
SHUFFLES). A seed's games keep together. Without a null arm only the arm and the control are
exchanged; the noise between two equal runs is then unknown, and `null` is None.

**Many tests.** `p_holm` is Holm's over all effects of all arms of a control, null arms left out.

Outcomes are means a seat and game, of all entrants together (`entrant` None; no placement, whose
mean no arm can change) and of each. `effect` is arm minus control, its interval by bootstrap over
seeds; `null_effect` is null minus control.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import count

import numpy as np

from arena.lab.arrays import add, as_list, row, sums_along
from arena.tournament.game_result import GameResult, SeatResult
from arena.tournament.ratings.bootstrap import Draws, generator, ratios
from arena.tournament.ratings.figures import mean_place
from arena.tournament.ratings.rankings import Floats
from arena.tournament.ratings.rows import ArmEffect, ArmEffects, rounded
from arena.tournament.ratings.selection import Arm, game_id

SHUFFLES = 9999
TOLERANCE = 1e-12
Outcome = Callable[[SeatResult, GameResult], float]
OUTCOMES: Mapping[str, Outcome] = {
    "points": lambda seat, _: float(seat.points),
    "place": mean_place,
    "survival": lambda seat, _: float(seat.survived),
    "lies": lambda seat, _: float(seat.lies),
    "broken": lambda seat, _: float(seat.broken),
    "characters": lambda seat, _: float(seat.characters),
}
Paired = tuple[str, str, str, tuple[str, ...], int]


def arm_effects(
    results: Sequence[GameResult], arms: Sequence[Arm], draws: Draws, seed: str
) -> list[ArmEffects]:
    """Return every arm with its effects, by name; controls are left out."""
    games: dict[str, dict[Paired, GameResult]] = {}
    for each in sorted(results, key=game_id):
        if each.rated:
            there = games.setdefault(each.arm, {})
            there[_pairing(each, there)] = each
    found: list[ArmEffects] = []
    for control in sorted({each.control for each in arms}):
        own = [each for each in arms if each.control == control != each.name]
        null = next((each.name for each in own if each.null), None)
        made = [_effects(each, null, games, draws, seed) for each in own]
        tested = [row.p for each in made if not each.is_null for row in each.effects]
        adjusted = iter(holm(tested))
        found.extend(
            each if each.is_null else replace(each, effects=[
                replace(row, p_holm=rounded(next(adjusted))) for row in each.effects
            ])
            for each in made
        )  # fmt: skip
    return found


def _pairing(game: GameResult, there: Mapping[Paired, GameResult]) -> Paired:
    """Return the key that pairs games of different arms; its last part numbers equal games."""
    who = tuple(seat.entrant for seat in game.seats)
    same = (game.seed, game.ruleset, game.epoch, who)
    return (*same, next(at for at in count() if (*same, at) not in there))


def _effects(
    arm: Arm,
    null: str | None,
    games: Mapping[str, Mapping[Paired, GameResult]],
    draws: Draws,
    seed: str,
) -> ArmEffects:
    other = None if arm.null else null
    names = [arm.name, arm.control, *([] if other is None else [other])]
    keys = sorted(set.intersection(*(set(games.get(name, {})) for name in names)))
    seeds = tuple(sorted({key[0] for key in keys}))
    found = ArmEffects(
        arm=arm.name, control=arm.control, is_null=arm.null, null=other, pairs=len(keys),
        seeds=len(seeds), effects=[],
    )  # fmt: skip
    if not keys:
        return found
    labels = _labels(keys)
    sums = np.stack([_sums([games[name][key] for key in keys], seeds, labels) for name in names])
    counts = _sums([games[arm.name][key] for key in keys], seeds, labels, counted=True)
    chances = permutation_p(sums, counts, seed=f"{seed}/{arm.name}")
    effects = ratios(row(sums, 0) - row(sums, 1), counts, seeds, draws)
    noise = as_list(sums_along(row(sums, -1) - row(sums, 1), 0) / sums_along(counts, 0))
    p = as_list(chances)
    return replace(found, effects=[
        ArmEffect(
            outcome=outcome, entrant=entrant, effect=effects[at],
            null_effect=None if other is None else rounded(noise[at]),
            p=p[at], p_holm=None,
        )
        for at, (outcome, entrant) in enumerate(labels)
    ])  # fmt: skip


def _labels(keys: Sequence[Paired]) -> list[tuple[str, str | None]]:
    names = sorted({name for key in keys for name in key[3]})
    return [
        (outcome, name)
        for outcome in OUTCOMES
        for name in [*([] if outcome == "place" else [None]), *names]
    ]


def _sums(
    games: Sequence[GameResult],
    seeds: tuple[str, ...],
    labels: Sequence[tuple[str, str | None]],
    *,
    counted: bool = False,
) -> Floats:
    """Return sums of outcomes by seed (S, labels); `counted`: numbers of seats instead."""
    column = {label: at for at, label in enumerate(labels)}
    line = {seed: at for at, seed in enumerate(seeds)}
    sums = np.zeros((len(seeds), len(labels)))
    for game in games:
        for seat in game.seats:
            for outcome, measure in OUTCOMES.items():
                value = 1.0 if counted else measure(seat, game)
                for entrant in (None, seat.entrant):
                    if (outcome, entrant) in column:
                        add(sums, (line[game.seed], column[outcome, entrant]), value)
    return sums


def permutation_p(sums: Floats, counts: Floats, *, seed: str, shuffles: int = SHUFFLES) -> Floats:
    """Return p-values (Q,) for sums by arm and seed (2 or 3, S, Q), the tested arm first."""
    total = sums_along(counts, 0)
    others = (sums_along(sums, 0) - sums) / (len(sums) - 1)
    gaps = (sums - others) / total
    observed: Floats = np.abs(sums_along(row(gaps, 0), 0))
    drawn = generator(seed, "permutation").integers(len(sums), size=(shuffles, sums.shape[1]))
    shuffled = np.zeros((shuffles, sums.shape[2]))
    for at in range(sums.shape[1]):
        picked: Floats = gaps[drawn[:, at], at]
        shuffled += picked
    reached = sums_along(np.abs(shuffled) >= observed - TOLERANCE, 0)
    return (1 + reached) / (1 + shuffles)


def holm(values: Sequence[float]) -> list[float]:
    """Return Holm's adjusted p (1979, Scandinavian Journal of Statistics 6, 65-70), as given."""
    adjusted, least = [0.0] * len(values), 0.0
    for rank, (value, at) in enumerate(sorted(zip(values, range(len(values)), strict=True))):
        least = max(least, min(1.0, (len(values) - rank) * value))
        adjusted[at] = least
    return adjusted
