"""Assumptions of a plan about games before they are played: strengths, seat effects and ties.

**Strengths** are those that `[assumed] elo` of the config says; or those estimated from games
already played (of the pool that newcomers play against, of the tournament that is extended); for
all others strengths are drawn: all equal, or normal with the standard deviation of `[assumed]
spread`, by default `SPREAD`.

**Ties and seat effects** are those of played games of the same ruleset and table size, if there are
`ENOUGH`; else ties are as common as among house bots (`house_games.json`, which holds the command
that made it), and no seat has an advantage.
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
"""Default standard deviation of unknown strengths, in Elo."""
ENOUGH = 30
"""Games of a ruleset and table size that it takes to estimate its ties and seat effects."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumed:
    """Assumed parameters of the rating model, in log-odds."""

    worth: Mapping[str, float]
    """Strength by entrant, where something is known of it."""
    spreads: tuple[float, ...]
    """Standard deviations of the unknown strengths in Elo, each a case of its own; 0: they are
    equal."""
    seats: Mapping[Stratum, tuple[float, ...]]
    """Seat effects, clockwise from position 0; strata that are left out have none."""
    ties: Mapping[Stratum, Mapping[int, float]]
    """Log delta by the number of seats that tie; strata that are left out have no ties."""
    sentences: tuple[str, ...]
    """The assumptions as sentences."""


class HouseGames(TypedDict):
    """Statistics of house bots' games, for one family and table size."""

    ruleset: str
    size: int
    games: int
    seeds: int
    tied: float
    """Share of games with a tie."""
    ties: dict[str, float]
    """Log delta by the number of seats that tie."""
    one: float
    """Standard deviation, over seeds, of the difference in an entrant's mean points between two
    runs of the same games."""
    all: float
    """The same for all entrants together."""


@cache
def house_games() -> tuple[HouseGames, ...]:
    """Return the statistics of house bots' games, one row for each family and table size."""
    return tuple(json.loads(MEASURED.read_bytes())["tables"])


def assumed_of(plan: Plan, games: Sequence[GameResult] = ()) -> Assumed:
    """Return the assumptions for a plan; `games` were already played by some of its entrants."""
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
    """Return the strengths of the largest pool of entrants that games link."""
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
    """Return the index of a stratum in a fit; None: it has fewer than `ENOUGH` games there."""
    if base is None or base.penalised is not None or stratum not in base.rankings.strata:
        return None
    at = base.rankings.strata.index(stratum)
    return at if (base.rankings.stratum == at).sum() >= ENOUGH else None


def measured(ruleset_id: str, size: int) -> HouseGames:
    """Return the statistics of house bots' games for a ruleset's family and a table size."""
    family = ruleset(ruleset_id).family
    (found,) = [
        row for row in house_games()
        if row["size"] == size and ruleset(row["ruleset"]).family == family
    ]  # fmt: skip
    return found
