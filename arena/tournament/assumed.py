"""What a plan takes for granted of games before they are played: strengths, seats and ties.

**Strengths** are those that `[assumed] elo` of the config says; or those that games which were
played have (of the pool that newcomers play against, of the tournament that is extended); of whom
nothing is known, strengths are drawn: all equal, or normal with the standard deviation that
`[assumed] spread` says, `SPREAD` where it says none.

**Ties and seats** are those of the played games of the same ruleset and size of table, if there are
`ENOUGH`; else ties are as common as house bots have them (`house_games.json`, whose command stands
in it), and no seat is better than another.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypedDict

from arena.text import plural
from arena.tournament.config import Assumptions
from arena.tournament.game_result import GameResult
from arena.tournament.plan import Plan, part_of
from arena.tournament.ratings.plackett_luce import ELO, MEAN_ELO, Fit, fit
from arena.tournament.ratings.rankings import Stratum
from arena.tournament.ratings.selection import arms_of, groups_of, orders_of
from engine import ruleset

MEASURED = Path(__file__).with_name("house_games.json")
SPREAD = 150.0
"""Elo: standard deviation between entrants of whom nothing is known."""
ENOUGH = 30
"""Games of a ruleset and a size of table from which its ties and seats are taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumed:
    """What is taken for granted; log-odds."""

    worth: Mapping[str, float]
    """By entrant, of whom something is known."""
    spreads: tuple[float, ...]
    """Elo: standard deviations of all others, each a case of its own; 0: they are equal."""
    seats: Mapping[Stratum, tuple[float, ...]]
    """Seat terms, clockwise from position 0; strata that are not in it have none."""
    ties: Mapping[Stratum, Mapping[int, float]]
    """Log delta by order of ties; strata that are not in it have none."""
    sentences: tuple[str, ...]
    """The same in words."""


class HouseGames(TypedDict):
    """What was measured on house bots of a family at one size of table."""

    ruleset: str
    size: int
    games: int
    seeds: int
    tied: float
    """Share of games with a tie."""
    ties: dict[str, float]
    """Log delta by order."""
    one: float
    """Standard deviation, from seed to seed, of how far the mean points of an entrant are apart in
    two runs of the same games."""
    all: float
    """The same of the whole table."""


@cache
def house_games() -> tuple[HouseGames, ...]:
    """Return what was measured on house bots: a row for each family and size of table."""
    return tuple(json.loads(MEASURED.read_bytes())["tables"])


def assumed_of(plan: Plan, games: Sequence[GameResult] = ()) -> Assumed:
    """Return what is taken for granted of a plan; `games` were played by some of its entrants."""
    said = Assumptions.model_validate(part_of(plan.config, "assumed"))
    told = {name: (each - MEAN_ELO) / ELO for name, each in said.elo.items()}
    base = _fit_of(plan, games)
    rated = {} if base is None else _worths(base)
    found = {name: each for name, each in {**rated, **told}.items() if name in plan.entrants}
    unknown = [name for name in plan.entrants if name not in found]
    spreads = (SPREAD,) if found else (0.0, SPREAD)
    spreads = spreads if said.spread is None else (said.spread,)
    ties, seats, sources = _ties_and_seats(plan, base)
    as_played = sorted(rated.keys() & found.keys() - told.keys())
    sentences = []
    if told:
        sentences.append(f"strengths of {', '.join(sorted(told))} as the config says")
    if as_played and base is not None:
        games_ = plural(len(base.rankings), "game")
        sentences.append(
            f"strengths of {', '.join(as_played)} as {games_} have them that were played"
        )
    return Assumed(
        worth=found, spreads=spreads if unknown else (0.0,), seats=seats, ties=ties,
        sentences=(*sentences, *sources),
    )  # fmt: skip


def _fit_of(plan: Plan, games: Sequence[GameResult]) -> Fit | None:
    """Return the fit of the largest group of games that are rated together; None: there is none."""
    people = frozenset(name for name, each in plan.entrants.items() if each.person)
    groups = groups_of(games, arms_of(games, None), people)
    if not groups:
        return None
    return fit(orders_of(max(groups, key=lambda each: len(each.games)).games))


def _worths(base: Fit) -> dict[str, float]:
    """Return the worths of those who can be compared: of the largest pool."""
    if base.penalised == "confounding" or len(base.pools[0]) <= 1:
        return {}
    return {base.rankings.entrants[at]: float(base.worth[at]) for at in base.pools[0]}


def _ties_and_seats(
    plan: Plan, base: Fit | None
) -> tuple[
    dict[Stratum, Mapping[int, float]], dict[Stratum, tuple[float, ...]], list[str]
]:  # fmt: skip
    ties: dict[Stratum, Mapping[int, float]] = {}
    seats: dict[Stratum, tuple[float, ...]] = {}
    sources = dict[str, None]()
    for key in sorted({(plan.conditions[row.condition].ruleset, row.size) for row in plan.games}):
        stratum = Stratum(ruleset=key[0], size=key[1])
        played = _played(base, stratum)
        if base is not None and played is not None:
            ties[stratum] = base.ties(played)
            seats[stratum] = tuple(map(float, base.seat(played)))
            sources["ties and seats as in the games that were played"] = None
            continue
        row = measured(*key)
        ties[stratum] = {int(order): value for order, value in row["ties"].items()}
        where = f"{key[0]} at tables of {key[1]}"
        sources[f"ties in {row['tied']:.0%} of games ({where}), as house bots have them"] = None
    return ties, seats, list(sources)


def _played(base: Fit | None, stratum: Stratum) -> int | None:
    """Return which stratum of a fit it is; None: it has too few games of it, or none."""
    if base is None or base.penalised is not None or stratum not in base.rankings.strata:
        return None
    at = base.rankings.strata.index(stratum)
    return at if (base.rankings.stratum == at).sum() >= ENOUGH else None


def measured(ruleset_id: str, size: int) -> HouseGames:
    """Return what was measured on house bots of a ruleset's family at a table of this size."""
    family = ruleset(ruleset_id).family
    (found,) = [
        row for row in house_games()
        if row["size"] == size and ruleset(row["ruleset"]).family == family
    ]  # fmt: skip
    return found
